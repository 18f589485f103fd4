// What goes on paper or into a spreadsheet: pairings for the wall, a sheet for results, standings.

import { make } from "../make.js";
import { captioned, player } from "../../shared/pairing_table.js";
import { resultText } from "../../shared/rounds_words.js";
import { csv, pairingRows, standingRows } from "./csv.js";
import { needs } from "../rights.js";
import { button } from "./fields.js";
import { rowsOf } from "./state.js";
import { standingsTable } from "./standings_panel.js";
import { word } from "./words.js";

/** @typedef {import("./state.js").EventState} EventState */

/** The program's own papers. */
const link = (/** @type {string} */ key) => needs("papers", make("a", { class: "all", target: "_blank", rel: "noopener" }, [word(key)]));

export class Papers {
  /** @param {HTMLElement} el @param {HTMLElement} paper what is printed in place of the page */
  constructor(el, paper) {
    this.paper = paper;
    /** @type {EventState | null} */
    this.state = null;
    this.key = "";
    this.round = 0;
    const print = (/** @type {string} */ key, /** @type {"wall" | "sheet" | "ranks"} */ kind) => button(word(key), () => this.#print(kind), { "data-paper": kind });
    const save = (/** @type {string} */ key, /** @type {"pairings" | "standings"} */ kind) => button(word(key), () => this.#save(kind), { "data-csv": kind });
    this.signed = link("signedSheet");
    this.report = link("report");
    el.replaceChildren(make("h2", {}, [word("papers")]), make("div", { class: "actions" }, [
      print("printPairings", "wall"), print("printSheet", "sheet"), this.signed, print("printStandings", "ranks"), this.report,
      save("csvPairings", "pairings"), save("csvStandings", "standings"),
    ]));
    window.onafterprint = () => this.#clear();
  }

  /** @param {EventState} state @param {string} key @param {number} round */
  update(state, key, round) {
    Object.assign(this, { state, key, round });
    this.signed.href = `../api/v1/event/${key}/rounds/${round}/sheet`;
    this.report.href = `../api/v1/event/${key}/trf`;
    this.report.download = `${key}.trf`;
  }

  #clear() {
    document.body.classList.remove("printing");
    this.paper.replaceChildren();
  }

  /** Lays a paper over the page and prints it. @param {"wall" | "sheet" | "ranks"} kind */
  #print(kind) {
    if (!this.state) return;
    const { name, site } = this.state.event;
    const tournament = this.state.event.tournaments[this.key];
    const { date, starts_at } = tournament.rounds?.[this.round] ?? {};
    const standings = this.state.standings[this.key];
    const about = kind === "ranks" ? word("standingsAfter", standings?.after ?? 0) : [word("round", this.round), date, starts_at].filter(Boolean).join(" · ");
    const table = kind === "ranks" ? (standings ? standingsTable(standings) : "") : this.#list(kind);
    this.paper.className = kind;
    this.paper.replaceChildren(make("h1", {}, [tournament.name || name || this.key]), make("h2", {}, [about]), table,
      make("p", { class: "foot" }, [[name, site].filter(Boolean).join(" · ")]));
    document.body.classList.add("printing");
    print();
  }

  /** @param {"wall" | "sheet"} kind */
  #list(kind) {
    if (!this.state) return "";
    const rows = rowsOf(this.state, this.key, this.round);
    const differs = rows.some(({ board, table }) => board !== table);
    const isSheet = kind === "sheet";
    const nobody = word("nobody");
    const heads = [
      { text: word("board"), kind: "figure" }, ...(differs ? [{ text: word("table"), kind: "figure" }] : []), { text: word("white"), kind: "side" },
      { text: word("result"), kind: "result" }, { text: word("black"), kind: "side" }, ...(isSheet ? [{ text: word("signature"), kind: "signature" }] : []),
    ];
    const lines = rows.map(({ board, table, white, black, result }) => [
      String(board), ...(differs ? [String(table)] : []), player(white, nobody), resultText(result), player(black, nobody), ...(isSheet ? [""] : []),
    ]);
    return captioned(word("pairingsOf", this.round), heads, lines, 0);
  }

  /** @param {"pairings" | "standings"} kind */
  #save(kind) {
    const standings = this.state?.standings[this.key];
    if (!this.state || !standings) return;
    const rows = kind === "pairings" ? pairingRows(rowsOf(this.state, this.key, this.round), word) : standingRows(standings, word);
    const round = kind === "pairings" ? this.round : standings.after;
    const address = URL.createObjectURL(new Blob([csv(rows)], { type: "text/csv" }));
    make("a", { href: address, download: `${this.key}-${round}-${kind}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

// The standings with their tie-breaks, and the crosstable by rounds.

import { make } from "../make.js";
import { captioned, player, rankCells, rankHeads } from "../../shared/pairing_table.js";
import { crosstable } from "./crosstable.js";
import { word } from "./words.js";

/** @typedef {import("./state.js").Standings} Standings */
/** @typedef {import("./state.js").Tournament} Tournament */

/** Makes the table of standings. @param {Standings} standings */
export function standingsTable({ after, tie_breaks, rows }) {
  return captioned(word("standingsAfter", after), rankHeads(tie_breaks, word), rows.map((row) => rankCells(row, word("nobody"))), 1);
}

export class StandingsPanel {
  /** @param {HTMLElement} el */
  constructor(el) {
    this.el = el;
    this.drawn = "";
  }

  /** @param {Standings | undefined} standings @param {Tournament} tournament */
  update(standings, tournament) {
    const from = JSON.stringify([standings, tournament]);
    if (this.drawn === from) return;
    this.drawn = from;
    this.el.hidden = !standings || standings.after === 0;
    if (!standings || this.el.hidden) return this.el.replaceChildren();
    const isOpen = this.el.querySelector("details")?.open ?? false;
    const cross = make("details", {}, [make("summary", {}, [word("crosstable")]), wide(this.#cross(standings, tournament))]);
    cross.open = isOpen;
    this.el.replaceChildren(
      make("h2", {}, [word("standingsAfter", standings.after)]), ...(standings.complete ? [] : [make("p", { class: "soft" }, [word("incomplete")])]),
      wide(standingsTable(standings)), cross,
    );
  }

  /** @param {Standings} standings @param {Tournament} tournament */
  #cross(standings, tournament) {
    const lines = crosstable(tournament, standings);
    const rounds = Array.from({ length: lines[0]?.cells.length ?? 0 }, (_, n) => ({ text: String(n + 1), kind: "figure" }));
    const heads = [{ text: word("number"), kind: "figure" }, { text: word("player") }, ...rounds, { text: word("points"), kind: "figure" }];
    const rows = lines.map((line) => [String(line.line), player(line.player, word("nobody")), ...line.cells, line.points]);
    return captioned(word("crosstable"), heads, rows, 1);
  }
}

/** Makes a part that scrolls sideways by itself, for the keyboard, too. @param {HTMLTableElement} table */
const wide = (table) => make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": table.caption?.textContent ?? "" }, [table]);

// The tables of the hall and the boards on them: found by touching, exchanged between two tables.

import { arrange, make, write } from "../make.js";
import { button, form, input, labelled, submit, whyNot } from "./fields.js";
import { exchange, gate } from "./orders.js";
import { numbers } from "./state.js";
import { word } from "./words.js";

/** @typedef {import("./state.js").EventState} EventState */

export class BoardsPanel {
  /** @param {HTMLElement} el @param {HTMLElement} banner what says which board is looked for
   * @param {import("./giver.js").Giver} giver */
  constructor(el, banner, giver) {
    this.giver = giver;
    this.banner = banner;
    /** @type {EventState | null} */
    this.state = null;
    this.why = whyNot();
    this.body = make("tbody");
    this.text = make("p");
    const stop = button(word("stopFinding"), () => giver.give({ do: "find-board" }, this.why));
    banner.replaceChildren(this.text, stop);
    const heads = ["table", "serial", "connection", "find", "gate"].map((key) => make("th", { scope: "col" }, [word(key)]));
    const table = make("table", {}, [make("caption", {}, [word("boardsAndTables")]), make("thead", {}, [make("tr", {}, heads)]), this.body]);
    const [one, two] = [0, 1].map(() => input("", { inputmode: "numeric", pattern: "[0-9]+", size: "4", required: "" }));
    const swap = form("boards", [make("h3", {}, [word("swapBoards")]), make("div", { class: "row" }, [
      labelled(word("table"), one), labelled(word("and"), two), submit(word("swap")),
    ])], () => this.#swap(Number(one.value), Number(two.value)));
    el.replaceChildren(make("summary", {}, [word("boardsAndTables")]), this.why, make("div", { class: "wide" }, [table]), swap);
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
  }

  /** @param {EventState} state */
  update(state) {
    this.state = state;
    this.banner.hidden = state.finding === undefined;
    if (state.finding !== undefined) write(this.text, word("finding", state.finding));
    const wanted = numbers(state.tables).map((table) => /** @type {[string, number]} */ ([String(table), table]));
    arrange(this.body, this.rows, wanted, (key, table) => {
      const find = button(word("find"), () => this.giver.give({ do: "find-board", table }, this.why), { "aria-label": word("findAt", table) });
      return make("tr", {}, [make("th", { scope: "row" }, [key]), make("td"), make("td"), make("td", {}, [find]), make("td", {}, this.#gate(table))]);
    });
    for (const [key, table] of wanted) {
      const row = /** @type {HTMLTableRowElement} */ (this.rows.get(key));
      const { serial, link, plan } = state.tables[table];
      write(row.cells[1], state.event.boards?.[table] ?? serial ?? "–");
      write(row.cells[2], word(link === undefined ? "noBoard" : "connected"));
      const byHand = state.event.gates?.[table];
      write(/** @type {HTMLElement} */ (row.cells[4].firstElementChild), byHand === undefined ? word(`plan-${plan}`) : word("byHand", word(`plan-${plan}`)));
      const [open, shut, follow] = row.cells[4].querySelectorAll("button");
      [open.hidden, shut.hidden, follow.hidden] = [plan !== "closed", plan === "closed", byHand === undefined];
      row.classList.toggle("sought", state.finding === table);
    }
  }

  /** Makes what says whether a table is open, and the buttons that open and close it by hand. @param {number} table */
  #gate(table) {
    const verb = (/** @type {string} */ short, /** @type {string} */ long, /** @type {boolean | undefined} */ open) =>
      button(word(short), () => this.giver.give(gate(table, open), this.why, word(long, table)), { "aria-label": word(long, table) });
    return [make("span"), " ", verb("doOpen", "openTable", true), " ", verb("doClose", "closeTable", false), " ", verb("doFollow", "followTable", undefined)];
  }

  /** @param {number} one @param {number} two */
  #swap(one, two) {
    const order = this.state && exchange(this.state, one, two);
    if (!order) return write(this.why, word("noSerial"));
    this.giver.give(order, this.why, word("swapBoards"));
  }
}

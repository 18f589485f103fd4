// The tables of the hall: players, result, board, and how many decisions wait.

import { arrange, make, write } from "./make.js";
import { word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */

export class Tables {
  /** @param {HTMLElement} body @param {(table: number) => void} open */
  constructor(body, open) {
    this.body = body;
    this.open = open;
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
  }

  /** @param {TableView[]} views in the order of their numbers @param {(table: number) => number} waiting
   * @param {number | null} opened */
  update(views, waiting, opened) {
    const wanted = views.map((view) => /** @type {[string, TableView]} */ ([String(view.table), view]));
    arrange(this.body, this.rows, wanted, (key) => {
      const button = make("button", { type: "button" }, [key]);
      button.addEventListener("click", () => this.open(Number(key)));
      return make("tr", {}, [make("td", {}, [button]), ...Array.from({ length: 5 }, () => make("td"))]);
    });
    for (const [key, view] of wanted) {
      const row = /** @type {HTMLTableRowElement} */ (this.rows.get(key));
      row.setAttribute("aria-selected", String(opened === view.table));
      row.querySelector("button")?.setAttribute("aria-label", word("tableNo", key));
      const link = { live: "boardLive", lost: "boardLost" }[view.link.state] ?? "boardAbsent";
      const count = waiting(view.table);
      [view.white.name || "?", view.black.name || "?", view.score ?? view.result, view.unsaved === undefined ? word(link) : `${word(link)} · ${word("unsaved")}`, count ? String(count) : "–"]
        .forEach((text, at) => write(row.cells[at + 1], text));
    }
  }
}

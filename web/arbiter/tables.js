// The tables of the hall: players, result, what is wrong with a board, and how many entries wait.

import { arrange, make, write } from "./make.js";
import { word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */

export class Tables {
  /** @param {HTMLElement} title @param {HTMLElement} body @param {(table: number) => void} open */
  constructor(title, body, open) {
    this.title = title;
    this.body = body;
    this.open = open;
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
  }

  /** @param {TableView[]} views in the order of their numbers @param {(table: number) => number} waiting
   * @param {number | null} opened */
  update(views, waiting, opened) {
    write(this.title, word("tablesOf", views.length));
    const wanted = views.map((view) => /** @type {[string, TableView]} */ ([String(view.table), view]));
    arrange(this.body, this.rows, wanted, (key) => {
      const button = make("button", { type: "button" }, [key]);
      button.addEventListener("click", () => this.open(Number(key)));
      const players = ["white", "black", "board"].map((part) => make("span", { class: part }));
      return make("tr", {}, [make("td", {}, [button]), make("td", { class: "pair" }, players), make("td"), make("td")]);
    });
    for (const [key, view] of wanted) {
      const row = /** @type {HTMLTableRowElement} */ (this.rows.get(key));
      row.setAttribute("aria-selected", String(opened === view.table));
      row.querySelector("button")?.setAttribute("aria-label", word("tableNo", key));
      const count = waiting(view.table);
      row.classList.toggle("waits", count > 0);
      const [white, black, board] = row.cells[1].children;
      write(white, view.white.name || "?");
      write(black, view.black.name || "?");
      write(board, troubles(view).join(" · "));
      write(row.cells[2], view.score ?? (view.result === "*" ? "" : view.result));
      write(row.cells[3], count ? String(count) : "–");
    }
  }
}

/** Returns what is to be known of a table besides its game. A board that is connected is not worth a word.
 * @param {TableView} view */
function troubles({ link, fault, unsaved, played_on }) {
  const board = { live: [], lost: [word("boardLost")] }[link.state] ?? [word("boardAbsent")];
  return [...board, ...(fault ? [word("failed")] : []), ...(played_on ? [word("playedOn")] : []), ...(unsaved === undefined ? [] : [word("unsaved")])];
}

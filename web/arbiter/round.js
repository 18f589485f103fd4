// The check before the round: every table's pieces, board, clock and lever in one list, and what is left to do at each.

import { arrange, make, write } from "./make.js";
import { language, word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */

const PARTS = /** @type {const} */ (["pieces", "orientation", "clock", "lever"]);
/** The signs for the eye; the word beside a sign is for the ear. */
const SIGNS = { right: "✓", wrong: "✗", unknown: "?", absent: "–" };

export class RoundCheck {
  /** @param {HTMLElement} el @param {(table: number) => void} open */
  constructor(el, open) {
    this.el = el;
    this.open = open;
    this.title = make("h2", { id: "round-title" });
    this.heads = ["table", ...PARTS, "toDo"].map((key) => make("th", { scope: "col", "data-key": key }));
    this.body = make("tbody");
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    const table = make("table", {}, [make("thead", {}, [make("tr", {}, this.heads)]), this.body]);
    el.setAttribute("aria-labelledby", this.title.id);
    el.append(this.title, make("div", { class: "wide" }, [table]));
  }

  /** @param {TableView[]} views in the order of their numbers */
  update(views) {
    const waiting = views.filter(({ round }) => round.state === "ready" || round.state === "not-ready");
    const ready = waiting.filter(({ round }) => round.state === "ready").length;
    this.el.hidden = waiting.length === 0;
    write(this.title, word("roundReady", ready, waiting.length));
    for (const head of this.heads) write(head, word(head.dataset.key ?? ""));
    const wanted = waiting.map((view) => /** @type {[string, TableView]} */ ([String(view.table), view]));
    arrange(this.body, this.rows, wanted, (key) => this.#row(Number(key)));
    for (const [key, view] of wanted) this.#fill(/** @type {HTMLTableRowElement} */ (this.rows.get(key)), view);
  }

  /** @param {number} table */
  #row(table) {
    const button = make("button", { type: "button" }, [String(table)]);
    button.addEventListener("click", () => this.open(table));
    const looks = PARTS.map(() => make("td", { class: "look" }, [make("span", { "aria-hidden": "true" }), make("span", { class: "spoken" })]));
    return make("tr", {}, [make("td", {}, [button]), ...looks, make("td")]);
  }

  /** @param {HTMLTableRowElement} row @param {TableView} view */
  #fill(row, { table, round }) {
    row.dataset.state = round.state;
    row.querySelector("button")?.setAttribute("aria-label", word("tableNo", table));
    PARTS.forEach((part, at) => {
      const look = round[part] ?? "absent";
      const cell = row.cells[at + 1];
      cell.dataset.look = look;
      write(cell.children[0], SIGNS[look]);
      write(cell.children[1], word(look));
    });
    write(row.cells[PARTS.length + 1], (round.todo?.[language()] ?? []).join(" ") || word("readyTable"));
  }
}

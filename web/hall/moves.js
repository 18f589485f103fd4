// The moves of one game as a list of buttons, with the time spent on each.

import { written } from "../shared/game/notation.js";
import { make } from "./player.js";
import { IRREGULAR, plyOf, plyWords } from "./say.js";
import { ageText } from "../shared/time.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

export class Moves {
  /** @param {(ply: number) => void} choose */
  constructor(choose) {
    this.el = make("ol", "moves");
    this.el.setAttribute("aria-label", "Moves");
    this.el.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) choose(Number(button.dataset.ply));
    });
    /** @type {{key: string, el: HTMLElement}[]} */
    this.rows = [];
    /** @type {HTMLElement | null} */
    this.marked = null;
    new ResizeObserver(() => this.#reveal()).observe(this.el);
  }

  /** Draws the rows that differ again. @param {TableView} table */
  update(table) {
    const wanted = pairs(table);
    this.rows.splice(wanted.length).forEach((row) => row.el.remove());
    wanted.forEach((plies, n) => {
      const key = JSON.stringify(plies.map((ply) => [ply, ply === null ? null : table.moves[ply - 1], table.game]));
      if (this.rows[n]?.key === key) return;
      const el = row(table, plies);
      if (this.rows[n]) this.rows[n].el.replaceWith(el);
      else this.el.append(el);
      this.rows[n] = { key, el };
    });
  }

  /** Marks the ply that is shown and brings it into view, without moving the page. @param {number} at */
  mark(at) {
    this.marked?.removeAttribute("aria-current");
    this.marked = this.el.querySelector(`[data-ply="${at}"]`);
    this.marked?.setAttribute("aria-current", "step");
    this.#reveal();
  }

  #reveal() {
    const row = /** @type {HTMLElement | null | undefined} */ (this.marked?.closest("li"));
    const top = row?.offsetTop ?? 0;
    const bottom = top + (row?.offsetHeight ?? 0);
    if (top < this.el.scrollTop) this.el.scrollTop = top;
    if (bottom <= this.el.scrollTop + this.el.clientHeight) return;
    // The list begins with a whole row, never in the middle of a move.
    const first = this.rows.find(({ el }) => el.offsetTop >= bottom - this.el.clientHeight);
    this.el.scrollTop = first?.el.offsetTop ?? top;
  }
}

/** Returns the plies two by two; null where Black moved first.
 * @param {TableView} table @returns {(number | null)[][]} */
function pairs(table) {
  /** @type {(number | null)[]} */
  const plies = table.moves.map((_, n) => n + 1);
  if (plies.length > 0 && plyOf(table, 1).side === "Black") plies.unshift(null);
  const rows = [];
  for (let n = 0; n < plies.length; n += 2) rows.push(plies.slice(n, n + 2));
  return rows;
}

/** @param {TableView} table @param {(number | null)[]} plies */
function row(table, plies) {
  const first = plies.find((ply) => ply !== null) ?? 1;
  const el = make("li", "", make("span", "no", `${plyOf(table, first).number}.`));
  for (const ply of plies) {
    if (ply === null) {
      el.append(make("span", "gap", "…"));
      continue;
    }
    const move = table.moves[ply - 1];
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.ply = String(ply);
    button.className = move.provisional ? "move provisional" : "move";
    button.classList.toggle("irregular", Boolean(move.irregular));
    if (move.irregular) button.title = IRREGULAR;
    button.append(make("span", "san", written(move.san)));
    if (move.spent_ms !== undefined) button.append(make("span", "spent", ageText(move.spent_ms)));
    button.setAttribute("aria-label", plyWords(table, ply));
    el.append(button);
  }
  return el;
}

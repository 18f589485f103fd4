// The moves of one game as a list of buttons, with the time spent on each.

import { make } from "../../shared/make.js";
import { ageText } from "../../shared/time.js";
import { moveWords, plyOf, plyWords, written } from "../speech/say.js";
import { word } from "../speech/words.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */
/** @typedef {import("../speech/say.js").Letters} Letters */

export class Moves {
  /** @param {(ply: number) => void} choose */
  constructor(choose) {
    this.el = make("ol", { class: "moves", "aria-label": word("moves") });
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

  /** Draws the rows that differ. @param {TableView} table @param {Letters} letters */
  update(table, letters) {
    const wanted = pairs(table);
    this.rows.splice(wanted.length).forEach((row) => row.el.remove());
    wanted.forEach((plies, n) => {
      const said = plies.map((ply) => (ply === null ? null : { ...table.moves[ply - 1] }));
      const key = JSON.stringify([said, plies, table.game, letters]);
      if (this.rows[n]?.key === key) return;
      const el = row(table, plies, letters);
      if (this.rows[n]) this.rows[n].el.replaceWith(el);
      else this.el.append(el);
      this.rows[n] = { key, el };
    });
  }

  /** Marks the ply that is shown and brings it into view, without moving the page. @param {number} at */
  mark(at) {
    const marked = /** @type {HTMLElement | null} */ (this.el.querySelector(`[data-ply="${at}"]`));
    if (marked === this.marked && marked?.hasAttribute("aria-current")) return;
    this.marked?.removeAttribute("aria-current");
    this.marked = marked;
    marked?.setAttribute("aria-current", "step");
    this.#reveal();
  }

  #reveal() {
    const row = /** @type {HTMLElement | null | undefined} */ (this.marked?.closest("li"));
    const [top, height] = [row?.offsetTop ?? 0, row?.offsetHeight ?? 0];
    if (top < this.el.scrollTop) this.el.scrollTop = top;
    else if (top + height > this.el.scrollTop + this.el.clientHeight) this.el.scrollTop = top + height - this.el.clientHeight;
  }
}

/** Returns the plies two by two; null where Black moved first. @param {TableView} table @returns {(number | null)[][]} */
function pairs(table) {
  /** @type {(number | null)[]} */
  const plies = table.moves.map((_, n) => n + 1);
  if (plies.length > 0 && plyOf(table, 1).side === "black") plies.unshift(null);
  const rows = [];
  for (let n = 0; n < plies.length; n += 2) rows.push(plies.slice(n, n + 2));
  return rows;
}

/** @param {TableView} table @param {(number | null)[]} plies @param {Letters} letters */
function row(table, plies, letters) {
  const first = plies.find((ply) => ply !== null) ?? 1;
  const el = make("li", {}, [make("span", { class: "no" }, [`${plyOf(table, first).number}.`])]);
  for (const ply of plies) el.append(ply === null ? make("span", { class: "gap" }, ["…"]) : button(table, ply, letters));
  return el;
}

/** @param {TableView} table @param {number} ply @param {Letters} letters */
function button(table, ply, letters) {
  const { san, irregular, provisional, spent_ms: spent } = table.moves[ply - 1];
  const el = make("button", { type: "button", class: "move", "data-ply": String(ply), "aria-label": plyWords(table, ply) }, [
    make("span", { class: "san" }, [letters === "words" ? moveWords(san) : written(san, letters)]),
    ...(spent === undefined ? [] : [make("span", { class: "spent" }, [ageText(spent)])]),
  ]);
  el.classList.toggle("provisional", Boolean(provisional));
  el.classList.toggle("irregular", Boolean(irregular));
  if (irregular) el.title = word("irregular");
  return el;
}

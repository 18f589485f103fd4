// The ticker: every game in a line, a few at a time, in the order of the tables.

import { plyText } from "../shared/game/plies.js";
import { make } from "../shared/make.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

/** The time for which the same games are shown, in milliseconds. */
const TURN_MS = 6000;

/** Returns the family name of a player. @param {{name: string}} player */
export const family = (player) => player.name.split(",")[0].trim() || "?";

/** Returns what the ticker says of a table: its players, and the result or the last move.
 * @param {TableView} table @returns {[string, string]} */
export function entry(table) {
  const result = table.score ?? table.result;
  const count = table.moves.length;
  return [`${family(table.white)} – ${family(table.black)}`, result !== "*" ? result : count > 0 ? plyText(table, count) : ""];
}

export class Ticker {
  #from = 0;
  #turnedAt = -Infinity;

  /** @param {HTMLElement} el */
  constructor(el) {
    this.el = el;
  }

  /** Shows the next games when their time has come. @param {Map<number, TableView>} tables @param {number} now */
  tick(tables, now) {
    const numbers = [...tables.keys()].sort((one, other) => one - other);
    if (now - this.#turnedAt < TURN_MS || numbers.length === 0) return;
    this.#turnedAt = now;
    if (this.#from >= numbers.length) this.#from = 0;
    const shown = numbers.slice(this.#from).map((number) => {
      const [players, last] = entry(/** @type {TableView} */ (tables.get(number)));
      const el = make("span", { class: "entry" }, [
        make("span", { class: "number" }, [String(number)]), make("bdi", { class: "players" }, [players]), make("span", { class: "result" }, [last]),
      ]);
      el.dataset.table = String(number);
      return el;
    });
    this.el.replaceChildren(...shown);
    // Whoever is cut off comes next; one that is wider than the page is shown nevertheless.
    const edge = this.el.getBoundingClientRect().right;
    const fits = shown.findIndex((el) => el.getBoundingClientRect().right > edge);
    const count = Math.max(1, fits < 0 ? shown.length : fits);
    shown.slice(count).forEach((el) => el.classList.add("away"));
    this.#from += count;
  }
}

// The ticker: every game in a line, a few at a time, in the order of the tables.

import { plyText } from "../shared/game/plies.js";
import { make } from "../shared/make.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

/** The time for which the same games are shown, in milliseconds. */
const TURN_MS = 6000;

/** Returns the family name of a player. @param {{name: string}} player */
export const family = (player) => player.name.split(",")[0].trim() || "?";

/** Returns what the ticker says of a table: its players, and the result or the last move.
 * @param {TableView} table @returns {[string, string, string]} */
export function entry(table) {
  const result = table.score ?? table.result;
  const count = table.moves.length;
  return [family(table.white), family(table.black), result !== "*" ? result : count > 0 ? plyText(table, count) : ""];
}

export class Ticker {
  #from = 0;
  #turnedAt = -Infinity;

  /** @param {HTMLElement} el */
  constructor(el) {
    this.el = el;
  }

  /** Shows the next games when their time has come. @param {TableView[]} tables @param {number} now */
  tick(tables, now) {
    if (now - this.#turnedAt < TURN_MS || tables.length === 0) return;
    this.#turnedAt = now;
    if (this.#from >= tables.length) this.#from = 0;
    const shown = tables.sort((one, other) => one.table - other.table).slice(this.#from).map((table) => {
      const [white, black, last] = entry(table);
      const el = make("span", { class: "entry" }, [
        make("span", { class: "number" }, [String(table.table)]),
        make("span", { class: "players" }, [make("bdi", {}, [white]), " – ", make("bdi", {}, [black])]), make("span", { class: "result" }, [last]),
      ]);
      el.dataset.table = String(table.table);
      return el;
    });
    this.el.replaceChildren(...shown);
    // Whoever is cut off comes next. One that is wider than the page is shown nevertheless, with its names shortened.
    const edge = this.el.getBoundingClientRect().right;
    const fits = shown.findIndex((el) => el.getBoundingClientRect().right > edge);
    const count = Math.max(1, fits < 0 ? shown.length : fits);
    shown.slice(count).forEach((el) => el.classList.add("away"));
    shown[0].classList.toggle("long", fits === 0);
    this.#from += count;
  }
}

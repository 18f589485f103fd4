// What is missing before a round begins, as the program says it, and of which round that is known.

import * as api from "../api.js";
import { language, word } from "./words.js";

/** @typedef {{key: string, round: number}} Place */

export class Ready {
  constructor() {
    /** @type {{of: string, items: any[]} | null} */
    this.known = null;
  }

  /** Asks, and returns whether something else is known now of the round that is shown then.
   * @param {Place} place @param {() => Place} shown the round that is shown when the answer comes */
  async ask(place, shown) {
    const { ok, body } = await api.call("GET", `api/v1/event/ready?${new URLSearchParams({ tournament: place.key, round: String(place.round) })}`);
    const of = JSON.stringify(place);
    if (!ok || !Array.isArray(body.items) || of !== JSON.stringify(shown())) return false;
    const before = JSON.stringify(this.known);
    this.known = { of, items: body.items };
    return JSON.stringify(this.known) !== before;
  }

  /** Returns what is missing for a round, in the page's language; nothing where that is not known yet.
   * @param {Place} place @returns {import("./round_bar.js").Item[] | null} */
  items(place) {
    if (this.known?.of !== JSON.stringify(place)) return null;
    const said = (/** @type {any} */ words) => words?.[language()] ?? words?.en ?? "";
    // The sentences name neither table nor board.
    const at = (/** @type {any} */ { table, board }) => (table ? `${word("table")} ${table}: ` : board ? `${word("board")} ${board}: ` : "");
    return this.known.items.map((item) => ({ severity: item.severity, text: at(item) + said(item.words), help: said(item.what_to_do) }));
  }
}

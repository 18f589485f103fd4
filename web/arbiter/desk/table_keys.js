// The keys by which a person goes to a table: the digits of its number, then Enter. A line says what was typed so far, and
// that there is no such table.

import { write } from "../make.js";
import { PAUSE_MS, Typed } from "./typed.js";

export class TableKeys {
  /** @param {HTMLElement} hint the line @param {(key: "typed" | "noTable", value: string | number) => string} word the page's words
   * @param {(table: number) => boolean} open goes to a table; false if there is none of this number */
  constructor(hint, word, open) {
    this.hint = hint;
    this.word = word;
    this.open = open;
    this.typed = new Typed();
    this.timer = 0;
  }

  /** Returns what a key does to the number that is being typed; nothing if it has no meaning there. @param {string} key */
  meaning(key) {
    const now = performance.now();
    if (/^\d$/.test(key)) return () => this.#show(this.typed.digit(key, now));
    if (!this.typed.isFresh(now)) return undefined;
    if (key === "Enter") return () => this.#go(this.typed.take(now));
    if (key === "Backspace") return () => this.#show(this.typed.back(now));
    return key === "Escape" ? () => this.#go(null) : undefined;
  }

  /** @param {string} digits */
  #show(digits) {
    clearTimeout(this.timer);
    this.hint.hidden = digits === "";
    write(this.hint, digits && this.word("typed", digits));
    this.timer = window.setTimeout(() => this.#go(null), PAUSE_MS);
  }

  /** @param {number | null} table */
  #go(table) {
    clearTimeout(this.timer);
    this.typed.forget();
    const isKnown = table === null || this.open(table);
    write(this.hint, isKnown || table === null ? "" : this.word("noTable", table));
    this.hint.hidden = isKnown;
    if (!isKnown) this.timer = window.setTimeout(() => this.#go(null), PAUSE_MS);
  }
}

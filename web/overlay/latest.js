// Which table is shown where none is named: the one that moved last, but none for so short a time that nobody could look.

/** The least time for which a table is shown, in milliseconds. */
const STAY_MS = 8000;

export class Latest {
  #shown = /** @type {number | null} */ (null);
  #since = -Infinity;
  /** The table that moved last. */
  #moved = /** @type {number | null} */ (null);

  /** @param {number | null} fixed the table that is shown in any case */
  constructor(fixed) {
    this.fixed = fixed;
  }

  /** Takes over that something was played just now. @param {number[]} tables @param {number} now */
  moved(tables, now) {
    if (tables.length === 0) return;
    this.#moved = tables[tables.length - 1];
    if (this.#shown === this.#moved) this.#since = now;
  }

  /** Returns the table to be shown; null if there is none. @param {number[]} all the tables there are @param {number} now */
  table(all, now) {
    if (this.fixed !== null) return all.includes(this.fixed) ? this.fixed : null;
    const isThere = this.#shown !== null && all.includes(this.#shown);
    if (isThere && now - this.#since < STAY_MS) return this.#shown;
    const next = this.#moved !== null && all.includes(this.#moved) ? this.#moved : isThere ? this.#shown : Math.min(...all);
    if (next === null || !Number.isFinite(next)) return null;
    if (next !== this.#shown) [this.#shown, this.#since] = [next, now];
    return next;
  }
}

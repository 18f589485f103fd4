// When a move was made at a table and when its game ended, as this page saw it happen: what the choice of boards may know.

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./rotation.js").Seen} Seen */

/** The time on both clocks under which a game is shown before others, in milliseconds. */
const LOW_MS = 60_000;

export class Watch {
  /** @type {Map<number, {key: string, isOver: boolean, movedMs: number | null, endedMs: number | null}>} */
  #known = new Map();

  /** Notes what differs. What is told at the beginning did not happen now. @param {Map<number, Facts>} facts @param {number} nowMs @param {boolean} happened */
  look(facts, nowMs, happened) {
    for (const [table, { fen, move, isOver }] of facts) {
      const key = `${fen} ${move}`;
      const before = this.#known.get(table);
      const isNews = happened && before !== undefined;
      const movedMs = isNews && before.key !== key ? nowMs : (before?.movedMs ?? null);
      const endedMs = isNews && isOver && !before.isOver ? nowMs : isOver ? (before?.endedMs ?? null) : null;
      this.#known.set(table, { key, isOver, movedMs, endedMs });
    }
    for (const table of this.#known.keys()) if (!facts.has(table)) this.#known.delete(table);
  }

  /** @param {Facts[]} facts @param {(facts: Facts) => Facts["times"]} timesOf @returns {Seen[]} */
  seen(facts, timesOf) {
    return facts.map((one) => {
      const known = this.#known.get(one.table);
      const { white, black } = timesOf(one);
      const isLow = white !== null && black !== null && white < LOW_MS && black < LOW_MS;
      return { number: one.table, isRunning: !one.isOver && one.move !== "", movedMs: known?.movedMs ?? null, endedMs: known?.endedMs ?? null, isLow };
    });
  }
}

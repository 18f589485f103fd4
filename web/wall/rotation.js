// Which boards a screen shows now, and why. The choice is a function of what everybody in the hall can see: the order of the
// tables, when a move was made, clocks under a limit, a game that ended. Nothing here can be told what a position is worth,
// because which board is shown would tell it to the players.

/** What the choice may know of a board. It has no other members, so that nothing else can be passed in.
 * @typedef {{number: number, isRunning: boolean, movedMs: number | null, endedMs: number | null, isLow: boolean}} Seen */
/** @typedef {{kind: "all"} | {kind: "first"} | {kind: "due"} | {kind: "waiting", table: number} | {kind: "forced", table: number}
 *   | {kind: "changed"}} PageReason */
/** @typedef {{kind: "pin"} | {kind: "low-clocks"} | {kind: "ended"} | {kind: "turn"} | {kind: "only"}} FeatureReason */
/** @typedef {{tables: number[], page: number, pages: number, why: PageReason, turns: number}} Page */
/** @typedef {{table: number, why: FeatureReason}} Feature */
/** @typedef {{capacity: number, pins: number[], turnMs: number}} Ask */

/** The time after a move for which its page stays, in milliseconds. */
export const STILL_MS = 3000;
/** The time for which a game that just ended is shown. */
export const ENDED_MS = 20_000;

/** Returns the pinned boards that there are, and the pages of all others in the order of the tables. The last page begins earlier
 * where it would not be full: a screen is never nearly empty. Of so many pinned boards that
 * no other would ever be seen, the last gives up its place.
 * @param {Seen[]} boards @param {Ask} ask */
export function pagesOf(boards, { capacity, pins }) {
  const all = [...boards].sort((a, b) => a.number - b.number).map(({ number }) => number);
  const there = pins.filter((pin, at) => all.includes(pin) && pins.indexOf(pin) === at);
  const kept = there.slice(0, all.length > capacity ? Math.max(0, capacity - 1) : capacity);
  const others = all.filter((number) => !kept.includes(number));
  const room = Math.max(1, capacity - kept.length);
  const pages = [];
  for (let at = 0; at < others.length; at += room) pages.push(others.slice(Math.max(0, Math.min(at, others.length - room)), at + room));
  return { kept, pages: pages.length > 0 ? pages : [[]] };
}

/** Returns the tables of a page beside the large place, which shows a board that the page has, too: the next board of the hall comes
 * in its stead, behind the others, if there is one that is not seen anyway.
 * @param {number[]} tables @param {number} large @param {Seen[]} boards */
export function beside(tables, large, boards) {
  if (!tables.includes(large)) return tables;
  const all = boards.map(({ number }) => number).sort((a, b) => a - b);
  const last = all.indexOf(tables[tables.length - 1]);
  const spare = [...all.slice(last + 1), ...all.slice(0, last + 1)].find((number) => !tables.includes(number));
  return spare === undefined ? tables : [...tables.filter((number) => number !== large), spare];
}

/** The pages of a grid. A page is shown for the time of a turn, and up to three seconds longer while there are moves on it: so
 * every board is seen at least once in as many turns and three seconds each as there are pages. A page on which moves never
 * stop turns all the same, because boards that wait would otherwise never be seen. */
export class Pages {
  #at = 0;
  #sinceMs = -Infinity;
  #turns = 0;
  /** The pages as they were cut last. */
  #cut = "";
  /** @type {PageReason} */
  #why = { kind: "first" };

  /** @param {Seen[]} boards @param {Ask} ask @param {number} nowMs @returns {Page} */
  at(boards, ask, nowMs) {
    const { kept, pages } = pagesOf(boards, ask);
    const cut = JSON.stringify([kept, pages]);
    if (cut !== this.#cut) this.#recut(pages, nowMs, cut);
    const why = pages.length > 1 ? this.#turn(boards, [...kept, ...pages[this.#at]], pages.length, ask.turnMs, nowMs) : /** @type {PageReason} */ ({ kind: "all" });
    return { tables: [...kept, ...pages[this.#at]], page: this.#at + 1, pages: pages.length, why, turns: this.#turns };
  }

  /** Stays where the first board that was shown is now. @param {number[][]} pages @param {number} nowMs @param {string} cut */
  #recut(pages, nowMs, cut) {
    const before = this.#cut === "" ? null : JSON.parse(this.#cut)[1][this.#at]?.[0];
    const at = pages.findIndex((page) => page.includes(before));
    if (this.#sinceMs === -Infinity) this.#sinceMs = nowMs;
    this.#why = { kind: this.#cut === "" ? "first" : "changed" };
    this.#at = at >= 0 ? at : Math.min(this.#at, pages.length - 1);
    this.#cut = cut;
  }

  /** @param {Seen[]} boards @param {number[]} shown @param {number} pages @param {number} turnMs @param {number} nowMs @returns {PageReason} */
  #turn(boards, shown, pages, turnMs, nowMs) {
    const goneMs = nowMs - this.#sinceMs;
    if (goneMs < turnMs) return this.#why;
    const moved = boards.find(({ number, movedMs }) => shown.includes(number) && movedMs !== null && nowMs - movedMs < STILL_MS);
    if (moved && goneMs < turnMs + STILL_MS) return { kind: "waiting", table: moved.number };
    this.#at = (this.#at + 1) % pages;
    this.#sinceMs = nowMs;
    this.#turns += 1;
    this.#why = moved ? { kind: "forced", table: moved.number } : { kind: "due" };
    return this.#why;
  }
}

/** The board in the large place: the one the operator pinned, one with both clocks under the limit, a game that just ended, and
 * else each running game in turn. */
export class FeatureSlot {
  /** @type {Feature | null} */
  #shown = null;
  #sinceMs = -Infinity;

  /** @param {Seen[]} boards @param {{pin: number | null, turnMs: number}} ask @param {number} nowMs @returns {Feature | null} */
  at(boards, ask, nowMs) {
    const all = [...boards].sort((a, b) => a.number - b.number);
    const { choices, why } = this.#choices(all, ask.pin, nowMs);
    if (choices.length === 0) return (this.#shown = null);
    const shown = choices.find(({ number }) => number === this.#shown?.table);
    const isSameKind = shown && this.#shown?.why.kind === why.kind;
    const isDue = nowMs - this.#sinceMs >= ask.turnMs && !moves(shown, nowMs) && choices.length > 1;
    if (isSameKind && !isDue) return this.#shown;
    // Nothing jumps: the board that is shown stays, if it is among those that have a better claim than the others.
    const next = shown && !isSameKind ? shown : (choices.find(({ number }) => number > (this.#shown?.table ?? -1)) ?? choices[0]);
    this.#shown = { table: next.number, why: all.length === 1 ? { kind: "only" } : why };
    this.#sinceMs = nowMs;
    return this.#shown;
  }

  /** @param {Seen[]} all @param {number | null} pin @param {number} nowMs @returns {{choices: Seen[], why: FeatureReason}} */
  #choices(all, pin, nowMs) {
    const pinned = all.filter(({ number }) => number === pin);
    if (pinned.length > 0) return { choices: pinned, why: { kind: "pin" } };
    const low = all.filter(({ isRunning, isLow }) => isRunning && isLow);
    if (low.length > 0) return { choices: low, why: { kind: "low-clocks" } };
    const ended = all.filter(({ endedMs }) => endedMs !== null && nowMs - endedMs < ENDED_MS);
    if (ended.length > 0) return { choices: ended, why: { kind: "ended" } };
    const running = all.filter(({ isRunning }) => isRunning);
    return { choices: running.length > 0 ? running : all, why: { kind: all.length === 1 ? "only" : "turn" } };
  }
}

/** @param {Seen | undefined} board @param {number} nowMs */
const moves = (board, nowMs) => board !== undefined && board.movedMs !== null && nowMs - board.movedMs < STILL_MS;

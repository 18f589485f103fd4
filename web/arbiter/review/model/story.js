// The document of a review as the page works with it: every entry with its time, its record and what it says. No time is
// filled in between entries, and none is moved.

/** @typedef {import("./wire.js").Document} Document */
/** @typedef {import("./wire.js").Entry} Entry */

/** What happens without being a place to stop at: it belongs to the entry after it, or only says that time went on. */
const SILENT = ["clock", "line", "array"];

export class Story {
  /** @param {Document} told */
  constructor(told) {
    this.told = told;
    /** The entries, in order. @type {Entry[]} */
    this.entries = [];
    let [at, seq] = [told.span_ms[0], 0];
    for (const [ms, records, kind, detail] of told.log) {
      at += ms;
      seq += records;
      this.entries.push(/** @type {Entry} */ ({ at, seq, kind, detail }));
    }
    this.from = told.span_ms[0];
    this.until = Math.max(told.span_ms[1], at);
    /** The entries at which a person stops, by their places. */
    this.stops = this.entries.map((_, place) => place).filter((place) => this.#isStop(place));
    this.moves = this.#firstBelieved();
    this.gaps = gapsOf(this);
    this.clocks = clocksOf(this);
  }

  /** @param {number} place */
  #isStop(place) {
    const [before, { at, kind, detail }, after] = [this.entries[place - 1], this.entries[place], this.entries[place + 1]];
    if (kind === "line") return after?.kind !== "concluded";
    // A press makes a ply final and completed at once: that is one thing to see.
    const isCompleted = kind === "concluded" && detail.state === "completed";
    if (isCompleted && before?.kind === "concluded" && before.at === at && before.detail.ply === detail.ply) return false;
    return !SILENT.includes(kind);
  }

  /** Returns where each ply of the final line was first believed: a place in `plies`, and the place of an entry. */
  #firstBelieved() {
    /** @type {Map<number, number>} */
    const first = new Map();
    this.entries.forEach(({ kind, detail }, place) => {
      if (kind !== "line") return;
      for (const node of detail[1]) if (!first.has(node)) first.set(node, this.#toldAfter(place, this.told.plies[node].ply));
    });
    return this.told.line.map((node) => ({ node, place: first.get(node) ?? 0 }));
  }

  /** Returns the place where a ply of a line is told: of the conclusions behind the line the first of that ply, else the
   * first, which says why the line is believed; the line's own place if nothing was concluded. @param {number} line @param {number} ply */
  #toldAfter(line, ply) {
    let end = line + 1;
    while (this.entries[end]?.kind === "concluded" && this.entries[end].at === this.entries[line].at) end += 1;
    const told = this.entries.slice(line + 1, end);
    return end === line + 1 ? line : line + 1 + Math.max(0, told.findIndex(({ detail }) => detail.ply === ply));
  }

  /** Returns how many entries have happened by a time. @param {number} at */
  by(at) {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entries[middle].at <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the number of entries up to the next stop after `count` entries, or before; null if there is none.
   * @param {number} count @param {1 | -1} step */
  stop(count, step) {
    const next = firstAtLeast(this.stops, step > 0 ? count : count - 1) - (step > 0 ? 0 : 1);
    return next < 0 || next >= this.stops.length ? null : this.stops[next] + 1;
  }

  /** Returns the numbers of entries up to each incident, in order. */
  incidents() {
    return this.stops.filter((place) => this.entries[place].kind === "incident").map((place) => place + 1);
  }

  /** Returns the time of day at a journal time, in milliseconds since 1970, UTC; null if the journal does not say.
   * @param {number} at */
  wall(at) {
    const notes = this.told.times;
    const note = notes.findLast(([known]) => known <= at) ?? notes[0];
    return note ? note[1] + at - note[0] : null;
  }
}

/** Returns the first index whose number is at least `wanted`. @param {number[]} sorted @param {number} wanted */
export function firstAtLeast(sorted, wanted) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The times in which the board was not followed, with the reason. @param {Story} story
 * @returns {import("./wire.js").Gap[]} */
function gapsOf({ told, entries, from, until }) {
  /** @type {import("./wire.js").Gap[]} */
  const gaps = [];
  let [link, since] = [told.link, from];
  const close = (/** @type {number} */ at) => {
    if (link !== "live" && at > since) gaps.push({ from: since, until: at, link });
  };
  for (const { at, kind, detail } of entries) {
    if (kind === "gap") gaps.push({ from: Math.max(from, at - detail), until: at, link: "gap" });
    if (kind !== "link") continue;
    close(at);
    [link, since] = [detail, at];
  }
  close(until);
  return gaps.sort((a, b) => a.from - b.from);
}

/** The time without a reading, in steps of the clock, after which its time is not known any more. */
const PAUSE_STEPS = 4;

/** The runs of the clock's readings, each with the time until which it was read, and until which its time was known: a
 * clock tells its time once in each step. @param {Story} story
 * @returns {import("./wire.js").Run[]} */
function clocksOf({ told, entries }) {
  const run = (/** @type {number} */ at, /** @type {import("./wire.js").ClockDetail} */ [white, black, running, agreed]) => ({
    from: at, until: at + agreed, known: at + agreed + told.timing.clock_late_ms * PAUSE_STEPS, white, black, running,
  });
  const before = told.clock ? [run(told.clock[0], told.clock[1])] : [];
  const runs = [...before, ...entries.filter(({ kind }) => kind === "clock").map(({ at, detail }) => run(at, detail))];
  runs.forEach((run, place) => (run.known = Math.min(run.known, runs[place + 1]?.from ?? Infinity)));
  return runs;
}

// The server's time, as well as this page can know it, and the writing of times.
//
// The viewer's wall clock is never asked: a phone whose clock is wrong by hours shows correct times. The page compares
// the server's milliseconds with its own steady counter (performance.now). Every frame arrives late by an unknown
// delay and never early, so the frame with the smallest delay is the most exact. An answer to a question tells more: the
// time in it was the server's in the middle of the wait, as nearly as the wait was short.

/** The time without a frame, in milliseconds, after which nothing is known to be current: times stop. */
export const STALE_MS = 6000;
/** The number of frames that are remembered. Old ones go, because the counters of two machines drift apart. */
const SAMPLES = 64;
/** The number of answers that are remembered. */
const ANSWERS = 8;

export class ServerTime {
  /** @param {() => number} steady counts milliseconds and never jumps */
  constructor(steady = () => performance.now()) {
    this.steady = steady;
    /** @type {number[]} */
    this.offsets = [];
    /** @type {{offset: number, waited: number}[]} */
    this.answers = [];
    this.heardAt = -Infinity;
    this.last = 0;
    this.cut = false;
  }

  /** Takes the server's time of a frame. @param {number} nowMs */
  heard(nowMs) {
    this.offsets.push(nowMs - this.steady());
    if (this.offsets.length > SAMPLES) this.offsets.shift();
    this.alive();
  }

  /** Takes an answer: the server's time, and when the question was sent by the page's own counter.
   * @param {number} nowMs @param {number} askedAt */
  answered(nowMs, askedAt) {
    const here = this.steady();
    const waited = here - askedAt;
    this.answers.push({ offset: nowMs + waited / 2 - here, waited });
    if (this.answers.length > ANSWERS) this.answers.shift();
    this.alive();
  }

  /** Notes that the server was heard, although it did not tell its time. */
  alive() {
    this.heardAt = this.steady();
    this.cut = false;
  }

  /** Forgets the times of earlier frames, because the server started anew. */
  restart() {
    this.offsets = [];
    this.answers = [];
    this.last = 0;
  }

  /** Stops the time until the next frame, because the connection was lost. */
  stop() {
    this.now();
    this.cut = true;
  }

  /** Returns whether the picture may be old. */
  get stale() {
    return this.cut || this.steady() - this.heardAt > STALE_MS;
  }

  /** Returns the server's time. It never goes back while the server lives, and stands when nothing is heard. */
  now() {
    const known = this.offsets.length > 0 || this.answers.length > 0;
    if (this.cut || !known) return this.last;
    const here = Math.min(this.steady(), this.heardAt + STALE_MS);
    const best = this.answers.reduce((best, answer) => (answer.waited < best.waited ? answer : best), { offset: -Infinity, waited: Infinity });
    this.last = Math.max(this.last, here + Math.max(best.offset, ...this.offsets));
    return this.last;
  }
}

/** Returns a time as `1:02:33` or `45:12`. It is rounded up, as on the clock on the table: 0:00 only when nothing is
 * left.
 * @param {number} ms */
export function clockText(ms) {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Returns an age as `0:24`. It is rounded down, unlike a clock: less than a second counts as none.
 * @param {number} ms */
export function ageText(ms) {
  return clockText(Math.floor(Math.max(0, ms) / 1000) * 1000);
}

/** Returns how far a page is behind the boards, such as `15 min`; empty if it is not.
 * @param {number | undefined} delayMs @param {[minutes: string, seconds: string]} [units] */
export function delayText(delayMs, [minutes, seconds] = ["min", "s"]) {
  const all = Math.round((delayMs ?? 0) / 1000);
  const parts = [[Math.floor(all / 60), minutes], [all % 60, seconds]];
  return parts.filter(([n]) => n !== 0).map(([n, unit]) => `${n} ${unit}`).join(" ");
}

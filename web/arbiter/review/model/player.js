// What moves the cursor by itself: playing at a speed, a selection that is played again and again, and the two moments that
// are compared. It has no clock of its own: whoever draws says how much time has passed.

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8];

export class Cursor {
  /** @param {import("./lanes.js").Axis} axis */
  constructor(axis) {
    this.axis = axis;
    /** The number of entries that have happened, and the time. */
    this.count = 0;
    this.at = axis.story.from;
    this.speed = 1;
    this.isPlaying = false;
    /** The ends of the selection, as places on the axis. @type {[number | null, number | null]} */
    this.selection = [null, null];
    /** The moment that the present one is compared with. @type {{count: number, at: number} | null} */
    this.other = null;
    /** The marked moments, in order. @type {{count: number, at: number}[]} */
    this.marks = [];
  }

  get place() {
    return this.axis.of(this.count, this.at);
  }

  /** Goes to the moment after `count` entries. @param {number} count */
  toCount(count) {
    const { story } = this.axis;
    this.count = Math.max(0, Math.min(story.entries.length, count));
    this.at = this.count > 0 ? story.entries[this.count - 1].at : story.from;
  }

  /** Goes to a place on the axis. @param {number} place */
  toPlace(place) {
    const { at, count } = this.axis.moment(Math.max(0, Math.min(this.axis.length, place)));
    [this.at, this.count] = [at, count];
  }

  /** Goes to the next or previous of some numbers of entries. Returns whether there is one.
   * @param {number[]} counts sorted @param {1 | -1} step */
  toNext(counts, step) {
    const goal = step > 0 ? counts.find((count) => count > this.count) : counts.findLast((count) => count < this.count);
    if (goal !== undefined) this.toCount(goal);
    return goal !== undefined;
  }

  /** Takes another axis. The moment stays; a selection is of the other axis. @param {import("./lanes.js").Axis} axis */
  take(axis) {
    const ends = this.selection.map((end) => (end === null ? null : this.axis.moment(end)));
    this.axis = axis;
    this.selection = /** @type {[number | null, number | null]} */ (ends.map((end) => end && axis.of(end.count, end.at)));
  }

  /** Sets one end of the selection here. An end that would be on the wrong side of the other takes it along.
   * @param {0 | 1} end */
  select(end) {
    this.selection[end] = this.place;
    const [from, until] = this.selection;
    if (from !== null && until !== null && from >= until) this.selection[1 - end] = null;
  }

  /** Marks this moment, or takes its mark away. */
  mark() {
    const known = this.marks.findIndex(({ count, at }) => count === this.count && at === this.at);
    if (known >= 0) this.marks.splice(known, 1);
    else this.marks.push({ count: this.count, at: this.at });
    this.marks.sort((a, b) => a.at - b.at || a.count - b.count);
    return known < 0;
  }

  /** Lets time pass, in milliseconds. @param {number} ms */
  pass(ms) {
    if (!this.isPlaying) return;
    const [from, until] = this.selection;
    const isLoop = from !== null && until !== null;
    let next = (this.#exact ?? this.place) + ms * this.axis.rate * this.speed;
    if (isLoop && (next >= until || next < from)) next = from;
    if (next >= this.axis.length) {
      next = this.axis.length;
      this.isPlaying = false;
    }
    this.toPlace(next);
    this.#exact = this.isPlaying ? next : undefined;
  }

  /** Begins to play, or stops. At the end it begins anew. */
  toggle() {
    this.isPlaying = !this.isPlaying;
    this.#exact = undefined;
    if (this.isPlaying && this.place >= this.axis.length && this.selection[0] === null) this.toCount(0);
  }

  /** The place between two stops that playing has reached. @type {number | undefined} */
  #exact = undefined;
}

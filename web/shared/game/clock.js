// The two clocks of a table: the times they show now, and the element that shows one clock.
//
// A shown time never rises and is never negative: only a new reading from the table may raise it. A clock whose board
// cannot be read stands still, because a ticking clock that nobody reads is a lie.

import { clockText } from "../time.js";
import { turn } from "../board.js";
import { isOver } from "./over.js";

/** @typedef {import("../wire.js").TableView} TableView */
/** @typedef {import("../wire.js").Side} Side */
/** @typedef {{white: number | null, black: number | null, running: Side | null, held: boolean}} Times */

const LOW_MS = 60_000;

/** Returns what a table's clocks show at `nowMs` of the server, by the last reading alone.
 * @param {TableView} table @param {number} nowMs @returns {Times} */
export function timesAt(table, nowMs) {
  const clock = table.clock;
  if (!clock) return { white: null, black: null, running: null, held: false };
  const held = table.link.state !== "live";
  const running = isOver(table) ? null : clock.running;
  const until = table.link.state === "lost" ? Math.min(nowMs, table.link.since_ms) : nowMs;
  const gone = table.link.state === "absent" ? 0 : Math.max(0, until - clock.read_ms);
  const left = (/** @type {Side} */ side, /** @type {number} */ ms) => Math.max(0, running === side ? ms - gone : ms);
  return { white: left("white", clock.white_ms), black: left("black", clock.black_ms), running, held };
}

/** The times that were shown of each reading, kept so that no later estimate of the server's time raises them. */
export class Readings {
  constructor() {
    /** @type {Map<number, {reading: string, white: number, black: number}>} */
    this.shown = new Map();
  }

  /** @param {TableView} table @param {number} nowMs @returns {Times} */
  at(table, nowMs) {
    const times = timesAt(table, nowMs);
    if (times.white === null || times.black === null || !table.clock) return times;
    const { white_ms, black_ms, read_ms, running } = table.clock;
    const reading = [table.game, white_ms, black_ms, read_ms, running].join(" ");
    const before = this.shown.get(table.table);
    if (before?.reading === reading) {
      times.white = Math.min(times.white, before.white);
      times.black = Math.min(times.black, before.black);
    }
    this.shown.set(table.table, { reading, white: times.white, black: times.black });
    return times;
  }
}

/** Returns the clocks as they stood after ply `at` (0: before the first), from the times of the moves.
 * @param {TableView} table @param {number} at @returns {Times} */
export function timesAfter(table, at) {
  /** @type {Times} */
  const times = { white: null, black: null, running: null, held: false };
  const whiteFirst = turn(table.start) === "white";
  for (let ply = 0; ply < at; ply += 1) {
    const left = table.moves[ply].left_ms;
    if (left !== undefined) times[(ply % 2 === 0) === whiteFirst ? "white" : "black"] = left;
  }
  return times;
}

/** The face of one clock. A filled face and a triangle tell the side to move, not a colour. */
export class ClockFace {
  /** @param {Side} side */
  constructor(side) {
    this.side = side;
    this.el = document.createElement("span");
    this.el.className = "clock";
    this.mark = document.createElement("span");
    this.mark.className = "turn";
    this.digits = document.createElement("span");
    this.digits.className = "digits";
    this.el.append(this.mark, this.digits);
    this.state = "";
  }

  /** @param {Times} times @param {Side | null} toMove @param {boolean} stale */
  show(times, toMove, stale) {
    const ms = times[this.side];
    // A table without a clock shows none. If only one time is known, the missing one is shown as dashes.
    const none = times.white === null && times.black === null;
    const text = none ? "" : ms === null ? "–:––" : clockText(ms);
    const classes = ["clock"];
    if (toMove === this.side) classes.push("to-move");
    if (times.held || stale) classes.push("held");
    if (ms !== null && ms < LOW_MS) classes.push("low");
    if (none) classes.push("none");
    const state = text + classes.join(" ");
    if (state === this.state) return;
    this.state = state;
    this.el.className = classes.join(" ");
    this.digits.textContent = text;
  }
}

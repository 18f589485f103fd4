// How far a time may be off, written as in the case report: no time stands on the arbiter's desk without it.

import { clockText } from "../shared/time.js";

/** `−0.3/+0.0 s`: the true time lies so much before and after the one shown. Rounded up; `±0.2 s` where both are equal.
 * @param {number} earlyMs @param {number} lateMs */
export function errorText(earlyMs, lateMs) {
  const tenths = (/** @type {number} */ ms) => (Math.ceil(Math.max(0, ms) / 100) / 10).toFixed(1);
  const [early, late] = [tenths(earlyMs), tenths(lateMs)];
  return early === late ? `±${early} s` : `−${early}/+${late} s`;
}

/** What a clock showed. It has more than that by less than its smallest step; what rounding up to whole seconds added may be
 * too much. @param {number} ms @param {import("./wire.js").Timing} timing */
export function shownTime(ms, { clock_late_ms }) {
  const added = Math.ceil(ms / 1000) * 1000 - ms;
  return `${clockText(ms)} ${errorText(added, clock_late_ms - added)}`;
}

/** How much before the time of an incident its cause may lie: a piece that moved, or a press.
 * @param {import("./wire.js").Timing} timing */
export function causeEarlyMs({ square_early_ms, press_early_ms }) {
  return Math.max(square_early_ms, press_early_ms);
}

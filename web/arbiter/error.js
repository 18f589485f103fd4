// Errors of times, written as in the case report. No time stands on the arbiter's page without its error.

import { clockText } from "../shared/time.js";
import { localNumber, word } from "./words.js";

/** Returns the error as `−0.3/+0.0 s`, in the writing of the language: how far before and after the shown time the true time may lie. It is rounded
 * up, and written `±0.2 s` where both parts are equal.
 * @param {number} earlyMs @param {number} lateMs */
export function errorText(earlyMs, lateMs) {
  const tenths = (/** @type {number} */ ms) => localNumber((Math.ceil(Math.max(0, ms) / 100) / 10).toFixed(1));
  const [early, late] = [tenths(earlyMs), tenths(lateMs)];
  return word("second", early === late ? `±${early}` : `−${early}/+${late}`);
}

/** Returns a time as a clock showed it, with its error. The clock has up to its smallest step more than that. Whatever
 * rounding up to whole seconds added may be too much.
 * @param {number} ms @param {import("./wire.js").Timing} timing */
export function shownTime(ms, { clock_late_ms }) {
  const added = Math.ceil(ms / 1000) * 1000 - ms;
  return `${clockText(ms)} ${errorText(added, clock_late_ms - added)}`;
}

/** Returns how long before an incident its cause may lie, in milliseconds. The cause is a move of a piece or a press.
 * @param {import("./wire.js").Timing} timing */
export function causeEarlyMs({ square_early_ms, press_early_ms }) {
  return Math.max(square_early_ms, press_early_ms);
}

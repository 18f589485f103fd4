// An order for a table's clock, made of the fields of its form: the command, and the words that the arbiter reads
// before it is sent.

import { clockText } from "../shared/time.js";
import { word } from "./words.js";

/** The greatest number of hours that the clock shows. */
const HOURS_MAX = 9;
/** The greatest number of characters of a text on the clock. */
export const TEXT_MAX = 8;
export const ORDERS = ["set", "text", "times", "version"];

/** @typedef {{what: string, white: string, black: string, running: string, text: string}} Fields */
/** An order, or what is wrong with it. `question` is missing where nothing changes and no confirmation is needed.
 * @typedef {{wrong: string} | {wrong?: undefined, question?: string, command: Record<string, unknown>}} Order */

/** Returns the milliseconds of `1:29:57` or `29:57`; null for any other text.
 * @param {string} text @returns {number | null} */
export function readTime(text) {
  const parts = /^(?:(\d):)?(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (!parts) return null;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  if (hours > HOURS_MAX || minutes > 59 || seconds > 59) return null;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** @param {number} table @param {Fields} fields @returns {Order} */
export function clockOrder(table, { what, white, black, running, text }) {
  if (what === "set") {
    const [white_ms, black_ms] = [readTime(white), readTime(black)];
    if (white_ms === null || black_ms === null) return { wrong: word("badTime", white_ms === null ? white : black) };
    const runs = word(running === "white" ? "whiteRuns" : running === "black" ? "blackRuns" : "bothStand");
    return {
      question: `${word("askSet", table, clockText(white_ms), clockText(black_ms))} ${runs}`,
      command: { cmd: "clock", do: "set", white_ms, black_ms, running: running || undefined },
    };
  }
  if (what === "text") {
    const shown = text.trim();
    if (!shown) return { wrong: word("noText") };
    return { question: word("askText", table, shown), command: { cmd: "clock", do: "text", text: shown } };
  }
  if (what === "times") return { question: word("askTimes", table), command: { cmd: "clock", do: "times" } };
  return { command: { cmd: "clock", do: "version" } };
}

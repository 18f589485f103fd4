// The time control in words. PGN writes it as `40/5400+30:1800+30`; people may write anything else, which stays as it is.

import { timeWords, word } from "./words.js";

/** A part of a time control: for so many moves (0 for the rest of the game) so many seconds, and more with each move.
 * @typedef {{moves: number, seconds: number, added: number}} Period */

/** Reads a time control as PGN writes it, also with products such as `90*60`; nothing if it is written otherwise.
 * @param {string} text @returns {Period[] | null} */
export function periods(text) {
  const read = text.replaceAll(" ", "").split(":").map((part) => {
    const [, moves, time, added] = /^(?:(\d{1,3})\/)?(\d{1,6}(?:\*\d{1,4})?)(?:\+(\d{1,5}))?$/.exec(part) ?? [];
    if (!time) return null;
    const seconds = time.split("*").reduce((product, factor) => product * Number(factor), 1);
    return { moves: Number(moves ?? 0), seconds, added: Number(added ?? 0) };
  });
  return read.every((period) => period !== null && period.seconds + period.added > 0) ? /** @type {Period[]} */ (read) : null;
}

/** Returns a time control in words. @param {string} text */
export function controlWords(text) {
  const all = periods(text);
  if (!all) return text;
  const said = all.map(({ moves, seconds }) => {
    const time = timeWords(seconds, "short");
    return moves > 0 ? word("movesIn", moves, time) : time;
  });
  const [{ added }] = all;
  // Where what is added changes from period to period, each says its own.
  const isOne = all.every((period) => period.added === added);
  const parts = isOne ? said : said.map((part, n) => (all[n].added > 0 ? `${part} ${word("added", timeWords(all[n].added, "short"))}` : part));
  const whole = parts.join(`, ${word("then")} `);
  return isOne && added > 0 ? `${whole} ${word("added", timeWords(added, "short"))}` : whole;
}

// Plies, players and scores of a table in short: by their numbers, in letters.

import { turn } from "../board.js";
import { written } from "./notation.js";

/** @typedef {import("../wire.js").TableView} TableView */

/** Returns the number of the move that ply `at` (from 1) belongs to, and who made it.
 * @param {TableView} table @param {number} at */
export function plyOf(table, at) {
  const first = turn(table.start) === "black" ? 1 : 0;
  const start = Number(table.start.split(" ")[5]) || 1;
  const index = at - 1 + first;
  return { number: start + Math.floor(index / 2), side: /** @type {import("../wire.js").Side} */ (index % 2 === 0 ? "white" : "black") };
}

/** Returns a ply as `24… Nf6`. @param {TableView} table @param {number} at */
export function plyText(table, at) {
  const { number, side } = plyOf(table, at);
  return `${number}${side === "white" ? "." : "…"} ${written(table.moves[at - 1].san)}`;
}

/** Returns a side's score, or null while the game goes on. @param {string} result @param {import("../wire.js").Side} side */
export function score(result, side) {
  // A forfeit is written with signs: +/-.
  const parts = /^[+-]\/[+-]$/.test(result) ? result.split("/") : result.split("-");
  if (parts.length !== 2) return null;
  return parts[side === "white" ? 0 : 1].replace("1/2", "½").replace("-", "−");
}

/** @param {import("../wire.js").PlayerView} player */
export const playerName = (player) => [player.title, player.name || "?"].filter(Boolean).join(" ");

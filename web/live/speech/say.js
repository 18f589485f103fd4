// Moves, results and clocks in the words of the language, to be read, and to be heard.

import { turn } from "../../shared/board.js";
import { isOver } from "../../shared/game/over.js";
import { timeWords, word } from "./words.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */
/** @typedef {import("../../shared/wire.js").PlayerView} PlayerView */
/** @typedef {import("../../shared/game/clock.js").Times} Times */

/** The letters of pieces in SAN. */
const PIECES = "KQRBN";

/** @typedef {"words" | "letters" | "figurines"} Letters */

/** Returns a move as people read it: with the letters of the language, or with figurines. @param {string} san @param {Letters} letters */
export function written(san, letters) {
  const bare = san.startsWith("O") ? san.replaceAll("O", "0") : san;
  if (letters === "letters") return bare.replace(/^[KQRBN]|(?<==)[QRBN]/g, (piece) => word(`letters`).split(" ")[PIECES.indexOf(piece)] ?? piece);
  return bare.replace(/^[KQRBN]|(?<==)[QRBN]/g, (piece) => "♔♕♖♗♘"[PIECES.indexOf(piece)]);
}

/** Returns a move in words: `Nf3+` is `knight f3, check`. @param {string} san @param {(square: string) => string} [place] how a square is said */
export function moveWords(san, place = (square) => square) {
  const end = san.endsWith("#") ? `, ${word("mate")}` : san.endsWith("+") ? `, ${word("check")}` : "";
  const bare = san.replace(/[+#]$/, "");
  if (bare === "O-O") return word("castlesShort") + end;
  if (bare === "O-O-O") return word("castlesLong") + end;
  if (bare === "--") return word("unknownMove") + end;
  const [, left, reached] = /^([a-h][1-8])-([a-h][1-8])$/.exec(bare) ?? [];
  if (left) return word("fromTo", place(left), place(reached)) + end;
  const parts = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?$/.exec(bare);
  if (!parts) return san;
  const [, piece, from, takes, to, promotion] = parts;
  const said = [piece && word(piece), from && place(from).trim(), takes && word("takes"), place(to), promotion && word("becomes", word(promotion))];
  return said.filter(Boolean).join(" ") + end;
}

/** Returns the number of the move that ply `at` (from 1) belongs to, and who made it. @param {TableView} table @param {number} at */
export function plyOf(table, at) {
  const first = turn(table.start) === "black" ? 1 : 0;
  const start = Number(table.start.split(" ")[5]) || 1;
  const index = at - 1 + first;
  return { number: start + Math.floor(index / 2), side: /** @type {"white" | "black"} */ (index % 2 === 0 ? "white" : "black") };
}

/** Returns a ply as `24… Nf6`. @param {TableView} table @param {number} at @param {Letters} letters */
export function plyText(table, at, letters) {
  const { number, side } = plyOf(table, at);
  const { san } = table.moves[at - 1];
  return `${number}${side === "white" ? "." : "…"} ${letters === "words" ? moveWords(san) : written(san, letters)}`;
}

/** Returns a ply as a sentence. @param {TableView} table @param {number} at @param {(san: string) => string} [say] */
export function plyWords(table, at, say = moveWords) {
  if (at === 0) return table.start ? word("startPosition") : "";
  const { number, side } = plyOf(table, at);
  const { san, irregular } = table.moves[at - 1];
  return word("played", number, word(side), `${say(san)}${irregular ? `, ${word("irregular")}` : ""}`);
}

/** @param {TableView} table */
export function resultWords(table) {
  const result = table.score ?? table.result;
  const known = { "1-0": "whiteWon", "0-1": "blackWon", "1/2-1/2": "drawn", "*": "" }[result];
  if (table.over) return word("gameOver");
  return known === undefined ? word("resultIs", result) : known && word(known);
}

/** Returns a side's score, or null while the game goes on. @param {TableView} table @param {"white" | "black"} side */
export function score({ score, result, over }, side) {
  const all = score ?? result;
  // A forfeit is written with signs: +/-.
  const parts = /^[+-]\/[+-]$/.test(all) ? all.split("/") : all.split("-");
  if (over || parts.length !== 2) return null;
  return parts[side === "white" ? 0 : 1].replace("1/2", "½").replace("-", "−");
}

/** @param {PlayerView} player */
export const playerName = (player) => [player.title, player.name || "?"].filter(Boolean).join(" ");

/** Returns one sentence for a table in the list. @param {TableView} table */
export function cardWords(table) {
  const state = table.link.state;
  const link = state === "lost" ? word(table.link.held ? "heldUp" : "linkLost") : state === "absent" ? word("noBoard") : "";
  const said = table.over ? "" : plyWords(table, table.moves.length);
  const who = word("against", table.table, playerName(table.white), playerName(table.black));
  return [who, said, resultWords(table), link].filter(Boolean).join(" ");
}

/** @param {Times} times */
export function clockWords(times) {
  if (times.white === null && times.black === null) return word("clocksUnknown");
  const one = (/** @type {number | null} */ ms) => (ms === null ? word("unknown") : timeWords(Math.max(0, Math.ceil(ms / 1000))));
  return word("clocks", one(times.white), one(times.black)) + (times.held ? ` ${word("notCurrent")}` : "");
}

/** Says whether there is nobody to move at a table. */
export const over = isOver;

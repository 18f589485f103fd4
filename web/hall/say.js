// Moves, results and clocks in words.

import { turn } from "../shared/board.js";
import { written } from "../shared/game/notation.js";
import { clockWords } from "../shared/time.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */
/** @typedef {import("../shared/wire.js").PlayerView} PlayerView */

const NAMES = /** @type {Record<string, string>} */ (
  { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" }
);

/** @param {string} code `wK` */
export function pieceWords(code) {
  return `${code[0] === "w" ? "white" : "black"} ${NAMES[code[1]]}`;
}

/** Of a ply that is no legal move. */
export const IRREGULAR = "not a legal move";

/** Returns a move in words: `Nf3+` is `knight f3, check`, and `f1-b4`, by which no legal move is written, `from f1 to b4`.
 * @param {string} san */
export function moveWords(san) {
  const end = san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "";
  const bare = san.replace(/[+#]$/, "");
  if (bare === "O-O") return `castling king side${end}`;
  if (bare === "O-O-O") return `castling queen side${end}`;
  if (bare === "--") return `a move between unknown squares${end}`;
  const [, left, reached] = /^([a-h][1-8])-([a-h][1-8])$/.exec(bare) ?? [];
  if (left) return `from ${left} to ${reached}${end}`;
  const parts = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?$/.exec(bare);
  if (!parts) return san;
  const [, piece, from, takes, to, promotion] = parts;
  const words = [piece ? NAMES[piece] : "", from, takes ? "takes" : "", to, promotion ? `becomes ${NAMES[promotion]}` : ""];
  return words.filter(Boolean).join(" ") + end;
}

/** Returns the number of the move that ply `at` (from 1) belongs to, and who made it.
 * @param {TableView} table @param {number} at */
export function plyOf(table, at) {
  const first = turn(table.start) === "black" ? 1 : 0;
  const start = Number(table.start.split(" ")[5]) || 1;
  const index = at - 1 + first;
  return { number: start + Math.floor(index / 2), side: index % 2 === 0 ? "White" : "Black" };
}

/** Returns a ply as `24… Nf6`. @param {TableView} table @param {number} at */
export function plyText(table, at) {
  const { number, side } = plyOf(table, at);
  return `${number}${side === "White" ? "." : "…"} ${written(table.moves[at - 1].san)}`;
}

/** @param {TableView} table @param {number} at */
export function plyWords(table, at) {
  if (at === 0) return table.start ? "Start position." : "";
  const { number, side } = plyOf(table, at);
  const { san, irregular } = table.moves[at - 1];
  return `Move ${number}, ${side} played ${moveWords(san)}${irregular ? `, ${IRREGULAR}` : ""}.`;
}

/** @param {string} result */
export function resultWords(result) {
  /** @type {Record<string, string>} */
  const words = { "1-0": "White won.", "0-1": "Black won.", "1/2-1/2": "The game was drawn." };
  return words[result] ?? (result === "*" ? "" : `Result ${result}.`);
}

/** Returns a side's score, or null while the game goes on. @param {string} result @param {"white" | "black"} side */
export function score(result, side) {
  // A forfeit is written with signs: +/-.
  const parts = /^[+-]\/[+-]$/.test(result) ? result.split("/") : result.split("-");
  if (parts.length !== 2) return null;
  return parts[side === "white" ? 0 : 1].replace("1/2", "½").replace("-", "−");
}

/** @param {PlayerView} player */
export function playerName(player) {
  return [player.title, player.name || "?"].filter(Boolean).join(" ");
}

/** Returns one sentence for a table that is not open. @param {TableView} table */
export function cardWords(table) {
  const link = table.link.state === "lost" ? (table.link.held ? " Held up: nothing new can be shown." : " Link to the board lost.") : table.link.state === "absent" ? " No board yet." : "";
  const result = resultWords(table.score ?? table.result);
  const said = plyWords(table, table.moves.length);
  return `Table ${table.table}: ${playerName(table.white)}, White, against ${playerName(table.black)}, Black. ${said}`
    + `${result && ` ${result}`}${link}`;
}

/** @param {import("../shared/game/clock.js").Times} times */
export function timesWords(times) {
  if (times.white === null && times.black === null) return "Clocks not known.";
  const one = (/** @type {number | null} */ ms) => (ms === null ? "not known" : clockWords(ms));
  return `White ${one(times.white)}, Black ${one(times.black)}${times.held ? ", not current" : ""}.`;
}

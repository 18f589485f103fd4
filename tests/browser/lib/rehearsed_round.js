// The round that is rehearsed: who plays whom, what, and how it ends.

import { Chess } from "chess.js";

/** Whoever rehearses. */
export const NAME = "Olga Operator";
export const TABLES = 20;
/** The table whose board knows no pieces, only whether something stands on a square. */
export const PLAIN = 11;
/** A player by the number. */
export const player = (/** @type {number} */ n) => `Player${String(n).padStart(2, "0")}, Given`;
/** How each table ends. @param {number} table */
export const ending = (table) => ["1-0", "0-1", "1/2-1/2"][table % 3];
/** The file that a pairing program writes. @param {Record<number, string>} [blacks] another Black at these boards */
export const pairings = (blacks = {}) => ["Board;White;Black", ...Array.from({ length: TABLES }, (_, n) => `${n + 1};${player(2 * n + 1)};${blacks[n + 1] ?? player(2 * n + 2)}`)].join("\n");
const OPENINGS = ["e4 e5 Nf3 Nc6 Bb5 a6", "d4 d5 c4 e6 Nc3 Nf6", "c4 e5 Nc3 Nf6 g3 d5", "Nf3 d5 g3 Nf6 Bg2 e6"].map((line) => line.split(" "));
/** The tables of which a trouble wants moves of their own. */
const OWN = new Map([[PLAIN, ["e4", "e5", "Nf3", "d5", "a3", "d4"]], [4, ["e4", "e5", "Nf3", "Nc6", "Bc4", "a6"]]]);
/** How each table begins. @param {number} table */
export const opening = (table) => OWN.get(table) ?? OPENINGS[table % 4];
/** The board of the file whose players sit at a table, after those of 8 and 9 changed places. @param {number} table */
export const boardOf = (table) => ({ 8: 9, 9: 8 }[table] ?? table);

/** The games of a text in PGN. @param {string} url */
export async function gamesOf(url) {
  const text = await (await fetch(url)).text();
  return text.split(/\n\n(?=\[Event )/).map((pgn) => {
    const game = new Chess();
    game.loadPgn(pgn);
    return game;
  });
}

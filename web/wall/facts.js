// What a hall screen shows of a table: what the Laws allow (6.12.1), the names and the result. It can be kept as text, so that a
// screen which lost its power has a picture before the program is there.

import { timesAt } from "../shared/game/clock.js";
import { isOver } from "../shared/game/over.js";
import { playerName, plyOf, plyText, score } from "../shared/game/plies.js";
import { turn } from "../shared/board.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */
/** @typedef {import("../shared/wire.js").Side} Side */
/** @typedef {import("../shared/game/clock.js").Times} Times */
/** @typedef {{name: string, title: string, score: string | null}} Sitting */
/** @typedef {{fen: string, uci: string, san: string, check: boolean, provisional: boolean}} LastPly */
/** @typedef {{table: number, fen: string, last: LastPly | null, white: Sitting, black: Sitting, toMove: Side | null, move: string,
 *   ply: string, plyBy: Side | null, isOver: boolean, link: TableView["link"], times: Times}} Facts */

/** Returns what is shown of a table. @param {TableView} table @param {number} nowMs @returns {Facts} */
export function factsOf(table, nowMs) {
  const at = table.moves.length;
  const move = at > 0 ? table.moves[at - 1] : null;
  const fen = move ? move.fen : table.start;
  const over = isOver(table);
  const result = table.score ?? table.result;
  const sitting = (/** @type {Side} */ side) => ({ name: table[side].name || "?", title: table[side].title ?? "", score: score(result, side) });
  return {
    table: table.table, fen,
    last: move && { fen, uci: move.uci, san: move.san, check: Boolean(move.check), provisional: Boolean(move.provisional) },
    white: sitting("white"), black: sitting("black"),
    toMove: table.start && !over ? turn(fen) : null,
    move: at > 0 ? String(plyOf(table, at).number) : "",
    ply: at > 0 ? plyText(table, at) : "",
    plyBy: at > 0 ? plyOf(table, at).side : null,
    isOver: over, link: table.link, times: timesAt(table, nowMs),
  };
}

/** Returns the tables that have a game: where players are named, one without names and moves has none. @param {Iterable<Facts>} facts */
export function withGames(facts) {
  const all = [...facts];
  const games = all.filter(({ white, black, last, isOver }) => white.name !== "?" || black.name !== "?" || last || isOver);
  return games.length > 0 ? games : all;
}

/** Returns a table in one sentence, for whoever hears a screen. @param {Facts} facts */
export function sentence({ table, white, black, ply }) {
  const name = (/** @type {Sitting} */ { name, title }) => playerName({ name, title });
  return `Table ${table}: ${name(white)}, White, against ${name(black)}, Black. ${ply}`.trim();
}

/** Returns a position as it is seen from the other side. @param {string} fen */
export function turnedFen(fen) {
  const [squares, ...rest] = fen.split(" ");
  return [[...squares].reverse().join(""), ...rest].join(" ");
}

/** Returns two squares as they are seen from the other side. @param {string} uci */
export const turnedUci = (uci) => uci.replace(/[a-h][1-8]/g, ([file, rank]) => "hgfedcba"["abcdefgh".indexOf(file)] + (9 - Number(rank)));

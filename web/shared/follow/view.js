// A table as the page draws it, from a table of protocol 2. Positions are found when they are looked at.

import { positionAfter } from "../hall2.js";

/** @typedef {import("../hall2.js").Table} Table */
/** @typedef {import("../hall2.js").Person} Person */
/** @typedef {import("../wire.js").TableView} TableView */
/** @typedef {import("../wire.js").LinkView} LinkView */

/** Returns a position as the first two fields of a FEN. @param {import("../hall2.js").Placement} placement */
export function fenOf({ squares, turn }) {
  const ranks = Array.from({ length: 8 }, (_, row) => squares.slice(8 * row, 8 * row + 8).join(""));
  return `${ranks.join("/").replace(/ +/g, (empty) => String(empty.length))} ${turn}`;
}

class Move {
  #start;
  #plies;
  #at;

  /** @param {Table} table @param {number} index */
  constructor({ start, plies }, index) {
    const { uci, san, left, used, irregular, provisional } = plies[index];
    this.#start = start;
    this.#plies = plies;
    this.#at = index + 1;
    this.san = san;
    this.uci = marked(uci, san);
    this.check = /[+#]$/.test(san);
    this.irregular = irregular;
    this.provisional = provisional;
    this.left_ms = left ?? undefined;
    this.spent_ms = used ?? undefined;
  }

  get fen() {
    const place = positionAfter({ start: this.#start, plies: this.#plies }, this.#at);
    return place ? fenOf(place) : "";
  }
}

/** Returns a move with the two squares that are marked. Castling comes as the king's square and the rook's, and what is
 * marked is where the king goes. @param {string} uci @param {string} san */
function marked(uci, san) {
  if (!san.startsWith("O-O")) return uci;
  return `${uci.slice(0, 2)}${san.startsWith("O-O-O") ? "c" : "g"}${uci[1]}`;
}

/** @param {Person} person */
const player = ({ n, t, e, f, m }) => ({ name: n, title: t, elo: e, federation: f, team: m });

/** @param {Table["link"]} link @returns {LinkView} */
function linkOf(link) {
  if (typeof link === "string") return { state: link === "absent" ? "absent" : "live" };
  return { state: "lost", since_ms: link[1], held: link[0] === "held" };
}

/** @param {NonNullable<Table["clock"]>} clock @returns {import("../wire.js").ClockView} */
function clockOf([white_ms, black_ms, running, read_ms]) {
  return { white_ms, black_ms, running: running && (running === "w" ? "white" : "black"), read_ms };
}

/** @param {Table} table @returns {TableView} */
export function viewOf(table) {
  const { clock } = table;
  return {
    table: table.number, game: table.game, rev: table.revision, white: player(table.white), black: player(table.black),
    start: table.start, moves: table.plies.map((_, index) => new Move(table, index)),
    clock: clock ? clockOf(clock) : null,
    result: table.result, score: table.score ?? undefined, over: table.over, link: linkOf(table.link),
  };
}

/** Returns the tables that have a game. While players are named somewhere, a table without names and moves has none: nobody is
 * paired there in this round. @param {Iterable<TableView>} tables */
export function withGames(tables) {
  const all = [...tables];
  const games = all.filter(({ white, black, moves }) => white.name || moves.length || black.name);
  return games.length ? games : all;
}

/** Returns the position after ply `at` and the ply that led to it. @param {TableView} table @param {number} at */
export function positionAt(table, at) {
  const move = at > 0 ? table.moves[at - 1] : null;
  return { fen: move ? move.fen : table.start, last: move };
}

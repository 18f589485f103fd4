// A correction that is being made: from which ply on, and what was played instead. The program reads every move of it, so it
// is never more than a wish until it is sent.

import * as api from "../../arbiter/api.js";
import { digits, positionAfter } from "../facts/replay.js";

/** @typedef {import("../facts/hall.js").OperatorTable} OperatorTable */
/** What was read: the moves instead, and how many later moves of the game stay behind them or fall away.
 * @typedef {{moves: string[], san: string[], stay: number, fall: number}} Read */

export class Correction {
  /** @param {OperatorTable} table @param {number} ply the first ply that is replaced; one more than there are appends */
  constructor(table, ply) {
    this.table = table.table;
    this.game = table.game;
    this.ply = ply;
    this.start = table.start;
    this.before = table.moves.slice(0, ply - 1);
    this.old = table.moves.slice(ply - 1);
    /** @type {{uci: string, san: string}[]} */
    this.drawn = [];
    /** The moves instead as correspondence players write them. @type {string[]} */
    this.written = [];
    /** @type {Read} */
    this.read = { moves: [], san: [], stay: 0, fall: this.old.length };
  }

  /** Returns the position after the moves so far, as the first two fields of a FEN. */
  get fen() {
    return positionAfter(this.start, [...this.before, ...this.drawn]);
  }

  /** Returns whether the table went on meanwhile in what the correction stands on. @param {OperatorTable} table */
  isOf(table) {
    return table.table === this.table && table.game === this.game && this.before.every(({ uci }, at) => table.moves[at]?.uci === uci);
  }

  /** Adds a move that was carried on the board. Returns why it cannot be; nothing if it can.
   * @param {string} from @param {string} to @param {string} [piece] what a pawn becomes */
  async carry(from, to, piece) {
    return this.#add("numeric", [...this.written, digits(from, to, piece)].join(" "));
  }

  /** Replaces all moves by what a person wrote. @param {string} form the notation @param {string} text */
  async write(form, text) {
    return this.#add(form, text);
  }

  /** @param {string} form @param {string} text */
  async #add(form, text) {
    const reply = await api.read(this.table, form, this.ply, text);
    if (!reply.ok) return reply.why;
    const { moves, san } = /** @type {{moves: string[], san: string[]}} */ (reply.body);
    this.drawn = moves.map((uci, at) => ({ uci, san: san[at] }));
    this.written = this.drawn.map((move) => digits(move.uci.slice(0, 2), kingGoes(move), /=([QRBN])/.exec(move.san)?.[1]));
    await this.#behind(moves, san);
    return "";
  }

  /** Finds out which later moves of the game still fit. @param {string[]} moves @param {string[]} san */
  async #behind(moves, san) {
    const rest = this.old.slice(moves.length).map((ply) => ply.san);
    const all = rest.length > 0 ? await api.read(this.table, "san", this.ply, [...san, ...rest].join(" ")) : null;
    this.read = all?.ok ? { moves: all.body.moves, san, stay: rest.length, fall: 0 } : { moves, san, stay: 0, fall: rest.length };
  }

  /** Returns the command that corrects the game. */
  get command() {
    return { cmd: "correct", from_ply: this.ply, moves: this.read.moves };
  }
}

/** Returns where a move ends as it is written in digits: castling is the move of the king. @param {{uci: string, san: string}} move */
function kingGoes({ uci, san }) {
  if (!san.startsWith("O-O")) return uci.slice(2, 4);
  return `${san.startsWith("O-O-O") ? "c" : "g"}${uci[1]}`;
}

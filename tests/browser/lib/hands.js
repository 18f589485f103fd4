// Boards whose hands a test moves: each is a simulated board of the program on a pseudo-terminal, which takes one deed a line.
// The hands know the rules, so that a test writes a game in SAN; what goes wrong at a board it writes as deeds.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { Chess } from "chess.js";
import { BIN } from "./program.js";

/** The time between two deeds of a hand, in milliseconds: longer than a board takes to scan its squares. */
const TOUCH_MS = 150;
/** The time that both clocks show before a game, in milliseconds. */
export const BASE_MS = 900_000;
/** The squares on which the kings say a result. @type {Record<string, [string, string]>} */
const KINGS = { "1-0": ["e4", "d5"], "0-1": ["d4", "e5"] };

export class Hands {
  /** @param {string} port @param {{maker?: string, seed: number}} board */
  constructor(port, { maker = "dgt", seed }) {
    this.port = port;
    this.game = new Chess();
    this.said = 0;
    /** What waits for a word. @type {Map<string, () => void>} */
    this.waiting = new Map();
    this.child = spawn(BIN, ["sim", "--quiet", "--hands", "--maker", maker, "--seed", String(seed), "--link", port], { stdio: ["pipe", "pipe", "inherit"] });
    createInterface(this.child.stdout).on("line", (line) => this.waiting.get(line)?.());
  }

  /** Resolves when the board can be opened. */
  async ready() {
    for (const end = Date.now() + 15_000; !existsSync(this.port); ) {
      if (Date.now() > end) throw new Error(`the board at ${this.port} does not begin`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** Does these deeds, one after the other. @param {...string} deeds */
  do(...deeds) {
    this.child.stdin.write(`${deeds.join("\n")}\n`);
    return this;
  }

  /** Does these deeds as a hand does, with time between them. @param {...string} deeds */
  slowly(...deeds) {
    return this.do(...deeds.flatMap((deed) => [deed, `wait ${TOUCH_MS}`]));
  }

  /** Resolves when everything so far is done. @returns {Promise<void>} */
  done() {
    this.said += 1;
    const word = `done-${this.said}`;
    this.do(`say ${word}`);
    return new Promise((resolve) => this.waiting.set(word, resolve));
  }

  /** Sets the clock for a game, with this side on the move. @param {"white" | "black"} [turn] */
  setClock(turn = "white") {
    return this.slowly(`clock ${BASE_MS} ${BASE_MS} ${turn}`);
  }

  /** Starts White's clock. */
  begin() {
    return this.slowly("run white", "wait 300");
  }

  /** Plays these moves, each with a press. @param {...string} sans */
  play(...sans) {
    for (const san of sans) this.touch(san).slowly("press", "wait 150");
    return this;
  }

  /** Carries the pieces of a move, without a press. @param {string} san */
  touch(san) {
    return this.slowly(...deedsOf(this.game.move(san)));
  }

  /** Sets all pieces up as they stand in the game. */
  setUp() {
    return this.slowly(`setup ${this.game.fen().split(" ")[0]}`);
  }

  /** Stops the clock and puts the kings where they say a result. @param {string} result */
  end(result) {
    const kings = ["K", "k"].map((piece) => [this.#square(piece), piece]);
    const [white, black] = KINGS[result] ?? ["e4", "e5"];
    const away = [white, black].filter((square) => this.game.get(/** @type {any} */ (square)));
    return this.slowly("stop", ...away.map((square) => `lift ${square}`), `lift ${kings[0][0]}`, `put ${white} K`, `lift ${kings[1][0]}`, `put ${black} k`);
  }

  /** @param {string} piece */
  #square(piece) {
    const square = this.game.findPiece({ type: /** @type {any} */ (piece.toLowerCase()), color: piece === "K" ? "w" : "b" })[0];
    if (!square) throw new Error(`no ${piece} is on the board`);
    return square;
  }

  async quit() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }
}

/** Returns what a hand does for a move. @param {ReturnType<Chess["move"]>} move */
function deedsOf({ from, to, piece, color, captured, promotion, flags }) {
  const sign = (/** @type {string} */ type) => (color === "w" ? type.toUpperCase() : type);
  if (flags.includes("k") || flags.includes("q")) {
    const [rook, beside] = flags.includes("k") ? ["h", "f"] : ["a", "d"];
    return [`lift ${from}`, `put ${to} ${sign("k")}`, `lift ${rook}${from[1]}`, `put ${beside}${from[1]} ${sign("r")}`];
  }
  const taken = flags.includes("e") ? `${to[0]}${from[1]}` : to;
  return [...(captured ? [`lift ${taken}`] : []), `lift ${from}`, `put ${to} ${sign(promotion ?? piece)}`];
}

/** A game after these moves. @param {...string} moves */
export function played(...moves) {
  const game = new Chess();
  for (const san of moves) game.move(san);
  return game;
}

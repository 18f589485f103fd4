// Made-up reviews: the documents that the program would write, of logs that a test wants.

import { Story } from "../../../web/arbiter/review/model/story.js";

/** @typedef {import("../../../web/arbiter/review/model/wire.js").Document} Document */

export const ARRAY = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** @param {[number, number, string, any][]} log @param {Partial<Document>} [rest] @returns {Document} */
export function review(log, rest = {}) {
  const ms = log.reduce((sum, [after]) => sum + after, 0);
  return {
    table: 1, game: 1, white: { name: "One" }, black: { name: "Two" }, result: "*", span_ms: [1000, 1000 + ms], times: [[0, 1_795_266_000_000]],
    timing: { square_early_ms: 232, press_early_ms: 1032, clock_late_ms: 1000 }, start: START, squares: ARRAY, link: "live", clock: null,
    log, left_out: 0, plies: [], line: [], said: [], incidents: [], names: {}, ...rest,
  };
}

/** Such a document as the page reads it. @param {[number, number, string, any][]} log @param {any} [rest] */
export const story = (log, rest) => new Story(review(log, rest));

/** A log of so many entries in which knights go out and back: lifts, placings, presses and plies, as of a long game.
 * @param {number} entries @returns {Document} */
export function longReview(entries) {
  const hops = [["g1", "f3", "N", "white"], ["g8", "f6", "n", "black"], ["f3", "g1", "N", "white"], ["f6", "g8", "n", "black"]];
  /** @type {[number, number, string, any][]} */
  const log = [];
  /** @type {Document["plies"]} */
  const plies = [];
  let at = 1000;
  const push = (/** @type {number} */ ms, /** @type {string} */ kind, /** @type {any} */ detail) => {
    at += ms;
    log.push([ms, 1, kind, detail]);
  };
  while (log.length < entries) {
    const ply = plies.length + 1;
    const [from, to, piece, by] = hops[(ply - 1) % 4];
    const touched_ms = at + 3000 + (ply % 7) * 2000;
    push(touched_ms - at, "square", `${from}.`);
    push(400, "square", `${to}${piece}`);
    const places = Object.fromEntries(hops.slice(0, 2).map(([home, out, letter], man) => [letter, Math.ceil((ply - man) / 2) % 2 ? out : home]));
    const white = places.N === "f3" ? ["RNBQKB1R", "5N2"] : ["RNBQKBNR", "8"];
    const black = places.n === "f6" ? ["rnbqkb1r", "5n2"] : ["rnbqkbnr", "8"];
    plies.push({
      ply, by: /** @type {"white" | "black"} */ (by), uci: `${from}${to}`, san: `N${to}`, touched_ms, made_ms: at, pressed_ms: at + 300, state: "completed", reason: "press",
      fen: `${black[0]}/pppppppp/${black[1]}/8/8/${white[1]}/PPPPPPPP/${white[0]} ${by === "white" ? "b" : "w"} KQkq - 0 ${Math.ceil(ply / 2)}`,
    });
    push(300, "press", by);
    push(0, "clock", [3_600_000, 3_600_000, by === "white" ? "black" : "white", 3000]);
    push(0, "line", [ply - 1, [ply - 1]]);
    push(0, "concluded", { what: "ply", ply, move: `${from}${to}`, state: "final", reason: "press" });
  }
  return review(log.slice(0, entries), { plies, line: plies.slice(0, Math.floor(entries / 6)).map((_, place) => place) });
}

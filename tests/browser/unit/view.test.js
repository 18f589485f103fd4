// Tables as they are drawn, from tables of protocol 2.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { viewOf, withGames } from "../../../web/shared/follow/view.js";
import { Hall2 } from "../../../web/shared/hall2.js";
import { complaint } from "../lib/hall2.js";

const RECORDED = JSON.parse(readFileSync(new URL("recorded_games.json", import.meta.url), "utf8"));

/** @param {any} frame */
function shown(frame) {
  const hall = new Hall2();
  hall.apply({ b: 3, r: 7, g: 2, ...frame });
  return viewOf(/** @type {import("../../../web/shared/hall2.js").Table} */ (hall.tables.get(3)));
}

test("every position of recorded games is drawn as protocol 1 tells it", () => {
  const hall = new Hall2();
  hall.snapshot(RECORDED.snapshot);
  for (const [index, fens] of RECORDED.positions.entries()) {
    const view = viewOf(/** @type {import("../../../web/shared/hall2.js").Table} */ (hall.tables.get(index + 1)));
    // The last comes first, as on the page: it is found without the others having been asked for.
    for (const ply of [fens.length - 1, ...fens.keys()]) assert.equal(view.moves[ply].fen, fens[ply].split(" ").slice(0, 2).join(" "));
  }
});

test("players, clock, result and link have their words", () => {
  const view = shown({ w: { n: "A", t: "GM", e: 2500, f: "POL", m: "T" }, c: [1, 2, "b", 3], res: "*", sc: "0-0", k: ["held", 9] });
  assert.deepEqual(view.white, { name: "A", title: "GM", elo: 2500, federation: "POL", team: "T" });
  assert.equal(view.black.name, "");
  assert.deepEqual(view.clock, { white_ms: 1, black_ms: 2, running: "black", read_ms: 3 });
  assert.deepEqual([view.result, view.score, view.link], ["*", "0-0", { state: "lost", since_ms: 9, held: true }]);
  assert.deepEqual([shown({}).clock, shown({}).score, shown({}).link], [null, undefined, { state: "live" }]);
  assert.deepEqual(shown({ k: "absent" }).link, { state: "absent" });
  assert.equal(shown({ c: [1, 2, null, 3] }).clock?.running, null);
});

test("castling marks where the king goes, from wherever", () => {
  const marked = (/** @type {string} */ st, /** @type {string} */ m) => shown({ st, m }).moves[0].uci;
  assert.equal(marked("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1 O-O"), "e1g1");
  assert.equal(marked("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8 O-O-O+"), "e8c8");
  assert.equal(marked("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1 O-O-O"), "b1c1");
});

test("an illegal move that stands is marked, and legal moves follow from the position it left", () => {
  const hall = new Hall2();
  const first = { b: 3, r: 7, g: 1, m: "e2e4 e4 e7e5 e5" };
  const stands = {
    b: 3, r: 8, p: 7, from: 2, m: "f1b4 f1-b4 b8c6 Nc6", ir: [2],
    x: { 2: "rnbqkbnr/pppp1ppp/8/4p3/1B2P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2" },
  };
  const cut = { b: 3, r: 9, p: 8, from: 2 };
  for (const frame of [stands, cut]) assert.equal(complaint(frame, "Change"), "");
  const moves = () => viewOf(/** @type {import("../../../web/shared/hall2.js").Table} */ (hall.tables.get(3))).moves;
  hall.apply(first);
  hall.apply(stands);
  assert.deepEqual(moves().map((move) => move.irregular), [false, false, true, false]);
  assert.deepEqual(moves().slice(2).map(({ uci, fen }) => [uci, fen]), [
    ["f1b4", "rnbqkbnr/pppp1ppp/8/4p3/1B2P3/8/PPPP1PPP/RNBQK1NR b"],
    ["b8c6", "r1bqkbnr/pppp1ppp/2n5/4p3/1B2P3/8/PPPP1PPP/RNBQK1NR w"],
  ]);
  hall.apply(cut);
  assert.deepEqual(moves().map((move) => move.san), ["e4", "e5"]);
  assert.equal(complaint({ ...stands, m: "-- --", ir: [2] }, "Change"), "", "its squares may be unknown");
});

test("a correction leaves what was drawn before it as it was", () => {
  const hall = new Hall2();
  const table = () => viewOf(/** @type {import("../../../web/shared/hall2.js").Table} */ (hall.tables.get(1)));
  hall.apply({ b: 1, r: 1, g: 1, m: "e2e4 e4 e7e5 e5", pv: [1] });
  const before = table();
  hall.apply({ b: 1, r: 2, p: 1, from: 1, m: "c7c5 c5" });
  assert.deepEqual([before.moves[1].san, before.moves[1].provisional], ["e5", true]);
  assert.match(before.moves[1].fen, /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3/);
  assert.match(table().moves[1].fen, /^rnbqkbnr\/pp1ppppp\/8\/2p5\/4P3/);
});

test("a table without names and moves is left out while players are named elsewhere", () => {
  const [named, vacant] = [shown({ w: { n: "A" } }), shown({})];
  const played = { ...vacant, moves: [{ san: "e4", uci: "e2e4", fen: "" }] };
  assert.deepEqual(withGames(new Set([vacant, named, played]).values()), [named, played]);
  assert.deepEqual(withGames([vacant, vacant]), [vacant, vacant], "before the first round, and where nobody is named");
  assert.deepEqual(withGames([]), []);
});

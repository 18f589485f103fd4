// The client of protocol 2: positions without rules against those of protocol 1, the examples of the document, and
// everything that can be missed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Hall2, placement, played, positionAfter } from "../../../web/shared/hall2.js";
import { complaint, kinds } from "../lib/hall2.js";

const RECORDED = JSON.parse(readFileSync(new URL("recorded_games.json", import.meta.url), "utf8"));
const DOCUMENT = readFileSync(new URL("../../../web/PROTOCOL.md", import.meta.url), "utf8");

/** @param {Hall2} hall @param {number} number */
function table(hall, number) {
  const found = hall.tables.get(number);
  assert.ok(found, `table ${number}`);
  return found;
}

test("every position of recorded games is that of protocol 1", () => {
  const hall = new Hall2();
  hall.snapshot(RECORDED.snapshot);
  const seen = new Set();
  for (const [index, fens] of RECORDED.positions.entries()) {
    const game = table(hall, index + 1);
    assert.equal(game.plies.length, fens.length);
    for (const [ply, fen] of fens.entries()) {
      assert.deepEqual(positionAfter(game, ply + 1), placement(fen), `table ${index + 1}, ply ${ply}: ${game.plies[ply].uci}`);
      const { uci, san } = game.plies[ply];
      if (san.startsWith("O-O")) seen.add(san.replace(/[+#]/, "") + (game.start.startsWith("rnbqkbnr") ? "" : " 960"));
      if (uci.length === 5) seen.add(uci[4]);
      const before = positionAfter(game, ply);
      if (/^[a-h]x/.test(san) && before?.squares[(8 - Number(uci[3])) * 8 + uci.charCodeAt(2) - 97] === " ") seen.add("en passant");
    }
  }
  // The games prove nothing of what is not in them.
  for (const rare of ["O-O", "O-O-O", "O-O 960", "q", "n", "en passant"]) assert.ok(seen.has(rare), `${rare}: ${[...seen]}`);
});

test("recorded frames are as the schemas promise", () => {
  assert.deepEqual(kinds(RECORDED.snapshot), ["Snapshot"]);
  for (const frame of RECORDED.snapshot.tables) assert.equal(complaint(frame, "Table"), "");
});

test("castling, en passant and promotion need no rules", () => {
  const after = (/** @type {string} */ fen, /** @type {string} */ uci) => played(placement(fen), uci);
  for (const [fen, uci, then] of [
    ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", "r3k2r/8/8/8/8/8/8/2KR3R b"],
    ["r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8h8", "r4rk1/8/8/8/8/8/8/R3K2R w"],
    // The king stays where it is, and only the rook goes.
    ["4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b"],
    // The rook goes where the king stood.
    ["4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b"],
    ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b"],
    ["4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w"],
    ["1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "1N2k3/8/8/8/8/8/8/4K3 b"],
    ["4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1q", "4k3/8/8/8/8/8/8/q3K3 w"],
  ]) assert.deepEqual(after(fen, uci), placement(then), `${fen} ${uci}`);
});

/** The examples of the document's second half: the word behind `json`, and the value. @returns {[string, any][]} */
function examples() {
  const text = DOCUMENT.slice(DOCUMENT.indexOf("\n## Protocol 2\n"));
  return [...text.matchAll(/```json( client)?\n([^]*?)```/g)].map(([, client, json]) => [client ? "client" : "server", JSON.parse(json)]);
}

test("the examples of the document are frames, and lead where it says", () => {
  const all = examples();
  const said = all.filter(([who]) => who === "client").map(([, wish]) => wish);
  const frames = all.filter(([who]) => who === "server").map(([, frame]) => frame);
  assert.deepEqual([said.length, frames.length], [3, 9]);
  for (const wish of said) assert.equal(complaint(wish, "Wish"), "");
  const found = frames.map((frame) => kinds(frame));
  assert.deepEqual(found, [["Snapshot"], ["Positions"], ["Hello"], ["Change"], ["Change"], ["Change"], ["Clock"], ["Hall"], ["Beat"]]);

  const hall = new Hall2();
  hall.snapshot(frames[0]);
  assert.deepEqual(table(hall, 1).plies.map((ply) => ply.left), [5396000, 5391000, 5419000]);
  assert.deepEqual(positionAfter(table(hall, 1)), placement(frames[1].tables[0].pos));
  for (const frame of frames.slice(2)) hall.apply(frame);
  const { plies, clock } = table(hall, 1);
  assert.deepEqual(plies.map((ply) => ply.san), ["e4", "c5", "Nf3", "Nc6"]);
  assert.deepEqual(plies.map((ply) => ply.left), [5396000, 5391000, 5419000, 5409000]);
  assert.deepEqual(clock, [5419000, 5408000, "w", 1303100]);
  const other = table(hall, 12);
  assert.deepEqual(positionAfter(other), placement("4k3/P7/8/8/8/8/8/R4RK1 b"));
  assert.deepEqual([other.result, other.link, hall.hall?.event.round, hall.seq, [...hall.gaps]], ["1/2-1/2", "live", "4", 417, []]);
});

test("a gap is of one table, and a whole table mends it", () => {
  const hall = new Hall2();
  hall.apply({ v: 2, epoch: "a", s: 5, t: 0 });
  hall.apply({ b: 1, r: 3, g: 1 });
  hall.apply({ b: 2, r: 4, g: 1 });
  assert.equal(hall.apply({ b: 1, r: 9, p: 8, from: 1, m: "e7e5 e5" }), undefined);
  hall.apply({ b: 2, r: 6, p: 4, res: "1-0" });
  assert.deepEqual([...hall.gaps], [1]);
  assert.equal(table(hall, 2).result, "1-0");
  // A clock of a revision that is not known tells of the gap, too.
  hall.apply({ b: 2, r: 7, c: [1, 2, null, 3] });
  assert.deepEqual([...hall.gaps], [1, 2]);
  hall.apply({ b: 1, r: 9, g: 1, m: "e2e4 e4 e7e5 e5" });
  hall.apply({ b: 2, r: 7, g: 1 });
  assert.deepEqual([[...hall.gaps], table(hall, 1).plies.length], [[], 2]);
  // What is older, or known, changes nothing.
  hall.apply({ b: 1, r: 8, g: 1 });
  hall.apply({ b: 1, r: 9, p: 8, from: 0 });
  assert.equal(table(hall, 1).plies.length, 2);
  assert.equal(hall.gaps.size, 0);
});

test("tables go with the hall, and everything with the epoch", () => {
  const hall = new Hall2();
  hall.snapshot(RECORDED.snapshot);
  hall.apply({ hall: { ...RECORDED.snapshot.hall, n: [2, 3] } });
  assert.deepEqual([...hall.tables.keys()], [2, 3]);
  hall.apply({ v: 2, epoch: "recorded", s: 9, t: 0 });
  assert.equal(hall.tables.size, 2);
  hall.apply({ v: 2, epoch: "another", s: 1, t: 0 });
  assert.deepEqual([hall.tables.size, hall.seq], [0, 0]);
});

test("where a move is not legal the position is told, and play goes on from there", () => {
  const hall = new Hall2();
  const there = "rnbq1bnr/pppppppp/8/4k3/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 1 2";
  hall.apply({ b: 1, r: 1, g: 1, m: "e2e4 e4 e8e5 Ke5 d2d4 d4+", x: { 1: there } });
  assert.deepEqual(positionAfter(table(hall, 1), 2), placement(there));
  assert.deepEqual(positionAfter(table(hall, 1)), placement("rnbq1bnr/pppppppp/8/4k3/3PP3/8/PPP2PPP/RNBQKBNR b"));
});

test("draughts has no position", () => {
  const hall = new Hall2();
  hall.apply({ b: 1, r: 1, g: 1, st: "" });
  assert.equal(positionAfter(table(hall, 1)), null);
});

test("what comes twice, late or in part changes nothing", () => {
  const hall = new Hall2();
  hall.snapshot(/** @type {any} */ ({ v: 2, epoch: "a", s: 5, t: 0, hall: { event: {}, n: [1] }, tables: [{ b: 1, r: 5, g: 1, m: "e2e4 e4", c: [9, 9, "b", 50] }] }));
  const before = table(hall, 1);
  for (const late of [{ b: 1, r: 5, g: 1, m: "e2e4 e4", c: [10, 10, "b", 40] }, { b: 1, r: 5, c: [10, 10, "b", 40] }, { b: 1, r: 4, c: [11, 11, "b", 60] }]) hall.apply(late);
  assert.equal(table(hall, 1).clock?.[3], 50);
  assert.equal(hall.gaps.size, 0);
  // What breaks on the way leaves no half of itself.
  assert.throws(() => hall.apply({ b: 1, r: 6, p: 5, from: 1, m: 5 }));
  assert.deepEqual(table(hall, 1), before);
  // A change that keeps plies that are not there, and a table of which the hall says nothing.
  hall.apply({ b: 1, r: 6, p: 5, from: 3, m: "g1f3 Nf3" });
  hall.apply({ b: 9, r: 6, g: 1 });
  assert.deepEqual([[...hall.gaps], [...hall.tables.keys()]], [[1, 9], [1]]);
  // A snapshot may be older than what followed it.
  const { snapshot } = RECORDED;
  hall.snapshot(snapshot);
  hall.apply({ b: 1, r: 1_000_000, p: table(hall, 1).revision, res: "1-0" });
  assert.deepEqual(hall.snapshot(snapshot, true), []);
  assert.equal(table(hall, 1).revision, 1_000_000);
  assert.deepEqual(hall.snapshot(snapshot), [...hall.tables.keys()]);
  assert.notEqual(table(hall, 1).revision, 1_000_000);
});

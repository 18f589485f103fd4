// Snapshot, updates, and everything that can be wrong with them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../../web/hall/store.js";

/** @typedef {import("../../../web/shared/wire.js").TableView} TableView */
/** @typedef {import("../../../web/shared/wire.js").TableChange} TableChange */

const EVENT = { name: "Open", site: "", date: "", round: "1", time_control: "" };

/** @param {string} san */
const ply = (san) => ({ san, uci: "a1a2", fen: `fen after ${san}` });

/** @param {Partial<TableView>} more @returns {TableView} */
const table = (more = {}) => ({
  table: 3, game: 1, rev: 2, white: { name: "A" }, black: { name: "B" }, start: "start", moves: [ply("e4"), ply("e5")],
  clock: { white_ms: 1000, black_ms: 2000, running: "white", read_ms: 0 }, result: "*", link: { state: "live" }, ...more,
});

/** @param {number} seq @param {TableView[]} tables @param {string} [epoch] */
const snapshot = (seq, tables, epoch = "a") =>
  /** @type {const} */ ({ kind: "snapshot", epoch, seq, now_ms: 0, event: EVENT, tables });

/** @param {number} seq @param {TableChange[]} tables */
const update = (seq, ...tables) => /** @type {const} */ ({ kind: "update", seq, now_ms: 0, tables });

/** @param {TableView[]} tables */
function started(...tables) {
  const store = new Store();
  store.apply(snapshot(7, tables.length > 0 ? tables : [table()]));
  return store;
}

const moves = (/** @type {Store} */ store, n = 3) => store.tables.get(n)?.moves.map((move) => move.san);

test("a snapshot is everything, in the order of the tables' numbers", () => {
  const store = started(table({ table: 9 }), table({ table: 2 }));
  assert.deepEqual([...store.tables.keys()], [2, 9]);
  assert.equal(store.behind, false);
});

test("moves are appended, replaced and taken back by one rule", () => {
  const store = started();
  store.apply(update(8, { table: 3, game: 1, rev: 3, from: 2, moves: [ply("Nf3")] }));
  assert.deepEqual(moves(store), ["e4", "e5", "Nf3"]);
  store.apply(update(9, { table: 3, game: 1, rev: 4, from: 1, moves: [ply("c5"), ply("Nc3")] }));
  assert.deepEqual(moves(store), ["e4", "c5", "Nc3"]);
  store.apply(update(10, { table: 3, game: 1, rev: 5, from: 1 }));
  assert.deepEqual(moves(store), ["e4"]);
});

test("what a change does not name stays", () => {
  const store = started();
  const { changed } = store.apply(update(8, { table: 3, game: 1, rev: 3, result: "1-0" }));
  const after = store.tables.get(3);
  assert.deepEqual(changed, [3]);
  assert.equal(after?.result, "1-0");
  assert.deepEqual(moves(store), ["e4", "e5"]);
  assert.equal(after?.clock?.white_ms, 1000);
});

test("a new game forgets the moves, the clock and the result of the last", () => {
  const store = started(table({ result: "1-0" }));
  store.apply(update(8, { table: 3, game: 2, rev: 9, from: 0, moves: [], white: { name: "C" }, start: "s2" }));
  const after = store.tables.get(3);
  assert.deepEqual([after?.moves, after?.result, after?.clock, after?.white.name, after?.start], [[], "*", null, "C", "s2"]);
});

test("a gap changes nothing and asks for a snapshot, which mends it", () => {
  const store = started();
  assert.equal(store.apply(update(9, { table: 3, game: 1, rev: 4, from: 0, moves: [] })).verdict, "gap");
  assert.deepEqual(moves(store), ["e4", "e5"]);
  assert.equal(store.apply(update(10, { table: 3, game: 1, rev: 5, result: "1-0" })).verdict, "gap");
  assert.equal(store.apply(snapshot(10, [table({ moves: [ply("d4")] })])).verdict, "snapshot");
  assert.deepEqual(moves(store), ["d4"]);
  assert.equal(store.apply(update(11, { table: 3, game: 1, rev: 6, result: "0-1" })).verdict, "update");
});

test("a beat that knows more is a gap", () => {
  const store = started();
  assert.equal(store.apply({ kind: "beat", seq: 7, now_ms: 0 }).verdict, "beat");
  assert.equal(store.apply({ kind: "beat", seq: 8, now_ms: 0 }).verdict, "gap");
});

test("a frame twice is taken once", () => {
  const store = started();
  const frame = update(8, { table: 3, game: 1, rev: 3, from: 2, moves: [ply("Nf3")] });
  assert.equal(store.apply(frame).verdict, "update");
  assert.equal(store.apply(frame).verdict, "old");
  assert.deepEqual(moves(store), ["e4", "e5", "Nf3"]);
});

test("a change that does not fit is a gap, and none of its frame is taken", () => {
  for (const wrong of [
    { table: 3, game: 1, rev: 3, from: 5, moves: [ply("a3")] },
    { table: 77, game: 1, rev: 1, result: "1-0" },
  ]) {
    const store = started(table(), table({ table: 4 }));
    assert.equal(store.apply(update(8, { table: 4, game: 1, rev: 3, result: "1-0" }, wrong)).verdict, "gap");
    assert.equal(store.tables.get(4)?.result, "*");
  }
});

test("another epoch replaces everything, whatever its sequence", () => {
  const store = started(table(), table({ table: 4 }));
  const { verdict, changed } = store.apply(snapshot(0, [table({ moves: [] })], "b"));
  assert.equal(verdict, "restart");
  assert.deepEqual(changed, [3, 4]);
  assert.deepEqual([...store.tables.keys()], [3]);
});

test("an older snapshot of the same epoch is not taken", () => {
  const store = started();
  assert.equal(store.apply(snapshot(6, [table({ moves: [] })])).verdict, "old");
  assert.deepEqual(moves(store), ["e4", "e5"]);
});

test("an unknown frame is counted and harmless, an unknown key too", () => {
  const store = started();
  const news = /** @type {any} */ ({ kind: "weather", seq: 8 });
  assert.equal(store.apply(news).verdict, "unknown");
  assert.equal(store.unknown, 1);
  const more = /** @type {any} */ (update(8, { table: 3, game: 1, rev: 3, result: "1-0" }));
  more.colour = "blue";
  assert.equal(store.apply(more).verdict, "update");
});

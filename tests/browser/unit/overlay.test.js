// What an overlay shows where no table is named, and what the ticker says.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Latest } from "../../../web/overlay/latest.js";
import { entry, family } from "../../../web/overlay/ticker.js";

test("the table that moved last is shown, and each for a while", () => {
  const latest = new Latest(null);
  assert.equal(latest.table([], 0), null);
  assert.equal(latest.table([4, 2], 0), 2, "the first, while nobody moved");
  latest.moved([4], 1000);
  assert.equal(latest.table([2, 4], 1000), 2, "nobody had time to look at it");
  assert.equal(latest.table([2, 4], 8000), 4);
  latest.moved([2], 8100);
  latest.moved([4], 9000);
  assert.equal(latest.table([2, 4], 16_500), 4, "it moved again meanwhile");
  latest.moved([2], 16_600);
  assert.equal(latest.table([2, 4], 17_100), 2);
  assert.equal(latest.table([4], 17_200), 4, "the table is gone");
});

test("a table that is named stays, or nothing is shown", () => {
  const latest = new Latest(3);
  latest.moved([1], 0);
  assert.equal(latest.table([1, 3], 60_000), 3);
  assert.equal(latest.table([1], 60_000), null);
});

test("the ticker names the players, and the result or the last move", () => {
  const move = { san: "Nf3", uci: "g1f3", fen: "" };
  const table = { table: 3, game: 1, rev: 1, white: { name: "Nowak, Anna" }, black: { name: "" }, start: "8/8/8/8/8/8/8/8 w - - 0 1",
    moves: [move], clock: null, result: "*", link: /** @type {const} */ ({ state: "live" }) };
  assert.equal(family(table.white), "Nowak");
  assert.match(entry(table)[2], /^1\.\sNf3$/);
  assert.deepEqual(entry({ ...table, result: "1-0" }), ["Nowak", "?", "1-0"]);
  assert.deepEqual(entry({ ...table, result: "1-0", score: "+/-" }), ["Nowak", "?", "+/-"]);
  assert.deepEqual(entry({ ...table, moves: [] }), ["Nowak", "?", ""]);
});

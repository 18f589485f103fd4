// The map of time left: what follows from clocks, moves and the time control.

import assert from "node:assert/strict";
import { test } from "node:test";
import { table } from "../lib/made.js";
import { periodsOf, toControl } from "../../../web/arbiter/pressure/control.js";
import { low, pressed } from "../../../web/arbiter/pressure/pressure.js";

const CLASSICAL = periodsOf("40/5400+30:1800+30");

test("time controls are read as the program writes them, and nothing is made of another", () => {
  assert.deepEqual(CLASSICAL, [{ moves: 40, increment_s: 30 }, { moves: null, increment_s: 30 }]);
  assert.deepEqual(periodsOf("180+2"), [{ moves: null, increment_s: 2 }]);
  assert.deepEqual(periodsOf("90*60d10"), [{ moves: null, increment_s: 10 }]);
  for (const unknown of ["", "?", "-", "*180", "90 min", "40/:1800", "-5+3"]) assert.deepEqual(periodsOf(unknown), [], unknown);
});

test("the moves to the control count down to it, and begin anew after it", () => {
  const two = periodsOf("40/7200:20/3600:900+30");
  assert.deepEqual([0, 39, 40, 59, 60, 200].map((made) => toControl(two, made).moves), [40, 1, 20, 1, null, null]);
  assert.equal(toControl(two, 60).increment_s, 30);
  assert.deepEqual(toControl([], 5), { moves: null, increment_s: 0 });
});

test("each side has its own moves, also in a game that Black begins", () => {
  const ply = { san: "e4", uci: "e2e4" };
  const clock = { white_ms: 60_000, black_ms: 90_000, running: /** @type {"white"} */ ("white"), read_ms: 1000 };
  const at = (/** @type {any} */ more) => pressed([table(1, { clock, ...more })], CLASSICAL, 3000)[0].sides.map(({ moves }) => moves);
  assert.deepEqual(at({ moves: [] }), [40, 40]);
  assert.deepEqual(at({ moves: [ply] }), [39, 40]);
  assert.deepEqual(at({ moves: [ply, ply] }), [39, 39]);
  const start = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
  assert.deepEqual(at({ moves: [ply], start }), [40, 39]);
});

test("a running time goes on for as long as it is read, and a game that is over presses nobody", () => {
  const clock = { white_ms: 60_000, black_ms: 90_000, running: /** @type {"white"} */ ("white"), read_ms: 1000 };
  const [now] = pressed([table(1, { clock })], [], 3000);
  assert.deepEqual([now.isOld, now.sides[0].left, now.sides[1].left], [false, 58_000, 90_000]);
  const [later] = pressed([table(1, { clock })], [], 60_000);
  assert.deepEqual([later.isOld, later.sides[0].left], [true, 50_000], "it stands still, and is marked");
  assert.deepEqual(pressed([table(1, { clock, result: "1-0" }), table(2, { clock: null })], [], 3000), []);
});

test("who may stop to record is found, the most pressed first", () => {
  const clock = (/** @type {number} */ white_ms, /** @type {number} */ black_ms) => ({ white_ms, black_ms, running: null, read_ms: 0 });
  const views = [table(3, { clock: clock(299_000, 900_000) }), table(5, { clock: clock(900_000, 20_000) }), table(7, { clock: clock(300_000, 300_000) })];
  assert.deepEqual(low(pressed(views, periodsOf("5400+5"), 0)).map(({ table }) => table), [5, 3]);
  assert.deepEqual(low(pressed(views, CLASSICAL, 0)), [], "with 30 s a move both go on recording");
});

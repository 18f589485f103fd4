// What the clocks of a table show.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Readings, timesAfter, timesAt } from "../../../web/shared/game/clock.js";

/** @typedef {import("../../../web/shared/wire.js").TableView} TableView */

/** @param {Partial<TableView>} more @returns {TableView} */
const table = (more = {}) => ({
  table: 1, game: 1, rev: 1, white: { name: "" }, black: { name: "" }, start: "8/8/8/8/8/8/8/8 w - - 0 1", moves: [],
  clock: { white_ms: 60_000, black_ms: 90_000, running: "white", read_ms: 1000 }, result: "*", link: { state: "live" }, ...more,
});

test("only the running side loses time, and never below nothing", () => {
  assert.deepEqual(timesAt(table(), 11_000), { white: 50_000, black: 90_000, running: "white", held: false });
  assert.equal(timesAt(table(), 500_000).white, 0);
  assert.equal(timesAt(table(), 0).white, 60_000, "a reading from the future takes nothing");
});

test("a stopped clock, a finished game and a table without a clock do not run", () => {
  const stopped = table({ clock: { white_ms: 1, black_ms: 2, running: null, read_ms: 0 } });
  assert.equal(timesAt(stopped, 99_999).white, 1);
  assert.equal(timesAt(table({ result: "0-1" }), 99_999).white, 60_000);
  assert.equal(timesAt(table({ clock: null }), 99_999).white, null);
});

test("a clock that cannot be read stands where it was lost, and says so", () => {
  const lost = table({ link: { state: "lost", since_ms: 6000 } });
  assert.deepEqual(timesAt(lost, 7000), timesAt(lost, 99_000));
  assert.equal(timesAt(lost, 99_000).white, 55_000);
  assert.equal(timesAt(lost, 99_000).held, true);
});

test("what was shown of a reading never rises; a new reading may", () => {
  const readings = new Readings();
  assert.equal(readings.at(table(), 11_000).white, 50_000);
  assert.equal(readings.at(table({ link: { state: "lost", since_ms: 6000 } }), 12_000).white, 50_000);
  const added = table({ clock: { white_ms: 80_000, black_ms: 90_000, running: "black", read_ms: 12_000 } });
  assert.equal(readings.at(added, 12_000).white, 80_000);
});

test("looking back shows the clocks of that move", () => {
  const moves = [90, 80, 70, 60].map((left_ms) => ({ san: "a3", uci: "a2a3", fen: "", left_ms }));
  assert.deepEqual([0, 1, 2, 4].map((at) => {
    const { white, black } = timesAfter(table({ moves }), at);
    return [white, black];
  }), [[null, null], [90, null], [90, 80], [70, 60]]);
  const blackFirst = table({ moves, start: "8/8/8/8/8/8/8/8 b - - 0 1" });
  assert.equal(timesAfter(blackFirst, 1).black, 90);
});

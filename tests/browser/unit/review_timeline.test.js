// The timeline of a review: its two axes, its lanes, and how one goes along it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { StopAxis, TimeAxis } from "../../../web/arbiter/review/model/axis.js";
import { lanes } from "../../../web/arbiter/review/model/lanes.js";
import { countOfMove } from "../../../web/arbiter/review/model/named.js";
import { Cursor } from "../../../web/arbiter/review/model/player.js";
import { States } from "../../../web/arbiter/review/model/states.js";
import { Story } from "../../../web/arbiter/review/model/story.js";
import { longReview, story } from "../lib/made_review.js";

test("times without data are told with their reason, and never bridged", () => {
  const { gaps } = story([[1000, 1, "link", "down"], [4000, 1, "link", "live"], [5000, 1, "gap", 4000], [500, 1, "link", "doubtful"]], {});
  assert.deepEqual(gaps, [{ from: 2000, until: 6000, link: "down" }, { from: 7000, until: 11_000, link: "gap" }]);
  const unread = story([[1000, 1, "press", "white"]], { link: "waking" });
  assert.deepEqual(unread.gaps, [{ from: 1000, until: 2000, link: "waking" }]);
});

test("the line of the link has holes where there are gaps, also where two overlap", () => {
  const told = story([[1000, 1, "link", "down"], [4000, 1, "link", "live"], [0, 1, "gap", 4500], [2000, 1, "square", "e2."]]);
  const { bars } = lanes(told, new TimeAxis(told)).link;
  const places = bars.map(({ of, from, until }) => `${of} ${from} ${until}`);
  assert.deepEqual(places, ["link 0 500", "gap 500 5000", "gap 1000 5000", "link 5000 7000"]);
});

test("idle time is cut, and every moment has one place on the axis and back", () => {
  const told = story([[500, 1, "square", "e2."], [400, 1, "square", "e4P"], [60_000, 1, "press", "white"], [9_000, 1, "square", "e7."]]);
  const axis = new TimeAxis(told);
  assert.deepEqual(axis.cuts, [{ at: 900 + 1000 + 750, ms: 58_000 }]);
  assert.equal(axis.length, 900 + 3500 + 9000);
  told.entries.forEach(({ at }, place) => {
    const moment = axis.moment(axis.of(place + 1, at));
    assert.deepEqual(moment, { at, count: place + 1 });
  });
  assert.deepEqual(axis.moment(-5), { at: 1000, count: 0 });
  const stops = new StopAxis(told);
  told.stops.forEach((place, n) => assert.deepEqual(stops.moment(n + 1), { at: told.entries[place].at, count: place + 1 }));
  assert.equal(stops.of(told.entries.length), told.stops.length);
});

test("one goes from stop to stop and back, and no further than the ends", () => {
  const long = new Story(longReview(600));
  const there = [];
  for (let count = long.stop(0, 1); count !== null; count = long.stop(count, 1)) there.push(count);
  assert.equal(there.length, long.stops.length);
  const back = [];
  for (let count = long.stop(long.entries.length + 1, -1); count !== null; count = long.stop(count, -1)) back.push(count);
  assert.deepEqual(back.reverse(), there);
});

test("a move is found by its number, of either side, and in a game that Black begins", () => {
  const told = longReview(120);
  const long = new Story(told);
  const san = (/** @type {string} */ text) => {
    const count = countOfMove(long, text);
    return count === null ? null : long.entries[count - 1].detail.ply;
  };
  assert.deepEqual(["3", "3.", "3...", "10...", "11", "0", "", "x", "3 ."].map(san), [5, 5, 6, 20, null, null, null, null, 5]);
  const black = new Story({ ...told, start: told.start.replace(" w ", " b "), plies: told.plies.map((node) => ({ ...node, by: node.by === "white" ? "black" : "white" })) });
  assert.equal(countOfMove(black, "1"), black.moves[0].place + 1);
  assert.equal(countOfMove(black, "1."), null, "White's first move is not in it");
});

test("a move that was believed with the one before it is found where it is told itself", () => {
  const two = story([
    [100, 1, "line", [0, [0, 1]]], [0, 0, "concluded", { what: "played", ply: 1, state: "provisional" }], [0, 0, "concluded", { what: "played", ply: 2, state: "provisional" }],
    [900, 1, "concluded", { what: "state", ply: 2, state: "completed" }],
  ], { plies: longReview(120).plies.slice(0, 2), line: [0, 1] });
  assert.deepEqual(two.moves.map(({ place }) => place), [1, 2]);
});

test("playing loops within a selection, stops at the end, and goes as fast as it is told", () => {
  const long = new Story(longReview(60));
  const cursor = new Cursor(new TimeAxis(long));
  cursor.toPlace(5000);
  cursor.select(0);
  cursor.toPlace(6000);
  cursor.select(1);
  cursor.toPlace(5000);
  cursor.toggle();
  cursor.pass(900);
  assert.equal(Math.round(cursor.place), 5900);
  cursor.pass(200);
  assert.equal(Math.round(cursor.place), 5000, "it begins anew");
  cursor.selection = [null, null];
  cursor.speed = 8;
  cursor.pass(100);
  assert.equal(Math.round(cursor.place), 5800);
  cursor.pass(1e9);
  assert.deepEqual([cursor.isPlaying, cursor.count], [false, 60]);
  cursor.toPlace(100);
  cursor.select(1);
  assert.deepEqual(cursor.selection, [null, 100]);
  cursor.toPlace(200);
  cursor.select(0);
  assert.deepEqual(cursor.selection, [200, null], "an end behind the beginning is dropped");
  cursor.mark();
  assert.deepEqual(cursor.marks.length, 1);
  cursor.mark();
  assert.deepEqual(cursor.marks.length, 0);
  const before = cursor.count;
  cursor.take(new StopAxis(long));
  assert.equal(cursor.count, before, "another axis is the same moment");
});

test("slow playing over stops gets from each to the next", () => {
  const long = new Story(longReview(60));
  const cursor = new Cursor(new StopAxis(long));
  cursor.speed = 0.1;
  cursor.toggle();
  for (let n = 0; n < 200; n += 1) cursor.pass(16);
  assert.equal(cursor.count, long.stops[0] + 1, "3.2 s at a tenth of four stops a second");
});

test("every lane has what the log has", () => {
  const node = (/** @type {any} */ rest) => ({ ply: 1, by: "white", uci: "e2e4", san: "e4", fen: "8/8/8/8/8/8/8/8 b - - 0 1", touched_ms: 1500, made_ms: 1900, state: "final", reason: "press", ...rest });
  const told = story([
    [500, 1, "square", "e2."], [400, 1, "square", "e4P"], [0, 1, "line", [0, [0]]],
    [0, 1, "concluded", { what: "ply", ply: 1, move: "e2e4", state: "provisional", reason: "leading", weighed: [{ points: 0 }, { points: 3 }, { points: 27 }] }],
    [100, 1, "press", "white"], [0, 1, "line", [0, [1]]], [0, 1, "incident", 4], [10, 1, "said", 0],
  ], { plies: [node({}), node({ irregular: true, uci: "!e2e5" })], line: [1], incidents: [{ no: 4, kind: "violation" }], said: [{ t_ms: 1, command: {} }] });
  const { sensors, moves, clock, incidents, people, link } = lanes(told, new TimeAxis(told));
  assert.deepEqual(sensors.points.map(({ of, by }) => `${of} ${by}`), ["lift white", "place white"]);
  assert.deepEqual(moves.bars.map(({ of }) => of), ["superseded", "irregular"]);
  assert.deepEqual(moves.points.map(({ of, by }) => [of, by]), [["rivals", "1"]], "27 points are no alternative");
  assert.deepEqual(clock.points.map(({ of, by }) => `${of} ${by}`), ["press white"]);
  assert.deepEqual([incidents.points[0].of, people.points.length, link.bars.length], ["violation", 1, 1]);
});

test("a game in which nothing happened yet has one moment", () => {
  const empty = story([], { squares: null, link: "down" });
  for (const axis of [new TimeAxis(empty), new StopAxis(empty)]) {
    const cursor = new Cursor(axis);
    cursor.toPlace(1);
    cursor.toggle();
    cursor.pass(10_000);
    assert.deepEqual([cursor.count, cursor.isPlaying, empty.stop(0, 1), empty.stop(0, -1)], [0, false, null, null]);
    assert.equal(lanes(empty, axis).sensors.points.length, 0);
  }
  assert.equal(new States(empty).after(0).squares, null);
});

// The review of a game: what it shows at any moment follows from the log alone, however the moment was reached.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EVERY, States, differing, fenOf, lettersOf, openOrder } from "../../../web/arbiter/review/model/states.js";
import { Story } from "../../../web/arbiter/review/model/story.js";
import { ARRAY, longReview, review, story } from "../lib/made_review.js";

/** @param {States} states @param {number} count */
const shown = (states, count) => states.after(count).touches.map(({ square, piece, order, aloft }) => `${order}${piece}${square}${aloft ? "^" : ""}`).join(" ");

test("squares, position and line after any entry are those of all entries before it", () => {
  const long = new Story(longReview(1000));
  const states = new States(long);
  const squares = [...ARRAY];
  /** @type {number[]} */
  let line = [];
  long.entries.forEach(({ kind, detail }, place) => {
    if (kind === "square") squares[(Number(detail[1]) - 1) * 8 + detail.charCodeAt(0) - 97] = detail.slice(2);
    if (kind === "line") line = [...line.slice(0, detail[0]), ...detail[1]];
    const state = states.after(place + 1);
    assert.equal(state.squares?.join(""), squares.join(""), String(place));
    assert.deepEqual(state.line, line);
  });
  assert.equal(states.kept.length, Math.ceil(1000 / EVERY));
  assert.equal(differing(states.after(996).squares, states.fen(states.after(996))).length, 0, "after each move both agree");
  assert.equal(states.after(0).squares?.join(""), ARRAY);
});

test("a state that was asked for is nobody's to change", () => {
  const states = new States(new Story(longReview(400)));
  const state = states.after(300);
  const before = JSON.stringify(states.after(350));
  state.squares?.fill("Q");
  state.line.length = 0;
  state.touches.push({ square: 0, piece: "Q", order: 9, at: 0, aloft: true });
  assert.equal(JSON.stringify(states.after(350)), before);
});

test("lifted pieces are numbered in the order of their touch, and stay in the air until they come down", () => {
  const states = new States(story([
    [500, 1, "square", "g1."], [900, 1, "square", "g1N"], [500, 1, "square", "f1."], [600, 1, "square", "d7."], [500, 1, "square", "b4B"],
    [300, 1, "press", "white"], [400, 1, "square", "d7p"], [700, 1, "square", "e7."],
  ]));
  assert.equal(shown(states, 1), "1N6^");
  assert.equal(shown(states, 2), "1N6", "it was put back, and was touched all the same");
  assert.equal(shown(states, 4), "1N6 2B5^ 3p51^");
  assert.equal(shown(states, 5), "1N6 2B5 3p51^");
  assert.equal(shown(states, 6), "1N6 2B5 3p51^", "a press ends the player's touches, but they are still to be seen");
  assert.equal(shown(states, 7), "1p51", "what was in the air is the first of the next player's");
  assert.equal(shown(states, 8), "1p51 2p52^");
});

test("one scan may tell of the square that was reached before the one that was left, a later one may not", () => {
  const near = new States(story([[500, 1, "square", "e4P"], [37, 1, "square", "e2."]]));
  assert.equal(shown(near, 2), "1P12");
  const far = new States(story([[500, 1, "square", "e4P"], [900, 1, "square", "e2."]]));
  assert.equal(shown(far, 2), "1P12^");
});

test("two touches closer than the error of their times have no order", () => {
  const { touches } = new States(story([[500, 1, "square", "e1."], [100, 1, "square", "h1."], [900, 1, "square", "a1."]])).after(3);
  assert.deepEqual(openOrder(touches, 232).map(({ square }) => square), [4, 7]);
});

test("a board that knows no pieces names none, and agrees where something stands", () => {
  const squares = [...ARRAY].map((sign) => (sign === "." ? "." : "x"));
  assert.deepEqual(differing(squares, review([]).start), []);
  squares[12] = ".";
  squares[28] = "x";
  assert.deepEqual(differing(squares, review([]).start), [12, 28]);
  assert.equal(fenOf(squares), "8/8/8/8/8/8/8/8");
  assert.deepEqual(differing(null, review([]).start), [], "nothing is said of a board that was not read");
  assert.equal(lettersOf(review([]).start).join(""), ARRAY);
});

test("after a gap the whole board is read, and nothing of it is a touch", () => {
  const states = new States(story([[500, 1, "square", "e2."], [9000, 1, "gap", 8000], [0, 1, "reading", ARRAY.replace("P", ".")]]));
  assert.equal(shown(states, 1), "1P12^");
  assert.equal(shown(states, 3), "");
  assert.equal(states.after(3).squares?.[8], ".");
});

test("a clock is known as long as it was read, and then stops being known", () => {
  const states = new States(story([[1000, 1, "clock", [60_000, 90_000, "white", 5000]], [60_000, 1, "press", "white"]]));
  assert.deepEqual(states.clock(1500), null);
  assert.deepEqual(states.clock(2000), { white: 60_000, black: 90_000, running: "white", silent: 0, isKnown: true });
  assert.equal(states.clock(4500)?.white, 57_500);
  assert.deepEqual(states.clock(9000), { white: 55_000, black: 90_000, running: "white", silent: 2000, isKnown: true });
  const lost = states.clock(30_000);
  assert.deepEqual([lost?.white, lost?.silent, lost?.isKnown], [55_000, 23_000, false], "it is not counted on");
});

test("ten thousand entries are few steps from any state that is kept", () => {
  const states = new States(new Story(longReview(10_000)));
  assert.equal(states.kept.length, 50);
  const { squares, line } = states.after(9_999);
  assert.equal(squares?.length, 64);
  assert.equal(line.length, 1666);
});

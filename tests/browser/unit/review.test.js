// The review of a game: what it shows at any moment follows from the log alone, however the moment was reached.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { ARRAY, longReview, review } from "../lib/made_review.js";

Object.assign(globalThis, { document: { documentElement: {}, querySelectorAll: () => [] } });
const { StopAxis, TimeAxis } = await import("../../../web/arbiter/review/model/axis.js");
const { lanes } = await import("../../../web/arbiter/review/model/lanes.js");
const { countOfMove } = await import("../../../web/arbiter/review/model/named.js");
const { Cursor } = await import("../../../web/arbiter/review/model/player.js");
const { EVERY, States, differing, fenOf, lettersOf, openOrder } = await import("../../../web/arbiter/review/model/states.js");
const { Story } = await import("../../../web/arbiter/review/model/story.js");
const { durationText, sentence } = await import("../../../web/arbiter/review/sentences.js");
const { WORDS } = await import("../../../web/arbiter/review/words.js");
const { speak } = await import("../../../web/arbiter/words.js");

/** @param {[number, number, string, any][]} log @param {any} [rest] */
const story = (log, rest) => new Story(review(log, rest));
/** @param {InstanceType<typeof States>} states @param {number} count */
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

test("a clock is known as long as it was read, and then stops being known", () => {
  const states = new States(story([[1000, 1, "clock", [60_000, 90_000, "white", 5000]], [60_000, 1, "press", "white"]]));
  assert.deepEqual(states.clock(1500), null);
  assert.deepEqual(states.clock(2000), { white: 60_000, black: 90_000, running: "white", silent: 0, isKnown: true });
  assert.equal(states.clock(4500)?.white, 57_500);
  assert.deepEqual(states.clock(9000), { white: 55_000, black: 90_000, running: "white", silent: 2000, isKnown: true });
  const lost = states.clock(30_000);
  assert.deepEqual([lost?.white, lost?.silent, lost?.isKnown], [55_000, 23_000, false], "it is not counted on");
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

test("ten thousand entries are few steps from any state that is kept", () => {
  const states = new States(new Story(longReview(10_000)));
  assert.equal(states.kept.length, 50);
  const { squares, line } = states.after(9_999);
  assert.equal(squares?.length, 64);
  assert.equal(line.length, 1666);
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

test("each entry is a sentence in each language", () => {
  const told = story([
    [0, 1, "square", "e2."], [0, 1, "square", "e4P"], [0, 1, "reading", ARRAY], [0, 1, "press", "white"], [0, 1, "flag", "black"], [0, 1, "gap", 2400], [0, 1, "link", "down"],
    [0, 1, "turned", null], [0, 1, "sides-unknown", null], [0, 1, "marker", "e4 1-0"], [0, 1, "started", null], [0, 1, "line", [0, []]],
    ...["began", "superseded", "asked", "answered", "irregular", "press-without-move", "proposed", "proposal-withdrawn", "result", "wrong-setup", "joined-midgame", "put-right", "position-needed"]
      .map((what) => /** @type {[number, number, string, any]} */ ([0, 1, "concluded", { what, ply: 1, by: "white", among: [], state: "1-0" }])),
    ...["restored", "stands"].map((state) => /** @type {[number, number, string, any]} */ ([0, 1, "concluded", { what: "irregular-closed", ply: 1, state }])),
    ...["leading", "press", "quiet", "opponent-touched", "next-move", "only-explanation", "operator"].flatMap((reason) => ["provisional", "final", "completed"]
      .map((state) => /** @type {[number, number, string, any]} */ ([0, 1, "concluded", { what: "ply", ply: 1, move: "e2e4", state, reason }]))),
  ]);
  for (const tongue of ["en", "pl", "ru"]) {
    speak(tongue);
    told.entries.forEach((entry, place) => {
      const said = sentence(told, place, "P");
      assert.doesNotMatch(said, /undefined|\{\d\}|because-|link-|irregular-/, said);
      const words = said.replace(/\d\.+|e2e4|\b[a-h][1-8]\b|1-0/g, "");
      if (tongue === "ru") assert.doesNotMatch(words, /[a-z]{2}/i, said);
      else assert.doesNotMatch(words, /[а-яё]/i, said);
    });
  }
  speak("en");
  assert.equal(sentence(told, 0, "P"), "white pawn lifted from e2");
  assert.equal(durationText(2440), "2.4 s");
});

test("every word that the page says is there, in three languages", () => {
  const folder = new URL("../../../web/arbiter/review/", import.meta.url);
  const sources = readdirSync(folder, { recursive: true }).map(String).filter((name) => /\.(js|html)$/.test(name) && !name.startsWith("words")).map((name) => readFileSync(new URL(name, folder), "utf8"));
  const said = sources.flatMap((text) => [...text.matchAll(/(?:say|labelled)\("([^"`]+)"|data-say="([^"$]+)"|\["[^"]+", "(key\w+)"\]/g)].map(([, ...keys]) => keys.find(Boolean) ?? ""));
  assert.ok(said.length > 60, String(said.length));
  for (const key of said) assert.ok(WORDS[key], key);
  for (const [key, words] of Object.entries(WORDS)) {
    const [english, polish, russian] = words;
    const places = words.map((text) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort().join());
    assert.equal(new Set(places).size, 1, `${key} has other places in another language`);
    assert.doesNotMatch(russian.replace(/\{\d\}|review\/\?table=1&game=1|FEN/g, ""), /[a-z]/i, `${key} is not all Russian`);
    assert.doesNotMatch(polish, /[а-яё]/i, key);
    if (/[a-z]{4}/i.test(english.replace(/\{\d\}/g, ""))) assert.notEqual(english, polish, key);
  }
});

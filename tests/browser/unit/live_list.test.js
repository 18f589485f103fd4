// The list of the page of spectators: what a search finds, who is followed, what changed while nobody looked, where files are.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changes } from "../../../web/live/list/away.js";
import { EUROPE, OVERSEAS } from "../../../web/live/list/flag_shapes.js";
import { flagPicture, flagShapes } from "../../../web/live/list/flags.js";
import { finds, folded, ordered } from "../../../web/live/list/search.js";
import { Settings, choiceOf } from "../../../web/live/choices/settings.js";
import { embedding, files } from "../../../web/live/table/games.js";

/** @typedef {import("../../../web/shared/wire.js").TableView} TableView */

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** @param {number} number @param {Partial<TableView>} [more] @returns {TableView} */
const table = (number, more = {}) => ({
  table: number, game: 1, rev: 1, white: { name: "Łukasiewicz, Przemysław", title: "GM", federation: "POL" }, black: { name: "Sørensen, Åse", team: "Bergen" },
  start: START, moves: [], clock: null, result: "*", link: { state: "live" }, ...more,
});
const plies = (/** @type {number} */ count) => Array.from({ length: count }, () => ({ san: "e4", uci: "e2e4", fen: START }));

test("a search finds names without their marks, titles, federations, teams and table numbers", () => {
  const one = table(12);
  for (const search of ["", "luka", "Łuk", "sorensen", "ase", "gm pol", "bergen", "12", "12 luk", " LUKASIEWICZ,  prz "]) assert.ok(finds(one, search), search);
  for (const search of ["1", "2", "ukasiewicz", "luk kim", "fm", "122"]) assert.ok(!finds(one, search), search);
  assert.equal(folded("  Петрова-Ёлкина,  Åse "), "петрова елкина ase");
  // Letters that look like patterns are letters.
  assert.ok(!finds(one, ".*") || folded(".*") === "*");
  assert.ok(!finds(one, "(("));
});

test("tables of followed players come first, each in the order of its number", () => {
  const all = [3, 1, 2].map((number) => table(number, number === 3 ? { black: { name: "Kim, Jun" } } : {}));
  assert.deepEqual(ordered(all, "", (name) => name === "Kim, Jun").map((it) => it.table), [3, 1, 2]);
  assert.deepEqual(ordered(all, "kim", () => false).map((it) => it.table), [3]);
});

test("a choice is read out of whatever was stored", () => {
  for (const text of [null, "", "null", "7", "[]", "{", "\"a\"", "{\"followed\":7,\"letters\":\"x\",\"language\":1,\"results\":\"no\"}"]) {
    assert.deepEqual(choiceOf(text), { followed: [], language: "", letters: "figurines", results: true, keys: true, spoken: false }, String(text));
  }
  assert.deepEqual(choiceOf(JSON.stringify({ followed: ["A", 7, "B"] })).followed, ["A", "B"]);
  assert.equal(choiceOf(JSON.stringify({ followed: Array.from({ length: 5000 }, String) })).followed.length, 200);
});

test("players are followed and kept, also where storage is full or forbidden", () => {
  let kept = "";
  const storage = { getItem: () => kept, setItem: (/** @type {string} */ _, /** @type {string} */ text) => void (kept = text) };
  const settings = new Settings(storage);
  settings.follow("Kim, Jun");
  assert.ok(new Settings(storage).follows("Kim, Jun"));
  settings.follow("Kim, Jun");
  assert.ok(!new Settings(storage).follows("Kim, Jun"));
  assert.ok(!settings.follows(""), "nobody has no name");
  const full = new Settings({ getItem: () => null, setItem: () => { throw new Error("full"); } });
  full.follow("A");
  assert.ok(full.follows("A"));
  assert.ok(!new Settings(null).follows("A"));
});

test("who comes back hears of results first, then of followed players, then of games that began", () => {
  const before = new Map([table(1), table(2, { moves: plies(4) }), table(3, { moves: plies(9) }), table(4, { moves: plies(2) })].map((it) => [it.table, it]));
  const now = [
    table(1, { moves: plies(3) }), table(2, { moves: plies(6), white: { name: "Kim, Jun" } }), table(3, { moves: plies(9), result: "1-0" }),
    table(4, { moves: plies(8) }), table(5, { result: "1-0" }),
  ];
  const news = changes(before, now, (name) => name === "Kim, Jun");
  assert.deepEqual(news.map(({ table, kind, plies }) => [table.table, kind, plies]), [[3, "result", 0], [2, "moves", 2], [1, "begun", 3]]);
});

test("who wants no results hears of none on coming back", () => {
  const before = new Map([[1, table(1, { moves: plies(9) })]]);
  assert.deepEqual(changes(before, [table(1, { over: true })], () => true), []);
});

test("a new game on a table is news of its own, and a score that has no token is a result", () => {
  const before = new Map([[1, table(1, { moves: plies(80), result: "1-0" })], [2, table(2, { moves: plies(3) })]]);
  const news = changes(before, [table(1, { game: 2, moves: plies(2) }), table(2, { moves: plies(3), score: "0-0" })], () => false);
  assert.deepEqual(news.map(({ table, kind }) => [table.table, kind]), [[2, "result"], [1, "begun"]]);
});

test("a flag is drawn for a federation that is known, from numbers alone, and for nothing else", () => {
  assert.deepEqual(flagShapes("POL"), [
    ["rect", { fill: "#fff", x: 0, y: 0, width: 30, height: 20 }], ["rect", { fill: "#d14", x: 0, y: 10, width: 30, height: 10 }],
  ]);
  const known = [EUROPE, OVERSEAS].flatMap(Object.keys);
  assert.equal(new Set(known).size, known.length, "drawn twice");
  assert.equal(known.length, 208);
  for (const federation of known) {
    assert.match(federation, /^[A-Z]{3}$/);
    const shapes = flagShapes(federation);
    assert.ok(shapes.length > 1, federation);
    for (const [tag, attributes] of shapes) {
      assert.match(tag, /^(rect|circle|polygon|polyline|path)$/, federation);
      for (const [name, value] of Object.entries(attributes)) {
        const form = /^(fill|stroke)$/.test(name) ? /^(none|#[0-9a-f]{3})$/ : name === "transform" ? /^rotate\([-\d. ]+\)$/ : /^[-\d.,MA ]+$/;
        assert.match(String(value), form, `${federation} ${tag} ${name}`);
      }
    }
  }
  for (const odd of ["", "XXX", "FID", "constructor", "__proto__", "pol", "url(//x)"]) assert.equal(flagPicture(odd), null);
});

test("the horns of a crescent point to the fly, and a bar that rises does so to the fly", () => {
  const of = (/** @type {string} */ federation, /** @type {string} */ tag) => flagShapes(federation).filter(([name]) => name === tag).map(([, it]) => it);
  // From the upper horn round by the mast to the lower one.
  assert.match(String(of("TUR", "path")[0].d), /^M15\.11 .*A5 5 0 1 0 .*A4 4 0 1 1 /);
  assert.match(String(of("TAN", "polygon").at(-1)?.points), /^0,20 /);
  assert.match(String(of("TTO", "polygon").at(-1)?.points), /^0,0 /);
});

test("the files of a game are those of its round and board, without results where they are not wanted", () => {
  const boards = [{ board: 4, table: 12, game: 2, result: "*" }];
  const rounds = /** @type {any} */ ({ event: "", site: "", tournaments: [{ key: "A/1", name: "", rounds_planned: 5, rounds: [{ round: 3, date: "", ended: false, boards, unpaired: [] }] }] });
  assert.deepEqual(files(rounds, 12, 2, true), {
    game: "tournaments/A%2F1/round-3/game-4.pgn", round: "tournaments/A%2F1/round-3/games.pgn", sheet: "rounds#A%2F1/3",
  });
  assert.equal(files(rounds, 12, 2, false).game, "tournaments/A%2F1/round-3/game-4.pgn?results=no");
  assert.deepEqual(files(rounds, 12, 1, true), { game: "", round: "games.pgn", sheet: "" }, "an older game of the table has another board");
  assert.deepEqual(files(null, 12, 1, false), { game: "", round: "games.pgn?results=no", sheet: "" });
  assert.match(embedding("https://hall.example", 12), /^<iframe src="https:\/\/hall\.example\/embed\?table=12"/);
});

// Standings, crosstable and players as a spectator's page makes them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { playersOf } from "../../../web/live/results/players.js";
import { gamesOf, scored } from "../../../web/live/results/tables.js";
import { OWN } from "../../../web/live/results/words.js";

test("a cell of the crosstable is read: against whom, with which colour, and what it gave", () => {
  assert.deepEqual(gamesOf("12w½"), [{ number: "12", colour: "w", result: "½" }]);
  assert.deepEqual(gamesOf("w1 b*"), [{ number: "", colour: "w", result: "1" }, { number: "", colour: "b", result: "" }], "a game that goes on has no result");
  assert.deepEqual(gamesOf("7b-"), [{ number: "7", colour: "b", result: "−" }]);
  assert.deepEqual(gamesOf("+"), [{ number: "", colour: "", result: "+" }], "no game");
  assert.deepEqual(gamesOf(""), []);
});

test("each side of a result is that side's score", () => {
  assert.deepEqual([scored("1-0", 0), scored("1-0", 1), scored("1/2-0", 0), scored("+/-", 1), scored("*", 0)], ["1", "0", "½", "−", ""]);
});

test("a player's games are found in all rounds, also those that were none", () => {
  const [a, b, c] = ["A", "B", "C"].map((name) => ({ name }));
  const rounds = [
    { round: 1, date: "", ended: true, boards: [{ board: 1, white: a, black: b, result: "1-0" }], unpaired: [[c, "pairing-bye"]] },
    { round: 2, date: "", ended: false, boards: [{ board: 1, white: c, black: a, result: "*" }], unpaired: [] },
  ];
  const players = playersOf(/** @type {any} */ ({ rounds }));
  assert.deepEqual([...players.keys()].sort(), ["A", "B", "C"]);
  const games = (/** @type {string} */ name) => players.get(name)?.games.map(({ round, side, other, score, why }) => [round, side, other?.name, score, why]);
  assert.deepEqual(games("A"), [[1, 0, "B", "1", undefined], [2, 1, "C", "", undefined]]);
  assert.equal(games("C")?.[0].at(-1), "pairing-bye");
});

test("the page of results has its own words in six languages", () => {
  for (const [key, words] of Object.entries(OWN)) {
    assert.equal(words.length, 6, key);
    const places = words.map((text) => (text.match(/\{\d\}/g) ?? []).sort().join());
    assert.equal(new Set(places).size, 1, key);
  }
});

// A mated side is never shown to move.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { timesAt } from "../../../web/shared/game/clock.js";
import { isMate, isOver } from "../../../web/shared/game/over.js";
import { cardWords } from "../../../web/live/speech/say.js";
import { speak } from "../../../web/live/speech/words.js";

/** @typedef {import("../../../web/shared/wire.js").TableView} TableView */

const MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const mate = { san: "Qh4#", uci: "d8h4", fen: MATED, check: true };

/** A game in which White is mated, and White's clock still runs. @param {Partial<TableView>} more @returns {TableView} */
const table = (more = {}) => ({
  table: 3, game: 1, rev: 1, white: { name: "A" }, black: { name: "B" }, start: "8/8/8/8/8/8/8/8 w - - 0 1", moves: [mate],
  clock: { white_ms: 60_000, black_ms: 90_000, running: "white", read_ms: 1000 }, result: "*", link: { state: "live" }, ...more,
});

test("mate ends a game before anybody has confirmed its result", () => {
  assert.equal(isOver(table()), true);
  assert.equal(isOver(table({ moves: [{ ...mate, san: "Qh4+" }] })), false);
  assert.equal(isOver(table({ moves: [] })), false);
  assert.equal(isOver(table({ moves: [], result: "1-0" })), true);
  assert.equal(isOver(table({ moves: [], score: "0-0" })), true);
  assert.equal(isMate(null), false);
});

test("the clock of a mated side does not run and is not said to", () => {
  assert.deepEqual(timesAt(table(), 31_000), { white: 60_000, black: 90_000, running: null, held: false });
  assert.equal(timesAt(table({ moves: [] }), 31_000).running, "white");
  speak("en", JSON.parse(readFileSync(new URL("../../../web/live/words/en.json", import.meta.url), "utf8")));
  assert.match(cardWords(table()), /checkmate/);
  assert.doesNotMatch(cardWords(table()), /to move/);
});

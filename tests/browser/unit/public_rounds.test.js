// Which round the public page shows, and the words and results that everybody reads.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, chosen, tieBreakNote } from "../../../web/rounds/choice.js";
import { sheetPath } from "../../../web/rounds/sheet.js";
import { WORDS } from "../../../web/rounds/words.js";
import { LANGUAGES, ROUNDS_WORDS, resultText, said, spoken } from "../../../web/shared/rounds_words.js";

test("the public page shows the round of its address, or the last that has begun", () => {
  const round = (/** @type {number} */ number) => ({ round: number, date: "", ended: true, boards: [], unpaired: [] });
  const standings = { after: 0, complete: true, tie_breaks: [], rows: [] };
  const tournament = (/** @type {string} */ key, /** @type {number[]} */ begun) => ({ key, name: key, rounds_planned: 0, rounds: begun.map(round), standings });
  const rounds = { event: "", site: "", tournaments: [tournament("A", []), tournament("B", [1, 2]), tournament("C", [1])] };
  const shown = (/** @type {string} */ hash) => {
    const { tournament, round } = chosen(rounds, hash);
    return [tournament?.key, round?.round];
  };
  assert.deepEqual(["", "#C", "#B/1", "#B/9", "#A/1", "#<b>"].map(shown), [["B", 2], ["C", 1], ["B", 1], ["B", 2], ["B", 2], ["B", 2]]);
  assert.deepEqual(chosen({ event: "", site: "", tournaments: [] }, "#B"), { tournament: null, round: null, corrected: true });
  // An address that names a round shows it as it was signed, for good; without a round the page shows what counts now.
  const version = (/** @type {string} */ hash) => chosen(rounds, hash).corrected;
  assert.deepEqual(["", "#B", "#B/1", "#B/1/corrected", "#B/9", "#A/1"].map(version), [true, true, false, true, true, true]);
  for (const corrected of [false, true]) {
    const { tournament, round, corrected: shown } = chosen(rounds, address("B", 1, corrected));
    assert.deepEqual([tournament?.key, round?.round, shown], ["B", 1, corrected]);
  }
});

test("a deciding game keeps its result, and says who wins the tie-break", () => {
  const note = (/** @type {Partial<import("../../../web/rounds/choice.js").PublicBoard>} */ board) => tieBreakNote({ board: 1, result: "*", ...board });
  assert.equal(note({}), "");
  assert.equal(note({ result: "1/2-1/2" }), "");
  assert.equal(note({ armageddon: true }), "drawWinsForBlack");
  assert.equal(note({ armageddon: true, result: "1/2-1/2", tie_break_winner: "black" }), "blackWinsTieBreak");
  assert.equal(note({ armageddon: true, result: "0-1", tie_break_winner: "black" }), "");
  assert.equal(note({ armageddon: true, result: "1-0", tie_break_winner: "white" }), "");
  for (const key of ["drawWinsForBlack", "blackWinsTieBreak", "teamsAfter"]) assert.equal(WORDS[key].length, LANGUAGES.length);
});

test("each paper of a round has an address", () => {
  assert.equal(sheetPath("A", 3, false, "standings"), "api/v1/tournaments/A/rounds/3/standings");
  assert.equal(sheetPath("A", 3, true, "crosstable.csv"), "api/v1/tournaments/A/rounds/3/crosstable.csv?corrected=true");
});

test("results and words are written in each language", () => {
  assert.deepEqual(["1-0", "1/2-1/2", "-/+", "*", "1/2-0", undefined].map(resultText), ["1–0", "½–½", "−/+", "", "½–0", ""]);
  assert.deepEqual([spoken("pl-PL"), spoken("RU"), spoken("de-AT"), spoken("it"), spoken(null)], ["pl", "ru", "de", "en", "en"]);
  assert.equal(said(ROUNDS_WORDS, "pl", "round", ["$&"]), "Runda $&");
  assert.equal(said(ROUNDS_WORDS, "en", "constructor", []), "constructor");
  for (const [key, words] of Object.entries(ROUNDS_WORDS)) assert.ok(words.length === LANGUAGES.length && words.every(Boolean), key);
});

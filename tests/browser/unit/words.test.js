// Moves, tables and results in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useNotation, written } from "../../../web/shared/game/notation.js";
import { cardWords, moveWords, plyText, resultWords, score } from "../../../web/hall/say.js";

test("a move in words", () => {
  for (const [san, words] of [
    ["e4", "e4"], ["exd5", "e takes d5"], ["Nf3", "knight f3"], ["Nbd2+", "knight b d2, check"], ["R1xa3", "rook 1 takes a3"],
    ["O-O", "castling king side"], ["O-O-O#", "castling queen side, checkmate"], ["exd8=N", "e takes d8 becomes knight"],
    ["Qh4#", "queen h4, checkmate"], ["??", "??"], ["f1-b4", "from f1 to b4"], ["e5-c8+", "from e5 to c8, check"],
    ["--", "a move between unknown squares"],
  ]) assert.equal(moveWords(san), words);
});

test("a move in the letters of a language", () => {
  for (const [notation, texts] of /** @type {const} */ ([
    ["english", ["Nf3", "O-O+", "e8=Q#", "exd5"]], ["polish", ["Sf3", "0-0+", "e8=H#", "exd5"]],
    ["russian", ["Кf3", "0-0+", "e8=Ф#", "exd5"]], ["figurine", ["♘f3", "0-0+", "e8=♕#", "exd5"]],
  ])) assert.deepEqual(["Nf3", "O-O+", "e8=Q#", "exd5"].map((san) => written(san, notation)), texts);
  useNotation("klingon");
  assert.equal(written("Bb5"), "Bb5");
  useNotation("polish");
  assert.equal(written("Bb5"), "Gb5");
  useNotation(null);
});

test("a table in one breath", () => {
  const table = /** @type {import("../../../web/shared/wire.js").TableView} */ ({
    table: 3, game: 1, rev: 1, white: { name: "Muster, Anna", title: "GM" }, black: { name: "BYE" },
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    moves: [{ san: "e4", uci: "e2e4", fen: "" }, { san: "Nf6", uci: "g8f6", fen: "" }],
    clock: null, result: "1/2-1/2", link: { state: "lost", since_ms: 0 },
  });
  assert.equal(cardWords(table), "Table 3: GM Muster, Anna, White, against BYE, Black. Move 1, Black played knight f6. "
    + "The game was drawn. Link to the board lost.");
  assert.equal(plyText(table, 2), "1… Nf6");
  const moves = [{ san: "f1-b4", uci: "f1b4", fen: "", irregular: true }, table.moves[1]];
  assert.match(cardWords({ ...table, moves: moves.slice(0, 1) }), /Move 1, White played from f1 to b4, not a legal move\./);
  assert.equal(plyText({ ...table, moves }, 1), "1. f1-b4");
  assert.doesNotMatch(cardWords({ ...table, moves }), /legal/);
  assert.equal(plyText({ ...table, start: "8/8/8/8/8/8/8/8 b - - 0 40" }, 2), "41. Nf6");
});

test("every result has a score for each side", () => {
  assert.deepEqual(["1-0", "0-1", "1/2-1/2", "*", "0-0", "1/2-0"].map((r) => [score(r, "white"), score(r, "black")]),
    [["1", "0"], ["0", "1"], ["½", "½"], [null, null], ["0", "0"], ["½", "0"]]);
  assert.equal(resultWords("*"), "");
  assert.equal(resultWords("0-0"), "Result 0-0.");
});

// Plies and results in short, in the letters of a language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useNotation, written } from "../../../web/shared/game/notation.js";
import { playerName, plyOf, plyText, score } from "../../../web/shared/game/plies.js";

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

test("a ply has its number and its side, wherever the game began", () => {
  const table = /** @type {import("../../../web/shared/wire.js").TableView} */ ({
    table: 3, game: 1, rev: 1, white: { name: "Muster, Anna", title: "GM" }, black: { name: "" },
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    moves: [{ san: "f1-b4", uci: "f1b4", fen: "", irregular: true }, { san: "Nf6", uci: "g8f6", fen: "" }],
    clock: null, result: "*", link: { state: "live" },
  });
  assert.deepEqual([plyText(table, 1), plyText(table, 2)], ["1. f1-b4", "1… Nf6"]);
  assert.deepEqual(plyOf({ ...table, start: "8/8/8/8/8/8/8/8 b - - 0 40" }, 1), { number: 40, side: "black" });
  assert.equal(plyText({ ...table, start: "8/8/8/8/8/8/8/8 b - - 0 40" }, 2), "41. Nf6");
  assert.deepEqual([playerName(table.white), playerName(table.black)], ["GM Muster, Anna", "?"]);
});

test("every result has a score for each side", () => {
  assert.deepEqual(["1-0", "0-1", "1/2-1/2", "*", "0-0", "1/2-0", "+/-"].map((r) => [score(r, "white"), score(r, "black")]),
    [["1", "0"], ["0", "1"], ["½", "½"], [null, null], ["0", "0"], ["½", "0"], ["+", "−"]]);
});

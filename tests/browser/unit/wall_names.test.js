// Names that are shortened for a screen, and the start positions of Chess960.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstRank, startOf } from "../../../web/wall/chess960.js";
import { fitName, forms } from "../../../web/wall/names.js";

const wide = (/** @type {string} */ text) => [...new Intl.Segmenter().segment(text)].length;

test("a name is shortened by words, and a family's name is the last that stays", () => {
  assert.deepEqual(forms("Kowalska-Zielińska, Anna Maria"), ["Kowalska-Zielińska, Anna Maria", "Kowalska-Zielińska, Anna M.",
    "Kowalska-Zielińska, A. M.", "Kowalska-Zielińska, A.", "Kowalska-Zielińska"]);
  assert.deepEqual(forms("Anand"), ["Anand"]);
  assert.deepEqual(forms("Bye"), ["Bye"]);
  assert.deepEqual(forms(""), [""]);
  assert.equal(fitName("Nowak, Jan", 10, wide), "Nowak, Jan");
  assert.equal(fitName("Nowak, Jan", 9, wide), "Nowak, J.");
  assert.equal(fitName("Nowak, Jan", 5, wide), "Nowak");
});

test("no letter is cut, whatever it is written with", () => {
  for (const name of ["Nguyễn, Thị Ánh", "e\u0301".repeat(40), "महेश्वरी, अनुष्का", "عبد الرحمن الطويل جدا", "👩‍👩‍👧‍👦".repeat(12), "Wolfeschlegelsteinhausenbergerdorff"]) {
    for (let width = 1; width <= 30; width += 1) {
      const fitted = fitName(name, width, wide);
      assert.ok(wide(fitted) <= Math.max(width, 2), `${fitted} in ${width}`);
      const whole = fitted.replace(/…$/, "");
      const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
      for (const { segment } of new Intl.Segmenter().segment(whole)) assert.ok(segment === "." || letters.includes(segment), `${segment} of ${name}`);
    }
  }
});

test("there are 960 start positions: bishops on both colours, the king between the rooks, each once", () => {
  const all = new Set();
  for (let number = 0; number < 960; number += 1) {
    const rank = firstRank(number);
    assert.equal([...rank].sort().join(""), "BBKNNQRR", `${number}`);
    const at = (/** @type {string} */ piece) => [...rank].flatMap((one, file) => (one === piece ? [file] : []));
    assert.equal((at("B")[0] + at("B")[1]) % 2, 1, `${number}`);
    assert.ok(at("R")[0] < at("K")[0] && at("K")[0] < at("R")[1], `${number}`);
    all.add(rank);
  }
  assert.equal(all.size, 960);
  // Positions that are printed in tables of the numbering.
  for (const [number, rank] of /** @type {const} */ ([[0, "BBQNNRKR"], [518, "RNBQKBNR"], [959, "RKRNNQBB"]])) assert.equal(firstRank(number), rank);
  assert.equal(startOf(518), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
});

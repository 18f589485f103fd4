// How many boards beside and above each other, and how a position is read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { backoffMs } from "../../../web/shared/backoff.js";
import { placement, square, turn } from "../../../web/shared/board.js";
import { fit } from "../../../web/hall/grid.js";

const WIDTH = { stack: 1.05, bold: 1.05, tiny: 1.06, side: 1.72 };
const HEIGHT = { stack: 1.35, bold: 1.46, tiny: 1.54, side: 1.05 };

test("any number of boards fits any screen", () => {
  for (const [width, height] of [[1366, 690], [1920, 1000], [3840, 2000], [1080, 1800], [1024, 700], [700, 430]]) {
    for (let count = 1; count <= 100; count += 1) {
      const { shape, columns, rows, board, gap, gutter } = fit(count, width, height);
      const where = `${count} boards on ${width} x ${height}`;
      assert.notEqual(shape, "list", where);
      if (shape === "list") continue;
      assert.ok(columns * rows >= count, where);
      assert.ok(columns * (WIDTH[shape] + gutter) * board + (columns + 1) * gap <= width + 0.01, where);
      assert.ok(rows * HEIGHT[shape] * board + (rows + 1) * gap <= height + 0.01, where);
      assert.ok(board >= 30, where);
    }
  }
});

test("no other number of columns would give larger boards", () => {
  const { board, columns, rows } = fit(8, 1920, 1000);
  assert.deepEqual([columns, rows], [4, 2]);
  assert.ok(board > 330);
  assert.deepEqual([fit(1, 1920, 1000).shape, fit(2, 1920, 1000).shape], ["side", "bold"]);
});

test("a phone gets a list, and its boards nearly all of the width", () => {
  for (const width of [320, 360, 412]) {
    const { shape, board } = fit(8, width, 640);
    assert.equal(shape, "list");
    assert.ok(board >= width * 0.96 && board <= width);
  }
});

test("a position is read from its FEN", () => {
  const pieces = placement("r3k2r/8/8/8/4P3/8/8/4K3 b kq - 0 1");
  assert.deepEqual([...pieces].sort(), [[square("a8"), "bR"], [square("e8"), "bK"], [square("h8"), "bR"],
    [square("e4"), "wP"], [square("e1"), "wK"]].sort());
  assert.equal(turn("8/8/8/8/8/8/8/8 b - - 0 1"), "black");
});

test("waiting grows, is bounded, and is different for everybody", () => {
  assert.ok(backoffMs(0, 1) <= 700);
  assert.ok(backoffMs(50, 1) <= 8200);
  assert.ok(backoffMs(6, 0) < backoffMs(6, 0.5) && backoffMs(6, 0.5) < backoffMs(6, 1));
});

// How a position is read from its FEN.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placement, square, turn } from "../../../web/shared/board.js";

test("a position is read from its FEN", () => {
  const pieces = placement("r3k2r/8/8/8/4P3/8/8/4K3 b kq - 0 1");
  assert.deepEqual([...pieces].sort(), [[square("a8"), "bR"], [square("e8"), "bK"], [square("h8"), "bR"],
    [square("e4"), "wP"], [square("e1"), "wK"]].sort());
  assert.equal(turn("8/8/8/8/8/8/8/8 b - - 0 1"), "black");
});

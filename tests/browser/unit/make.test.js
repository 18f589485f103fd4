// What the arbiter's page makes of text that people wrote.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tame } from "../../../web/arbiter/make.js";

test("names and notes are words, and no orders to the page", () => {
  for (const name of ["Nowak, Anna", "Ødegård, Åse", "أحمد", "two\nlines\tand a tab", "♞ 👍"]) assert.equal(tame(name), name);
  assert.equal(tame("Eve\u202e evE\u2066"), "Eve\ufffd evE\ufffd");
  assert.equal(tame("a\u001b[2Jb\u0085c\u2028d"), "a\ufffd[2Jb\ufffdc\ufffdd");
});

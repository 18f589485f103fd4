// What counts as a flash, and what an eye tells apart without colour.

import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, cells, flashing, turns } from "../lib/seen.js";

/** @param {number[]} rgb */
const plain = (rgb) => ({ width: 16, height: 16, data: Uint8Array.from({ length: 16 * 16 * 4 }, (_, n) => [...rgb, 255][n % 4]) });
const [BLACK, WHITE, RED, GREEN] = [[0, 0, 0], [255, 255, 255], [200, 0, 0], [0, 112, 0]].map(plain);

test("a change to and fro is a flash, a small one or a slow drift is none", () => {
  assert.equal(turns([0, 1, 0, 1, 0]), 4);
  assert.equal(turns([0.2, 0.25, 0.2, 0.25]), 0, "less than a tenth");
  assert.equal(turns([0, 0.05, 0.1, 0.2, 0.6, 1]), 1, "one way");
  assert.equal(turns([0.85, 0.99, 0.85, 0.99]), 0, "both are bright");
});

test("four flashes in a second are too many, three are not, wherever the second begins", () => {
  const blinks = (/** @type {number} */ times) => Array.from({ length: 20 }, (_, n) => cells(n < 2 * times && n % 2 ? WHITE : BLACK));
  const calm = Array.from({ length: 20 }, () => cells(BLACK));
  assert.equal(flashing(blinks(3), 20), 0);
  assert.equal(flashing([...calm, ...blinks(4), ...calm], 20), 256);
});

test("red and green of one brightness are not apart, black and white are", () => {
  assert.equal(apart(RED, GREEN), 0);
  assert.equal(apart(BLACK, WHITE), 256);
});

// Pictures that differ are told apart, and those that are kept stay small.

import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { test } from "node:test";
import { difference } from "../lib/baseline.js";

/** @param {number} width @param {number} height @param {(x: number, y: number) => number[]} colour */
const drawn = (width, height, colour) => ({
  width, height, data: Uint8Array.from(Array.from({ length: width * height }, (_, n) => [...colour(n % width, Math.floor(n / width)), 255]).flat()),
});
const grey = (/** @type {number} */ level) => drawn(60, 40, () => [level, level, level]);

test("a moved line, another surface and another size are differences, and a few pixels are none", () => {
  assert.equal(difference(grey(100), grey(100)).isOther, false);
  const spots = (/** @type {number} */ count) => drawn(60, 40, (x, y) => (x + 60 * y < count ? [255, 0, 0] : [100, 100, 100]));
  assert.equal(difference(grey(100), spots(4)).isOther, false);
  assert.equal(difference(grey(100), spots(60)).isOther, true);
  assert.equal(difference(grey(100), grey(104)).isOther, true, "a colour is another by a hair, everywhere");
  assert.equal(difference(grey(100), drawn(60, 41, () => [100, 100, 100])).isOther, true);
  const { marked } = difference(grey(100), spots(60));
  assert.deepEqual([...marked.data.subarray(0, 3)], [255, 0, 0], "the difference is red");
});

test("the pictures that are kept have less than 2 MB together", () => {
  const folder = new URL("../baselines/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".png"));
  assert.ok(files.length > 25, `${files.length}`);
  const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0);
  assert.ok(bytes < 2_000_000, `${bytes} bytes`);
});

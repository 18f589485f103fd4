// Pictures are written and read without a loss where they have few colours, and told apart where they differ.

import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { difference } from "../lib/baseline.js";
import { decode, encode } from "../lib/png.js";

/** @param {number} width @param {number} height @param {(x: number, y: number) => number[]} colour */
const drawn = (width, height, colour) => ({
  width, height, rgb: Uint8Array.from(Array.from({ length: width * height }, (_, n) => colour(n % width, Math.floor(n / width))).flat()),
});
const grey = (/** @type {number} */ level) => drawn(60, 40, () => [level, level, level]);

test("what has at most 256 colours is read as it was written", () => {
  const picture = drawn(31, 17, (x, y) => [(x * 8) & 255, y < 8 ? 0 : 255, 7]);
  assert.deepEqual(decode(encode(picture)), picture);
});

test("of more colours the frequent ones stay, and the others come close", () => {
  const picture = drawn(100, 100, (x, y) => (y < 50 ? [201, 102, 3] : [190 + (x % 20), 90 + (y % 20), 3]));
  const read = decode(encode(picture));
  assert.deepEqual(read.rgb.subarray(0, 15_000), picture.rgb.subarray(0, 15_000));
  assert.notDeepEqual(read, picture, "there are 400 colours");
  assert.ok(picture.rgb.every((value, at) => Math.abs(value - read.rgb[at]) < 4));
});

test("every filter of a row is taken back", () => {
  const [width, height] = [4, 5];
  const picture = drawn(width, height, (x, y) => [x * 60, y * 50, (x * y * 31) & 255]);
  const rows = [];
  for (let y = 0; y < height; y += 1) {
    rows.push(y);
    for (let x = 0; x < 3 * width; x += 1) {
      const value = (/** @type {number} */ x, /** @type {number} */ y) => (x < 0 || y < 0 ? 0 : picture.rgb[3 * width * y + x]);
      const [left, above, corner] = [value(x - 3, y), value(x, y - 1), value(x - 3, y - 1)];
      const nearest = [left, above, corner].reduce((best, one) => (Math.abs(left + above - corner - one) < Math.abs(left + above - corner - best) ? one : best));
      rows.push((value(x, y) - [0, left, above, Math.floor((left + above) / 2), nearest][y]) & 255);
    }
  }
  const whole = encode(picture);
  const at = whole.indexOf("IDAT") - 4;
  const data = deflateSync(Buffer.from(rows));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const head = Buffer.from(whole.subarray(0, 33));
  head[25] = 2;
  const file = Buffer.concat([head, length, Buffer.from("IDAT"), data, Buffer.alloc(4), whole.subarray(whole.indexOf("IEND") - 4)]);
  assert.ok(at > 0);
  assert.deepEqual(decode(file), picture);
});

test("a moved line, another surface and another size are differences, and a few pixels are none", () => {
  assert.equal(difference(grey(100), grey(100)).isOther, false);
  const spots = (/** @type {number} */ count) => drawn(60, 40, (x, y) => (x + 60 * y < count ? [255, 0, 0] : [100, 100, 100]));
  assert.equal(difference(grey(100), spots(4)).isOther, false);
  assert.equal(difference(grey(100), spots(60)).isOther, true);
  assert.equal(difference(grey(100), grey(104)).isOther, true, "a colour is another by a hair, everywhere");
  assert.equal(difference(grey(100), drawn(60, 41, () => [100, 100, 100])).isOther, true);
  const { marked } = difference(grey(100), spots(60));
  assert.deepEqual([...marked.rgb.subarray(0, 3)], [255, 0, 0], "the difference is red");
});

test("the pictures that are kept have less than 2 MB together", () => {
  const folder = new URL("../baselines/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".png"));
  assert.ok(files.length > 25, `${files.length}`);
  const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0);
  assert.ok(bytes < 2_000_000, `${bytes} bytes`);
});

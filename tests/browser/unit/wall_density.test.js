// How many boards a hall screen shows: the table of distances, whole halls, and that letters are what a distance needs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LEAST_SHARE, choose, chooseFeature, footOf, letterMm, pieceMm, reach, sizeOf } from "../../../web/wall/density.js";

const SCREENS = [43, 50, 55, 65, 75, 86, 98];
const DISTANCES = Array.from({ length: 35 }, (_, n) => 3 + n / 2);

/** @param {number} inches @param {number} metres @param {"comfort" | "limit"} [sight] @param {number} [count] @param {[number, number]} [pixels] */
function chosen(inches, metres, sight = "comfort", count = 64, [width, height] = [1920, 1080]) {
  return choose({ ...sizeOf(inches, width, height), metres, sight, count });
}

test("one to four rows are read from as far as the table says", () => {
  // Metres in comfort and at the limit, for one to four rows of a screen with 16 to 9.
  /** @type {[number, [number, number][]][]} */
  const table = [
    [43, [[7.6, 9.5], [3.8, 4.8], [2.5, 3.2], [1.9, 2.4]]],
    [55, [[9.8, 12.2], [4.9, 6.1], [3.3, 4.1], [2.4, 3.0]]],
    [65, [[11.5, 14.4], [5.8, 7.2], [3.8, 4.8], [2.9, 3.6]]],
    [75, [[13.3, 16.6], [6.7, 8.3], [4.4, 5.5], [3.3, 4.2]]],
    [86, [[15.3, 19.1], [7.6, 9.5], [5.1, 6.4], [3.8, 4.8]]],
    [98, [[17.4, 21.7], [8.7, 10.9], [5.8, 7.2], [4.3, 5.4]]],
  ];
  for (const [inches, rows] of table) {
    const { heightMm } = sizeOf(inches, 1920, 1080);
    rows.forEach(([comfort, limit], at) => {
      for (const [sight, metres] of /** @type {const} */ ([["comfort", comfort], ["limit", limit]])) {
        assert.ok(Math.abs(reach(heightMm, at + 1, sight) - metres) < 0.06, `${inches} ${at + 1} ${sight}: ${reach(heightMm, at + 1, sight)}`);
        // The chooser takes so many rows a little nearer, and fewer a little farther away.
        assert.equal(chosen(inches, metres - 0.1, sight).rows, at + 1, `${inches} inches at ${metres} m`);
        if (at > 0) assert.equal(chosen(inches, metres + 0.1, sight).rows, at, `${inches} inches beyond ${metres} m`);
      }
    });
  }
});

test("halls of which the numbers are known", () => {
  for (const [inches, metres, sight, rows, columns] of /** @type {const} */ ([
    [65, 10, "comfort", 1, 2], [65, 5, "comfort", 2, 4], [98, 10, "comfort", 1, 2], [98, 10, "limit", 2, 4],
  ])) {
    const { rows: some, columns: wide, isTooFar } = chosen(inches, metres, sight);
    assert.deepEqual([some, wide, isTooFar], [rows, columns, false], `${inches} inches at ${metres} m`);
  }
});

test("whatever is chosen is read from there, fills the screen and overlaps nothing", () => {
  for (const pixels of /** @type {[number, number][]} */ ([[1920, 1080], [1080, 1920], [1280, 1024], [3440, 1440]])) {
    for (const inches of SCREENS) for (const metres of DISTANCES) for (const sight of /** @type {const} */ (["comfort", "limit"])) {
      for (const count of [1, 2, 3, 5, 8, 13, 64, 500]) {
        const told = `${pixels} ${inches} inches ${metres} m ${sight} ${count} boards`;
        const { widthMm, heightMm } = sizeOf(inches, ...pixels);
        const it = chosen(inches, metres, sight, count, pixels);
        assert.ok(it.columns * (it.boardMm + it.gapMm) + it.gapMm <= widthMm + 1e-6, told);
        assert.ok(it.rows * (it.boardMm + 2 * it.stripMm + it.gapMm) + it.gapMm <= heightMm + 1e-6, told);
        assert.ok(it.boardMm > 0 && it.stripMm > 0 && it.rows * it.columns < count + Math.max(it.rows, it.columns), told);
        if (it.isTooFar) continue;
        assert.ok((it.boardMm / 8) * 0.85 >= pieceMm(metres, sight) - 1e-6, told);
        assert.ok(it.letterMm >= letterMm(metres) - 1e-6, told);
        assert.ok(it.reachMetres >= metres, told);
        if (pixels[0] === 1920 && it.rows * it.columns <= count && count >= 64) assert.ok(it.share >= LEAST_SHARE, `${told}: ${it.share}`);
      }
    }
  }
});

test("boards take three quarters of the picture or more on every full page of a usual screen, from wherever it is read", () => {
  for (const inches of SCREENS) for (let metres = 3; metres <= 20; metres += 0.25) for (const sight of /** @type {const} */ (["comfort", "limit"])) {
    const { widthMm, heightMm } = sizeOf(inches, 1920, 1080);
    const above = heightMm - footOf(heightMm).heightMm;
    const { share } = choose({ widthMm, heightMm: above, metres, sight, count: 500 });
    assert.ok((share * above) / heightMm >= LEAST_SHARE, `${inches} inches at ${metres} m, ${sight}: ${share}`);
  }
});

test("a screen too small for its hall shows the fewest boards and says so", () => {
  const it = chosen(43, 20);
  assert.deepEqual([it.rows, it.columns, it.isTooFar], [1, 2, true]);
  assert.ok(it.reachMetres < 20 && it.reachMetres > 7);
});

test("nearer never means fewer boards, and a larger screen neither", () => {
  for (const sight of /** @type {const} */ (["comfort", "limit"])) {
    for (const inches of SCREENS) {
      let before = 0;
      for (const metres of [...DISTANCES].reverse()) {
        const it = chosen(inches, metres, sight);
        if (it.isTooFar) continue;
        assert.ok(it.rows * it.columns >= before, `${inches} ${metres}`);
        before = it.rows * it.columns;
      }
    }
  }
});

test("the large board is as large as one alone, and boards beside it are read or are not there", () => {
  for (const pixels of /** @type {[number, number][]} */ ([[1920, 1080], [1080, 1920]])) {
    for (const inches of SCREENS) for (const metres of DISTANCES) {
      const size = sizeOf(inches, ...pixels);
      const { feature, grid, featureMm, isStanding } = chooseFeature({ ...size, metres, sight: "comfort", count: 30 });
      assert.equal(isStanding, pixels[0] < pixels[1]);
      assert.ok(feature.boardMm <= Math.min(size.widthMm, size.heightMm) && featureMm < Math.max(size.widthMm, size.heightMm));
      if (grid) assert.ok((grid.boardMm / 8) * 0.85 >= pieceMm(metres, "comfort") - 1e-6, `${inches} ${metres}`);
      if (grid) assert.ok(grid.boardMm <= feature.boardMm * 1.02, `${inches} ${metres}: ${grid.boardMm} ${feature.boardMm}`);
    }
  }
});

test("the line at the foot is read from three metres", () => {
  for (const inches of SCREENS) {
    const { heightMm } = sizeOf(inches, 1920, 1080);
    const foot = footOf(heightMm);
    assert.ok(foot.letterMm >= 7.5 - 1e-9 && foot.heightMm < heightMm * 0.04, `${inches}`);
  }
});

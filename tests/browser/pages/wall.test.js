// Hall screens against the real program: letters in the picture against the metres that were entered, names that are never cut,
// and a screen that is given a place, set up and moved. With wall_power.test.js criteria H1 to H10 of the house.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { choose, footOf, sizeOf } from "../../../web/wall/density.js";
import { assertNoComplaints, between, eventually, launch, slow } from "../lib/browser.js";
import { assertRead, assertWhole, openScreen, setUp } from "../lib/screen.js";
import { assign, displays, hallWithScreens, nameOf, order } from "../lib/wall.js";

const TIMEOUT = { timeout: 300_000 };
/** Names that people have: of 55 letters, from right to left, of one word, with signs that belong to letters. */
const NAMES = ["Wolfeschlegelsteinhausenbergerdorff-Montgomery, Hubertina", "عبد الرحمن بن محمد الطويل", "BYE", "Nguyễn, Thị Ánh Tuyết", "Ō"];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/wall.js").Wall} */
let wall;
before(async () => {
  wall = await hallWithScreens({ tables: 24, speed: 4 });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await wall?.program.kill();
});

/** @param {import("../lib/browser.js").Visit} options */
const screen = (options) => openScreen(browser, wall, options);
/** @param {import("playwright-core").Page} page @param {string} name @param {Record<string, any>} setup */
const show = (page, name, setup) => setUp(wall, page, name, setup);

/** Screens and halls at their least, in the middle and at their most, and all of them. @type {[string, number[], number[], {timeout?: number}][]} */
const HALLS = [["the least, the usual and the most", [43, 65, 98], [3, 10, 20], TIMEOUT], ["all", [43, 55, 65, 75, 86, 98], [3, 5, 7, 10, 14, 20], slow(TIMEOUT)]];
for (const [which, diagonals, distances, options] of HALLS) test(`what is shown can be read from where it was said, on screens of 43 to 98 inches from 3 to 20 m: ${which}`, options, async () => {
  const size = { width: 1920, height: 1080 };
  const { page, complaints, context, name } = await screen({ viewport: size });
  let read = 0;
  for (const inches of diagonals) {
    for (const metres of distances) {
      /** @type {{inches: number, metres: number, sight: "comfort" | "limit"}} */
      const setup = { inches, metres, sight: metres === 14 ? "limit" : "comfort" };
      const told = `${inches} inches at ${metres} m`;
      const it = await show(page, name, setup);
      assertWhole(it, told);
      const { cells } = it;
      const area = cells.reduce((sum, { board }) => sum + board.width * board.height, 0) / (size.width * size.height);
      assert.ok(area >= 0.75 || cells.length === 24, `${told}: ${cells.length} boards take ${area}`);
      const { widthMm, heightMm } = sizeOf(inches, size.width, size.height);
      const { isTooFar } = choose({ widthMm, heightMm: heightMm - footOf(heightMm).heightMm, metres, sight: setup.sight, count: 24 });
      // The operator is told from how far it is read.
      await eventually(async () => {
        const { report } = (await displays(wall)).find(({ display }) => display === name);
        assert.deepEqual([report.tables.length, report.reach_metres < metres], [cells.length, isTooFar], told);
      });
      if (isTooFar) assert.equal(cells.length, 2, `${told} is too far, so the fewest are shown`);
      else assertRead(it, setup, size, told);
      read += isTooFar ? 0 : 1;
    }
  }
  assert.ok(read > (diagonals.length * distances.length) / 2, `${read}`);
  assertNoComplaints(complaints);
  await context.close();
});

test("the halls of which the numbers are known, as they are drawn", TIMEOUT, async () => {
  const size = { width: 1920, height: 1080 };
  const { page, context, name } = await screen({ viewport: size });
  for (const [inches, metres, sight, boards] of /** @type {const} */ ([[65, 10, "comfort", 2], [65, 5, "comfort", 8], [98, 10, "comfort", 2], [98, 10, "limit", 8]])) {
    const it = await show(page, name, { inches, metres, sight });
    assert.equal(it.cells.length, boards, `${inches} inches at ${metres} m`);
    assertRead(it, { inches, metres, sight }, size, `${inches} inches at ${metres} m`);
  }
  await context.close();
});

test("4K, a display with two pixels for one, and a screen that stands", slow(TIMEOUT), async () => {
  for (const [viewport, deviceScaleFactor] of /** @type {[{width: number, height: number}, number][]} */ (
    [[{ width: 3840, height: 2160 }, 1], [{ width: 1920, height: 1080 }, 2], [{ width: 1080, height: 1920 }, 1]])) {
    const { page, complaints, context, name } = await screen({ viewport, deviceScaleFactor });
    for (const view of ["grid", "feature"]) {
      for (const metres of [3, 6]) {
        const setup = { view, inches: 65, metres, sight: /** @type {const} */ ("comfort") };
        const told = `${viewport.width} × ${viewport.height}, ${view} at ${metres} m`;
        const it = await show(page, name, setup);
        assertWhole(it, told);
        if (view === "grid" || viewport.width > viewport.height) assertRead(it, setup, viewport, told);
      }
    }
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("names of 55 letters, from right to left and of one letter, and results that are none of the usual ones", TIMEOUT, async () => {
  const { page, complaints, context, name } = await screen({ viewport: { width: 1920, height: 1080 } });
  const results = ["*", "1/2-0", "0-0", "1-0", "+/-"];
  await between(page, {
    snapshot: (snapshot) => ({ ...snapshot, tables: snapshot.tables.map((/** @type {any} */ table) => ({
      ...table, w: { n: NAMES[table.b % 5], t: "WGM" }, bl: { n: NAMES[(table.b + 2) % 5] }, res: results[table.b % 5], k: table.b % 3 === 0 ? ["lost", 0] : table.k,
    })) }),
    frame: (it) => (it.b === undefined ? [it] : []),
  });
  await page.reload();
  for (const [view, metres] of /** @type {const} */ ([["grid", 5], ["grid", 10], ["feature", 5], ["grid", 3]])) {
    const it = await show(page, name, { view, inches: 65, metres });
    assert.ok(it.cells.some(({ texts }) => texts.some(({ text }) => text === "½")));
    assertWhole(it, `${view} at ${metres} m`);
  }
  assertNoComplaints(complaints);
  await context.close();
});

test("a new screen is listed, adopted, moved, and shows its name when it is asked to", async () => {
  const { page, complaints, context, name } = await screen({ viewport: { width: 1280, height: 720 } });
  const mine = async () => (await displays(wall)).find(({ display }) => display === name);
  await eventually(async () => assert.equal((await mine()).place, null));
  await page.waitForFunction(() => /** @type {HTMLImageElement | null} */ (document.querySelector("#name img"))?.naturalWidth);
  assert.deepEqual(await page.locator("#name .words span").allTextContents(), name.split("-"));
  await assign(wall, name, { view: "message", message: "Doors open at 14:30" });
  await page.waitForFunction(() => document.querySelector(".panel .text")?.textContent === "Doors open at 14:30");
  assert.ok(await page.locator("#name").isHidden());
  await order(wall, name, { do: "identify" });
  await page.waitForFunction(() => document.querySelector("#name")?.checkVisibility());
  await order(wall, name, { do: "countdown", title: "Round 4", in_s: 3599 });
  await page.waitForFunction(() => /^59:\d\d$/.test(document.querySelector(".panel .digits")?.textContent ?? ""));
  await show(page, name, { view: "start", start: 0, mirrored: true });
  assert.equal(await page.locator(".panel .board").getAttribute("data-fen"), "RKRNNQBB/PPPPPPPP/8/8/8/8/pppppppp/rkrnnqbb w");
  await show(page, name, { view: "feature", feature: 7, pins: [3], inches: 65, metres: 5 });
  await eventually(async () => {
    const { report } = await mine();
    assert.deepEqual([report.feature, report.feature_reason, report.tables.includes(3), report.pages > 1], [7, "pin", true, true]);
    assert.ok(["first", "due", "waiting", "forced", "changed"].includes(report.page_reason));
  });
  // The browser keeps the name, whatever address it opens.
  await page.goto(`${wall.url}/hall/`);
  assert.equal(await nameOf(page), name);
  assert.equal((await order(wall, name, { do: "forget" })).status, 200);
  await page.waitForFunction(() => document.querySelector("#name")?.checkVisibility());
  assertNoComplaints(complaints);
  await context.close();
});

test("seats that are mirrored have White above, and every mark on its square", async () => {
  const { page, context, name } = await screen({ viewport: { width: 1280, height: 720 } });
  await show(page, name, { inches: 65, metres: 10, mirrored: true });
  const [top, bottom] = await page.evaluate(() => {
    const cell = /** @type {Element} */ (document.querySelector(".cell"));
    return [".strip.white", ".strip.black"].map((strip) => /** @type {Element} */ (cell.querySelector(strip)).getBoundingClientRect().top);
  });
  assert.ok(top < bottom);
  await context.close();
});

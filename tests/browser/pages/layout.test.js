// No scroll bars, no overlap, legible: on a phone, a laptop and a wall; light and dark.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { between, launch, open, quiet, visitor } from "../lib/browser.js";
import { demo } from "../lib/program.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 10, seed: 13 });
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

const PHONE = { width: 360, height: 640 };
const LAPTOP = { width: 1366, height: 768 };
const WALL = { width: 3840, height: 2160 };
const UPRIGHT = { width: 1080, height: 1920 };
const NAME = "van der Westhuizen-Oberhauser, Maximilian Alexander III"; // 55 letters

/** Long names, a right-to-left name, all results: what organisers really have. @param {Page} page @param {number} count */
async function hardCases(page, count) {
  await between(page, {
    snapshot(snapshot) {
      const from = snapshot.tables;
      snapshot.tables = Array.from({ length: count }, (_, n) => ({ ...structuredClone(from[n % from.length]), b: n + 1 }));
      snapshot.hall.n = snapshot.tables.map((/** @type {any} */ table) => table.b);
      snapshot.tables.forEach((/** @type {any} */ table, /** @type {number} */ n) => {
        table.w = { n: NAME, t: "WIM", e: 2999, f: "RSA", m: "Chess Club of the Harbour" };
        table.bl = n % 2 ? { n: "محمد عبد الرحمن" } : { n: "BYE" };
        Object.assign(table, [{ res: "*" }, { res: "1-0" }, { res: "1/2-1/2" }, { res: "*", sc: "0-0" }, { res: "*", sc: "1/2-0" }][n % 5]);
        table.c = [7_199_000, 35_999_000, null, 0];
        if (n % 5 === 0 && n > 0) table.k = ["lost", 0];
      });
      return snapshot;
    },
    frame: quiet,
  });
}

/** Parts of a card that lie over each other or outside of it, and boards that are not wholly in the window.
 * @param {Page} page @param {boolean} scrolls */
function faults(page, scrolls) {
  return page.evaluate((scrolls) => {
    /** @type {string[]} */
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`);
    if (!scrolls && root.scrollHeight > root.clientHeight) found.push("scrolls down");
    const cards = [...document.querySelectorAll("#grid .card")];
    for (const card of cards) {
      const name = `card ${card.querySelector(".number")?.textContent}`;
      const outer = card.getBoundingClientRect();
      if (outer.left < 0 || outer.right > innerWidth + 0.5) found.push(`${name} leaves the window sideways`);
      if (!scrolls && outer.bottom > innerHeight + 0.5) found.push(`${name} leaves the window below`);
      const parts = [".number", ".board", ".black .name", ".black .clock", ".black .score", ".white .name", ".white .clock", ".white .score", ".black .line", ".white .line"]
        .map((what) => ({ what, box: card.querySelector(what)?.getBoundingClientRect() }))
        .filter(({ box }) => box && box.width > 0 && box.height > 0);
      parts.forEach(({ what, box }, n) => {
        if (!box) return;
        if (box.left < outer.left - 1 || box.right > outer.right + 1 || box.top < outer.top - 1 || box.bottom > outer.bottom + 1) {
          found.push(`${name}: ${what} leaves the card`);
        }
        for (const other of parts.slice(n + 1)) {
          const b = other.box;
          if (b && Math.min(box.right, b.right) - Math.max(box.left, b.left) > 1 && Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top) > 1) {
            found.push(`${name}: ${what} lies over ${other.what}`);
          }
        }
      });
    }
    return found;
  }, scrolls);
}

for (const [name, viewport, count] of /** @type {const} */ ([
  ["phone", PHONE, 8], ["laptop", LAPTOP, 8], ["wall", WALL, 8], ["upright wall", UPRIGHT, 8],
  ["laptop", LAPTOP, 1], ["wall", WALL, 2], ["laptop", LAPTOP, 64], ["wall", WALL, 64], ["wall", WALL, 23],
])) {
  test(`${count} boards on a ${name}: nothing overlaps, nothing is cut`, async () => {
    const { page, context } = await visitor(browser, { viewport, reducedMotion: "reduce" });
    await hardCases(page, count);
    await open(page, `${program.url}/boards`);
    await page.waitForTimeout(400);
    assert.equal(await page.locator("#grid .card").count(), count);
    assert.deepEqual(await faults(page, viewport === PHONE), []);
    await context.close();
  });
}

test("on a phone a board has 96 % of the width, and both clocks and the last move are on the first screen", async () => {
  const { page, context } = await visitor(browser, { viewport: PHONE });
  await open(page, `${program.url}/boards`);
  const card = page.locator("#grid .card").first();
  const board = await card.locator(".board").boundingBox();
  assert.ok(board && board.width >= 0.96 * PHONE.width);
  for (const what of [".white .clock", ".black .clock", ".board"]) {
    const box = await card.locator(what).boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= PHONE.height, what);
  }
  await context.close();
});

test("the open board fits a phone's width, with buttons for fingers", async () => {
  const { page, context } = await visitor(browser, { viewport: PHONE });
  await open(page, `${program.url}/boards#1`);
  await page.locator("#big .board").waitFor();
  const board = await page.locator("#big .board").boundingBox();
  assert.ok(board && board.width >= 0.96 * PHONE.width && board.x >= 0 && board.x + board.width <= PHONE.width);
  for (const button of await page.locator("#big .buttons button:not(.say)").all()) {
    const box = await button.boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44);
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await context.close();
});

test("one row of boards has clocks of at least 7 % of the screen's height", async () => {
  const { page, context } = await visitor(browser, { viewport: { width: 1920, height: 1080 } });
  await hardCases(page, 2);
  await open(page, `${program.url}/boards`);
  await page.waitForTimeout(300);
  const sizes = await page.evaluate(() => [...document.querySelectorAll("#grid .player:not(.finished) .clock")]
    .map((el) => parseFloat(getComputedStyle(el).fontSize)));
  assert.ok(sizes.length > 0 && sizes.every((size) => size >= 0.07 * 1080), String(sizes));
  await context.close();
});

test("text has a contrast of 7:1 in both themes, pieces and marks of 3:1 on both squares", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const { page, context } = await visitor(browser, { colorScheme });
    await open(page, `${program.url}/boards`);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
    const colours = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return Object.fromEntries(["ground", "panel", "ink", "soft", "alert", "hatch", "square-light", "square-dark", "last", "last-edge"]
        .map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    });
    for (const [text, behind] of [["ink", "ground"], ["ink", "panel"], ["soft", "ground"], ["soft", "panel"], ["panel", "ink"],
      ["panel", "soft"], ["panel", "alert"], ["ground", "alert"], ["ink", "hatch"]]) {
      const ratio = contrast(colours[text], colours[behind]);
      assert.ok(ratio >= 7, `${colorScheme}: ${text} on ${behind} has ${ratio.toFixed(2)}`);
    }
    const dark = "#16181d"; // the bodies of the dark pieces and the outlines of the light ones
    for (const square of ["square-light", "square-dark", "last"]) {
      assert.ok(contrast(dark, colours[square]) >= 3, `${colorScheme}: pieces on ${square}`);
    }
    for (const square of ["square-light", "square-dark"]) assert.ok(contrast(colours["last-edge"], colours[square]) >= 3, square);
    await context.close();
  }
});

test("the viewer's choice of a theme is kept", async () => {
  const { page, context } = await visitor(browser, { colorScheme: "light" });
  await open(page, `${program.url}/boards`);
  await page.locator("#theme").click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await context.close();
});

test("a piece that moves slides there, unless motion is to be reduced", async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    const { page, context } = await visitor(browser, { reducedMotion });
    await page.addInitScript(() => {
      const state = { slides: 0 };
      Object.assign(window, { state });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...rest) {
        state.slides += 1;
        return animate.apply(this, rest);
      };
    });
    await open(page, `${program.url}/boards`);
    const first = await page.locator("#grid").evaluate((el) => [...el.querySelectorAll(".board")].map((b) => b.getAttribute("data-last")).join());
    await page.waitForFunction((first) => [...document.querySelectorAll("#grid .board")].map((b) => b.getAttribute("data-last")).join() !== first, first);
    const slides = await page.evaluate(() => /** @type {any} */ (window).state.slides);
    assert.equal(slides > 0, reducedMotion === "no-preference", `${slides} slides`);
    await context.close();
  }
});

test("the first visit costs less than 30 kB, and 6 kB for the pieces", async () => {
  const { page, context } = await visitor(browser);
  /** @type {Map<string, number>} */
  const sizes = new Map();
  page.on("response", async (response) => {
    const path = new URL(response.url()).pathname;
    if (!path.startsWith("/api/")) sizes.set(path, (await response.request().sizes()).responseBodySize);
  });
  await open(page, `${program.url}/boards`);
  await page.waitForTimeout(300);
  const pieces = sizes.get("/shared/pieces.svg") ?? Infinity;
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(pieces <= 6 * 1024, `pieces ${pieces}`);
  assert.ok(sizes.size > 5 && all > 0 && all - pieces <= 30 * 1024, `page ${all - pieces}`);
  await context.close();
});

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (hi + 0.05) / (lo + 0.05);
}

/** @param {string} colour `#rgb` or `#rrggbb` */
function luminance(colour) {
  const hex = colour.length === 4 ? [...colour.slice(1)].map((c) => c + c).join("") : colour.slice(1);
  const [r, g, b] = [0, 2, 4].map((n) => parseInt(hex.slice(n, n + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

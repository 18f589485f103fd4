// The review of made-up logs: pieces that were touched, a time without data, a long game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch } from "../lib/browser.js";
import { logIn } from "../lib/desk.js";
import { ARRAY, longReview, review } from "../lib/made_review.js";
import { demo } from "../lib/program.js";
import { badges, count, openReview } from "../lib/review.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {import("../lib/desk.js").Login} */
let login;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 1, tables: 1 })]);
  login = await logIn(browser, program);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** @param {string} query @param {import("../lib/browser.js").Options} [options]
 * @param {import("../../../web/arbiter/review/model/wire.js").Document} [answer] */
const open = (query, options, answer) => openReview(browser, login, query, options, answer);

test("three pieces that were touched have the numbers of the log, and what differs is outlined on both boards", async () => {
  const made = review([[500, 1, "square", "g1."], [900, 1, "square", "g1N"], [700, 1, "square", "f1."], [800, 1, "square", "d2."]]);
  const { page, complaints, context } = await open("table=1&game=1", {}, made);
  assert.deepEqual(await badges(page), [[6, "1"], [5, "2"], [11, "3"]]);
  assert.equal(await page.locator(".left .ghost").count(), 2);
  for (const side of ["left", "right"]) assert.equal(await page.locator(`.${side} .differs:not(.casing)`).count(), 2, side);
  assert.equal(await page.locator(".note").innerText(), "They differ on f1, d2. In the air: 2. white bishop f1, 3. white pawn d2.");
  assertNoComplaints(complaints);
  await context.close();
});

test("a time without data is shaded through the lanes, and nothing else is", async () => {
  const made = review([[1000, 1, "square", "e2."], [400, 1, "square", "e4P"], [8000, 1, "gap", 6000], [0, 1, "reading", ARRAY], [3000, 1, "press", "white"]]);
  const { page, context } = await open("table=1&game=1", {}, made);
  const [left, right] = (await page.locator(".track").getAttribute("data-gaps") ?? "").split(" ").map(Number);
  const colours = (/** @type {number} */ x) => page.locator(".track canvas").evaluate((el, x) => {
    const canvas = /** @type {HTMLCanvasElement} */ (el);
    const pen = canvas.getContext("2d");
    const data = pen?.getImageData(Math.round(x * devicePixelRatio), 26, 8, canvas.height - 60).data ?? [];
    return new Set(Array.from({ length: data.length / 4 }, (_, n) => data.slice(n * 4, n * 4 + 4).join())).size;
  }, x);
  assert.ok(right - left > 100, `${left} ${right}`);
  assert.ok((await colours((left + right) / 2)) > 3, "hatched within");
  assert.ok((await colours(right + 25)) <= 3, "plain behind it");
  const width = await page.locator(".track canvas").evaluate((el) => el.clientWidth);
  // Of 12.4 s six are without data, from 3.4 s to 9.4 s.
  assert.ok(Math.abs(left / width - 3.4 / 12.4) < 0.01 && Math.abs(right / width - 9.4 / 12.4) < 0.01, `${left} ${right} of ${width}`);
  await context.close();
});

test("the lanes are scrubbed with a pointer, also where it leaves them, over either axis", async () => {
  // A pointer leaves the lanes, and not the window: Firefox is told of no place outside.
  const { page, complaints, context } = await open("table=1&game=1", { viewport: { width: 1280, height: 1200 } }, longReview(10_000));
  const box = await page.locator(".track canvas").boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 10, box.y + 40);
  await page.mouse.down();
  const seen = new Set();
  for (let n = 1; n <= 20; n += 1) {
    await page.mouse.move(box.x + ((box.width + 2) * n) / 20, box.y + (n > 10 ? 400 : 40));
    await page.waitForTimeout(20);
    seen.add(await count(page));
  }
  assert.ok(seen.size > 15, `${seen.size} different moments`);
  assert.equal(Math.max(...seen), 10_000);
  await page.mouse.up();
  await page.mouse.move(box.x + 10, box.y + 40);
  await page.waitForTimeout(60);
  assert.equal(await count(page), 10_000, "a pointer that is up scrubs nothing");
  await page.locator("#axis").selectOption("byStop");
  await page.mouse.click(box.x + box.width / 2, box.y + 40);
  const half = await count(page);
  assert.ok(half > 4_900 && half < 5_100, `${half}: half of the events`);
  // Of the six entries of each move the boards agree from the fifth on, when the move is believed.
  for (let n = 0; n < 6; n += 1) {
    const at = await count(page);
    assert.equal(/^Both agree/.test(await page.locator(".note").innerText()), at % 6 === 0 || at % 6 === 5, `after entry ${at}`);
    await page.keyboard.press("ArrowRight");
  }
  await eventually(async () => assert.equal(await page.locator(".events li").count(), 50, "the list has only a part of them"));
  assertNoComplaints(complaints);
  await context.close();
});

test("single keys can be switched off, and every language has the page", async () => {
  const { page, context } = await open("table=1&game=1", {}, longReview(300));
  await page.keyboard.press("?");
  await page.locator("#keys-on").uncheck();
  await page.keyboard.press("Escape");
  const before = await page.locator(".left h2").innerText();
  await page.keyboard.press("c");
  assert.equal(await page.locator(".left h2").innerText(), before);
  await page.locator("#language").selectOption("pl");
  assert.equal(await page.locator(".left h2").innerText(), "Co widziały czujniki");
  await page.locator("#language").selectOption("ru");
  assert.doesNotMatch(await page.locator(".events").innerText(), /[A-Z]?[a-z]{3}/);
  await context.close();
});

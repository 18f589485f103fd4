// Pages that hurt no eye and hide nothing from one: no flashes in a time scramble, and nothing told by colour alone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PNG } from "pngjs";
import { assertNoComplaints, launch, notFirefox, pass, slow, visitor } from "../lib/browser.js";
import { ready } from "../lib/live_page.js";
import { madeHall, played } from "../lib/made_public.js";
import { demo } from "../lib/program.js";
import { apart, cells, flashing } from "../lib/seen.js";
import { assign, enter, nameOf } from "../lib/wall.js";

const OPENING = "e2e4 e4 e7e5 e5 f1c4 Bc4 f8c5 Bc5";
/** Knights that come and go: no game changes the same squares more often. */
const SHUFFLE = ["g1f3 Nf3", "g8f6 Nf6", "f3g1 Ng1", "f6g8 Ng8"];
const [STEP_MS, STEPS] = [50, 30];
/** Five plies a second: no two hands go on faster. */
const PLY_STEPS = 4;
/** A quarter of the field of 341 by 256 pixels that an eye sees sharply: less may flash (WCAG 2.2, 2.3.1). */
const AREA_MAX = (341 * 256) / 4;
const TABLES = [1, 2, 3, 4];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/wall.js").Wall} */
let wall;
before(async () => {
  const program = await demo({ tables: 1, speed: 1, screens: true });
  wall = { program, url: program.screens, ...(await enter(program)) };
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await wall?.program.kill();
});

/** A scramble on every table for a second and a half, and a picture every 50 ms of it.
 * @param {import("playwright-core").Page} page @param {{send: (frame: any) => void}} hand */
async function scramble(page, hand) {
  const frames = [];
  for (let step = 0; step < STEPS; step += 1) {
    const ply = step / PLY_STEPS;
    if (Number.isInteger(ply)) {
      const c = [9000 - 50 * step, 8000 - 50 * step, ply % 2 ? "w" : "b", 600_000 + STEP_MS * step];
      for (const b of TABLES) hand.send({ b, r: b + 100 * (ply + 1), p: b + 100 * ply, from: 4 + ply, m: SHUFFLE[ply % 4], u: [100], a: [0], c });
    }
    await pass(page, STEP_MS);
    frames.push(cells(PNG.sync.read(await page.screenshot())));
  }
  return frames;
}

/** Animations of the page that never end and begin anew more than three times a second. @param {import("playwright-core").Page} page */
const blinking = (page) => page.evaluate(() => document.getAnimations().filter((it) => {
  const { duration, iterations } = it.effect?.getComputedTiming() ?? {};
  return iterations === Infinity && Number(duration) < 334;
}).length);

const frozen = notFirefox("its driver takes too long for a picture");
test("nothing flashes in a time scramble", slow(frozen), async () => {
  const scrambled = () => TABLES.map((b) => played(b, OPENING, { c: [9000, 8000, "w", 600_000] }));
  for (const address of ["/live", "/live#1", "/hall/"]) {
    const { page, complaints, context } = await visitor(browser, { counter: "still", viewport: { width: 1024, height: 768 } });
    const hand = await madeHall(page, scrambled());
    await page.goto((address === "/hall/" ? wall.url : wall.program.url) + address);
    if (address === "/hall/") {
      await assign(wall, await nameOf(page), { inches: 65, metres: 4 });
      await page.waitForFunction(() => document.querySelectorAll(".cell .board[data-fen]").length === 4);
    } else {
      await ready(page);
    }
    const frames = await scramble(page, hand);
    const changed = frames[0].filter((value, cell) => frames.some((frame) => Math.abs(frame[cell] - value) > 0.1)).length;
    assert.ok(changed > 20, `${address}: only ${changed} cells saw the moves`);
    const area = flashing(frames, 1000 / STEP_MS);
    assert.ok(area < AREA_MAX, `${address}: ${area} pixels flash`);
    assert.equal(await blinking(page), 0, address);
    assertNoComplaints(complaints);
    await context.close();
  }
});

for (const [where, address, options] of /** @type {const} */ ([["the list", "/live", slow(frozen)], ["a table", "/live#1", frozen]])) {
  test(`without colour it is seen who is on the move and who has won: ${where}`, options, async () => {
    /** The two strips with names, marks, scores and clocks of this game. @param {string} address @param {string} moves @param {Record<string, unknown>} more */
    const strips = async (address, moves, more) => {
      const { page, context } = await visitor(browser, { counter: "still", viewport: { width: 360, height: 640 }, reducedMotion: "reduce" });
      await madeHall(page, [played(1, moves, /** @type {any} */ (more))]);
      await page.goto(wall.program.url + address);
      await ready(page);
      const all = [];
      const shown = page.locator("#list:not([hidden]) .strip, #table:not([hidden]) .strip");
      await shown.nth(1).waitFor();
      for (const strip of await shown.all()) all.push(PNG.sync.read(await strip.screenshot()));
      await context.close();
      assert.equal(all.length, 2);
      return all;
    };
    /** @param {Awaited<ReturnType<typeof strips>>} one @param {Awaited<ReturnType<typeof strips>>} other */
    const differ = (one, other) => one.every((strip, n) => apart(strip, other[n]) >= 25);
    const STANDING = { c: [5_000_000, 5_000_000, null, 600_000] };
    const [white, black] = [await strips(address, OPENING, STANDING), await strips(address, `${OPENING} d2d3 d3`, STANDING)];
    assert.ok(differ(white, black), `${address}: who is on the move`);
    const results = [];
    for (const res of ["1-0", "0-1", "1/2-1/2"]) results.push(await strips(address, OPENING, { ...STANDING, res }));
    for (const [n, one] of results.entries()) {
      for (const other of results.slice(n + 1)) assert.ok(differ(one, other), `${address}: results ${n}`);
    }
  });
}

// The map of time left on the arbiter's desk: every board that plays, with what the clocks and the time control say.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch } from "../lib/browser.js";
import { logIn, madeHall } from "../lib/desk.js";
import { faults } from "../lib/faults.js";
import { table } from "../lib/made.js";
import { demo } from "../lib/program.js";

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

/** Sixty-four boards: table 12 and table 40 are short of time, table 64 is over. */
const hall = () => Array.from({ length: 64 }, (_, at) => {
  const [white_ms, black_ms] = at === 11 ? [240_000, 1_500_000] : at === 39 ? [1_000_000, 61_000] : [3_600_000 - at * 40_000, 2_400_000];
  return table(at + 1, {
    clock: { white_ms, black_ms, running: null, read_ms: 3_600_000 },
    moves: Array.from({ length: 60 + (at % 8) }, () => ({ san: "e4", uci: "e2e4" })), ...(at === 63 && { result: "1-0" }),
  });
});

for (const width of [360, 1280]) {
  test(`all boards that play are on it, the pressed ones named and marked, at ${width} pixels`, async () => {
    const { page, complaints, context } = await madeHall(browser, login, { tables: hall(), control: "40/5400:1800", options: { viewport: { width, height: 900 } } });
    await page.locator("#pressure summary").focus();
    await page.keyboard.press("Enter");
    const cells = page.locator("#pressure li");
    await eventually(async () => assert.equal(await cells.count(), 63));
    assert.match(await page.locator("#pressure .most").innerText(), /the least first: 40, 12\./);
    assert.equal(await page.locator("#pressure .low").count(), 2);
    const twelve = cells.nth(11).getByRole("button");
    assert.equal(await twelve.getAttribute("aria-label"), "Table 12: White 4:00, moves to the control: 8, may stop to record; Black 25:00, moves to the control: 9");
    const part = await cells.nth(11).locator(".white i").evaluate((el) => el.getBoundingClientRect().width / (/** @type {Element} */ (el.parentElement).clientWidth));
    assert.ok(Math.abs(part - 4 / 30) < 0.02, `the bar is ${part} long`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.deepEqual(await faults(page), []);
    await twelve.focus();
    await page.keyboard.press("Enter");
    assert.match(await page.locator("#desk-title").innerText(), /^Table 12/);
    assertNoComplaints(complaints);
    await context.close();
  });
}

test("a running time goes down on the map, and stops where nothing is read", async () => {
  const tables = [table(1, { clock: { white_ms: 200_000, black_ms: 200_000, running: "white", read_ms: 3_600_000 } })];
  const { page, context, hand } = await madeHall(browser, login, { tables });
  await page.locator("#pressure summary").click();
  const left = () => page.locator("#pressure .white .left").innerText();
  await eventually(async () => assert.match(await left(), /^▸3:1[0-8]/));
  // The program is heard all the while, the clock is not.
  const heard = setInterval(() => hand.send([table(2, { clock: null })]), 2000);
  await eventually(async () => assert.equal(await page.locator("#pressure li.old").count(), 1), 30_000).finally(() => clearInterval(heard));
  assert.equal(await left(), "▸3:10", "it stands ten seconds after it was read");
  await context.close();
});

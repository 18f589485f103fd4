// A press ends where it began: what comes while a hand presses is drawn behind it, so that no button slips away from under it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, launch, visitor } from "../lib/browser.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** The browser of an arbiter who is let in. @type {import("playwright-core").BrowserContext} */
let context;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 12, tables: 4, seed: 3 })]);
  const guest = await visitor(browser);
  context = guest.context;
  await guest.page.goto(program.link());
  await guest.page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** Presses an element, and leaves the hand there. What is live above it may move it before the hand comes down.
 * @param {import("playwright-core").Page} page @param {import("playwright-core").Locator} element */
async function press(page, element) {
  await eventually(async () => {
    await element.hover();
    await page.mouse.down();
    const isHeld = await element.evaluate((el) => el.matches(":active"));
    if (!isHeld) {
      await page.mouse.move(0, 0);
      await page.mouse.up();
    }
    assert.ok(isHeld, "the hand came down beside it");
  });
}

test("a list that comes while a button below it is pressed does not take the button away", async () => {
  const page = await context.newPage();
  /** @type {() => void} */
  let answer = () => {};
  const mayAnswer = new Promise((resolve) => (answer = () => resolve(undefined)));
  await page.route("**/api/v1/logins", async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto(new URL("/", program.link()).href);
  await page.locator("#logins summary").click();
  await page.locator(".invite input").fill("Ada Arbiter");
  await page.locator(".invite select").selectOption("guest");
  await press(page, page.locator(".invite button"));
  const answered = page.waitForResponse("**/api/v1/logins");
  answer();
  await (await answered).finished();
  await page.waitForTimeout(500);
  const rows = page.locator("#logins tbody tr");
  assert.equal(await rows.count(), 0);
  await page.mouse.up();
  await page.locator(".invite code").first().waitFor();
  await eventually(async () => assert.equal(await rows.count(), 1));
  assert.equal(await page.locator(".invite select").inputValue(), "guest");
  await page.close();
});

for (const path of ["", "console/"]) {
  test(`nothing on /${path} changes under a hand that presses, and everything once it is lifted`, async () => {
    const page = await context.newPage();
    await page.goto(new URL(`/${path}`, program.link()).href);
    await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined && document.querySelector("#tables button, .tile"));
    await press(page, page.locator("#event"));
    await page.evaluate(() => {
      const list = /** @type {HTMLElement} */ (document.querySelector("#tables, #wall-list"));
      const told = /** @type {any} */ (window);
      told.changes = 0;
      new MutationObserver((changes) => (told.changes += changes.length)).observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    const seq = () => page.evaluate(() => Number(document.documentElement.dataset.seq));
    const changes = () => page.evaluate(() => /** @type {number} */ (/** @type {any} */ (window).changes));
    // Within the five seconds for which a press holds the page.
    const from = await seq();
    await eventually(async () => assert.ok((await seq()) > from + 1, "nothing came"), 3_000);
    assert.equal(await changes(), 0);
    await page.mouse.up();
    await eventually(async () => assert.notEqual(await changes(), 0));
    await page.close();
  });
}

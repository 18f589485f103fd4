// A hall whose spectators are behind the boards: each page that they see says how far, and the screens say nothing of it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, launch, visitor } from "../lib/browser.js";
import { freePort } from "../lib/program.js";
import { unboarded } from "../lib/unboarded.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** The program, known by the address of its screens: spectators see no table yet. @type {import("../lib/program.js").Program} */
let program;
/** @type {() => Promise<void>} */
let remove;
let spectators = "";
before(async () => {
  const [port, screens] = [await freePort(), await freePort()];
  spectators = `http://127.0.0.1:${port}`;
  ({ program, remove } = await unboarded(`
[server]
listen = "127.0.0.1:${port}"
screens = "127.0.0.1:${screens}"
delay_minutes = 1.5
`, screens));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await remove?.();
});

for (const [locale, onLive, onRounds] of [["en-GB", "1 min 30 s behind", "1 min 30 s behind the boards"], ["pl-PL", "1 min 30 s opóźnienia", "Opóźnienie 1 min 30 s"], ["ru-RU", "задержка 1 мин 30 с", "Задержка 1 мин 30 с"]]) {
  test(`spectators are told of the delay on both pages (${locale})`, async () => {
    const { page, complaints, context } = await visitor(browser, { locale });
    await page.goto(`${spectators}/live`);
    await page.locator("#link", { hasText: new RegExp(`^${onLive}$`) }).waitFor();
    await page.goto(`${spectators}/rounds/`);
    await page.locator("#link", { hasText: new RegExp(`^${onRounds}$`) }).waitFor();
    assert.equal(await page.locator("#link").getAttribute("data-state"), "live");
    assertNoComplaints(complaints);
    await context.close();
  });
}

test("the screens in the hall are not behind", async () => {
  const { page, context } = await visitor(browser, { locale: "en-GB" });
  await page.goto(`${program.url}/live`);
  await page.locator("#link", { hasText: /^Live$/ }).waitFor();
  await page.goto(`${program.url}/rounds/`);
  await page.locator("#link", { hasText: /^Current$/ }).waitFor();
  await context.close();
});

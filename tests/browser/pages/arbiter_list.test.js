// The arbiter's list in a made-up hall: one entry for what is alike, a short document however much there is, filters, and what stays
// still under a hand.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, launch, notFirefox } from "../lib/browser.js";
import { entries, inMadeHall, logIn } from "../lib/desk.js";
import { illegal, incident, table, wrongClocks } from "../lib/made.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {import("../lib/desk.js").Login} */
let login;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 1, seed: 3, tables: 1 });
  login = await logIn(browser, program);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** @param {Parameters<typeof inMadeHall>[2]} hall @param {Parameters<typeof inMadeHall>[3]} act */
const inHall = (hall, act) => inMadeHall(browser, login, hall, act);

test("64 wrongly set clocks, 1,664 incidents: one entry a table, and a short document", () => inHall({ tables: wrongClocks() }, async (hall) => {
  const { page } = hall;
  assert.equal(await page.locator("#todo-title").innerText(), "To decide: 64");
  assert.equal(await entries(hall).count(), 40);
  assert.match(await entries(hall).first().innerText(), /Clock set wrongly · White × 26/);
  assert.match(await page.locator("#pages .pager").innerText(), /1 to 40 of 64/);
  await entries(hall).first().locator(".fold").click();
  assert.equal(await entries(hall).first().locator(".singles article").count(), 20);
  // Another one folds the first.
  await entries(hall).nth(1).locator(".fold").click();
  assert.equal(await page.locator(".singles article").count(), 20);
  await page.getByRole("button", { name: "Table 9", exact: true }).click();
  const [cards, nodes] = await page.evaluate(() => [document.querySelectorAll("article").length, document.querySelectorAll("*").length]);
  assert.ok(cards <= 100, `${cards} cards`);
  assert.ok(nodes <= 6000, `${nodes} nodes`);
  await page.locator("#pages .more").click();
  assert.equal(await entries(hall).count(), 24);
}));

test("a live illegal move stands before every wrongly set clock", () => {
  const tables = wrongClocks();
  tables[49].incidents.push(illegal(90));
  return inHall({ tables }, async (hall) => {
    assert.match(await entries(hall).first().innerText(), /^Table\s50\s.* – .*\s+Illegal move · Black · move/);
  });
});

test("one answer rules on all of an entry; all of a kind are asked about first", notFirefox("WebDriver BiDi tells no body of a request"), () => inHall({ tables: wrongClocks().slice(0, 3) }, async (hall) => {
  const { page, orders } = hall;
  await entries(hall).first().locator("button[data-decision=dismiss]").click();
  await eventually(async () => assert.equal(orders.length, 26));
  assert.ok(orders.every(({ table, command }) => table === 1 && command.cmd === "rule" && command.decision === "dismiss" && command.author === "Chief Arbiter"));
  assert.deepEqual(orders.map(({ command }) => command.incident), Array.from({ length: 26 }, (_, at) => at + 1));
  await eventually(async () => assert.equal(await page.locator("#announcer").innerText(), "Done: 26 × Table 1, Clock set wrongly."));

  const entry = entries(hall).nth(1);
  await entry.getByRole("button", { name: "Dismiss all of this kind in the hall: 78" }).click();
  assert.match(await entry.locator(".confirm").innerText(), /Dismiss 78 incidents: Clock set wrongly\?/);
  assert.equal(orders.length, 26, "nothing is sent before the answer");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Keep them");
  await entry.getByRole("button", { name: "Dismiss them" }).click();
  await eventually(async () => assert.equal(orders.length, 26 + 78));

  await entry.locator(".fold").click();
  await entry.locator(".singles article").nth(4).locator("button[data-decision=confirm]").click();
  await eventually(async () => assert.deepEqual(orders.at(-1)?.command, { cmd: "rule", incident: 5, decision: "confirm", author: "Chief Arbiter" }));
}));

test("hints stand by themselves and go with their game", () => {
  const hint = incident({ no: 1, rule: "touched-own-piece", kind: "hint" });
  return inHall({ tables: [table(1, { incidents: [hint] })] }, async ({ page, hand }) => {
    assert.equal(await page.locator("#todo-title").innerText(), "To decide: 0");
    assert.equal(await page.locator("#hints-title").innerText(), "Hints, nothing to decide: 1");
    assert.equal(await page.locator("#tables td").last().innerText(), "–");
    hand.send([table(1, { incidents: [hint], result: "1-0" })]);
    await eventually(async () => assert.equal(await page.locator("#hints").isVisible(), false));
    await page.locator("#tables button").first().click();
    assert.equal(await page.locator("#desk article").count(), 1, "on record it stays");
  });
});

test("nothing moves under a hand, and a button brings what is new", () => {
  const tables = [2, 3].map((n) => table(n, { incidents: [incident({ no: 1 })] }));
  return inHall({ tables }, async (hall) => {
    const { page, hand } = hall;
    const numbers = () => page.locator(".entries .number").allTextContents();
    const button = entries(hall).last().locator("button[data-decision=dismiss]");
    await button.hover();
    const place = await button.boundingBox();
    hand.send([table(1, { incidents: [illegal(1)] }), table(2, { incidents: [incident({ no: 1, open: false, status: "dismissed" })] })]);
    await eventually(async () => assert.equal(await page.locator("#news").innerText(), "Show what is new: 1"));
    assert.deepEqual(await numbers(), ["2", "3"]);
    assert.deepEqual(await button.boundingBox(), place);
    assert.equal(await page.locator("#todo-title").innerText(), "To decide: 2", "the count is that of now");
    assert.equal(await entries(hall).first().getAttribute("class"), "over gone");
    await page.locator("#news").click();
    assert.deepEqual(await numbers(), ["1", "3"]);
    // By itself it comes as well, when the hand rests.
    await button.hover();
    hand.send([table(4, { incidents: [illegal(1)] })]);
    await eventually(async () => assert.deepEqual(await numbers(), ["1", "4", "3"]));
  });
});

test("filters stand in the address, and a reload keeps them", () => {
  const tables = [
    table(1, { incidents: [incident({ no: 1 }), incident({ no: 2, rule: "flag-fall" })] }),
    table(2, { asked: { t_ms: 0, ply: 3, alternatives: [{ uci: "c4d5", san: "cxd5" }, { uci: "!c4e5", san: "!c4e5" }, { uci: "-", san: "-" }] } }),
    table(3, { result: "1-0", incidents: [incident({ no: 1, rule: "flag-fall" })] }),
  ];
  return inHall({ tables }, async (hall) => {
    const { page } = hall;
    const shown = async (/** @type {number} */ count, /** @type {string} */ query) => {
      await eventually(async () => assert.equal(await entries(hall).count(), count));
      assert.equal(new URL(page.url()).search, query);
    };
    await shown(4, "");
    await page.getByRole("button", { name: "Games going on" }).click();
    await shown(3, "?show=live");
    await page.getByRole("button", { name: "Violations" }).click();
    await shown(3, "?show=violations");
    await page.getByLabel("Of rule").selectOption("flag-fall");
    await shown(2, "?show=violations&rule=flag-fall");
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
    await shown(2, "?show=violations&rule=flag-fall");
    assert.equal(await page.getByRole("button", { name: "Violations" }).getAttribute("aria-pressed"), "true");
    await page.getByLabel("At table").selectOption("2");
    await shown(0, "?show=violations&rule=flag-fall&table=2");
    assert.equal(await page.locator("#todo-none").innerText(), "The filter lets nothing pass.");
    await page.getByRole("button", { name: "Show everything" }).click();
    await shown(4, "");
    await page.getByRole("button", { name: "Questions" }).click();
    await shown(1, "?show=questions");
    assert.deepEqual(await entries(hall).getByRole("button").allInnerTexts(), ["cxd5", "c4–e5, illegal", "No move"]);
  });
});

test("where play goes on behind a result, the list and the table say so", () => inHall({ tables: [table(1, { result: "1-0", played_on: true }), table(2, { result: "1-0" })] }, async ({ page }) => {
  if (!(await page.locator("#tables").isVisible())) await page.locator("#hall-title").click();
  const said = () => page.locator("#tables .board").allTextContents();
  assert.deepEqual(await said(), ["played on", ""]);
  await page.getByRole("button", { name: "Table 1", exact: true }).click();
  const why = page.locator("#desk > .why").filter({ hasText: /./ });
  assert.match(await why.innerText(), /^The result is 1-0, and both players go on moving and pressing the clock\..*no move is lost\.$/);
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE, fullPage: true });
  await page.getByRole("button", { name: "Table 2", exact: true }).click();
  assert.equal(await why.count(), 0);
}));

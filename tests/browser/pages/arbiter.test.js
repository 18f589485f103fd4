// The arbiter's page: the printed link opens it once; an illegal move is seen, explained and decided; the hall sees none of it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, visitor } from "../lib/browser.js";
import { BIN, demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {import("playwright-core").Page} */
let page;
/** @type {string[]} */
let complaints;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 12, seed: 5, tables: 6, illegal: true });
  const visit = await visitor(browser);
  ({ page, complaints } = visit);
  await page.goto(program.link());
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

const first = () => page.locator("#open article[data-no]").first();

test("the link opens one browser once, and leaves no key in the address", async () => {
  assert.ok(!page.url().includes("enter"), page.url());
  const { page: second, context } = await visitor(browser);
  await second.goto(program.link());
  await eventually(async () => assert.match(await second.locator("#entrance").innerText(), /used already/));
  assert.equal(await second.locator("#todo").isVisible(), false);
  await context.close();
});

test("an illegal move waits with its articles and remedy, in three languages", async () => {
  await first().waitFor({ timeout: 120_000 });
  const texts = new Set();
  for (const [code, articles] of [["en", "Articles"], ["pl", "Artykuły"], ["ru", "Статьи"]]) {
    await page.selectOption("#language", code);
    await eventually(async () => assert.match(await first().locator("dl").innerText(), new RegExp(articles)));
    assert.match(await first().locator("dl").innerText(), /F23 \d/);
    texts.add(await first().locator(".text").innerText());
    assert.equal(await page.locator("html").getAttribute("lang"), code);
  }
  assert.equal(texts.size, 3, "each language has its own words");
  await page.selectOption("#language", "en");
});

test("nothing is decided without a name", async () => {
  await first().locator("button[data-decision=confirm]").click();
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.id), "author"));
  assert.match(await page.locator("#open .why").filter({ hasText: "name" }).first().innerText(), /who you are/);
});

/** Confirms the first open finding by keyboard, and gives what its table's desk then says of it. */
const confirmed = async () => {
  await first().waitFor({ timeout: 120_000 });
  const no = await first().getAttribute("data-no");
  const title = await first().locator("h3").innerText();
  const count = Number(/\d+/.exec(await page.locator("#todo-title").innerText())?.[0]);
  await first().locator("button[data-decision=confirm]").focus();
  await page.keyboard.press("Enter");
  await eventually(async () => {
    const open = await page.locator("#open article h3").allInnerTexts();
    const again = await page.locator(`#open article[data-no="${no}"] h3`).allInnerTexts();
    assert.ok(!again.includes(title) || open.length > count, "it is still open");
  });
  const table = /\d+/.exec(title)?.[0];
  await page.getByRole("button", { name: `Table ${table}`, exact: true }).click();
  const decided = page.locator(`#desk article[data-no="${no}"].over`);
  await decided.waitFor();
  return decided.locator(".status").innerText();
};

test("a decision by keyboard closes it, is announced, and stays at the table", async () => {
  await page.fill("#author", "Chief Arbiter");
  let status = await confirmed();
  // The players do not wait: what they put right themselves in the meantime is closed before the key is pressed.
  while (/^not decided · closed/.test(status)) status = await confirmed();
  assert.match(status, /confirmed · confirmed by Chief Arbiter/);
  assert.match(await page.locator("#desk .said").innerText(), /Chief Arbiter: ruling on “/);
});

test("a freeze record, a note, and a slip in a correction that is shown where it stands", async () => {
  const form = (/** @type {string} */ name) => page.locator(`#desk form[data-form=${name}]`);
  await form("freeze").getByRole("button").click();
  await eventually(async () => assert.match(await page.locator("#desk .said").innerText(), /Freeze record\. Game \d/));
  // One key does the same, wherever the focus is.
  await form("note").locator("textarea").fill("Both players were warned.");
  await page.keyboard.press("F8");
  await eventually(async () => assert.ok(((await page.locator("#desk .said").innerText()).match(/Freeze record\. Game \d/g) ?? []).length >= 2));
  await form("note").getByRole("button").click();
  await eventually(async () => assert.match(await page.locator("#desk .said").innerText(), /Both players were warned/));
  await page.selectOption("#language", "pl");
  await form("correct").locator("select").selectOption("1");
  await form("correct").locator("input").fill("e4 e5 Nf3");
  await form("correct").locator("button[type=submit]:not(.prepare)").click();
  await eventually(async () => assert.match(await form("correct").locator(".why").innerText(), /expected S/));
  await eventually(async () => assert.equal(await page.evaluate(() => getSelection()?.toString()), "N"));
  await page.selectOption("#language", "en");
});

test("every time stands with how far it may be off", async () => {
  assert.match(await page.locator("#desk .clocks").innerText(), /White \d+:\d\d −0\.0\/\+1\.0 s.*Black \d+:\d\d −0\.0\/\+1\.0 s/);
  for (const kind of await page.locator("#desk article .kind").allInnerTexts()) assert.match(kind, / \d\d:\d\d:\d\d −1\.1\/\+1\.0 s$/);
  const said = await page.locator("#desk .said li").allInnerTexts();
  assert.ok(said.length > 0);
  for (const line of said) assert.match(line, /^\d\d:\d\d:\d\d −0\.0\/\+1\.0 s /);
});

test("the result sheet opens to be printed, a report is a file to keep", async () => {
  const url = new URL("api/v1/arbiter/result-sheet", page.url()).href;
  // The journal is signed every minute.
  await eventually(async () => assert.equal((await page.request.get(url)).status(), 200), 90_000);
  const [sheet] = await Promise.all([page.context().waitForEvent("page"), page.locator("#result-sheet").click()]);
  await sheet.waitForLoadState();
  const code = await sheet.locator("svg.qr").boundingBox();
  assert.ok(code && Math.abs(code.width - code.height) < 1 && code.width > 140 && code.width < 180, `styled: ${JSON.stringify(code)}`);
  assert.equal(await sheet.locator("tbody tr").count(), 6);
  assert.match(await sheet.locator(".code").innerText(), /^TOPBOARD-HEAD:1:\d+:[0-9A-F]{64}:[0-9A-F]{64}$/);
  await sheet.close();
  for (const [link, least] of /** @type {[string, number][]} */ ([["#desk article .report", 20_000], ["#desk .two > div > .report", 20_000]])) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(link).first().click()]);
    assert.match(download.suggestedFilename(), /^case-table\d+-game\d+(-\d+s-\d+s)?\.html$/);
    const path = await download.path();
    assert.ok(statSync(path).size > least, `${link}: ${statSync(path).size} bytes`);
    assert.match(execFileSync(BIN, ["verify", path], { encoding: "utf8" }), /whole/);
  }
});

test("everything has a name and can be reached by keyboard", async () => {
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, textarea")]
    .filter((el) => /** @type {HTMLElement} */ (el).offsetParent !== null)
    .filter((el) => !(el.textContent?.trim() || el.getAttribute("aria-label") || /** @type {HTMLInputElement} */ (el).labels?.[0]?.textContent?.trim()))
    .map((el) => el.outerHTML));
  assert.deepEqual(nameless, []);
  const tree = await page.locator("main").ariaSnapshot();
  for (const part of ["heading \"To decide", "heading \"Tables: 6\"", "columnheader \"Players\"", "button \"Dismiss\"", "White: "]) {
    assert.ok(tree.includes(part), `${part} is not in the tree:\n${tree.slice(0, 3000)}`);
  }
  await page.locator("#todo-title").focus();
  const reached = new Set();
  const forms = ["setResult", "freeze", "note"];
  // The games go on: a slow computer has more to decide before the forms.
  const all = await page.locator("a[href], button, input, select, textarea, summary").count();
  for (let n = 0; n < all + 80 && !forms.every((form) => reached.has(form)); n += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement?.closest("form")?.dataset.form ?? document.activeElement?.tagName));
  }
  for (const form of forms) assert.ok(reached.has(form), [...reached].join(" "));
});

test("the hall's page and feed have none of it", async () => {
  const { page: hall, context } = await visitor(browser);
  await hall.goto(`${program.url}/live`);
  await hall.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  const told = JSON.stringify(await program.snapshot()) + (await hall.content());
  for (const word of ["illegal", "incident", "Chief Arbiter", "F23 ", "remedy"]) {
    const at = told.indexOf(word);
    assert.equal(at, -1, told.slice(Math.max(0, at - 100), at + 100));
  }
  const answer = await fetch(`${program.url}/arbiter/page.js`);
  assert.equal(answer.status, 404);
  await context.close();
  assertNoComplaints(complaints.filter((said) => !/status of (401|422)/.test(said)));
});

test("who leaves is out", async () => {
  await page.locator("#leave").click();
  await eventually(async () => assert.ok(await page.locator("#entrance").isVisible()));
});

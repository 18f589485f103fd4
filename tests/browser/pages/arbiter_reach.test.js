// The arbiter's list for everybody, in a made-up hall: keys, where the focus goes, a phone, three languages, and screen readers.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, launch } from "../lib/browser.js";
import { entries, focused, inMadeHall, logIn } from "../lib/desk.js";
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

test("after an answer by keyboard the focus goes to the next entry, and the answered one leaves when the hand rests", () => {
  const tables = [1, 2, 3].map((n) => table(n, { incidents: [incident({ no: 1 })] }));
  return inHall({ tables }, async (hall) => {
    const { page, hand, orders } = hall;
    await entries(hall).nth(1).locator("button[data-decision=confirm]").focus();
    await page.keyboard.press("Enter");
    await eventually(async () => assert.equal(orders.length, 1));
    hand.send([table(2, { incidents: [incident({ no: 1, open: false, status: "confirmed" })] })]);
    await eventually(async () => assert.equal(await focused(hall), "3"));
    assert.equal(await entries(hall).count(), 3);
    await eventually(async () => assert.equal(await entries(hall).count(), 2));
    assert.equal(await focused(hall), "3");
    await page.keyboard.press("p");
    assert.equal(await focused(hall), "1");
  });
});

test("keys: the next entry, the one before, a table by its number, and help that can switch them off", () => inHall({ tables: wrongClocks() }, async (hall) => {
  const { page } = hall;
  await page.locator("#todo-title").focus();
  await page.keyboard.press("n");
  assert.equal(await focused(hall), "1");
  await page.keyboard.press("n");
  assert.equal(await focused(hall), "2");
  await page.keyboard.press("p");
  assert.equal(await focused(hall), "1");
  const outline = await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle);
  assert.equal(outline, "solid", "the focus is seen");
  for (let n = 0; n < 41; n += 1) await page.keyboard.press("n");
  assert.equal(await focused(hall), "42", "across the end of the part that is shown");

  await page.keyboard.press("7");
  assert.equal(await page.locator("#typed").innerText(), "Table 7 – Enter");
  await page.keyboard.press("Enter");
  assert.equal(await focused(hall), "desk-title");
  assert.match(await page.locator("#desk-title").innerText(), /^Table 7: /);
  assert.equal(await page.locator("#typed").isVisible(), false);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#desk").isVisible(), false);
  assert.equal(await focused(hall), "42", "back where it was opened");
  for (const key of ["9", "9", "Enter"]) await page.keyboard.press(key);
  assert.equal(await page.locator("#typed").innerText(), "There is no table 99.");

  // Where something is written, keys write.
  await page.fill("#author", "");
  await page.locator("#author").pressSequentially("nina 7?");
  assert.equal(await page.inputValue("#author"), "nina 7?");
  await page.locator("#todo-title").focus();
  await page.keyboard.press("?");
  assert.match(await page.locator("#keys-help").innerText(), /next entry[^]*digits, then Enter[^]*F8/);
  await page.locator("#keys-on").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  assert.equal(await focused(hall), "todo-title");
}));

test("the tables are reached without passing an entry, also on a phone, where no language is cut", () => inHall({ tables: wrongClocks(), options: { viewport: { width: 360, height: 740 } } }, async ({ page }) => {
  const above = () => page.evaluate(() => {
    const [tables, first] = ["#hall-title", ".entries > article"].map((what) => document.querySelector(what)?.getBoundingClientRect().top ?? 0);
    return tables < first;
  });
  assert.equal(await page.locator("#tables").isVisible(), false, "folded");
  assert.ok(await above());
  await page.locator("#hall-title").click();
  await page.getByRole("button", { name: "Table 64", exact: true }).click();
  assert.match(await page.locator("#desk-title").innerText(), /^Table 64: /);
  for (const language of ["en", "pl", "ru"]) {
    await page.selectOption("#language", language);
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= shown, `${language}: ${wide} > ${shown}`);
    const cut = await page.evaluate(() => [...document.querySelectorAll("main button")]
      .filter((el) => el.scrollWidth > el.clientWidth + 1).map((el) => el.textContent));
    assert.deepEqual(cut, [], language);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  const [side, entry] = await page.evaluate(() => ["#hall", ".entries > article"].map((what) => document.querySelector(what)?.getBoundingClientRect().right ?? 0));
  assert.ok(side < entry, "beside the entries where there is room");
}));

test("no language has a word of another, the page's head, the rules' names and the record included", () => {
  const text = { en: "English", pl: "Po polsku", ru: "По-русски" };
  const tables = [
    table(1, {
      white: { name: "Ая" }, black: { name: "Бя" },
      incidents: [incident({ no: 1, text }), illegal(2, { text }), illegal(3, { rule: "flag-fall", kind: "hint", text })],
      said: [{ t_ms: 1000, command: { cmd: "rule", incident: 1, decision: "dismiss", author: "Ю" } }],
    }),
  ];
  return inHall({ tables }, async ({ page }) => {
    await page.fill("#author", "");
    await page.locator("#tables button").click();
    // The names of languages, of the event, of articles, players, keys and results stay.
    const said = async (/** @type {string} */ language) => {
      await page.selectOption("#language", language);
      const lines = (await page.locator("body").innerText()).replace(/English|Polski|Русский|City Open|F23|F8|Enter/g, "").split("\n");
      const labels = await page.locator("[aria-label]").evaluateAll((els) => els.map((el) => el.getAttribute("aria-label") ?? ""));
      return [...lines, ...labels].map((line) => line.trim()).filter((line) => /\p{L}{3}/u.test(line));
    };
    const [english, polish, russian] = [await said("en"), await said("pl"), await said("ru")];
    assert.deepEqual(russian.filter((line) => /[a-z]{2}/i.test(line)), []);
    assert.deepEqual(polish.filter((line) => english.includes(line) || russian.includes(line)), []);
    assert.equal(await page.title(), "Стол арбитра");
  });
});

test("a screen reader hears counts politely, and every entry by its table, players and rule", () => inHall({ tables: wrongClocks().slice(0, 1) }, async (hall) => {
  const { page, hand } = hall;
  assert.equal(await page.locator("#announcer").getAttribute("aria-live"), "polite");
  const tree = await page.locator("#todo").ariaSnapshot();
  assert.match(tree, /heading "Table 1 [^"]+ – [^"]+"/);
  assert.match(tree, /button "Show each of 26"/);
  hand.send([table(2, { incidents: [illegal(1)] })]);
  await eventually(async () => assert.equal(await page.locator("#announcer").innerText(), "To decide: 2"));
  assert.equal(await page.locator("audio, video").count(), 0);
}));

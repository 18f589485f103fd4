// The arbiter's list in a made-up hall: one entry for what is alike, a short document however much there is, keys, filters,
// what stays still under a hand, and three languages.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, notFirefox } from "../lib/browser.js";
import { logIn, madeHall } from "../lib/desk.js";
import { incident, table } from "../lib/made.js";
import { demo } from "../lib/program.js";

/** @typedef {import("../../../web/arbiter/wire.js").TableView} TableView */
/** @typedef {Awaited<ReturnType<typeof madeHall>>} Hall */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {Awaited<ReturnType<typeof logIn>>} */
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

/** What each table shows when all clocks of the hall are set wrongly: 26 presses, at each of which too little is added. */
const wrongClocks = () => Array.from({ length: 64 }, (_, n) => table(n + 1, {
  incidents: Array.from({ length: 26 }, (_, at) => incident({ no: at + 1 })),
}));
const illegal = (/** @type {number} */ no, more = {}) =>
  incident({ no, t_ms: 500_000, rule: "illegal-move-completed", by: "black", remedy: { opponent_ms: 120_000, legal: [] }, ...more });

/** Opens a made-up hall, and checks at the end that the page had nothing to complain about.
 * @param {Parameters<typeof madeHall>[2]} hall
 * @param {(hall: Hall) => Promise<void>} act */
async function inHall(hall, act) {
  const made = await madeHall(browser, login, hall);
  try {
    await act(made);
    assertNoComplaints(made.complaints);
  } finally {
    await made.context.close();
  }
}

const entries = (/** @type {Hall} */ { page }) => page.locator(".entries > article");
const focused = (/** @type {Hall} */ { page }) => page.evaluate(() => document.activeElement?.querySelector(".number")?.textContent ?? document.activeElement?.id);

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
    const numbers = () => page.locator(".entries .number").allInnerTexts();
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

test("filters stand in the address, and a reload keeps them", () => {
  const tables = [
    table(1, { incidents: [incident({ no: 1 }), incident({ no: 2, rule: "flag-fall" })] }),
    table(2, { asked: { t_ms: 0, ply: 3, alternatives: [{ uci: "c4d5", san: "cxd5" }] } }),
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
  });
});

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

// The review of a game as an arbiter works with it, against the real program with simulated illegal moves.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { IS_FIREFOX, assertNoComplaints, eventually, launch, notFirefox, slow, visitor } from "../lib/browser.js";
import { logIn } from "../lib/desk.js";
import { faults } from "../lib/faults.js";
import { demo } from "../lib/program.js";
import { badges, count, now, openReview } from "../lib/review.js";

/** What the page and its files may weigh, compressed, without the document. */
const WEIGHT_MAX = 90_000;

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {import("../lib/desk.js").Login} */
let login;
/** An illegal move that the program found. @type {{table: number, game: number, no: number}} */
let illegal;

before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 20, seed: 2, tables: 3, illegal: true })]);
  login = await logIn(browser, program);
  const { page, context } = await visitor(browser, { storageState: login.state });
  await page.goto(login.url);
  illegal = await eventually(async () => {
    const told = await page.evaluate(async () => (await fetch("api/v1/arbiter/snapshot")).json());
    const found = told.tables.flatMap((/** @type {any} */ view) => view.incidents.map((/** @type {any} */ it) => ({ table: view.table, game: it.game, no: it.no, rule: it.rule })));
    const one = found.find((/** @type {any} */ { rule }) => rule === "illegal-move-completed");
    assert.ok(one, "an illegal move is found");
    return one;
  }, 90_000);
  await context.close();
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** @param {string} query @param {import("../lib/browser.js").Options} [options] */
const open = (query, options) => openReview(browser, login, query, options);

test("from an incident of the desk an arbiter gets to the moment, with the keyboard alone through the whole case", async () => {
  const { page, complaints, context } = await visitor(browser, { viewport: { width: 1280, height: 900 }, storageState: login.state });
  await page.goto(login.url);
  const card = page.locator("article[data-rule=illegal-move-completed] a.review").first();
  // A key in the list keeps it still; before it, the entry may become one of several alike.
  await eventually(async () => {
    await card.focus();
    await page.keyboard.press("Shift");
    assert.equal(await card.evaluate((el) => el === document.activeElement), true);
  });
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset.entries !== undefined);
  assert.match(await now(page), /^Illegal move · White · F23 7\.5\.1/);
  // The case: what was found, the articles, what the Laws provide, the position before with its FEN and both clocks.
  const box = page.locator(".incident");
  assert.match(await box.innerText(), /Violation/);
  assert.match(await box.innerText(), /What the Laws provide\. The arbiter decides\./);
  assert.match(await box.innerText(), /Add to the opponent's clock\s+\+1:00/);
  assert.match(await box.innerText(), /Clocks then\s+White \d+:\d\d .* s.*, Black \d+:\d\d/);
  const fen = await box.locator("dd.long").last().innerText();
  assert.equal(await box.locator(".board").getAttribute("data-fen"), fen);
  assert.match(fen, / w /, "White is to move again");

  const found = await count(page);
  await page.keyboard.press("Alt+ArrowLeft");
  assert.ok((await count(page)) < found, "the incident before");
  await page.keyboard.press("Alt+ArrowRight");
  assert.equal(await count(page), found, "and back");
  await page.keyboard.press("ArrowLeft");
  assert.ok((await count(page)) < found);
  await page.keyboard.press("ArrowRight");
  assert.equal(await count(page), found);
  await page.keyboard.press("Home");
  assert.equal(await count(page), 0);
  assert.equal(await now(page), "The game begins.");
  await page.keyboard.press("Shift+ArrowRight");
  assert.match(await now(page), /^1\. \S+: (provisional|final|completed)/);
  const first = await count(page);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await count(page), first);

  // To a move by its number, and nowhere if there is none.
  await page.keyboard.press("g");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  assert.match(await now(page), /^2\. /);
  const second = await count(page);
  await page.keyboard.press("g");
  await page.keyboard.type("999");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".bar .why").innerText(), /no move 999/);
  assert.equal(await count(page), second);
  await page.locator(".track").focus();

  // A loop, a mark, a comparison, and all of it forgotten.
  await page.keyboard.press("[");
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("]");
  assert.match(await page.locator("#announcer").innerText(), /^Loop: \d/);
  await page.keyboard.press("m");
  assert.match(await page.locator("#announcer").innerText(), /^Marked: \d/);
  await page.keyboard.press("c");
  await page.keyboard.press("Home");
  assert.equal(await page.locator(".left h2").innerText(), "The sensors at A");
  assert.match(await page.locator(".compared").innerText(), /^From A to B: −/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".right h2").innerText(), "What the game believes");
  await page.keyboard.press("End");
  const corner = () => page.locator(".left .men use").first().evaluate((el) => /** @type {SVGElement} */ (el).style.transform);
  const unturned = await corner();
  await page.keyboard.press("f");
  assert.notEqual(await corner(), unturned, "the boards are turned");
  await page.keyboard.press("f");

  // It plays, and stops at the end.
  await page.keyboard.press("Home");
  await page.locator("#speed").selectOption("8");
  await page.locator(".track").focus();
  await page.keyboard.press("Space");
  await eventually(async () => assert.ok((await count(page)) > 10));
  await page.keyboard.press("Space");
  const paused = await count(page);
  await page.waitForTimeout(200);
  assert.equal(await count(page), paused);
  await page.keyboard.press("?");
  assert.match(await page.locator("#keys-help").innerText(), /previous and next incident/);
  await page.keyboard.press("Escape");
  assertNoComplaints(complaints);
  await context.close();
});

test("what is seen at each moment is what the log has, in the order of the touches", async () => {
  const { page, context } = await open(`table=${illegal.table}&game=${illegal.game}`);
  const told = await page.evaluate(async ({ table, game }) => (await fetch(`../api/v1/tables/${table}/games/${game}/review`)).json(), illegal);
  await page.keyboard.press("Home");
  let [squares, seen, aloft] = [/** @type {string[]} */ ([...(told.squares ?? "?".repeat(64))]), 0, 0];
  const entries = told.log.slice(0, 60);
  for (const [place, [, , kind, detail]] of entries.entries()) {
    if (kind === "reading") squares = [...detail];
    if (kind === "square") squares[(Number(detail[1]) - 1) * 8 + detail.charCodeAt(0) - 97] = detail.slice(2);
    if (["clock", "array", "line"].includes(kind)) continue;
    while ((await count(page)) < place + 1) await page.keyboard.press("ArrowRight");
    if ((await count(page)) !== place + 1) continue;
    const drawn = await page.locator(".left .board").evaluate((el) => /** @type {SVGElement} */ (el).dataset.fen ?? "");
    const men = drawn.split("/").reverse().flatMap((rank) => [...rank].flatMap((sign) => (/\d/.test(sign) ? Array(Number(sign)).fill(".") : [sign]))).join("");
    if (!squares.includes("?")) assert.equal(men, squares.join(""), `entry ${place}`);
    if (kind === "square" && detail.endsWith(".")) {
      const on = (Number(detail[1]) - 1) * 8 + detail.charCodeAt(0) - 97;
      const numbers = (await badges(page)).flatMap(([square, text]) => String(text).split(" ").map((order) => [square, Number(order)]));
      const last = numbers.reduce((a, b) => (Number(b[1]) > Number(a[1]) ? b : a));
      assert.equal(last[0], on, `the latest touch of entry ${place} has the highest number`);
      aloft += await page.locator(".left .ghost").count();
    }
    seen += 1;
  }
  assert.ok(seen > 25, String(seen));
  assert.ok(aloft > 0, "pieces in the air were drawn");
  await context.close();
});

test("whoever does not see the lanes reads and hears what happened, in order", async () => {
  const { page, context } = await open(`table=${illegal.table}&game=${illegal.game}&incident=${illegal.no}`);
  const rows = await page.locator(".events li").allInnerTexts();
  assert.ok(rows.some((row) => /white \w+ lifted from [a-h][12]/.test(row)) && rows.some((row) => /Black pressed the clock/.test(row)), rows.join("\n"));
  assert.match(await page.locator(".events li[aria-current=step]").innerText(), /Illegal move/);
  await page.locator(".events button").first().focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".events li[aria-current=step]").first().getAttribute("data-place"), "0");
  const slider = page.getByRole("slider", { name: "Timeline" });
  await slider.focus();
  await page.keyboard.press("End");
  assert.equal(await slider.getAttribute("aria-valuenow"), await slider.getAttribute("aria-valuemax"));
  const tree = await page.locator("main").ariaSnapshot();
  for (const part of ["heading \"What the sensors saw\"", "slider \"Timeline\"", "heading \"What happened, in order\"", "button \"Previous event\""]) assert.ok(tree.includes(part), part);
  assert.match(tree, /white king [a-h][1-8]/, "each man is named");
  await context.close();
});

for (const [name, options] of /** @type {[string, import("../lib/browser.js").Options][]} */ ([
  ["light", { colorScheme: "light" }], ["dark", { colorScheme: "dark" }], ["more contrast", { contrast: "more" }],
  ["a phone", { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: "reduce" }],
])) {
  test(`nothing is amiss for assistive technology: ${name}`, name === "more contrast" ? slow(notFirefox("WebDriver BiDi tells Firefox no wish for contrast")) : {}, async () => {
    const { page, complaints, context } = await open(`table=${illegal.table}&game=${illegal.game}&incident=${illegal.no}`, options);
    assert.deepEqual(await faults(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "nothing is wider than the window");
    assertNoComplaints(complaints);
    await context.close();
  });
}

test("a phone shows one board at a time and all lanes", async () => {
  const { page, context } = await open(`table=${illegal.table}&game=${illegal.game}&incident=${illegal.no}`, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const seen = () => page.locator(".panel").evaluateAll((all) => all.map((el) => /** @type {HTMLElement} */ (el).offsetParent !== null));
  assert.deepEqual(await seen(), [true, false]);
  // WebDriver BiDi gives Firefox no screen that is touched.
  await page.locator("[data-act=flip]")[IS_FIREFOX ? "click" : "tap"]();
  assert.deepEqual(await seen(), [false, true]);
  assert.ok(((await page.locator(".track").boundingBox())?.width ?? 0) > 320);
  await context.close();
});

test("who may not look is told so, and what is not there is said to be missing", async () => {
  const { page, context } = await visitor(browser, { storageState: login.state });
  await page.goto(`${login.url}review/?table=1&game=99`);
  await page.waitForFunction(() => document.documentElement.dataset.failed);
  assert.match(await page.locator("#why").innerText(), /table 1 has no game 99; its games are/);
  await page.goto(`${login.url}review/`);
  await page.waitForFunction(() => document.documentElement.dataset.failed);
  assert.match(await page.locator("#why").innerText(), /Open a review from a table/);
  await context.close();
  const stranger = await visitor(browser);
  await stranger.page.goto(`${login.url}review/?table=1&game=1`);
  await stranger.page.waitForFunction(() => document.documentElement.dataset.failed);
  assert.equal(await stranger.page.locator("#why").innerText(), "Log in at the arbiter's desk first.");
  await stranger.context.close();
});

test("the page loads light", notFirefox("bytes are counted by the protocol of Chromium"), async () => {
  const { page, context } = await visitor(browser, { storageState: login.state });
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let [bytes, document] = [0, ""];
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.endsWith("/review")) document = requestId;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (requestId !== document) bytes += encodedDataLength;
  });
  await page.goto(`${login.url}review/?table=${illegal.table}&game=${illegal.game}`);
  await page.waitForFunction(() => globalThis.document.documentElement.dataset.entries !== undefined);
  await page.waitForLoadState("networkidle");
  assert.ok(document !== "", "the document came");
  assert.ok(bytes > 20_000 && bytes < WEIGHT_MAX, `${bytes} bytes`);
  await context.close();
});

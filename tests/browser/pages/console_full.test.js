// The console with a hall that no test could play: 64 boards, 200 plies, the longest names, everything wrong at once, a question
// among legal moves. The page and its answers are the program's, the frames are the test's.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, notFirefox, slow, visitor } from "../lib/browser.js";
import { lamp } from "../lib/console.js";
import { faults } from "../lib/faults.js";
import { madeConsole } from "../lib/made_console.js";
import { demo } from "../lib/program.js";

/** @typedef {import("../../../web/console/facts/hall.js").OperatorTable} OperatorTable */

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const LONG = "Wijeyesinghe-Ramachandran Venkatanarasimharajuvaripeta, Alexandria Konstantinopolitanskaya von und zu Hohen";
const NAMES = [LONG, "أحمد بن عبد الرحمن آل مكتوم الطويل جدا", "O", "<img src=x onerror=alert(1)>", "", "Nowak, Anna"];
const NOW = 3_600_000;
const SHUFFLE = [{ san: "Nf3", uci: "g1f3" }, { san: "Nf6", uci: "g8f6" }, { san: "Ng1", uci: "f3g1" }, { san: "Ng8", uci: "f6g8" }];

/** @param {number} table @param {Partial<OperatorTable>} [more] @returns {OperatorTable} */
const table = (table, more = {}) => ({
  table, game: 1, white: { name: NAMES[table % 6] }, black: { name: NAMES[(table + 2) % 6] }, start: START, fen: START,
  moves: Array.from({ length: 200 }, (_, n) => SHUFFLE[n % 4]), clock: { white_ms: 35_999_000, black_ms: 1_000, running: "white", read_ms: NOW },
  result: "*", link: { state: "live" }, round: { state: "playing" }, ...more,
});
/** Whatever can be wrong with a board. @type {Partial<OperatorTable>[]} */
const WRONG = [
  { heard_ms: NOW - 65_000 }, { link: { state: "absent" }, moves: [] }, { fault: "index out of bounds: the len is 64 but the index is 64" }, { astray: true },
  { sensors: { dead: ["a1", "b2", "c3", "d4"], stuck: ["h8"], wiring: false } }, { ailment: "deaf" }, { battery: 3 }, { ended: true },
  { clock: { white_ms: 0, black_ms: 0, running: null, read_ms: 0 } }, { clock: { white_ms: 1, black_ms: 1, running: "black", read_ms: 0 } },
  { link: { state: "lost", since_ms: NOW - 11_000 } }, { result: "1/2-1/2", score: "1/2-0" }, { round: { state: "not-ready", todo: { en: ["e2: a white pawn is missing."], pl: ["x"], ru: ["x"] } }, moves: [] },
];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {any} */
let login;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 1, tables: 1 })]);
  const { page, context } = await visitor(browser);
  await page.goto(program.link());
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  login = await context.storageState();
  await context.close();
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** Opens the console with a hall of this test. @param {OperatorTable[]} tables @param {import("../lib/browser.js").Options} [options] */
const made = (tables, options) => madeConsole(browser, { state: login, url: program.link() }, { tables, now: NOW, event: LONG, options });

test("a question among legal moves is answered by two keys, and the answer can be taken back", notFirefox("WebDriver BiDi tells no body of a request"), async () => {
  const asked = { t_ms: NOW - 20_000, ply: 201, alternatives: [{ uci: "g1f3", san: "Nf3" }, { uci: "g1h3", san: "Nh3" }, { uci: "-", san: "-" }] };
  const { page, complaints, context, orders, hand } = await made([table(1), table(2, { asked })]);
  await page.locator("#tasks-title").focus();
  const task = page.locator('.task[data-kind="asked"]');
  // It waits until hands had time to make it plain.
  hand.now += 11_000;
  hand.send([table(1)]);
  await task.waitFor();
  assert.match(await task.innerText(), /Pick the move at table 2, 101\.\s+Nf3\s+Nh3\s+No move\s+Open the table/);
  await page.keyboard.press("n");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Nf3");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.deepEqual(orders.map(({ table, command }) => [table, command.cmd, command.ply, command.move]), [[2, "choose", 201, "g1f3"]]));
  await page.locator("#undo").waitFor();
  await page.keyboard.press("u");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.deepEqual(orders.slice(1).map(({ table, command }) => [table, command.cmd, command.of, command.no]), [[2, "undo", "choose", 1]]));
  assertNoComplaints(complaints);
  await context.close();
});

test("a task that only hands can do is put aside, and comes back when it comes anew", async () => {
  const { page, context, hand } = await made([table(1), table(2, { heard_ms: NOW - 20_000 })]);
  const task = page.locator('.task[data-kind="silent"]');
  await task.getByRole("button", { name: "Put aside" }).click();
  await eventually(async () => assert.equal(await task.count(), 0));
  assert.equal((await lamp(page, 2, "link")).level, "bad", "the lamp hides nothing");
  hand.send([table(2)]);
  await eventually(async () => assert.equal((await lamp(page, 2, "link")).level, "good"));
  hand.send([table(2, { heard_ms: NOW - 30_000 })]);
  await task.waitFor();
  await task.getByRole("button", { name: "Put aside" }).click();
  await page.locator("#undo-button").click();
  await task.waitFor();
  await context.close();
});

for (const [width, colorScheme, options] of /** @type {const} */ ([[320, "light", {}], [1280, "dark", slow()], [2560, "light", slow()]])) {
  test(`64 boards with all that can be wrong stay within the window, are told by shape and word, and keep the page small: ${width} pixels`, options, async () => {
    const tables = Array.from({ length: 64 }, (_, n) => table(n + 1, WRONG[n % WRONG.length]));
    const { page, complaints, context, hand } = await made(tables, { viewport: { width, height: 900 }, colorScheme });
    hand.now += 90_000;
    hand.send([tables[0]]);
    await eventually(async () => assert.equal(await page.locator(".task").count(), 30, "nobody works through more at a time"));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    const bare = await page.locator(".lamp").evaluateAll((all) => all.filter((el) => !el.querySelector(".shape")?.textContent || !/: .*\. ./.test(el.querySelector(".spoken")?.textContent ?? "")).length);
    assert.equal(bare, 0, "every lamp has a shape and a sentence");
    const shapes = await page.locator(".lamp").evaluateAll((all) => all.map((el) => `${/** @type {HTMLElement} */ (el).dataset.level} ${el.querySelector(".shape")?.textContent}`));
    assert.deepEqual([...new Set(shapes)].sort(), ["bad ✖", "good ●", "none –", "unknown ?", "warn ▲"]);
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    assert.ok(nodes < 64 * 60, `${nodes} nodes`);
    // The opened game has two hundred plies, and its list scrolls by itself.
    await page.locator('.tile[data-table="1"] button').click();
    await eventually(async () => assert.equal(await page.locator("#table .ply").count(), 201));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} with a table`);
    assertNoComplaints(complaints);
    // axe takes its time over so many nodes, and finds the same at every width.
    if (colorScheme === "light") return context.close();
    assert.deepEqual(await faults(page), [], String(width));
    await context.close();
  });
}

test("a page that is cut off says so, and sends nobody through the hall", async () => {
  const { page, context } = await made([table(1), table(2)]);
  await eventually(async () => assert.equal((await lamp(page, 1, "link")).level, "good"));
  // Nothing more comes: no beat, no update.
  await eventually(async () => assert.deepEqual([(await lamp(page, 1, "link")).level, (await lamp(page, 2, "game")).level], ["unknown", "unknown"]), 20_000);
  assert.match((await lamp(page, 1, "link")).spoken, /This page hears nothing of the hall/);
  assert.equal(await page.locator(".task").count(), 0);
  assert.equal(await page.locator(".tile .held").count(), 4, "clocks stand and are hatched");
  await context.close();
});

test("answers that are cut off are none: what was told stays, and is asked for again", async () => {
  const { page, complaints, context } = await made([table(1)]);
  let cut = 0;
  await page.route(/api\/v1\/(displays|broadcast|event\/ready|event)$/, (route) => {
    cut += 1;
    return route.fulfill({ contentType: "application/json", body: '{"displays":[{"dis' });
  });
  await eventually(async () => assert.ok(cut >= 12, `${cut}`), 30_000);
  assertNoComplaints(complaints);
  await context.close();
});

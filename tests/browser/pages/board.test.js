// One table, large: opened, stepped through, left again; by mouse, keys and screen reader.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { viewOf } from "../../../web/shared/follow/view.js";
import { Hall2 } from "../../../web/shared/hall2.js";
import { assertNoComplaints, between, eventually, launch, open, placed, quiet, visitor } from "../lib/browser.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 25, seed: 11 });
  await eventually(async () => {
    const { tables } = await program.snapshot();
    assert.ok(tables[2].moves.length >= 5, "table 3 has moves to step through");
  }, 60_000);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** @param {import("playwright-core").Page} page */
function readBoard(page) {
  return page.evaluate(() => {
    const big = /** @type {HTMLElement} */ (document.getElementById("big"));
    const text = (/** @type {string} */ what) => big.querySelector(what)?.textContent ?? "";
    return {
      fen: /** @type {SVGElement} */ (big.querySelector(".board")).dataset.fen ?? "",
      ply: Number(/** @type {HTMLElement | null} */ (big.querySelector("[aria-current]"))?.dataset.ply ?? 0),
      plies: big.querySelectorAll(".move").length,
      stepping: big.classList.contains("stepping"),
      clocks: [text(".white .digits"), text(".black .digits")],
      status: text(".status"),
    };
  });
}

test("a card opens its table with the enter key, and escape returns to it", async () => {
  const { page, complaints, context } = await visitor(browser);
  await open(page, `${program.url}/boards`);
  await page.locator('.card[data-table="3"]').focus();
  await page.keyboard.press("Enter");
  await page.locator("#big h1", { hasText: "Table 3" }).waitFor();
  assert.equal(new URL(page.url()).hash, "#3");
  assert.equal(await page.locator("#grid").isVisible(), false);
  await page.keyboard.press("Escape");
  await page.locator("#grid").waitFor();
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.table), "3");
  assertNoComplaints(complaints);
  await context.close();
});

test("a table has an address of its own, in two forms", async () => {
  for (const address of ["/boards#3", "/boards?table=3"]) {
    const { page, context } = await visitor(browser);
    await open(page, program.url + address);
    await eventually(async () => {
      const { tables } = await program.snapshot();
      const board = await readBoard(page);
      assert.equal(placed(board.fen), placed(tables[2].moves.at(-1)?.fen));
      assert.equal(board.plies, tables[2].moves.length);
    });
    await context.close();
  }
});

/** The page gets one snapshot of the real feed, and after that only what the test tells it of table 3.
 * @param {import("playwright-core").Page} page */
async function frozen(page) {
  /** @type {{revision: number, table: any}} */
  const state = { revision: 0, table: null };
  const hand = await between(page, {
    snapshot(snapshot) {
      const table = snapshot.tables[2];
      delete table.res;
      // The game on the table may have ended by mate, and then nobody's clock runs.
      if (table.m.endsWith("#")) table.m = table.m.split(" ").slice(0, -2).join(" ");
      const hall = new Hall2();
      hall.snapshot(snapshot);
      [state.revision, state.table] = [table.r, viewOf(/** @type {import("../../../web/shared/hall2.js").Table} */ (hall.tables.get(3)))];
      return snapshot;
    },
    frame: quiet,
  });
  const tell = (/** @type {any} */ change) => {
    state.revision += 1;
    hand.send({ b: 3, r: state.revision, ...(change.g === undefined && { p: state.revision - 1 }), ...change });
  };
  return { state, tell };
}

const AFTER_NEXT = "8/8/8/3k4/8/3K4/8/8 w - - 0 90";

test("stepping shows each position with the clocks of its move, and new moves do not disturb it", async () => {
  const { page, complaints, context } = await visitor(browser);
  const { state, tell } = await frozen(page);
  await open(page, `${program.url}/boards#3`);
  await eventually(async () => assert.ok((await readBoard(page)).plies >= 5));
  const { moves } = state.table;
  await page.locator('#big .move[data-ply="2"]').click();
  await page.waitForTimeout(300);
  const looking = await readBoard(page);
  assert.equal(looking.stepping, true);
  assert.equal(looking.fen, moves[1].fen);
  const times = [0, 1].map((n) => moves[n].left_ms);
  const unknown = times.every((ms) => ms === undefined) ? "" : "–:––";
  assert.deepEqual(looking.clocks, times.map((ms) => (ms === undefined ? unknown : text(ms))));
  await page.keyboard.press("ArrowRight");
  assert.equal((await readBoard(page)).fen, moves[2].fen);
  await page.getByRole("button", { name: "Previous move" }).click();
  await page.keyboard.press("ArrowLeft");
  assert.equal((await readBoard(page)).fen, moves[0].fen);
  await page.keyboard.press("Home");
  assert.equal((await readBoard(page)).fen, state.table.start);
  await page.keyboard.press("ArrowRight");

  tell({ from: moves.length, m: "d6d5 Kd5", x: { [moves.length]: AFTER_NEXT } });
  await eventually(async () => assert.equal((await readBoard(page)).plies, moves.length + 1));
  const after = await readBoard(page);
  assert.deepEqual([after.fen, after.stepping], [moves[0].fen, true], "the view moved");
  await page.getByRole("button", { name: "Live: the newest position" }).click();
  const live = await readBoard(page);
  assert.deepEqual([live.fen, live.stepping, live.ply], [placed(AFTER_NEXT), false, moves.length + 1]);
  assertNoComplaints(complaints);
  await context.close();
});

test("a correction takes moves back under the viewer's eyes, a new game starts anew", async () => {
  const { page, complaints, context } = await visitor(browser);
  const { state, tell } = await frozen(page);
  await open(page, `${program.url}/boards#3`);
  await eventually(async () => assert.ok((await readBoard(page)).plies >= 5));
  await page.locator('#big .move[data-ply="4"]').click();
  tell({ from: 2 });
  await eventually(async () => {
    const board = await readBoard(page);
    assert.deepEqual([board.plies, board.fen], [2, state.table.moves[1].fen]);
  });
  tell({ from: 2, m: "a2a3 a3", pv: [2] });
  await eventually(async () => assert.equal(await page.locator("#big .move.provisional").count(), 1));
  tell({ g: state.table.game + 1, w: { n: "New Player" }, bl: { n: "B" } });
  await eventually(async () => {
    const board = await readBoard(page);
    assert.deepEqual([board.plies, board.fen, board.stepping], [0, state.table.start, false]);
    assert.equal(await page.locator("#big .white .full").textContent(), "New Player");
  });
  assertNoComplaints(complaints);
  await context.close();
});

test("a screen reader gets each board in one sentence and the open board as a table of 64 cells", async () => {
  const { page, context } = await visitor(browser);
  await open(page, `${program.url}/boards`);
  await eventually(async () => {
    const { tables } = await program.snapshot();
    const seen = await page.locator("#grid").ariaSnapshot();
    for (const { table, white, black } of tables) {
      assert.ok(seen.includes(`Table ${table}: `), `table ${table} in:\n${seen}`);
      assert.ok(seen.includes(white.name) && seen.includes(black.name));
    }
    assert.match(seen, /Move \d+, (White|Black) played/);
  });
  await page.goto(`${program.url}/boards#3`);
  await eventually(async () => assert.match(await page.locator("#big table").ariaSnapshot(), /white king/));
  const seen = await page.locator("#big table").ariaSnapshot();
  assert.equal(seen.match(/- cell /g)?.length, 64);
  // Whoever reads a square keeps the place when a move comes.
  const square = await page.locator("#big table td").first().elementHandle();
  const before = (await readBoard(page)).fen;
  await eventually(async () => assert.notEqual((await readBoard(page)).fen, before), 60_000);
  assert.equal(await square?.evaluate((cell) => cell.isConnected), true);
  await context.close();
});

test("the live region speaks at most once in five seconds", async () => {
  const { page, context } = await visitor(browser);
  await page.addInitScript(() => {
    /** @type {number[]} */
    const spoken = [];
    Object.assign(window, { spoken });
    addEventListener("DOMContentLoaded", () => {
      const region = /** @type {HTMLElement} */ (document.getElementById("announcer"));
      new MutationObserver(() => spoken.push(performance.now())).observe(region, { childList: true, characterData: true, subtree: true });
    });
  });
  await open(page, `${program.url}/boards`);
  const spoken = () => page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).spoken));
  await eventually(async () => assert.ok((await spoken()).length >= 3), 60_000);
  const times = await spoken();
  for (let n = 1; n < times.length; n += 1) assert.ok(times[n] - times[n - 1] >= 4900);
  await context.close();
});

test("nothing on the page is the arbiter's", async () => {
  const { page, context } = await visitor(browser);
  await open(page, `${program.url}/boards`);
  const footer = await page.locator("footer span").textContent();
  assert.equal(footer, "For information only – no claims (Laws 6.12.2).");
  for (const address of ["/boards", "/boards#3"]) {
    await page.goto(program.url + address);
    await page.waitForTimeout(500);
    const html = (await page.content()).replace(footer ?? "", "");
    assert.doesNotMatch(html, /illegal|flag|claim|threefold|repetition|not pressed|incident|arbiter|draw available/i);
  }
  await context.close();
});

/** @param {number} ms */
function text(ms) {
  const all = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(all / 3600);
  return `${hours ? `${hours}:${two(Math.floor(all / 60) % 60)}` : Math.floor(all / 60)}:${two(all % 60)}`;
}

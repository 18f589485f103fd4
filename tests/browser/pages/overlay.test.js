// Overlays for films, and a board in a frame of somebody else's page. The hall is a demo.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, visitor } from "../lib/browser.js";
import { demo, freePort } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 20, seed: 4, tables: 3 })]);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** Opens an overlay of this size. @param {string} address @param {number} width @param {number} height */
async function overlay(address, width, height) {
  const guest = await visitor(browser, { viewport: { width, height } });
  await open(guest.page, program.url.replace(/\/$/, "") + address);
  return guest;
}

/** The pieces of the last position of a table. @param {number} table */
async function placement(table) {
  const { start, moves } = (await program.snapshot()).tables.find((one) => one.table === table) ?? { start: "", moves: [] };
  return (moves.at(-1)?.fen ?? start).split(" ")[0];
}

/** @param {import("playwright-core").Page} page */
const shown = (page) => page.locator(".board").first().evaluate((el) => /** @type {SVGElement} */ (el).dataset.fen?.split(" ")[0]);

test("one board is drawn on nothing, fills the picture and follows the play", async () => {
  for (const [width, height] of [[400, 528], [1920, 1080], [300, 900]]) {
    const { page, complaints, context } = await overlay("/overlay?show=board&table=2", width, height);
    await eventually(async () => assert.equal(await shown(page), await placement(2)));
    const look = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll(".board, .player")].map((el) => el.getBoundingClientRect());
      const over = boxes.some((box) => box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
      const grounds = [document.documentElement, document.body].map((el) => getComputedStyle(el).backgroundColor);
      return { over, grounds, board: boxes[1].width, scrolls: document.documentElement.scrollHeight > innerHeight };
    });
    assert.deepEqual([look.over, look.scrolls], [false, false], `${width} × ${height}`);
    assert.deepEqual(new Set(look.grounds), new Set(["rgba(0, 0, 0, 0)"]));
    assert.ok(look.board >= 0.98 * Math.min(width, height / 1.32), `${look.board} of ${width} × ${height}`);
    const clock = page.locator(".player.white .digits");
    await eventually(async () => assert.match(await clock.innerText(), /^\d+:\d\d/));
    const before = await shown(page);
    await eventually(async () => assert.notEqual(await shown(page), before), 60_000);
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("where no clock is known no empty clock is drawn", async () => {
  const { page, context } = await overlay("/overlay?show=board&table=1&ground=panel", 400, 528);
  const ground = await page.locator(".player.white .clock").evaluate((el) => {
    el.setAttribute("class", "clock to-move none");
    return getComputedStyle(el).backgroundColor;
  });
  assert.equal(ground, "rgba(0, 0, 0, 0)");
  await context.close();
});

test("without a table it is one that plays, and none that is not there", async () => {
  const { page, context } = await overlay("/overlay", 400, 528);
  await eventually(async () => {
    const table = Number(await page.evaluate(() => document.documentElement.dataset.table));
    assert.ok([1, 2, 3].includes(table));
    assert.equal(await shown(page), await placement(table));
  });
  await context.close();
  const { page: empty, context: other } = await overlay("/embed?table=77", 400, 560);
  await eventually(async () => assert.equal(await empty.locator("#notice").innerText(), "There is no such table."));
  await other.close();
});

test("the clocks lie side by side, and the ticker tells every game", async () => {
  const { page, context } = await overlay("/overlay?show=clocks&table=1", 1920, 160);
  await eventually(async () => assert.equal(await page.locator(".player .clock .digits").count(), 2));
  const [white, black] = await page.locator(".player").evaluateAll((all) => all.map((el) => el.getBoundingClientRect().left));
  assert.ok(white < black);
  await context.close();
  const { page: line, context: other } = await overlay("/overlay?show=ticker", 700, 60);
  const told = new Set();
  await eventually(async () => {
    const seen = await line.locator(".entry:not(.away)").evaluateAll((all) => all.map((el) => [/** @type {HTMLElement} */ (el).dataset.table, el.textContent]));
    for (const [table, text] of seen) {
      assert.match(String(text), /–/);
      told.add(table);
    }
    assert.deepEqual([...told].sort(), ["1", "2", "3"]);
  }, 30_000);
  await other.close();
});

test("a pairing that is wider than the ticker shows both names, and the move", async () => {
  const { page, context } = await overlay("/overlay?show=ticker", 400, 60);
  await eventually(async () => {
    const entry = page.locator(".entry:not(.away)");
    const parts = await entry.locator("bdi, .result").evaluateAll((all) => all.map((el) => [el.textContent, el.getBoundingClientRect().width, el.getBoundingClientRect().right]));
    assert.equal(parts.length, 3);
    for (const [text, width, right] of parts) assert.ok(text && Number(width) > 20 && Number(right) <= 400, `${text}: ${width} to ${right}`);
  }, 30_000);
  await context.close();
});

test("a page of somebody else may frame the board, and not the hall's own pages", async () => {
  const port = await freePort();
  const url = program.url.replace(/\/$/, "");
  const page = `<!doctype html><iframe id="board" src="${url}/embed?table=1"></iframe><iframe id="hall" src="${url}/"></iframe>`;
  const club = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end(page)).listen(port, "127.0.0.1");
  const guest = await visitor(browser);
  await guest.page.goto(`http://127.0.0.1:${port}/`);
  const board = guest.page.frameLocator("#board");
  await eventually(async () => assert.equal(await board.locator(".board").count(), 1));
  await eventually(async () => assert.equal(await board.locator("#home").getAttribute("href"), "/#1"));
  assert.equal(await guest.page.frameLocator("#hall").locator("#grid").count(), 0, "it would be a cover for clicks");
  await guest.context.close();
  club.close();
});

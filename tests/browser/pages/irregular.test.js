// An illegal move that the arbiter let stand: spectators see the position after it and the moves behind it, until the ruling is
// taken back. The game is that of a kept journal.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, visitor } from "../lib/browser.js";
import { cards } from "../lib/live_page.js";
import { freePort } from "../lib/program.js";
import { unboarded } from "../lib/unboarded.js";

const JOURNAL = new URL("../../journals/golden/illegal-move-stands/hall.journal", import.meta.url);
const MOVES = ["e4", "e5", "f1-b4", "Nc6", "Nf3", "Nf6", "d4"];
const BEFORE = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
const STANDS = "rnbqkbnr/pppp1ppp/8/4p3/1B2P3/8/PPPP1PPP/RNBQK1NR";
const LAST = "r1bqkb1r/pppp1ppp/2n2n2/4p3/1B1PP3/5N2/PPP2PPP/RNBQK2R";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {() => Promise<void>} */
let remove;
before(async () => {
  const [port, arbiter] = [await freePort(), await freePort()];
  const sections = `
[event]
name = "City Open"
edition = "fide23"
discipline = "blitz"
supervised = true
time_control = "180+2"

[server]
listen = "127.0.0.1:${port}"

[arbiter]
listen = "127.0.0.1:${arbiter}"
`;
  ({ program, remove } = await unboarded(sections, port, { table: 1, journal: JOURNAL }));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await remove?.();
});

/** The moves of the open board. @param {import("playwright-core").Page} page */
const listed = (page) => page.locator("#table .move .san").allInnerTexts();

/** Rules on the illegal move. @param {import("playwright-core").Page} desk @param {string} decision */
async function rule(desk, decision) {
  const status = await desk.evaluate(async (decision) => {
    const told = await (await fetch("api/v1/arbiter/snapshot")).json();
    const { no } = told.tables[0].incidents.find((/** @type {any} */ it) => it.rule === "illegal-move-completed");
    const body = JSON.stringify({ cmd: "rule", incident: no, decision, author: "Judge" });
    return (await fetch("api/v1/tables/1/commands", { method: "POST", headers: { "Content-Type": "application/json" }, body })).status;
  }, decision);
  assert.equal(status, 200);
}

test("spectators see the position after it and what was played then, and both go and come with the ruling", async () => {
  const { page, complaints, context } = await visitor(browser);
  await open(page, `${program.url}/live`);
  await eventually(async () => assert.equal((await cards(page))[0].fen.split(" ")[0], LAST));
  await page.goto(`${program.url}/live?notation=english#1`);
  await eventually(async () => assert.deepEqual(await listed(page), MOVES));
  assert.deepEqual(await page.locator("#table .moves .no").allInnerTexts(), ["1.", "2.", "3.", "4."]);
  const stood = page.locator("#table .move.irregular");
  assert.equal(await stood.count(), 1);
  assert.equal(await stood.getAttribute("aria-label"), "Move 2, White: from f1 to b4, not a legal move.");
  await stood.click();
  const board = page.locator("#table .board").first();
  await eventually(async () => {
    const { fen, last } = await board.evaluate((el) => ({ .../** @type {SVGElement} */ (el).dataset }));
    assert.deepEqual([fen?.split(" ")[0], last], [STANDS, "f1b4"]);
  });

  const { page: desk, context: arbiters } = await visitor(browser);
  await desk.goto(program.link());
  await desk.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  await rule(desk, "confirm");
  await eventually(async () => assert.deepEqual(await listed(page), ["e4", "e5"]));
  await eventually(async () => assert.equal(await board.evaluate((el) => /** @type {SVGElement} */ (el).dataset.fen?.split(" ")[0]), BEFORE));
  await rule(desk, "stands");
  await eventually(async () => assert.deepEqual(await listed(page), MOVES));
  const told = JSON.stringify(await program.snapshot()) + (await page.content());
  for (const word of ["Judge", "incident", "stands", "F23 "]) assert.ok(!told.includes(word), word);
  assertNoComplaints(complaints);
  await Promise.all([context.close(), arbiters.close()]);
});

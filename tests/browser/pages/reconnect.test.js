// The server is killed and comes back: the page shows its boards again, without a reload.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, readGrid, visitor } from "../lib/browser.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 10, seed: 7 });
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

test("after SIGKILL the last picture stays, marked old; after the restart it is current", async () => {
  const { page, complaints, context } = await visitor(browser);
  await open(page, `${program.url}/boards`);
  await page.evaluate(() => Object.assign(window, { sameVisit: true }));
  await page.locator("#link", { hasText: "Live" }).waitFor();
  await program.kill();
  await page.locator("#link", { hasText: "No connection" }).waitFor({ timeout: 7000 });
  const dead = await readGrid(page);
  assert.equal(dead.cards.length, 8, "the boards stay");
  assert.ok(dead.cards.every((card) => card.placement !== "8/8/8/8/8/8/8/8" && card.held === 2));
  await page.waitForTimeout(1200);
  assert.deepEqual((await readGrid(page)).cards.map((card) => card.whiteClock), dead.cards.map((card) => card.whiteClock));

  await program.start();
  await page.locator("#link", { hasText: "Live" }).waitFor({ timeout: 15_000 });
  await eventually(async () => {
    const [snapshot, grid] = [await program.snapshot(), await readGrid(page)];
    assert.deepEqual(grid.cards.map((card) => card.placement),
      snapshot.tables.map((table) => (table.moves.at(-1)?.fen ?? table.start).split(" ")[0]));
    grid.cards.forEach((card, n) => {
      const ticks = snapshot.tables[n].link.state === "live" || snapshot.tables[n].clock === null;
      assert.equal(card.held > 0, !ticks, `table ${card.table}`);
    });
  });
  const visits = await page.evaluate(() => performance.getEntriesByType("navigation").length);
  assert.equal(visits, 1);
  assert.ok(await page.evaluate(() => "sameVisit" in window), "the page was loaded again");
  assertNoComplaints(complaints);
  await context.close();
});

test("a browser's close is answered, and the end of the program is told with its code", async () => {
  const { page, context } = await visitor(browser);
  await open(page, `${program.url}/boards`);
  /** @param {boolean} leaves */
  const ended = (leaves) => page.evaluate((leaves) => new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/ws/hall`);
    socket.onmessage = () => {
      Object.assign(window, { isFollowing: true });
      if (leaves) socket.close(3999, "seen enough");
    };
    socket.onclose = ({ code, wasClean }) => resolve({ code, wasClean });
  }), leaves);
  assert.deepEqual(await ended(true), { code: 3999, wasClean: true });
  await page.evaluate(() => Object.assign(window, { isFollowing: false }));
  const told = ended(false);
  await page.waitForFunction(() => "isFollowing" in window && window.isFollowing);
  await program.end();
  assert.deepEqual(await told, { code: 1001, wasClean: true });
  await program.start();
  await context.close();
});

test("a page that is looked at again tries at once", async () => {
  const { page, context } = await visitor(browser);
  await open(page, `${program.url}/boards`);
  await program.kill();
  await page.locator("#link", { hasText: "No connection" }).waitFor();
  await page.waitForTimeout(4000); // by now the next attempt may be seconds away
  await program.start();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.locator("#link", { hasText: "Live" }).waitFor({ timeout: 2000 });
  await context.close();
});

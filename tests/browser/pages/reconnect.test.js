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
  [browser, program] = await Promise.all([launch(), demo({ speed: 10, seed: 7 })]);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

test("after SIGKILL the last picture stays, marked old; after the restart it is current", async () => {
  const { page, complaints, context } = await visitor(browser);
  await open(page, program.url);
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

test("a page that is looked at again tries at once", async () => {
  const { page, context } = await visitor(browser);
  await open(page, program.url);
  await program.kill();
  await page.locator("#link", { hasText: "No connection" }).waitFor();
  await page.waitForTimeout(4000); // by now the next attempt may be seconds away
  await program.start();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.locator("#link", { hasText: "Live" }).waitFor({ timeout: 2000 });
  await context.close();
});

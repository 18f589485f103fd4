// The server is killed and comes back: the page shows its boards again, without a reload.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, placed, visitor } from "../lib/browser.js";
import { cards } from "../lib/live_page.js";
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
  await open(page, `${program.url}/live`);
  await page.evaluate(() => Object.assign(window, { sameVisit: true }));
  await page.locator("#link", { hasText: "Live" }).waitFor();
  await program.kill();
  await page.locator("#link", { hasText: "No connection" }).waitFor({ timeout: 7000 });
  const dead = await cards(page);
  assert.equal(dead.length, 8, "the boards stay");
  assert.ok(dead.every((card) => card.fen !== "" && card.held === 2));
  await page.waitForTimeout(1200);
  assert.deepEqual((await cards(page)).map((card) => card.whiteClock), dead.map((card) => card.whiteClock));

  await program.start();
  await page.locator("#link", { hasText: "Live" }).waitFor({ timeout: 15_000 });
  await eventually(async () => {
    const [snapshot, shown] = [await program.snapshot(), await cards(page)];
    assert.deepEqual(shown.map(({ fen }) => placed(fen)), snapshot.tables.map((table) => placed(table.moves.at(-1)?.fen ?? table.start)));
    shown.forEach((card, n) => {
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
  await open(page, `${program.url}/live`);
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
  await open(page, `${program.url}/live`);
  await program.kill();
  await page.locator("#link", { hasText: "No connection" }).waitFor();
  await page.waitForTimeout(4000); // by now the next attempt may be seconds away
  await program.start();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.locator("#link", { hasText: "Live" }).waitFor({ timeout: 2000 });
  await context.close();
});

// A screen's address says in which letters it writes moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoComplaints, eventually, launch, visitor } from "../lib/browser.js";
import { demo } from "../lib/program.js";

test("moves are written as the address says, in the grid and at a table", async () => {
  const browser = await launch();
  const program = await demo({ speed: 20, seed: 4, tables: 2 });
  try {
    const { page, complaints } = await visitor(browser);
    for (const [notation, letters] of /** @type {const} */ ([["polish", /[HWGS][a-h1-8x]/], ["russian", /[ФЛСК][a-h1-8x]/]])) {
      await page.goto(`${program.url}/boards?notation=${notation}#1`);
      await eventually(async () => assert.match(await page.locator("#big .moves").innerText(), letters), 60_000);
      assert.doesNotMatch(await page.locator("#big .moves").innerText(), /N[a-h1-8x]/);
      await page.goto(`${program.url}/boards?notation=${notation}`);
      await eventually(async () => assert.match(await page.locator("#grid").innerText(), letters), 60_000);
    }
    assertNoComplaints(complaints);
  } finally {
    await browser.close();
    await program.kill();
  }
});

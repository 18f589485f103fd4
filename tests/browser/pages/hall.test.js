// A hall as an organiser sets it up, before any board is connected.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, readGrid, visitor } from "../lib/browser.js";
import { freePort } from "../lib/program.js";
import { unboarded } from "../lib/unboarded.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {() => Promise<void>} */
let remove;
before(async () => {
  const port = await freePort();
  ({ program, remove } = await unboarded(`
[event]
name = "Spring Open"
site = "Gdansk"
round = "3"
time_control = "90*60+30"

[server]
listen = "127.0.0.1:${port}"
`, port, { players: `
white = { name = "Kowalska, Anna", title = "WGM", elo = 2301, federation = "POL" }
black = { name = "Nowak, Jan" }` }));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await remove?.();
});

test("the event, the table, its players and the missing board are shown", async () => {
  const { page, complaints, context } = await visitor(browser);
  await open(page, `${program.url}/boards`);
  await eventually(async () => {
    const { cards } = await readGrid(page);
    assert.equal(cards.length, 1);
    const [{ table, placement, white, black, note, last }] = cards;
    assert.deepEqual({ table, placement, white, black, note, last }, {
      table: 4, placement: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", white: "Kowalska, Anna", black: "Nowak, Jan",
      note: "no board", last: "",
    });
  });
  assert.equal(await page.locator("#event").textContent(), "Spring Open");
  assert.equal(await page.locator("#about").textContent(), "Round 3 · Gdansk · 90*60+30");
  assert.equal(await page.locator(".card .white .title").textContent(), "WGM");
  assert.equal(await page.locator(".card .white .sub").textContent(), "2301 · POL");
  assert.match(await page.locator(".card").getAttribute("aria-label") ?? "", /^Table 4: WGM Kowalska, Anna, White, .*No board yet\.$/);
  assertNoComplaints(complaints);
  await context.close();
});

// A hall as an organiser sets it up, before any board is connected.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, visitor } from "../lib/browser.js";
import { cards } from "../lib/live_page.js";
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
  await open(page, `${program.url}/live`);
  await eventually(async () => {
    const [{ table, fen, white, black, move, words }, ...others] = await cards(page);
    assert.deepEqual({ table, fen, white, black, move, others }, {
      table: 4, fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", white: "Kowalska, Anna", black: "Nowak, Jan", move: "", others: [],
    });
    assert.match(words, /^Table 4: WGM Kowalska, Anna, White, .*No board yet\.$/);
  });
  assert.equal(await page.locator("#event").textContent(), "Spring Open");
  assert.equal((await page.locator("#about").textContent())?.replaceAll("\u00a0", " "), "Round 3 · Gdansk · 1 hr 30 min + 30 sec a move");
  const text = (/** @type {string} */ part) => page.locator(`.card .white ${part}`).textContent();
  assert.deepEqual([await text(".title"), await text(".federation"), await text(".rating")], ["WGM", "POL", "2301"]);
  assertNoComplaints(complaints);
  await context.close();
});

test("the journal's signed head can be copied, and leads to where it is checked", async () => {
  const { page, complaints, context } = await visitor(browser);
  await open(page, `${program.url}/live`);
  const link = page.locator("#journal");
  await eventually(async () => {
    const { hall } = await (await fetch(`${program.url}/api/v2/hall`)).json();
    assert.equal(await link.getAttribute("title"), `TOPBOARD-HEAD:1:${hall.head.seq}:${hall.head.head}:${hall.head.key}`.toUpperCase());
    assert.equal(await link.innerText(), `Journal ${hall.head.seq} ${hall.head.head.slice(0, 16)}`);
  });
  await link.click();
  await page.locator("#head").waitFor();
  assert.equal(new URL(page.url()).pathname, "/verify");
  assertNoComplaints(complaints);
  await context.close();
});

// A hall as an organiser sets it up, before any board is connected.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, readGrid, visitor } from "../lib/browser.js";
import { Program, freePort } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Program} */
let program;
/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "topboard-pages-"));
  const port = await freePort();
  const config = join(folder, "topboard.toml");
  await writeFile(config, `
[event]
name = "Spring Open"
site = "Gdansk"
round = "3"
time_control = "90*60+30"

[server]
listen = "127.0.0.1:${port}"

[data]
folder = "${join(folder, "data")}"

[devices]
discover = false

[[table]]
number = 4
port = "${join(folder, "no-board-yet")}"
white = { name = "Kowalska, Anna", title = "WGM", elo = 2301, federation = "POL" }
black = { name = "Nowak, Jan" }
`);
  [browser, program] = await Promise.all([launch(), new Program(["run", "--config", config], port).start()]);
});
after(async () => {
  await browser?.close();
  await program?.kill();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test("the event, the table, its players and the missing board are shown", async () => {
  const { page, complaints, context } = await visitor(browser);
  await open(page, program.url);
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

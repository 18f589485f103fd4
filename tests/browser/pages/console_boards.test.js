// The console over boards that really fall silent and games that really end: lamps that ask the board and not the players, and
// a result that is confirmed and taken back by two keys each.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch } from "../lib/browser.js";
import { drag, lamp, openConsole } from "../lib/console.js";
import { hallWithBoards } from "../lib/seats.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Games for the simulated hands. @param {string} moves @param {string} result */
const pgn = (moves, result) => `[Event "Test"]\n[White "White"]\n[Black "Black"]\n[Result "${result}"]\n\n${moves} ${result}\n`;
/** A player who thinks for longer than any test: nothing follows the first move. */
const THINKS = { pgn: pgn("1. e4 {[%clk 1:30:00]}", "*"), speed: 1 };
const MATE = { pgn: pgn("1. f3 e5 2. g4 Qh4#", "0-1"), speed: 5 };
const GAME = { pgn: pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. d3 d6 6. a3 Be7 7. h3 h6", "*"), speed: 5 };

/** A hall in which this is played from the first move on. A busy machine reads a board too late now and then, and takes its game up in
 * the middle: then another begins. @param {import("../lib/seats.js").Seat} seat @param {string[]} first its first moves */
async function hallFromTheStart(seat, first) {
  for (let left = 3; ; left -= 1) {
    const hall = await hallWithBoards([seat]);
    const sans = async () => (await hall.program.snapshot()).tables[0].moves.map(({ san }) => san);
    const read = await eventually(async () => {
      const all = await sans();
      assert.ok(all.length >= first.length);
      return all;
    }, 120_000).catch(() => []);
    if (left === 0) assert.deepEqual(read.slice(0, first.length), first);
    if (first.every((san, at) => read[at] === san)) return { ...hall, sans };
    await hall.end();
  }
}

test("a board that is silent warns after 3 s and is bad after 10 s; one whose player thinks stays well", async () => {
  const hall = await hallWithBoards([THINKS, { ...GAME, maker: "home" }]);
  try {
    const { page, complaints } = await openConsole(browser, hall.program);
    await eventually(async () => {
      for (const table of [1, 2]) for (const name of /** @type {const} */ (["link", "sensors"])) assert.equal((await lamp(page, table, name)).level, "good");
    }, 60_000);
    hall.hang(2);
    /** Every state that the lamp shows, with the age that stands beside it. @type {Set<string>} */
    const seen = new Set();
    await eventually(async () => {
      const { level, short, spoken } = await lamp(page, 2, "link");
      const seconds = Number(/^0:(\d\d)$/.exec(short)?.[1] ?? Number.NaN);
      if (level === "warn") assert.ok(seconds < 10, `${level} at ${short}`);
      if (level === "bad") assert.ok(seconds >= 10, `${level} at ${short}`);
      if (level !== "good") assert.match(spoken, /Link: (look|trouble)\. The board has been silent for 0:\d\d\./);
      seen.add(level ?? "");
      assert.equal(level, "bad");
    }, 40_000);
    assert.deepEqual([...seen], ["good", "warn", "bad"]);
    // The one that thinks answers when it is asked.
    assert.equal((await lamp(page, 1, "link")).level, "good");
    assert.equal((await lamp(page, 1, "link")).short, "ok");
    // The wall puts the silent one first, and says so without colour.
    await eventually(async () => assert.equal(await page.locator(".tile").first().getAttribute("data-table"), "2"));
    assert.equal(await page.locator('.tile[data-table="2"] [data-lamp="link"] .shape').innerText(), "✖");
    hall.wake(2);
    await eventually(async () => assert.equal((await lamp(page, 2, "link")).level, "good"), 40_000);
    assertNoComplaints(complaints);
  } finally {
    await hall.end();
  }
});

test("what a board proves is confirmed by two keys, and taken back by two", async () => {
  const hall = await hallWithBoards([MATE], '[results]\ncheckmate = "ask"\n');
  try {
    const { page, complaints } = await openConsole(browser, hall.program);
    await page.locator("#tasks-title").focus();
    const task = page.locator('.task[data-kind="proved"], .task[data-kind="ended"]').first();
    await task.waitFor({ timeout: 60_000 });
    // The hands would put the kings down, and then the pieces up again.
    hall.hang(1);
    assert.match(await task.innerText(), /Confirm 0-1 at table 1 \((checkmate|kings d4\/e5)\)/);
    await page.keyboard.press("n");
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /^Confirm 0-1 \((checkmate|kings d4\/e5)\)$/);
    await page.keyboard.press("Enter");
    const result = async () => (await hall.program.snapshot()).tables[0].result;
    await eventually(async () => assert.equal(await result(), "0-1"));
    await eventually(async () => assert.match(await page.locator("#undo").innerText(), /Undo\s+Result 0-1, table 1/));
    await page.keyboard.press("u");
    await page.keyboard.press("Enter");
    await eventually(async () => assert.equal(await result(), "*"));
    await eventually(async () => assert.match(await page.locator("#announcer").textContent() ?? "", /Undone: Result 0-1, table 1/));
    assertNoComplaints(complaints);
  } finally {
    await hall.end();
  }
});

test("a game is corrected by dragging, the later moves stay, and the correction is taken back", async () => {
  const hall = await hallFromTheStart(GAME, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
  try {
    const { page, complaints } = await openConsole(browser, hall.program);
    const { sans } = hall;
    hall.hang(1);
    const before = await sans();
    await page.locator(".tile button").click();
    await page.getByRole("button", { name: "From 2. Nf3" }).click();
    // Black is not on the move: its piece is not picked up.
    await drag(page, "b8", "c6");
    assert.equal(await page.locator("#table .instead").isVisible(), false);
    await drag(page, "b1", "c3");
    await eventually(async () => assert.match(await page.locator("#table .instead").innerText(), /Instead: Nc3/));
    assert.match(await page.locator("#table .instead").innerText(), /Moves that stay behind it: \d+\./);
    await page.getByRole("button", { name: "Correct the game" }).click();
    await eventually(async () => assert.deepEqual((await sans()).slice(0, 4), ["e4", "e5", "Nc3", "Nc6"]));
    await page.locator("#undo-button").click();
    await eventually(async () => assert.deepEqual((await sans()).slice(0, 4), before.slice(0, 4)));
    // What the program cannot play is told where it was dragged.
    await page.getByRole("button", { name: "From 1. e4" }).click();
    await drag(page, "e2", "e5");
    await eventually(async () => assert.match(await page.locator("#table .why").innerText(), /legal/));
    assertNoComplaints(complaints.filter((said) => !said.includes("status of 422")));
  } finally {
    await hall.end();
  }
});

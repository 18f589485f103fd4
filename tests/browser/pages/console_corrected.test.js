// A correction of several plies, as each page gets it: at once. What a page showed at any moment is the line before or the line after
// it, and what is served afterwards agrees.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Chess } from "chess.js";
import { assertNoComplaints, eventually, launch, visitor } from "../lib/browser.js";
import { openConsole } from "../lib/console.js";
import { rehearsedHall } from "../lib/rehearsed_hall.js";

/** @typedef {import("playwright-core").Page} Page */

const PLAYED = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "d3"];
/** The third moves are others, and what is behind them falls away. */
const CORRECTED = ["e4", "e5", "Nf3", "d6", "d4", "exd4"];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof rehearsedHall>>} */
let hall;
before(async () => {
  [browser, hall] = await Promise.all([launch(), rehearsedHall(1)]);
});
after(async () => {
  await browser?.close();
  await hall?.end();
});

/** Writes down each line of moves that a page shows, whenever anything of it changes. @param {Page} page @param {string} moves where its moves are */
async function traced(page, moves) {
  await page.locator(moves).first().waitFor();
  await page.evaluate((moves) => {
    const text = (/** @type {Element} */ el) => /** @type {HTMLElement} */ (el).dataset.fen?.split(" ")[0] ?? (el.textContent ?? "").replace(/^\d+\.+\s*/, "").trim();
    const shown = () => [...document.querySelectorAll(moves)].map(text).filter((text) => text && text !== "+").join(" ");
    const seen = [shown()];
    const note = () => seen.at(-1) !== shown() && seen.push(shown());
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(window, { seen });
  }, moves);
  return () => page.evaluate(() => /** @type {any} */ (window).seen);
}

test("three plies that are corrected reach every page as one change, and PGN and desk agree", async () => {
  const { program, at } = hall;
  const { page: console, complaints, context } = await openConsole(browser, program);
  const sans = async () => (await program.snapshot()).tables[0].moves.map(({ san }) => san);
  await at(1).setClock().slowly("wait 500").begin().play(...PLAYED).done();
  await eventually(async () => assert.deepEqual(await sans(), PLAYED), 30_000);

  await console.locator(".tile button").first().click();
  const desk = await context.newPage();
  await desk.goto(new URL("/", program.link()).href);
  await desk.getByRole("button", { name: "Table 1", exact: true }).click();
  await desk.locator("#desk details summary").first().click();
  const boards = await visitor(browser);
  await boards.page.goto(`${program.url}/live?notation=english#1`);
  const live = await visitor(browser);
  await live.page.goto(`${program.url}/live`);
  /** @type {string[]} */
  const frames = [];
  const deaf = await visitor(browser);
  deaf.page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  await deaf.page.goto(`${program.url}/live`);
  await eventually(async () => assert.ok(frames.length > 0));
  const traces = [
    await traced(console, "#table .ply"), await traced(boards.page, "#table .move .san"),
  ];
  const text = await traced(desk, "#desk .moves");
  const positions = await traced(live.page, ".card .mini");

  await console.getByRole("button", { name: "From 2... Nc6" }).click();
  const before = frames.length;
  await console.getByLabel("Moves in your notation").fill(CORRECTED.slice(3).join(" "));
  await console.getByRole("button", { name: "Show" }).click();
  await console.getByText("Instead: d6 d4 exd4").waitFor();
  await console.getByRole("button", { name: "Correct the game" }).click();
  await eventually(async () => assert.deepEqual((await sans()).slice(0, 6), CORRECTED));
  await eventually(async () => {
    for (const trace of traces) assert.equal((await trace()).at(-1), CORRECTED.join(" "));
    assert.match((await text()).at(-1), /d6[^]*d4[^]*exd4/);
  });
  // Every state that was shown is one of the two lines: nowhere is a move of one behind a move of the other.
  for (const trace of traces) {
    const seen = [...new Set(await trace())];
    assert.deepEqual(seen, [PLAYED.join(" "), CORRECTED.join(" ")]);
  }
  const fens = [PLAYED, CORRECTED].map((line) => {
    const game = new Chess();
    line.forEach((san) => game.move(san));
    return game.fen().split(" ")[0];
  });
  await eventually(async () => assert.deepEqual(await positions(), fens));
  const mixed = (/** @type {string} */ line) => /d6/.test(line) && /Nc6|Bc4|Nf6/.test(line);
  assert.deepEqual((await text()).filter(mixed), []);
  // One frame brings the whole revision.
  const revisions = frames.slice(before).filter((frame) => /exd4|d6/.test(frame));
  assert.equal(revisions.length, 1, revisions.join("\n"));
  const pgn = await (await fetch(`${program.url}/games.pgn`)).text();
  assert.match(pgn.replace(/\s*\{[^}]*\}|\d+\.+/g, "").replace(/\s+/g, " "), /e4 e5 Nf3 d6 d4 exd4 \*/);
  const told = await desk.evaluate(async () => (await fetch("api/v1/arbiter/snapshot")).json());
  assert.deepEqual(told.tables[0].moves.map((/** @type {any} */ ply) => ply.san), CORRECTED);
  // Whether the later moves still fit is asked, and they do not.
  assertNoComplaints([...complaints.filter((said) => !said.includes("status of 422")), ...boards.complaints, ...live.complaints]);
});

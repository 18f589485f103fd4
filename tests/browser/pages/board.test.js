// One table of the page of spectators, in a made-up hall: opened and left by keys, drawn, corrected under the viewer's eyes, heard.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Chess } from "chess.js";
import { assertNoComplaints, eventually, launch, visitor } from "../lib/browser.js";
import { cards, drawn, ready } from "../lib/live_page.js";
import { madeHall, played, seat } from "../lib/made_public.js";
import { demo } from "../lib/program.js";

/** @typedef {import("../../../web/shared/hall2.js").TableFrame} TableFrame */
/** @typedef {import("playwright-core").Page} Page */

/** Both castlings, a pawn taken in passing, a promotion and a check. */
const GAME = "e4 d5 e5 f5 exf6 Nc6 fxg7 Bd7 gxh8=Q e5 Nf3 Qe7 Be2 O-O-O O-O Qc5 d4 exd4 Nxd4 Qxd4 Qdxd4 Bh6 Qxh7 Bxc1 Rxc1 Nxd4 Qxd7+ Rxd7 Bg4";
const PLIES = "e2e4 e4 e7e5 e5 g1f3 Nf3 b8c6 Nc6 f1c4 Bc4";

/** @type {import("playwright-core").Browser} */
let browser;
/** The pages are this program's; what is on them is the test's. @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 1, tables: 1 })]);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** Opens the page on a hall of these tables. `tell` changes a table. @param {string} address @param {TableFrame[]} tables
 * @param {import("../lib/browser.js").Visit & {before?: (page: Page) => Promise<unknown>}} [options] */
async function opened(address, tables, { before = async () => {}, ...options } = {}) {
  const guest = await visitor(browser, { locale: "en-GB", ...options });
  const hand = await madeHall(guest.page, tables);
  await before(guest.page);
  await guest.page.goto(program.url + address);
  await ready(guest.page);
  const revisions = new Map(tables.map(({ b, r }) => [b, r]));
  const tell = (/** @type {{b: number, g?: number} & Record<string, unknown>} */ change) => {
    const p = revisions.get(change.b) ?? 0;
    revisions.set(change.b, p + 1);
    // What begins anew follows nothing.
    hand.send({ r: p + 1, ...(change.g === undefined && { p }), ...change });
  };
  return { ...guest, tell };
}

/** What is shown of the open table. @param {Page} page */
const shown = (page) => page.evaluate(() => {
  const table = /** @type {HTMLElement} */ (document.getElementById("table"));
  return {
    fen: /** @type {SVGElement} */ (table.querySelector(".board")).dataset.fen?.split(" ")[0] ?? "", plies: table.querySelectorAll(".move").length,
    isStepping: table.classList.contains("stepping"),
  };
});

/** The pieces after the first plies of a line. @param {string} line @param {number} count */
function piecesAfter(line, count) {
  const chess = new Chess();
  line.split(" ").filter((_, n) => n % 2 === 1).slice(0, count).forEach((san) => chess.move(san));
  return chess.fen().split(" ")[0];
}

test("a card opens its table with the enter key, and escape returns to it", async () => {
  const { page, complaints, context } = await opened("/live", [1, 2, 3, 4].map((b) => played(b, PLIES)));
  await page.locator('.card[data-table="3"] .open').focus();
  await page.keyboard.press("Enter");
  await page.locator("#table .heading", { hasText: "Table 3" }).waitFor();
  assert.equal(new URL(page.url()).hash, "#3");
  assert.equal(await page.locator("#list").isVisible(), false);
  await page.keyboard.press("Escape");
  await page.locator("#list").waitFor();
  await eventually(async () => assert.equal(await page.evaluate(() => /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest(".card"))?.dataset.table), "3"));
  assertNoComplaints(complaints);
  await context.close();
});

test("each position of a game is drawn as it is, with its last move and its check", async () => {
  const chess = new Chess();
  const plies = GAME.split(" ").map((san) => {
    const { from, to, flags, promotion = "" } = chess.move(san);
    const isCastling = /[kq]/.test(flags);
    // Castling is told by the king's square and the rook's, and shown by the king's two.
    const rook = `${flags.includes("k") ? "h" : "a"}${from[1]}`;
    return { told: `${from}${isCastling ? rook : to}${promotion} ${san}`, placement: chess.fen().split(" ")[0], last: `${from}${to}${promotion}`, check: /[+#]$/.test(san) };
  });
  const { page, complaints, context } = await opened("/live#1", [played(1, plies.map(({ told }) => told).join(" "))]);
  await eventually(async () => assert.equal((await shown(page)).plies, plies.length));
  await page.keyboard.press("Home");
  await eventually(async () => assert.deepEqual(await drawn(page), { placement: new Chess().fen().split(" ")[0], last: "", marked: 0, dashed: 0, check: false }));
  for (const { placement, last, check } of plies) {
    await page.keyboard.press("ArrowRight");
    await eventually(async () => assert.deepEqual(await drawn(page), { placement, last, marked: 2, dashed: 0, check }));
  }
  assertNoComplaints(complaints);
  await context.close();
});

test("a correction takes moves back under the viewer's eyes, a new game starts anew", async () => {
  const { page, complaints, context, tell } = await opened("/live#1", [played(1, PLIES)]);
  await page.locator('#table .move[data-ply="4"]').click();
  assert.deepEqual(await shown(page), { fen: piecesAfter(PLIES, 4), plies: 5, isStepping: true });
  tell({ b: 1, from: 2 });
  await eventually(async () => assert.deepEqual(await shown(page), { fen: piecesAfter(PLIES, 2), plies: 2, isStepping: true }));
  tell({ b: 1, from: 2, m: "a2a3 a3", pv: [2] });
  await eventually(async () => assert.equal(await page.locator("#table .move.provisional").count(), 1));
  assert.equal((await shown(page)).fen, piecesAfter(PLIES, 2), "who looks back is not moved on");
  await page.keyboard.press("End");
  await eventually(async () => assert.equal((await drawn(page)).dashed, 2));
  tell({ b: 1, g: 2, w: { n: "New Player" }, bl: { n: "B" } });
  await eventually(async () => assert.deepEqual(await shown(page), { fen: piecesAfter("", 0), plies: 0, isStepping: false }));
  assert.equal(await page.locator("#table .white .full").textContent(), "New Player");
  assertNoComplaints(complaints);
  await context.close();
});

test("whoever reads a square keeps the place when a move comes", async () => {
  const { page, context, tell } = await opened("/live#1", [seat(1)]);
  const square = await page.locator("#table td", { hasText: /^e4 / }).elementHandle();
  const reads = (/** @type {string} */ words) => eventually(async () => assert.equal(await square?.evaluate((cell) => cell.isConnected && cell.textContent), words));
  await reads("e4 empty");
  tell({ b: 1, from: 0, m: "e2e4 e4" });
  await reads("e4 white pawn");
  await context.close();
});

test("moves are announced once they are certain, at most one in five seconds", async () => {
  const { page, context, tell } = await opened("/live", [seat(1), seat(2)]);
  const said = () => page.locator("#announcer").textContent();
  tell({ b: 1, from: 0, m: "e2e4 e4", pv: [0] });
  await eventually(async () => assert.equal((await cards(page))[0].last, "1. e4"));
  assert.equal(await said(), "", "the piece may still be in the hand");
  tell({ b: 1, from: 0, m: "e2e4 e4" });
  await eventually(async () => assert.equal(await said(), "Table 1: Move 1, White: e4."));
  // A page that is busy may have let the five seconds pass; it has said the first before the last in any case.
  tell({ b: 2, from: 0, m: "d2d4 d4" });
  tell({ b: 1, from: 1, m: "e7e5 e5" });
  await eventually(async () => assert.equal(await said(), "Table 1: Move 1, Black: e5."));
  await context.close();
});

test("a piece that moves slides there, unless motion is to be reduced", async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    const { page, context, tell } = await opened("/live#1", [seat(1)], {
      reducedMotion,
      before: (page) => page.addInitScript(() => {
        const state = { slides: 0 };
        Object.assign(window, { state });
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...rest) {
          state.slides += 1;
          return animate.apply(this, rest);
        };
      }),
    });
    tell({ b: 1, from: 0, m: "e2e4 e4" });
    await eventually(async () => assert.equal((await drawn(page)).last, "e2e4"));
    const slides = await page.evaluate(() => /** @type {any} */ (window).state.slides);
    assert.equal(slides > 0, reducedMotion === "no-preference", `${slides} slides`);
    await context.close();
  }
});

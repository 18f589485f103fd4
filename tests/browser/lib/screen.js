// A hall screen as tests open it, and what must be true of what it shows.

import assert from "node:assert/strict";
import { letterMm, pieceMm } from "../../../web/wall/density.js";
import { visitor } from "./browser.js";
import { assign, measured, nameOf } from "./wall.js";

/** @typedef {Awaited<ReturnType<typeof measured>>} Measured */
/** @typedef {import("./wall.js").Wall} Wall */

/** Opens a screen of this size, which gets a name. @param {import("playwright-core").Browser} browser @param {Wall} wall
 * @param {import("./browser.js").Visit} options */
export async function openScreen(browser, wall, options) {
  const { page, complaints, context } = await visitor(browser, options);
  await page.goto(`${wall.url}/hall/`);
  return { page, complaints, context, name: await nameOf(page) };
}

/** Sets a screen up, and waits until it shows that. @param {Wall} wall @param {import("playwright-core").Page} page @param {string} name
 * @param {Record<string, any>} setup */
export async function setUp(wall, page, name, setup) {
  await assign(wall, name, setup);
  const { view = "grid", inches = 55, metres = 6, sight = "comfort", mirrored = false } = setup;
  await page.waitForFunction((wanted) => document.documentElement.dataset.setup === wanted, [view, inches, metres, sight, mirrored].join(" "));
  await page.waitForFunction(() => document.querySelectorAll(".cell .board[data-fen]").length > 0 || document.querySelector(".panel"));
  return measured(page);
}

/** Asserts that nothing covers anything else, and that no name ends in the middle of a letter. @param {Measured} it @param {string} told */
export function assertWhole({ cells, foot, scroll }, told) {
  assert.ok(scroll[0] <= 0 && scroll[1] <= 0, `${told}: it scrolls by ${scroll}`);
  assert.match(foot.text ?? "", /no claims \(Laws 6\.12\.2\)/);
  assert.ok(foot.cut <= 0, told);
  const apart = (/** @type {any} */ a, /** @type {any} */ b) => a.right <= b.left + 0.6 || b.right <= a.left + 0.6 || a.bottom <= b.top + 0.6 || b.bottom <= a.top + 0.6;
  cells.forEach((cell, at) => {
    for (const other of cells.slice(at + 1)) assert.ok(apart(cell.box, other.box), `${told}: tables ${cell.table} and ${other.table}`);
    assert.ok(apart(cell.box, foot.box), told);
    cell.texts.forEach((text, n) => {
      const said = `${told}: table ${cell.table}, ${text.kind} “${text.text}”`;
      assert.ok(text.box.left >= cell.box.left - 0.6 && text.box.right <= cell.box.right + 0.6, said);
      assert.ok(text.box.left >= text.room.left - 0.6 && text.box.right <= text.room.right + 0.6, `${said} is cut`);
      assert.ok(apart(text.box, cell.board), `${said} is on the board`);
      for (const other of cell.texts.slice(n + 1)) assert.ok(apart(text.box, other.box), `${said} over “${other.text}”`);
    });
  });
}

/** Asserts that what is read from so far is large enough. @param {Measured} it
 * @param {{inches: number, metres: number, sight: "comfort" | "limit"}} setup @param {{width: number, height: number}} size @param {string} told */
export function assertRead({ cells, foot }, { inches, metres, sight }, { width, height }, told) {
  const mm = (inches * 25.4) / Math.hypot(width, height);
  for (const { board, texts } of cells) {
    assert.ok((board.width / 8) * 0.85 * mm >= pieceMm(metres, sight) - 0.1, `${told}: a piece of ${(board.width / 8) * 0.85 * mm} mm`);
    for (const { text, kind, letter } of texts) assert.ok((letter + 0.2) * mm >= letterMm(metres), `${told}: ${kind} “${text}” of ${letter * mm} mm`);
  }
  assert.ok((foot.letter + 0.2) * mm >= letterMm(3), `${told}: the foot of ${foot.letter * mm} mm`);
}

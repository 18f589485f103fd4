// The page of spectators as a test opens it and reads it.

import { visitor } from "./browser.js";

/** @typedef {import("playwright-core").Page} Page */

/** Opens the page and waits for the hall and the pieces. @param {import("playwright-core").Browser} browser @param {string} url
 * @param {import("playwright-core").BrowserContextOptions & {address?: string, before?: (page: Page) => Promise<unknown>}} [options] */
export async function watch(browser, url, { address = "/live", before = async () => {}, ...options } = {}) {
  const guest = await visitor(browser, { viewport: { width: 360, height: 640 }, locale: "en-GB", ...options });
  await before(guest.page);
  await guest.page.goto(url + address);
  await ready(guest.page);
  return guest;
}

/** @param {Page} page */
export async function ready(page) {
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined && document.querySelector(".sprite"));
}

/** What the list shows, as a person sees it. @param {Page} page */
export const cards = (page) => page.locator(".card").evaluateAll((all) => all.map((card) => {
  const text = (/** @type {string} */ what) => card.querySelector(what)?.textContent ?? "";
  const board = /** @type {HTMLElement | null} */ (card.querySelector(".mini"));
  return {
    table: Number(text(".number")), white: text(".white .full"), black: text(".black .full"), last: text(".ply"),
    fen: board?.dataset.fen ?? "", move: board?.dataset.last ?? "", whiteScore: text(".white .score"), blackScore: text(".black .score"),
    whiteClock: text(".white .digits"), blackClock: text(".black .digits"), held: card.querySelectorAll(".clock.held").length,
    toMove: ["white", "black"].find((side) => card.querySelector(`.${side} .to-move`)) ?? null,
    words: card.querySelector(".open")?.getAttribute("aria-label") ?? "",
  };
}));

/** The names of all parts that are not wholly within the window. @param {Page} page @param {string[]} parts selectors */
export const cut = (page, parts) => page.evaluate((parts) => parts.filter((part) => {
  const box = document.querySelector(part)?.getBoundingClientRect();
  return !box || box.width === 0 || box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
}), parts);

/** Pairs of parts of a card or a strip whose boxes overlap, and how far the page is wider than the window. @param {Page} page */
export const overlaps = (page) => page.evaluate(() => {
  const bad = [];
  for (const strip of document.querySelectorAll("#list:not([hidden]) .strip, #table:not([hidden]) .strip")) {
    const boxes = [".name", ".score", ".clock"].map((part) => ({ part, box: /** @type {Element} */ (strip.querySelector(part)).getBoundingClientRect() }));
    for (const [n, one] of boxes.entries()) {
      for (const other of boxes.slice(n + 1)) {
        const apart = one.box.right <= other.box.left + 0.5 || other.box.right <= one.box.left + 0.5 || one.box.bottom <= other.box.top || other.box.bottom <= one.box.top;
        if (!apart && one.box.width > 0 && other.box.width > 0) bad.push(`${one.part} ${other.part}`);
      }
      if (one.box.right > strip.getBoundingClientRect().right + 0.5) bad.push(`${one.part} out`);
    }
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  return wide > 0 ? [...bad, `${wide} px too wide`] : bad;
});

/** The open board as it is drawn: pieces are read back from the drawing, and what is marked on it. @param {Page} page */
export const drawn = (page) => page.locator("#table .board").evaluate((board) => {
  const ranks = Array.from({ length: 8 }, () => Array(8).fill("1"));
  for (const use of board.querySelectorAll(".men use")) {
    const [, x, y] = /translate\((\d+)px(?:, (\d+)px)?\)/.exec(/** @type {SVGElement} */ (use).style.transform) ?? [];
    const code = (use.getAttribute("href") ?? "").slice(1);
    ranks[Number(y ?? 0) / 100][Number(x) / 100] = code[0] === "w" ? code[1] : code[1].toLowerCase();
  }
  const count = (/** @type {string} */ what) => board.querySelectorAll(what).length;
  return {
    placement: ranks.map((rank) => rank.join("").replace(/1+/g, (run) => String(run.length))).join("/"),
    last: /** @type {SVGElement} */ (board).dataset.last ?? "", marked: count(".last"), dashed: count(".last.provisional"), check: count(".check") > 0,
  };
});

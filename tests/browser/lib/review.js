// The review of a game as tests open it, and what a person would read from it.

import { visitor } from "./browser.js";

/** Opens a review. @param {import("playwright-core").Browser} browser @param {import("./desk.js").Login} login @param {string} query
 * @param {import("./browser.js").Options} [options]
 * @param {import("../../../web/arbiter/review/model/wire.js").Document} [answer] what the program is said to answer */
export async function openReview(browser, login, query, options = {}, answer) {
  const it = await visitor(browser, { viewport: { width: 1280, height: 900 }, ...options, storageState: login.state });
  if (answer) await it.page.route(/\/review$/, (route) => route.fulfill({ json: answer }));
  await it.page.goto(`${login.url}review/?${query}`);
  await it.page.waitForFunction(() => document.documentElement.dataset.entries !== undefined && document.querySelector(".sprite"));
  return it;
}

/** What the moment is said to be. @param {import("playwright-core").Page} page */
export const now = (page) => page.locator(".now").innerText();

/** How many entries of the log the moment has behind it. @param {import("playwright-core").Page} page */
export const count = (page) => page.evaluate(() => Number(document.documentElement.dataset.count));

/** The numbers on the board of the sensors, by square. @param {import("playwright-core").Page} page */
export const badges = (page) => page.locator(".left .order").evaluateAll((all) => all.map((el) => [Number(/** @type {SVGElement} */ (el).dataset.square), el.textContent]));

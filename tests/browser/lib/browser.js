// A headless browser, and what a person would read from the page.

import assert from "node:assert/strict";
import { chromium, firefox } from "playwright-core";

/** Without the background-networking switches the browser looks for its maker's hosts at every start. */
const SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

/** Scroll bars that lie over the page, as on a phone, and as Chromium has them where nobody sees it. */
const PREFERENCES = { "ui.useOverlayScrollbars": 1 };

/** Whether Debian's Firefox shows the pages (`BROWSER=firefox`), and not Chromium. It is driven by WebDriver BiDi, and so as it is shipped. */
export const IS_FIREFOX = process.env.BROWSER === "firefox";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */
/** @typedef {Options & {counter?: "still" | "led"}} Visit */

/** @typedef {import("playwright-core").Browser} Browser */

/** Starts Chromium without the windows around its pages, which cost as much as the pages do; or Firefox. */
export const launch = () => launchChromium(process.env.CHROMIUM_SHELL_BIN ?? "/usr/bin/chromium-headless-shell");

/** Starts Chromium as readers have it: where it matters how letters are drawn, and how fast. */
export const launchWhole = () => launchChromium(process.env.CHROMIUM_BIN ?? "/usr/bin/chromium");

/** @param {string} executablePath */
const launchChromium = (executablePath) => IS_FIREFOX ? launchFirefox(PREFERENCES) : chromium.launch({ executablePath, args: SWITCHES });

/** @param {Record<string, number | boolean>} firefoxUserPrefs */
const launchFirefox = (firefoxUserPrefs) => firefox.launch({ channel: "moz-firefox", executablePath: process.env.FIREFOX_BIN ?? "/usr/bin/firefox-esr", firefoxUserPrefs });

/** Firefox is dark by a setting alone: the dark one beside each that is not. @type {WeakMap<Browser, Promise<Browser>>} */
const darkOnes = new WeakMap();
/** @param {Browser} browser */
function dark(browser) {
  const there = darkOnes.get(browser);
  if (there) return there;
  const launched = launchFirefox({ ...PREFERENCES, "layout.css.prefers-color-scheme.content-override": 0 });
  darkOnes.set(browser, launched);
  browser.on("disconnected", () => void launched.then((it) => it.close()));
  return launched;
}

/** What a test says that is Chromium's alone, because Firefox, or WebDriver BiDi as it is driven, lacks something.
 * @param {string} why */
export const notFirefox = (why) => ({ skip: IS_FIREFOX ? why : false });

/** A new page in a context of its own. `complaints` collects what the page should never say: errors, refusals of
 * the content policy, dialogs, requests to another origin. Where its own `counter` stands still no time passes on it
 * but what `pass` lets pass; one that is led goes on, too, when it is let.
 * @param {import("playwright-core").Browser} browser @param {Visit} [options] */
export async function visitor(browser, { counter, ...options } = {}) {
  const shows = IS_FIREFOX && options.colorScheme === "dark" ? await dark(browser) : browser;
  const context = await shows.newContext({ viewport: { width: 1366, height: 768 }, ...options });
  if (counter) await context.addInitScript(lead, counter === "still");
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  const complain = (/** @type {string} */ text) => {
    // While the program is dead the browser itself reports every refused connection, and one that was cut; Firefox also that a
    // policy forbids an icon for which it alone asks.
    const ofBrowser = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection to|Firefox can’t establish a connection|connection to ws:\S+ was interrupted|settings blocked.*\/favicon\.ico/;
    if (!ofBrowser.test(text)) complaints.push(text);
  };
  page.on("pageerror", (error) => complain(String(error)));
  page.on("console", (message) => message.type() === "error" && complain(message.text()));
  page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    const host = new URL(request.url()).hostname;
    if (host !== "127.0.0.1") complaints.push(`request to ${request.url()}`);
  });
  return { page, complaints, context };
}

/** In the page: its counter goes on by hand. @param {boolean} isStill whether by that alone, on an afternoon without end */
function lead(isStill) {
  const counted = performance.now.bind(performance);
  let more = isStill ? 1000 : 0;
  performance.now = () => (isStill ? 0 : counted()) + more;
  if (isStill) Date.now = () => Date.UTC(2026, 10, 24, 14, 30);
  Object.assign(window, { goOn: (/** @type {number} */ ms) => void (more += ms) });
}

/** What says that a test is slow and seldom fails: it runs where SLOW is set, in `./check --full`.
 * @param {{timeout?: number, skip?: string | boolean}} [options] */
export const slow = (options = {}) => ({ ...options, skip: process.env.SLOW ? options.skip ?? false : "it is slow: ./check --full" });

/** Lets time pass on a page whose counter is led. @param {Page} page @param {number} ms */
export const pass = (page, ms) => page.evaluate((ms) => /** @type {any} */ (window).goOn(ms), ms);

/** Tries until `check` passes. @template T @param {() => Promise<T>} check @param {number} [limitMs] */
export async function eventually(check, limitMs = 15_000) {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  }
}

/** Writes into a field for a number: Firefox's driver would add to what stands there.
 * @param {import("playwright-core").Locator} field @param {string} text */
export async function fillAnew(field, text) {
  await field.fill("");
  await field.fill(text);
}

/** Opens the page and waits for the boards. @param {Page} page @param {string} url */
export async function open(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined && document.querySelector(".sprite"));
}

/** The feed with a hand in it: the page gets what `snapshot` makes of a snapshot, and of a frame what `frame` makes of it.
 * @param {import("playwright-core").Page} page
 * @param {{snapshot?: (snapshot: any) => any, frame?: (frame: any) => any[]}} tamper */
export async function between(page, { snapshot = (it) => it, frame = (it) => [it] }) {
  /** @type {{send: (frame: any) => void, snapshots: number}} */
  const hand = { send: () => {}, snapshots: 0 };
  await page.route("**/api/v2/hall", async (route) => {
    hand.snapshots += 1;
    // A page that is closed waits for no answer.
    await route.fetch().then((answer) => answer.json()).then((told) => route.fulfill({ json: snapshot(told) })).catch(() => {});
  });
  await page.routeWebSocket(/\/ws\/v2$/, (socket) => {
    const server = socket.connectToServer();
    hand.send = (it) => socket.send(JSON.stringify(it));
    server.onMessage((message) => frame(JSON.parse(String(message))).forEach(hand.send));
  });
  return hand;
}

/** Lets pass what tells nothing of a table or of the hall. @param {any} it */
export const quiet = (it) => (it.b === undefined && it.hall === undefined ? [it] : []);

/** The pieces and who moves. @param {string | undefined} fen */
export const placed = (fen = "") => fen.split(" ").slice(0, 2).join(" ");

/** `1:02:33` in seconds, null for a clock that is not known. @param {string} text */
export function seconds(text) {
  if (!/\d/.test(text)) return null;
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** @param {string[]} complaints */
export function assertNoComplaints(complaints) {
  assert.deepEqual(complaints, [], "the page complained");
}

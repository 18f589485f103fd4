// Measures how soon a page shows what the program has sent, and what a tick of clocks costs, with 64 tables of the real program.
// A proxy on the way says when each frame left the program; the page says when the picture with it was painted. Prints tables.

import { launchWhole, visitor } from "./lib/browser.js";
import { CPU, ms, part, table } from "./lib/figures.js";
import { demo } from "./lib/program.js";
import { Proxy } from "./lib/proxy.js";

const [TABLES, SPEED, SECONDS] = [64, 1, 40];
/** A change of a table with plies, as web/PROTOCOL.md has it. */
const OF_PLIES = /"b":.*"m":/;
const PAGES = [
  { name: "`/live#1`, one board", address: "/live#1", viewport: { width: 360, height: 640 }, slower: 1 },
  { name: "`/live#1`, one board", address: "/live#1", viewport: { width: 360, height: 640 }, slower: CPU },
  { name: "`/live`, the list on a telephone", address: "/live", viewport: { width: 360, height: 640 }, slower: CPU },
  { name: "`/live`, all 64 boards on a screen", address: "/live", viewport: { width: 1920, height: 7000 }, slower: 1 },
  { name: "`/live`, all 64 boards on a screen", address: "/live", viewport: { width: 1920, height: 7000 }, slower: CPU },
];

/** @typedef {{painted: [string, number][], ticks: number[], clocks: number}} Told */

/** Runs in the page before its own scripts: notes when what a frame told was painted, and how long the clocks' callback runs. */
function watch() {
  /** @type {Told} */
  const told = { painted: [], ticks: [], clocks: 0 };
  Object.assign(window, { told });
  const now = () => performance.timeOrigin + performance.now();
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    /** @param {string | URL} url */
    constructor(url) {
      super(url);
      this.addEventListener("message", ({ data }) => requestAnimationFrame(() => {
        // The first task behind a frame's callbacks comes after its picture.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => told.painted.push([data, now()]);
        port2.postMessage(null);
      }));
    }
  };
  const repeat = window.setInterval;
  // The page's first repeated callback is its clocks'.
  let first = true;
  window.setInterval = /** @type {typeof repeat} */ ((/** @type {() => void} */ act, /** @type {number} */ every) => {
    const isClocks = first;
    first = false;
    return repeat(() => {
      const begun = performance.now();
      act();
      if (isClocks) told.ticks.push(performance.now() - begun);
    }, every);
  });
}

const [browser, program] = await Promise.all([launchWhole(), demo({ speed: SPEED, tables: TABLES, seed: 3 })]);
const proxy = await new Proxy(program.port).start();
try {
  const rows = [];
  for (const { name, address, viewport, slower } of PAGES) {
    /** When a frame left the program, by its text. @type {Map<string, number>} */
    const sent = new Map();
    proxy.weather.passed = (frame) => sent.set(textOf(frame), performance.timeOrigin + performance.now());
    const { page, context } = await visitor(browser, { viewport });
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.addInitScript(watch);
    await page.goto(proxy.url + address);
    await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined && document.querySelector(".sprite"));
    await page.waitForTimeout(3000);
    await page.evaluate(() => void (/** @type {any} */ (window).told.painted.length = /** @type {any} */ (window).told.ticks.length = 0));
    await page.waitForTimeout(SECONDS * 1000);
    const { painted, ticks } = /** @type {Told} */ (await page.evaluate(() => /** @type {any} */ (window).told));
    const late = painted.filter(([text]) => OF_PLIES.test(text) && sent.has(text)).map(([text, at]) => at - /** @type {number} */ (sent.get(text)));
    rows.push([name, String(slower), String(late.length), ...[0.5, 0.95, 1].map((share) => ms(part(late, share))), ms(part(ticks, 0.5)), ms(part(ticks, 0.95))]);
    await context.close();
  }
  console.log(`From the program's socket to the picture, and the clocks' callback, five times a second; ${TABLES} tables at ${SPEED} times the speed for ${SECONDS} s:`);
  table(["page", "times slower", "moves", "median, ms", "95 %, ms", "latest, ms", "tick, median, ms", "tick, 95 %, ms"], rows);
} finally {
  proxy.end();
  await browser.close();
  await program.kill();
}

/** The text of a server's frame. @param {Buffer} frame */
function textOf(frame) {
  const head = { 126: 4, 127: 10 }[frame[1]] ?? 2;
  return frame.subarray(head).toString();
}

// Measures what pages hold after a day: eight tables play for eight hours in eight minutes while a telephone, a screen of the hall and a
// console look on. Each hour the garbage is collected and the rest is counted. Prints a table. `node bench_day.mjs [hours]`

import { launchWhole, visitor } from "./lib/browser.js";
import { ready } from "./lib/console.js";
import { table } from "./lib/figures.js";
import { assign, hallWithScreens, nameOf } from "./lib/wall.js";

const HOURS = Number(process.argv[2] ?? 8);
const [TABLES, SPEED] = [8, 60];
const HOUR_MS = 3_600_000 / SPEED;
/** What the pages load late, and the first games, belong to no hour. */
const WARM_MS = 20_000;

/** @typedef {{heap: number, nodes: number, long: number}} Held */

/** Begins to count what a page holds. @param {import("playwright-core").Page} page @returns {Promise<() => Promise<Held>>} */
async function counter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await page.evaluate(() => {
    Object.assign(window, { long: 0 });
    new PerformanceObserver((list) => (/** @type {any} */ (window).long += list.getEntries().length)).observe({ type: "longtask" });
  });
  return async () => {
    // Twice, because what the first collection lets go may hold more.
    for (let n = 0; n < 2; n += 1) await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (/** @type {string} */ name) => metrics.find((it) => it.name === name)?.value ?? NaN;
    return { heap: of("JSHeapUsedSize"), nodes: of("Nodes"), long: await page.evaluate(() => /** @type {any} */ (window).long) };
  };
}

const [browser, wall] = await Promise.all([launchWhole(), hallWithScreens({ tables: TABLES, speed: SPEED })]);
try {
  /** @type {[string, () => Promise<Held>][]} */
  const pages = [];
  for (const address of ["/live", "/live#1"]) {
    const { page } = await visitor(browser, { viewport: { width: 360, height: 640 } });
    await page.goto(wall.program.url + address);
    await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
    pages.push([address, await counter(page)]);
  }
  const { page: screen } = await visitor(browser, { viewport: { width: 1920, height: 1080 } });
  await screen.goto(`${wall.url}/hall/`);
  await assign(wall, await nameOf(screen), { view: "grid", inches: 65, metres: 5 });
  await screen.waitForFunction(() => document.querySelector(".cell"));
  pages.push(["/hall", await counter(screen)]);
  const [name, value] = wall.cookie.split("=");
  const { page: desk, context } = await visitor(browser, { viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name, value, url: wall.origin }]);
  await desk.goto(`${wall.origin}/console/`);
  await ready(desk);
  pages.push(["/console", await counter(desk)]);

  const rest = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await rest(WARM_MS);
  /** @type {Held[][]} */
  const held = [];
  for (let hour = 0; hour <= HOURS; hour += 1) {
    if (hour > 0) await rest(HOUR_MS);
    held.push(await Promise.all(pages.map(([, count]) => count())));
  }
  const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(0);
  console.log(`${TABLES} tables at ${SPEED} times the speed, what is held behind a collection of garbage:`);
  table(["page", ...held.map((_, hour) => `after ${hour} h, kB`), "nodes, first and last", "long tasks"],
    pages.map(([name], at) => [`\`${name}\``, ...held.map((row) => kB(row[at].heap)), `${held[0][at].nodes}, ${held[HOURS][at].nodes}`, String(held[HOURS][at].long - held[0][at].long)]));
} finally {
  await browser.close();
  await wall.program.kill();
}

// Measures the pages of spectators on the real program with 64 tables, in a browser of a quarter of this computer's speed:
// the first visit over a slow line, and what a page does in a minute of play. Prints tables of medians.

import { launchWhole, visitor } from "./lib/browser.js";
import { CPU, median, ms, table } from "./lib/figures.js";
import { demo } from "./lib/program.js";

/** A telephone's line: 1.6 Mbit/s, an answer takes 150 ms. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const [TABLES, VISITS, PLAY_S] = [64, 3, 60];
const PAGES = [
  { name: "/live", address: "/live", viewport: { width: 360, height: 640 } },
  { name: "/live#1", address: "/live#1", viewport: { width: 360, height: 640 } },
  { name: "/live, wide", address: "/live", viewport: { width: 1366, height: 768 } },
];

/** @typedef {import("playwright-core").CDPSession} Session */
/** @typedef {(typeof PAGES)[number]} Asked */

/** Opens a page as slow as a telephone, and begins to count what it does. @param {import("playwright-core").Browser} browser @param {Asked} asked
 * @param {string} url @param {boolean} slowLine */
async function visit(browser, { address, viewport }, url, slowLine) {
  const { page, context } = await visitor(browser, { viewport });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  await session.send("Network.enable");
  if (slowLine) await session.send("Network.emulateNetworkConditions", LINE);
  const came = { requests: 0, bytes: 0 };
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    came.requests += 1;
    came.bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { paint: 0, shift: 0, long: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (seen.paint = entry.startTime))).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (seen.shift += /** @type {any} */ (entry).value))).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => (seen.long += list.getEntries().length)).observe({ type: "longtask" });
  });
  await page.goto(url + address);
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined && document.querySelector(".sprite"));
  const ready = await page.evaluate(() => performance.now());
  const seen = () => page.evaluate(() => /** @type {{seen: {paint: number, shift: number, long: number}}} */ (/** @type {unknown} */ (window)).seen);
  return { page, context, session, came, ready, seen };
}

/** @param {Session} session @returns {Promise<Record<string, number>>} */
async function counters(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

const [browser, program] = await Promise.all([launchWhole(), demo({ speed: 1, tables: TABLES, seed: 3 })]);
try {
  const first = [];
  for (const asked of PAGES) {
    /** @type {{paint: number, shift: number, long: number, requests: number, bytes: number, ready: number}[]} */
    const figures = [];
    for (let n = 0; n < VISITS; n += 1) {
      const { page, context, came, ready, seen } = await visit(browser, asked, program.url, true);
      await page.waitForTimeout(2000);
      figures.push({ ...(await seen()), ...came, ready });
      await context.close();
    }
    const of = (/** @type {"paint" | "shift" | "requests" | "bytes" | "ready"} */ what) => median(figures.map((it) => it[what]));
    first.push([asked.name, ms(of("ready")), ms(of("paint")), of("shift").toFixed(3), String(of("requests")), (of("bytes") / 1000).toFixed(1)]);
  }
  console.log(`The first visit, ${TABLES} tables, a ${CPU}th of the speed, 1.6 Mbit/s and 150 ms, medians of ${VISITS}:`);
  table(["page", "current after, ms", "largest paint, ms", "layout shift", "requests", "kB"], first);

  const later = [];
  for (const asked of PAGES) {
    const { page, context, session, seen } = await visit(browser, asked, program.url, false);
    await session.send("Performance.enable");
    await page.waitForTimeout(3000);
    await session.send("HeapProfiler.collectGarbage");
    const [before, long] = [await counters(session), (await seen()).long];
    await page.waitForTimeout(PLAY_S * 1000);
    await session.send("HeapProfiler.collectGarbage");
    const [after, longAfter] = [await counters(session), (await seen()).long];
    const spent = (/** @type {string} */ what) => (((after[what] - before[what]) * 1000) / PLAY_S).toFixed(1);
    later.push([asked.name, spent("TaskDuration"), spent("ScriptDuration"), String(longAfter - long), String(after.Nodes), ((after.JSHeapUsedSize - before.JSHeapUsedSize) / 1000).toFixed(0)]);
    await context.close();
  }
  console.log(`\n${PLAY_S} s of play at real speed, a ${CPU}th of the speed:`);
  table(["page", "work, ms a second", "of it scripts", "long tasks", "nodes", "heap grew by, kB"], later);
} finally {
  await browser.close();
  await program.kill();
}

// Measures how soon the console says which of fifty boards are not ready: from the first byte of the page, and from the answer
// that lists what is missing. The boards are simulated ones on pseudo-terminals, and what is wrong with them follows from a seed.

import { launchWhole } from "./lib/browser.js";
import { openConsole } from "./lib/console.js";
import { dice } from "./lib/dice.js";
import { CPU, median, ms, table } from "./lib/figures.js";
import { rehearsedHall } from "./lib/rehearsed_hall.js";

const [TABLES, VISITS, SEED] = [50, 5, 7];

const [browser, hall] = await Promise.all([launchWhole(), rehearsedHall(TABLES)]);
try {
  const chance = dice(SEED);
  const wrong = hall.numbers.filter((table) => {
    const board = hall.at(table).setClock();
    const fault = Math.floor(chance() * 12);
    if (fault === 0) board.slowly("put d1 K", "put e1 Q");
    if (fault === 1) board.slowly("lift e2");
    if (fault === 2) board.slowly("clock 600000 600000 white");
    return fault < 3;
  });
  const says = `${TABLES - wrong.length} ready; not ready: ${wrong.join(", ")}.`;
  const { page } = await openConsole(browser, hall.program);
  const shown = () => page.waitForFunction((says) => document.querySelector("#mural .says")?.textContent?.startsWith(says), says, { timeout: 60_000, polling: 5 });
  await shown();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  /** @type {{load: number, drawn: number}[]} */
  const figures = [];
  for (let n = 0; n < VISITS; n += 1) {
    await page.reload();
    await shown();
    figures.push(await page.evaluate(() => {
      const answers = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource")).filter(({ name }) => name.endsWith("/event/ready"));
      return { load: performance.now(), drawn: performance.now() - answers[0].responseEnd };
    }));
  }
  console.log(`\nBefore a round of ${TABLES} boards, ${wrong.length} of them wrong and named, a ${CPU}th of the speed, medians of ${VISITS}:`);
  table(["the wall says it", "ms"], [["after the page was asked for", ms(median(figures.map(({ load }) => load)))], ["after the answer came", ms(median(figures.map(({ drawn }) => drawn)))]]);
} finally {
  await browser.close();
  await hall.end();
}

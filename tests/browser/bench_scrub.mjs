// Measures what it costs to scrub the review of a long game: a log of so many events, made up, on the program's own page. The
// pointer is moved over the lanes for some seconds, and each frame of the browser is counted. It prints, and asserts nothing:
// machines differ. `node bench_scrub.mjs [events]`

import { launchWhole } from "./lib/browser.js";
import { logIn } from "./lib/desk.js";
import { longReview } from "./lib/made_review.js";
import { demo } from "./lib/program.js";

const EVENTS = Number(process.argv[2] ?? 10_000);
/** How long the pointer is moved, and how many single jumps are timed. */
const SECONDS = 5;
const JUMPS = 100;

const [browser, program] = await Promise.all([launchWhole(), demo({ speed: 1, tables: 1 })]);
try {
  const login = await logIn(browser, program);
  for (const slower of [1, 4]) {
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, storageState: login.state });
    const page = await context.newPage();
    await page.route(/\/review$/, (route) => route.fulfill({ json: longReview(EVENTS) }));
    const began = performance.now();
    await page.goto(`${login.url}review/?table=1&game=1`);
    await page.waitForFunction(() => document.documentElement.dataset.entries !== undefined);
    const opened = performance.now() - began;
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    const measured = await page.evaluate(measure, { seconds: SECONDS, jumps: JUMPS });
    console.log(`${EVENTS} events, processor ${slower === 1 ? "as it is" : `${slower} times slower`}: opened in ${opened.toFixed(0)} ms (not slowed); ` +
      `scrubbing ${measured.rate.toFixed(0)} frames a second, a frame's script ${measured.median.toFixed(1)} ms at the median and ${measured.late.toFixed(1)} ms at the 95th percentile; ` +
      `a jump to anywhere ${measured.jump.toFixed(1)} ms at the median and ${measured.lateJump.toFixed(1)} ms at the 95th percentile`);
    await context.close();
  }
} finally {
  await browser.close();
  await program.kill();
}

/** Runs in the page. @param {{seconds: number, jumps: number}} wanted */
async function measure({ seconds, jumps }) {
  const track = /** @type {HTMLElement} */ (document.querySelector(".track"));
  const box = track.getBoundingClientRect();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const point = (/** @type {string} */ type, /** @type {number} */ part) =>
    track.dispatchEvent(new PointerEvent(type, { clientX: box.left + box.width * part, clientY: box.top + 40, button: 0, pointerId: 1, bubbles: true }));
  // No real pointer is down, so there is none to capture.
  track.setPointerCapture = () => {};
  const sorted = (/** @type {number[]} */ all) => all.sort((a, b) => a - b);
  const part = (/** @type {number[]} */ all, /** @type {number} */ share) => all[Math.min(all.length - 1, Math.floor(all.length * share))];
  /** @type {number[]} */
  const scripts = [];
  point("pointerdown", 0);
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    const along = ((performance.now() - began) / 1000) % 2;
    point("pointermove", along < 1 ? along : 2 - along);
    // The page's own callback was asked for first, so it is over when the next one of this frame runs.
    const start = await new Promise((resolve) => requestAnimationFrame(resolve));
    scripts.push(performance.now() - Number(start));
  }
  const rate = (scripts.length * 1000) / (performance.now() - began);
  point("pointerup", 0);
  /** @type {number[]} */
  const jumped = [];
  for (let n = 0; n < jumps; n += 1) {
    await frame();
    const start = performance.now();
    point("pointerdown", ((n * 61) % 100) / 100);
    point("pointerup", 0);
    // To read a measure of the layout makes the browser compute it.
    void document.documentElement.scrollHeight;
    jumped.push(performance.now() - start);
  }
  sorted(scripts);
  sorted(jumped);
  return { rate, median: part(scripts, 0.5), late: part(scripts, 0.95), jump: part(jumped, 0.5), lateJump: part(jumped, 0.95) };
}

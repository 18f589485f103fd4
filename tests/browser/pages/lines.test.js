// Between the page and the program stands a proxy that goes wrong: the page finds another way or comes back, without a
// reload, and what it shows is what a fresh load shows.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, notFirefox, slow, visitor } from "../lib/browser.js";
import { cards } from "../lib/live_page.js";
import { demo } from "../lib/program.js";
import { Proxy } from "../lib/proxy.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  program = await demo({ speed: 10, seed: 21 });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** A page that came through a proxy; what the proxy refuses is told by the browser itself. */
async function throughProxy() {
  const proxy = await new Proxy(program.port).start();
  const { page, complaints, context } = await visitor(browser);
  const end = async () => {
    const refused = /ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|status of 503|NETWORK_CHANGED/;
    assertNoComplaints(complaints.filter((said) => !refused.test(said)));
    await context.close();
    proxy.end();
  };
  return { proxy, page, end };
}

/** What stands on the boards, without the times. @param {Page} page */
const shown = async (page) => (await cards(page)).map(({ whiteClock, blackClock, ...card }) => card);

/** @param {Page} page */
async function assertAsFresh(page) {
  assert.ok(await page.evaluate(() => "sameVisit" in window), "the page was loaded again");
  const fresh = await visitor(browser);
  await open(fresh.page, `${program.url}/live`);
  await eventually(async () => {
    const [here, there] = await Promise.all([shown(page), shown(fresh.page)]);
    assert.ok(here.length === 8);
    assert.deepEqual(here, there);
  });
  await fresh.context.close();
}

/** Holds what a page shows against what another showed in the last seconds: snapshots are some seconds behind.
 * @param {Page} page */
async function assertLately(page) {
  const fresh = await visitor(browser);
  await open(fresh.page, `${program.url}/live`);
  const positions = () => [...document.querySelectorAll(".card .mini")].map((board) => board.getAttribute("data-fen"));
  await fresh.page.evaluate(`setInterval(() => (${positions})().forEach((fen, n) => ((window.shown ??= [])[n] ??= new Set()).add(fen)), 20)`);
  const first = await page.evaluate(positions);
  await page.waitForTimeout(6000);
  await eventually(async () => {
    const here = await page.evaluate(positions);
    assert.notDeepEqual(here, first);
    assert.deepEqual(await fresh.page.evaluate((here) => here.filter((fen, n) => !(/** @type {any} */ (window).shown[n].has(fen))), here), []);
  }, 30_000);
  await fresh.context.close();
}

/** @param {Page} page @param {string} url */
async function visit(page, url) {
  await open(page, url);
  await page.evaluate(() => Object.assign(window, { sameVisit: true }));
}

/** @param {Page} page @param {string} way */
const goes = (page, way) => page.waitForFunction((way) => document.documentElement.dataset.way === way, way);

test("a page without boards says what it waits for", async () => {
  const { proxy, page, end } = await throughProxy();
  proxy.faults.snapshot = "slow";
  await page.goto(`${proxy.url}/live`);
  await page.locator("#empty", { hasText: /^Connected. Waiting for the boards. A slow line takes a while. 0:\d\d$/ }).waitFor();
  assert.equal(await page.locator("#link").getAttribute("data-state"), "connecting");
  proxy.faults.snapshot = "503";
  proxy.cut();
  await page.locator("#empty", { hasText: /^No connection.*\. Trying again in \d+ s\.$/ }).waitFor();
  proxy.faults.snapshot = "";
  await page.locator(".card").first().waitFor();
  await end();
});

test("a line that breaks is replaced by another, also where snapshots are refused for a while", async () => {
  const { proxy, page, end } = await throughProxy();
  await visit(page, `${proxy.url}/live`);
  await goes(page, "socket");
  for (let n = 0; n < 3; n += 1) {
    await page.waitForTimeout(400);
    proxy.cut();
  }
  await page.locator("#link", { hasText: "Live" }).waitFor();
  await assertAsFresh(page);
  proxy.faults.snapshot = "503";
  proxy.cut();
  await page.locator("#link", { hasText: "No connection" }).waitFor();
  await page.waitForTimeout(1500);
  proxy.faults.snapshot = "";
  await page.locator("#link", { hasText: "Live" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.way), "socket");
  await assertAsFresh(page);
  await end();
});

test("where no socket is let through events come, and break, and come again", async () => {
  const { proxy, page, end } = await throughProxy();
  proxy.faults.socket = true;
  await visit(page, `${proxy.url}/live`);
  await goes(page, "events");
  await page.locator("#link", { hasText: "Live" }).waitFor();
  await assertAsFresh(page);
  proxy.cut();
  await page.locator("#link", { hasText: "Live" }).waitFor();
  await assertAsFresh(page);
  // One table is a subscription of its own.
  const asked = page.waitForRequest((request) => /events\?tables=3&/.test(request.url()));
  await page.evaluate(() => (location.hash = "#3"));
  await asked;
  await page.evaluate(() => (location.hash = "#all"));
  await assertAsFresh(page);
  await end();
});

test("where nothing else comes the page asks for snapshots, and is live", async () => {
  const { proxy, page, end } = await throughProxy();
  Object.assign(proxy.faults, { socket: true, events: true });
  await visit(page, `${proxy.url}/live`);
  await goes(page, "snapshots");
  await page.waitForTimeout(6000);
  await page.locator("#link", { hasText: "Live" }).waitFor();
  await assertLately(page);
  // The network is another, and lets sockets through.
  Object.assign(proxy.faults, { socket: false, events: false });
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await goes(page, "socket");
  await assertAsFresh(page);
  await end();
});

for (const way of ["socket", "events"]) {
  test(`frames are lost, doubled, swapped and torn, by ${way}, while the program is killed and started`, slow(), async () => {
    const { proxy, page, end } = await throughProxy();
    proxy.faults.socket = way === "events";
    await visit(page, `${proxy.url}/live`);
    await goes(page, way);
    proxy.weather.storm(5, { lost: 0.1, doubled: 0.1, swapped: 0.1, torn: 0.01 });
    await page.waitForTimeout(6000);
    await program.kill();
    await page.waitForTimeout(1000);
    await program.start();
    await page.waitForTimeout(6000);
    proxy.weather.calm();
    await page.locator("#link", { hasText: "Live" }).waitFor();
    await assertAsFresh(page);
    assert.equal(await page.evaluate(() => performance.getEntriesByType("navigation").length), 1);
    assert.ok(Object.values(proxy.weather.tally).every((count) => count > 0), JSON.stringify(proxy.weather.tally));
    await end();
  });
}

test("the program is started anew behind the proxy", async () => {
  const { proxy, page, end } = await throughProxy();
  await visit(page, `${proxy.url}/live`);
  await program.kill();
  await page.locator("#link", { hasText: "No connection" }).waitFor();
  await program.start();
  await page.locator("#link", { hasText: "Live" }).waitFor({ timeout: 15_000 });
  await assertAsFresh(page);
  await end();
});

test("a phone gets the boards it shows, and an open board comes alone", notFirefox("WebDriver BiDi tells no frames of a WebSocket"), async () => {
  const { page, complaints, context } = await visitor(browser, { viewport: { width: 360, height: 320 } });
  /** @type {any[]} */
  let frames = [];
  /** @type {any[]} */
  const said = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => frames.push(JSON.parse(String(payload))));
    socket.on("framesent", ({ payload }) => said.push(JSON.parse(String(payload))));
  });
  await open(page, `${program.url}/live`);
  const sub = () => said.map((wish) => wish.sub).filter(Boolean).at(-1);
  const told = () => new Set(frames.map((frame) => frame.b).filter((b) => b !== undefined));
  await eventually(async () => assert.ok(sub().includes(1) && sub().length <= 4, String(sub())));
  const near = new Set(sub());
  // What was on its way came before the answer to the wish.
  const heeded = async () => {
    const wish = said.findLast((wish) => wish.sub);
    await eventually(async () => assert.ok(frames.some((frame) => frame.ts >= wish.ts)));
    frames = frames.slice(frames.findIndex((frame) => frame.ts >= wish.ts));
    await eventually(async () => assert.ok(told().size > 0), 60_000);
    await page.waitForTimeout(2000);
  };
  await heeded();
  assert.ok([...told()].every((b) => near.has(b)), String([...told()]));
  // Whoever scrolls finds boards that are current.
  await page.locator('.card[data-table="6"]').scrollIntoViewIfNeeded();
  await eventually(async () => assert.ok(sub().includes(6) && !sub().includes(1), String(sub())));
  const fresh = await visitor(browser);
  await open(fresh.page, `${program.url}/live`);
  await eventually(async () => assert.deepEqual((await shown(page))[5], (await shown(fresh.page))[5]));
  await page.evaluate(() => (location.hash = "#4"));
  await eventually(async () => assert.deepEqual(sub(), [4]));
  await heeded();
  assert.deepEqual([...told()], [4]);
  assert.ok(said.every((wish) => wish.clocks !== false));
  assertNoComplaints(complaints);
  await fresh.context.close();
  await context.close();
});

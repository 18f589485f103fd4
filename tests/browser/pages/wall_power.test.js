// Hall screens against the real program: what they ask for and whom, what they never say, and how they last, while pages turn and
// pieces move, when answers are cut off, and through a power cut.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, pass, visitor } from "../lib/browser.js";
import { assertWhole, openScreen, setUp } from "../lib/screen.js";
import { assign, hallWithScreens, measured, nameOf } from "../lib/wall.js";

const TIMEOUT = { timeout: 300_000 };

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/wall.js").Wall} */
let wall;
before(async () => {
  wall = await hallWithScreens({ tables: 24, speed: 4 });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await wall?.program.kill();
});

/** @param {import("../lib/browser.js").Visit} options */
const screen = (options) => openScreen(browser, wall, options);
/** @param {import("playwright-core").Page} page @param {string} name @param {Record<string, any>} setup */
const show = (page, name, setup) => setUp(wall, page, name, setup);

test("a screen that gets no name says why", async () => {
  const { page, context } = await visitor(browser);
  await page.route("**/api/v1/displays", (route) => route.fulfill({ status: 503, json: { error: "there are too many displays; have the operator forget some, or wait a minute" } }));
  await page.goto(`${wall.url}/hall/`);
  await page.waitForFunction(() => /^there are too many displays/.test(document.querySelector("#state")?.textContent ?? ""));
  await page.unroute("**/api/v1/displays");
  await nameOf(page);
  await page.waitForFunction(() => document.querySelector("#state")?.textContent === "");
  await context.close();
});

test("a screen is silent, asks nobody anything and has nothing to touch", async () => {
  const { page, complaints, context, name } = await screen({ viewport: { width: 1280, height: 720 } });
  await show(page, name, {});
  assert.deepEqual(await page.evaluate(() => [
    document.querySelectorAll("audio, video, button, a, input").length, getComputedStyle(document.documentElement).cursor, getComputedStyle(document.documentElement).userSelect,
  ]), [0, "none", "none"]);
  assertNoComplaints(complaints);
  await context.close();
});

test("a screen asks for its page, for the hall and for what it is to show: a new one six times, and one that comes back four times", async () => {
  /** @type {(context: any, address: string, until: () => boolean) => Promise<string[]>} */
  const asks = async (page, address, until) => {
    /** @type {string[]} */
    const asked = [];
    /** @param {string} url */
    const note = (url) => asked.push(new URL(url).pathname.replace(/[a-z]+-[a-z]+-[a-z]+/, "NAME"));
    page.on("request", (/** @type {any} */ request) => note(request.url()));
    page.on("websocket", (/** @type {any} */ socket) => note(socket.url()));
    await page.goto(address);
    await page.waitForFunction(until);
    // WebDriver BiDi tells of a socket in Firefox as of a request.
    await eventually(async () => assert.ok(asked.includes("/ws/v2")));
    // Not every browser shows the icon, and what a screen is to show is asked for again and again.
    return [...new Set(asked.filter((path) => path !== "/hall/icon.svg"))];
  };
  const { page, complaints, context } = await visitor(browser, { viewport: { width: 1280, height: 720 } });
  const first = await asks(page, `${wall.url}/hall/`, () => /** @type {HTMLImageElement | null} */ (document.querySelector("#name img"))?.complete === true);
  const name = await nameOf(page);
  await assign(wall, name, {});
  await context.close();
  assert.deepEqual(first.filter((path) => path !== "/api/v1/displays/NAME").sort(), ["/api/v1/displays", "/api/v1/displays/NAME/code.svg", "/api/v2/hall", "/hall/", "/hall/NAME", "/ws/v2"]);
  const back = await visitor(browser, { viewport: { width: 1280, height: 720 } });
  // However late the answers come: a screen that has a place does not show its name meanwhile.
  await back.page.route(/\/api\/v(1\/displays|2\/hall)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 900));
    await route.continue();
  });
  const again = await asks(back.page, `${wall.url}/hall/${name}`, () => document.querySelector(".cell .board[data-fen]") !== null);
  assert.deepEqual(again.sort(), ["/api/v1/displays/NAME", "/api/v2/hall", "/hall/NAME", "/ws/v2"]);
  assertNoComplaints([...complaints, ...back.complaints]);
  await back.context.close();
});

test("the public has no display and is told of none", async () => {
  for (const path of ["/hall/", "/hall/amber-river-lantern", "/wall/main.js", "/wall/index.html", "/api/v1/displays/amber-river-lantern/code.svg", "/hall/openapi.json"]) {
    assert.equal((await fetch(wall.program.url + path)).status, 404, path);
  }
  for (const path of ["/api/v1/displays", "/api/v1/displays/amber-river-lantern"]) {
    assert.equal((await fetch(wall.program.url + path, { method: "POST", body: "{}" })).status, 404, path);
  }
});

test("while moves are against the Laws, no word or class of a screen says so", TIMEOUT, async () => {
  const other = await hallWithScreens({ tables: 6, speed: 40, illegal: true });
  const { page, complaints, context } = await visitor(browser, { viewport: { width: 1920, height: 1080 } });
  await page.goto(`${other.url}/hall/`);
  const name = await nameOf(page);
  await assign(other, name, { inches: 65, metres: 5 });
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 6);
  const matters = async () => {
    const answer = await fetch(`${other.origin}/api/v1/arbiter/snapshot`, { headers: { cookie: other.cookie } });
    return (await answer.json()).tables.flatMap((/** @type {any} */ table) => table.incidents ?? []).length;
  };
  let reads = 0;
  // The staff must have something to decide, or nothing is proved.
  for (let known = 0; known < 3 || reads < 40; reads += 1) {
    known = Math.max(known, await matters());
    // The page's own script and sheet are read by another test.
    const html = await page.evaluate(() => {
      const shown = /** @type {Element} */ (document.documentElement.cloneNode(true));
      for (const part of shown.querySelectorAll("script, style")) part.remove();
      return shown.outerHTML.replace("no claims (Laws 6.12.2)", "");
    });
    assert.doesNotMatch(html, /illegal|flag|claim|threefold|repetition|not pressed|incident|arbiter|draw available|irregular/i);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(reads < 1200, `the staff were told of ${known} matters only`);
  }
  assertNoComplaints(complaints);
  await context.close();
  await other.program.kill();
});

test("pages turn and pieces move, and the page grows by nothing", TIMEOUT, async () => {
  const { page, complaints, context, name } = await screen({ viewport: { width: 1920, height: 1080 }, counter: "led" });
  await show(page, name, { inches: 65, metres: 5, turn_s: 5 });
  const look = () => page.evaluate(() => ({ tables: [...document.querySelectorAll(".cell")].map((cell) => /** @type {HTMLElement} */ (cell).dataset.table).join(" "), nodes: document.querySelectorAll("*").length }));
  const seen = new Map();
  for (let turns = 0, before = "", looks = 1; turns < 7; looks += 1) {
    const { tables, nodes } = await look();
    if (tables !== before) turns += 1;
    // A page stands for a second, in which pieces move, and the rest of its five seconds goes by at once.
    else if (looks % 6 === 0) await pass(page, 4000);
    seen.set(tables, Math.max(seen.get(tables) ?? 0, nodes));
    before = tables;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.deepEqual([...seen.keys()], ["1 2 3 4 5 6 7 8", "9 10 11 12 13 14 15 16", "17 18 19 20 21 22 23 24"]);
  const most = Math.max(...seen.values(), (await look()).nodes);
  // Pieces are taken and squares are marked; nothing else comes.
  const pieces = 8 * (32 + 4);
  assert.ok(most - Math.min(...seen.values()) <= pieces, `${[...seen.values()]}`);
  assertNoComplaints(complaints);
  await context.close();
});

test("an answer that is cut off tells a screen nothing: it is not loaded anew, and does what it is told next", TIMEOUT, async () => {
  const { page, complaints, context, name } = await screen({ viewport: { width: 1280, height: 720 } });
  await show(page, name, { inches: 65, metres: 10 });
  await page.evaluate(() => void Object.assign(window, { sameVisit: true }));
  let cut = 0;
  await page.route(`**/api/v1/displays/${name}`, (route) => {
    cut += 1;
    return route.fulfill({ contentType: "application/json", body: '{"countdown":null,"display"' });
  });
  await eventually(async () => assert.ok(cut >= 3));
  await page.unroute(`**/api/v1/displays/${name}`);
  await assign(wall, name, { inches: 65, metres: 5 });
  await page.waitForFunction(() => document.documentElement.dataset.setup?.includes(" 5 "));
  assert.ok(await page.evaluate(() => "sameVisit" in window), "the page was loaded again");
  assertNoComplaints(complaints);
  await context.close();
});

test("without its program a screen keeps its picture, says how old it is, and has it again after a power cut", TIMEOUT, async () => {
  const { page, context, name } = await screen({ viewport: { width: 1280, height: 720 } });
  const before = await show(page, name, { inches: 65, metres: 10 });
  const tables = before.cells.map(({ table }) => table);
  await page.waitForFunction(() => localStorage.getItem("topboard-picture"));
  const url = page.url();
  await wall.program.kill();
  await page.waitForFunction(() => /^No connection 0:\d\d$/.test(document.querySelector("#state")?.textContent ?? ""));
  const held = () => document.querySelectorAll(".cell .clock.held").length >= 4;
  await page.waitForFunction(held);
  await page.close();
  const again = await context.newPage();
  await again.goto(url);
  await again.waitForFunction(() => /^Old picture – no connection/.test(document.querySelector("#state")?.textContent ?? ""));
  await again.waitForFunction(held);
  const kept = await measured(again);
  assert.deepEqual(kept.cells.map(({ table }) => table), tables);
  assertWhole(kept, "the picture that was kept");
  await wall.program.start();
  await again.waitForFunction(() => document.documentElement.dataset.link === "open" && document.querySelector("#state")?.textContent === "");
  // The demonstration kept nothing: the screen has its name all the same, and asks to be adopted again.
  await again.waitForFunction(() => document.querySelector("#name")?.checkVisibility());
  assert.equal(await nameOf(again), name);
  await context.close();
});

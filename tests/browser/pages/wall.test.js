// Hall screens against the real program: letters in the picture against the metres that were entered, names that are never cut,
// and a screen that is given a place, moved, and left without a program. Criteria H1 to H10 of the house.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { choose, footOf, letterMm, pieceMm, sizeOf } from "../../../web/wall/density.js";
import { assertNoComplaints, between, eventually, launch, pass, slow, visitor } from "../lib/browser.js";
import { assign, displays, hallWithScreens, measured, nameOf, order } from "../lib/wall.js";

const TIMEOUT = { timeout: 300_000 };
/** Names that people have: of 55 letters, from right to left, of one word, with signs that belong to letters. */
const NAMES = ["Wolfeschlegelsteinhausenbergerdorff-Montgomery, Hubertina", "عبد الرحمن بن محمد الطويل", "BYE", "Nguyễn, Thị Ánh Tuyết", "Ō"];

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

/** @typedef {Awaited<ReturnType<typeof measured>>} Measured */

/** Opens a screen of this size, adopted. @param {import("../lib/browser.js").Visit} options */
async function screen(options) {
  const { page, complaints, context } = await visitor(browser, options);
  await page.goto(`${wall.url}/hall/`);
  return { page, complaints, context, name: await nameOf(page) };
}

/** Sets a screen up, and waits until it shows that. @param {import("playwright-core").Page} page @param {string} name @param {Record<string, any>} setup */
async function show(page, name, setup) {
  await assign(wall, name, setup);
  const { view = "grid", inches = 55, metres = 6, sight = "comfort", mirrored = false } = setup;
  await page.waitForFunction((wanted) => document.documentElement.dataset.setup === wanted, [view, inches, metres, sight, mirrored].join(" "));
  await page.waitForFunction(() => document.querySelectorAll(".cell .board[data-fen]").length > 0 || document.querySelector(".panel"));
  return measured(page);
}

/** Asserts that nothing covers anything else, and that no name ends in the middle of a letter. @param {Measured} it @param {string} told */
function assertWhole({ cells, foot, scroll }, told) {
  assert.ok(scroll[0] <= 0 && scroll[1] <= 0, `${told}: it scrolls by ${scroll}`);
  assert.match(foot.text ?? "", /no claims \(Laws 6\.12\.2\)/);
  assert.ok(foot.cut <= 0, told);
  const apart = (/** @type {any} */ a, /** @type {any} */ b) => a.right <= b.left + 0.6 || b.right <= a.left + 0.6 || a.bottom <= b.top + 0.6 || b.bottom <= a.top + 0.6;
  cells.forEach((cell, at) => {
    for (const other of cells.slice(at + 1)) assert.ok(apart(cell.box, other.box), `${told}: tables ${cell.table} and ${other.table}`);
    assert.ok(apart(cell.box, foot.box), told);
    cell.texts.forEach((text, n) => {
      const said = `${told}: table ${cell.table}, ${text.kind} “${text.text}”`;
      assert.ok(text.box.left >= cell.box.left - 0.6 && text.box.right <= cell.box.right + 0.6, said);
      assert.ok(text.box.left >= text.room.left - 0.6 && text.box.right <= text.room.right + 0.6, `${said} is cut`);
      assert.ok(apart(text.box, cell.board), `${said} is on the board`);
      for (const other of cell.texts.slice(n + 1)) assert.ok(apart(text.box, other.box), `${said} over “${other.text}”`);
    });
  });
}

/** Asserts that what is read from so far is large enough. @param {Measured} it @param {{inches: number, metres: number, sight: "comfort" | "limit"}} setup @param {{width: number, height: number}} size @param {string} told */
function assertRead({ cells, foot }, { inches, metres, sight }, { width, height }, told) {
  const mm = (inches * 25.4) / Math.hypot(width, height);
  for (const { board, texts } of cells) {
    assert.ok((board.width / 8) * 0.85 * mm >= pieceMm(metres, sight) - 0.1, `${told}: a piece of ${(board.width / 8) * 0.85 * mm} mm`);
    for (const { text, kind, letter } of texts) assert.ok((letter + 0.2) * mm >= letterMm(metres), `${told}: ${kind} “${text}” of ${letter * mm} mm`);
  }
  assert.ok((foot.letter + 0.2) * mm >= letterMm(3), `${told}: the foot of ${foot.letter * mm} mm`);
}

/** Screens and halls at their least, in the middle and at their most, and all of them. @type {[string, number[], number[], {timeout?: number}][]} */
const HALLS = [["the least, the usual and the most", [43, 65, 98], [3, 10, 20], TIMEOUT], ["all", [43, 55, 65, 75, 86, 98], [3, 5, 7, 10, 14, 20], slow(TIMEOUT)]];
for (const [which, diagonals, distances, options] of HALLS) test(`what is shown can be read from where it was said, on screens of 43 to 98 inches from 3 to 20 m: ${which}`, options, async () => {
  const size = { width: 1920, height: 1080 };
  const { page, complaints, context, name } = await screen({ viewport: size });
  let read = 0;
  for (const inches of diagonals) {
    for (const metres of distances) {
      /** @type {{inches: number, metres: number, sight: "comfort" | "limit"}} */
      const setup = { inches, metres, sight: metres === 14 ? "limit" : "comfort" };
      const told = `${inches} inches at ${metres} m`;
      const it = await show(page, name, setup);
      assertWhole(it, told);
      const { cells } = it;
      const area = cells.reduce((sum, { board }) => sum + board.width * board.height, 0) / (size.width * size.height);
      assert.ok(area >= 0.75 || cells.length === 24, `${told}: ${cells.length} boards take ${area}`);
      const { widthMm, heightMm } = sizeOf(inches, size.width, size.height);
      const { isTooFar } = choose({ widthMm, heightMm: heightMm - footOf(heightMm).heightMm, metres, sight: setup.sight, count: 24 });
      // The operator is told from how far it is read.
      await eventually(async () => {
        const { report } = (await displays(wall)).find(({ display }) => display === name);
        assert.deepEqual([report.tables.length, report.reach_metres < metres], [cells.length, isTooFar], told);
      });
      if (isTooFar) assert.equal(cells.length, 2, `${told} is too far, so the fewest are shown`);
      else assertRead(it, setup, size, told);
      read += isTooFar ? 0 : 1;
    }
  }
  assert.ok(read > (diagonals.length * distances.length) / 2, `${read}`);
  assertNoComplaints(complaints);
  await context.close();
});

test("the halls of which the numbers are known, as they are drawn", TIMEOUT, async () => {
  const size = { width: 1920, height: 1080 };
  const { page, context, name } = await screen({ viewport: size });
  for (const [inches, metres, sight, boards] of /** @type {const} */ ([[65, 10, "comfort", 2], [65, 5, "comfort", 8], [98, 10, "comfort", 2], [98, 10, "limit", 8]])) {
    const it = await show(page, name, { inches, metres, sight });
    assert.equal(it.cells.length, boards, `${inches} inches at ${metres} m`);
    assertRead(it, { inches, metres, sight }, size, `${inches} inches at ${metres} m`);
  }
  await context.close();
});

test("4K, a display with two pixels for one, and a screen that stands", slow(TIMEOUT), async () => {
  for (const [viewport, deviceScaleFactor] of /** @type {[{width: number, height: number}, number][]} */ (
    [[{ width: 3840, height: 2160 }, 1], [{ width: 1920, height: 1080 }, 2], [{ width: 1080, height: 1920 }, 1]])) {
    const { page, complaints, context, name } = await screen({ viewport, deviceScaleFactor });
    for (const view of ["grid", "feature"]) {
      for (const metres of [3, 6]) {
        const setup = { view, inches: 65, metres, sight: /** @type {const} */ ("comfort") };
        const told = `${viewport.width} × ${viewport.height}, ${view} at ${metres} m`;
        const it = await show(page, name, setup);
        assertWhole(it, told);
        if (view === "grid" || viewport.width > viewport.height) assertRead(it, setup, viewport, told);
      }
    }
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("names of 55 letters, from right to left and of one letter, and results that are none of the usual ones", TIMEOUT, async () => {
  const { page, complaints, context, name } = await screen({ viewport: { width: 1920, height: 1080 } });
  const results = ["*", "1/2-0", "0-0", "1-0", "+/-"];
  await between(page, {
    snapshot: (snapshot) => ({ ...snapshot, tables: snapshot.tables.map((/** @type {any} */ table) => ({
      ...table, w: { n: NAMES[table.b % 5], t: "WGM" }, bl: { n: NAMES[(table.b + 2) % 5] }, res: results[table.b % 5], k: table.b % 3 === 0 ? ["lost", 0] : table.k,
    })) }),
    frame: (it) => (it.b === undefined ? [it] : []),
  });
  await page.reload();
  for (const [view, metres] of /** @type {const} */ ([["grid", 5], ["grid", 10], ["feature", 5], ["grid", 3]])) {
    const it = await show(page, name, { view, inches: 65, metres });
    assert.ok(it.cells.some(({ texts }) => texts.some(({ text }) => text === "½")));
    assertWhole(it, `${view} at ${metres} m`);
  }
  assertNoComplaints(complaints);
  await context.close();
});

test("a new screen is listed, adopted, moved, and shows its name when it is asked to", async () => {
  const { page, complaints, context, name } = await screen({ viewport: { width: 1280, height: 720 } });
  const mine = async () => (await displays(wall)).find(({ display }) => display === name);
  await eventually(async () => assert.equal((await mine()).place, null));
  await page.waitForFunction(() => /** @type {HTMLImageElement | null} */ (document.querySelector("#name img"))?.naturalWidth);
  assert.deepEqual(await page.locator("#name .words span").allTextContents(), name.split("-"));
  await assign(wall, name, { view: "message", message: "Doors open at 14:30" });
  await page.waitForFunction(() => document.querySelector(".panel .text")?.textContent === "Doors open at 14:30");
  assert.ok(await page.locator("#name").isHidden());
  await order(wall, name, { do: "identify" });
  await page.waitForFunction(() => document.querySelector("#name")?.checkVisibility());
  await order(wall, name, { do: "countdown", title: "Round 4", in_s: 3599 });
  await page.waitForFunction(() => /^59:\d\d$/.test(document.querySelector(".panel .digits")?.textContent ?? ""));
  await show(page, name, { view: "start", start: 0, mirrored: true });
  assert.equal(await page.locator(".panel .board").getAttribute("data-fen"), "RKRNNQBB/PPPPPPPP/8/8/8/8/pppppppp/rkrnnqbb w");
  await show(page, name, { view: "feature", feature: 7, pins: [3], inches: 65, metres: 5 });
  await eventually(async () => {
    const { report } = await mine();
    assert.deepEqual([report.feature, report.feature_reason, report.tables.includes(3), report.pages > 1], [7, "pin", true, true]);
    assert.ok(["first", "due", "waiting", "forced", "changed"].includes(report.page_reason));
  });
  // The browser keeps the name, whatever address it opens.
  await page.goto(`${wall.url}/hall/`);
  assert.equal(await nameOf(page), name);
  assert.equal((await order(wall, name, { do: "forget" })).status, 200);
  await page.waitForFunction(() => document.querySelector("#name")?.checkVisibility());
  assertNoComplaints(complaints);
  await context.close();
});

test("seats that are mirrored have White above, and every mark on its square", async () => {
  const { page, context, name } = await screen({ viewport: { width: 1280, height: 720 } });
  await show(page, name, { inches: 65, metres: 10, mirrored: true });
  const [top, bottom] = await page.evaluate(() => {
    const cell = /** @type {Element} */ (document.querySelector(".cell"));
    return [".strip.white", ".strip.black"].map((strip) => /** @type {Element} */ (cell.querySelector(strip)).getBoundingClientRect().top);
  });
  assert.ok(top < bottom);
  await context.close();
});

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

test("a screen that comes back loads its page, one script, one sheet and the pieces, and of the hall what it follows", async () => {
  const { context, name } = await screen({ viewport: { width: 1280, height: 720 } });
  await assign(wall, name, {});
  await context.close();
  const { page, complaints, context: again } = await visitor(browser, { viewport: { width: 1280, height: 720 } });
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.replace(/^\/kept\/[0-9a-f]{16}/, "kept").replace(name, "NAME")));
  await page.goto(`${wall.url}/hall/${name}`);
  await page.waitForFunction(() => document.querySelector(".cell .board[data-fen]"));
  // Not every browser shows the icon.
  const files = asked.filter((path) => !path.startsWith("/api/") && path !== "kept/shared/icon.svg");
  assert.deepEqual(files.sort(), ["/hall/NAME", "kept/shared/pieces.svg", "kept/wall/main.js", "kept/wall/wall.css"], String(asked));
  assertNoComplaints(complaints);
  await again.close();
});

test("the public has no display and is told of none", async () => {
  for (const path of ["/hall/", "/hall/amber-river-lantern", "/wall/main.js", "/wall/index.html", "/kept/0/wall/main.js", "/api/v1/displays/amber-river-lantern/code.svg", "/hall/openapi.json"]) {
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
    const html = await page.evaluate(() => document.documentElement.outerHTML.replace("no claims (Laws 6.12.2)", ""));
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

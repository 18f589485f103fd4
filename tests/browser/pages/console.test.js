// The operator's console against the program: by keyboard alone, with a pairing file that is dropped on it, for screen readers,
// at every size, and with nothing of an arbiter's on it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, notFirefox, slow, visitor } from "../lib/browser.js";
import { dropFile, openConsole, ready } from "../lib/console.js";
import { entered, give, told } from "../lib/event.js";
import { faults } from "../lib/faults.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {Awaited<ReturnType<typeof openConsole>>} */
let first;
/** The texts of all frames that the console got. @type {string[]} */
const frames = [];
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 12, seed: 5, tables: 6, illegal: true, screens: true })]);
  const { page, complaints, context } = await visitor(browser, { viewport: { width: 1280, height: 900 } });
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  await page.goto(program.link().replace("#", "console#"));
  await ready(page);
  first = { page, complaints, context };
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** Another window of the same login. @param {import("../lib/browser.js").Options} options */
async function another(options) {
  const guest = await visitor(browser, { ...options, storageState: await first.context.storageState() });
  await guest.page.goto(new URL("/console", program.link()).href);
  await ready(guest.page);
  return guest;
}

test("the first load weighs less than 90 kB", async () => {
  const { page, context } = await another({ viewport: { width: 1280, height: 900 } });
  const files = await page.evaluate(() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
    .map((entry) => /** @type {PerformanceResourceTiming} */ (entry))
    .filter(({ name }) => !name.includes("/api/"))
    .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize })));
  assert.ok(files.length > 20, "every file is counted");
  assert.ok(files.every(({ size }) => size > 0), JSON.stringify(files.filter(({ size }) => size === 0)));
  const sum = files.reduce((sum, { size }) => sum + size, 0);
  assert.ok(sum < 90_000, `${sum} bytes: ${JSON.stringify(files.sort((a, b) => b.size - a.size).slice(0, 8))}`);
  await context.close();
});

test("everything is done with keys, and single keys can be switched off", async () => {
  const { page } = first;
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || "");
  await page.locator("#tasks-title").focus();
  // Digits, then Enter, open a table, and Escape goes back to where one was.
  await page.keyboard.press("4");
  assert.match(await page.locator("#typed").innerText(), /4/);
  await page.keyboard.press("Enter");
  await page.locator("#table").waitFor();
  assert.match(await page.locator("#table-title").innerText(), /^Table 4: /);
  assert.equal(await focused(), "table-title");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#table").isVisible(), false);
  assert.equal(await focused(), "tasks-title");
  await page.keyboard.press("9");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#typed").innerText(), /9/);
  // Search, and Enter opens what was found.
  await page.keyboard.press("/");
  assert.equal(await focused(), "search");
  await page.keyboard.type("2");
  await eventually(async () => assert.equal(await page.locator(".tile").count(), 1));
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#table-title").innerText(), /^Table 2: /);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.fill("#search", "");
  await page.locator("#tasks-title").focus();
  // The help stands in the page, and what is in it is reached by Tab.
  await page.keyboard.press("?");
  assert.equal(await focused(), "help-title");
  assert.match(await page.locator("#help").innerText(), /n\s+Next that needs me[^]*u\s+Undo/);
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "keys-on");
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#help").isVisible(), false);
  for (const key of ["4", "Enter", "/", "?"]) {
    await page.locator("#tasks-title").focus();
    await page.keyboard.press(key);
    assert.equal(await focused(), "tasks-title", key);
  }
  assert.equal(await page.locator("#table").isVisible(), false);
  await page.locator("#help-button").click();
  await page.locator("#keys-on").check();
  await page.keyboard.press("Escape");
  // By Tab alone everything is reached that can be pressed.
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  const reached = new Set();
  const count = await page.locator("button:visible, input:visible, select:visible, a:visible").count();
  for (let n = 0; n < count + 30; n += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement?.closest("[data-table]")?.getAttribute("data-table") ?? document.activeElement?.id));
  }
  for (const place of ["language", "author", "theme", "help-button", "search", "order", "file-field", "1", "2", "3", "4", "5", "6"]) assert.ok(reached.has(place), place);
});

test("a correction is written where nobody can drag, and a slip is told", async () => {
  const { page } = first;
  const moves = async () => (await program.snapshot()).tables[0].moves.length;
  await eventually(async () => assert.ok((await moves()) > 0));
  await page.locator('.tile[data-table="1"] button').click();
  await page.locator("#table .ply").first().click();
  await page.getByLabel("Moves in your notation").fill("e9");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.notEqual(await page.locator("#table .why").innerText(), ""));
  await page.getByLabel("Moves in your notation").fill("h3 h6");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.match(await page.locator("#table .instead").innerText(), /Instead: h3 h6/));
  assert.equal(await page.locator("#table .board").getAttribute("data-fen"), "rnbqkbnr/ppppppp1/7p/8/8/7P/PPPPPPP1/RNBQKBNR w");
  await page.getByRole("button", { name: "Forget it" }).click();
  assert.equal(await page.locator("#table .instead").isVisible(), false);
  await page.getByRole("button", { name: "Close" }).click();
});

test("a screen reader hears each table, its clocks and its lamps", async () => {
  const { page } = first;
  await eventually(async () => {
    const tile = await page.locator('.tile[data-table="3"]').ariaSnapshot();
    assert.match(tile, /button "3 [^"]*\d+:\d\d[^"]*\d+:\d\d[^"]*Link: well\. The board answers\. [^"]*Sensors: [^"]*Game: /);
  }, 30_000);
  const tree = await page.locator("body").ariaSnapshot();
  for (const part of ['heading "Boards: 6" [level=2]', 'heading "To do:', 'heading "Screens"', 'heading "Feeds"', 'searchbox "Search by table or name"', 'region "Boards: 6"']) assert.ok(tree.includes(part), `${part} is not in:\n${tree.slice(0, 3000)}`);
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds no fault, with a table and the help open (${colorScheme})`, async () => {
    for (const width of [360, 1280]) {
      const { page, complaints, context } = await another({ colorScheme, viewport: { width, height: 800 } });
      await page.locator("#help-button").click();
      await page.locator(".tile button").first().click();
      await page.locator("#table .ply").first().click();
      assert.deepEqual(await faults(page), [], String(width));
      assertNoComplaints(complaints);
      await context.close();
    }
  });
}

for (const [width, options] of /** @type {const} */ ([[320, {}], [360, slow()], [768, slow()], [1280, {}], [1920, slow()], [2560, slow()]])) {
  test(`nothing is wider than the window, in every language: ${width} pixels`, options, async () => {
    const { page, context } = await another({ viewport: { width, height: 800 } });
    await page.locator(".tile button").first().click();
    for (const language of ["en", "pl", "ru"]) {
      await page.selectOption("#language", language);
      assert.equal(await page.locator("html").getAttribute("lang"), language);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} ${language}`);
      const cut = await page.locator(".lamp .short").evaluateAll((all) => all.filter((el) => el.scrollWidth > el.clientWidth + 1).map((el) => el.textContent));
      assert.deepEqual(cut, [], `${width} ${language}`);
    }
    await context.close();
  });
}

test("nothing of an arbiter's reaches the console, whoever looks", notFirefox("WebDriver BiDi tells no frames of a WebSocket"), async () => {
  const { page, complaints } = first;
  // The games go on until an arbiter has something to decide.
  await eventually(async () => {
    const desk = await page.evaluate(async () => (await fetch("/api/v1/arbiter/snapshot")).text());
    assert.match(desk, /"rule":"illegal-move/);
  }, 120_000);
  assert.ok(frames.some((frame) => frame.includes('"kind":"snapshot"')) && frames.length > 10);
  for (const word of ["incident", "illegal", "articles", "remedy", "ruling"]) {
    assert.ok(!frames.some((frame) => !frame.includes('"kind":"hello"') && frame.includes(word)), word);
    assert.ok(!(await page.locator("#console").innerText()).includes(word), word);
  }
  const theirs = await page.evaluate(async () => (await fetch("/api/v1/arbiter/snapshot?feed=operator")).json());
  assert.ok(!("incidents" in theirs.tables[0]) && "timing" in theirs.tables[0]);
  assertNoComplaints(complaints.filter((said) => !said.includes("status of 422")));
});

test("a pairing file that is dropped is looked at, taken over by one button, and the mural says who is ready", async () => {
  const hall = await demo({ speed: 1, seed: 3, tables: 4 });
  try {
    const { page, complaints } = await openConsole(browser, hall);
    await dropFile(page, "round1.csv", "Board;White;Black\n1;Nowak, Anna;Kowalski, Jan");
    await eventually(async () => assert.match(await page.locator("#drop .why").innerText(), /Enter a tournament/));
    assert.equal(await give(page, { do: "enter", key: "A", name: "Open" }), 200);
    await eventually(async () => assert.ok((await page.evaluate(async () => (await fetch("/api/v1/event")).json())).event.tournaments.A));
    // An error in a line keeps all of the list out, and the line is told.
    await eventually(async () => {
      await dropFile(page, "wrong.csv", "Board;White;Black\n1;Nowak, Anna;Kowalski, Jan\n2;Nowak, Anna;Wiśniewska, Ewa");
      await page.locator("#drop .found table").waitFor({ timeout: 3000 });
    });
    assert.match(await page.locator("#drop .found").innerText(), /cannot be taken over[^]*error:/);
    assert.equal(await page.getByRole("button", { name: "Take over" }).count(), 0);
    await dropFile(page, "round1.csv", "Board;White;Black\n1;Nowak, Anna;Kowalski, Jan\n2;Wiśniewska, Ewa;<img src=x onerror=alert(1)>");
    await eventually(async () => assert.match(await page.locator("#drop-title").innerText(), /round1\.csv/));
    const take = page.getByRole("button", { name: "Take over" });
    await take.waitFor();
    assert.match(await page.locator("#drop .found").innerText(), /4 players; round 1: 2 boards/);
    assert.equal((await told(page)).event.tournaments.A.rounds?.[1], undefined, "looking changes nothing");
    await take.press("Enter");
    await eventually(async () => assert.deepEqual(Object.keys((await told(page)).event.tournaments.A.rounds[1].pairings), ["1", "2"]));
    await page.locator("#drop").waitFor({ state: "hidden" });
    // What the mural says is what the program lists, table by table.
    await eventually(async () => {
      const list = await page.evaluate(async () => (await fetch("/api/v1/event/ready")).json());
      const not = [...new Set(list.items.filter((/** @type {any} */ it) => it.severity === "stop" && it.table).map((/** @type {any} */ it) => it.table))].sort();
      const says = await page.locator("#mural .says").innerText();
      assert.ok(says.startsWith(not.length > 0 ? `${2 - not.length} ready; not ready: ${not.join(", ")}.` : "All ready: 2."), `${says} ${not}`);
      assert.equal(await page.locator('#mural [data-state="not"]').count(), not.length);
    }, 30_000);
    assert.match(await page.locator("#mural-title").innerText(), /round 1/i);
    await dropFile(page, "wrong.csv", "Board;White;Black\n1;Nowak, Anna;Kowalski, Jan\n2;Nowak, Anna;Wiśniewska, Ewa");
    await page.locator("#drop .found table").waitFor();
    assert.deepEqual(await faults(page), [], "before a round, with a file");
    await page.locator("#drop").getByRole("button", { name: "Close" }).click();
    // The last order is taken back by two keys.
    await page.locator("#tasks-title").focus();
    await page.keyboard.press("u");
    await page.keyboard.press("Enter");
    await eventually(async () => assert.deepEqual(Object.keys((await told(page)).event.tournaments.A.rounds?.[1]?.pairings ?? {}), []));
    assert.equal(await give(page, entered(2)), 200);
    await page.locator('#mural button[data-round="A 1"]').waitFor();
    await eventually(async () => {
      const begin = page.locator('#mural button[data-round="A 1"]');
      if (await begin.isVisible()) await begin.click();
      assert.equal((await told(page)).event.tournaments.A.rounds[1].state, "open");
    });
    await eventually(async () => assert.equal(await page.locator("#mural").isVisible(), false));
    assertNoComplaints(complaints);
  } finally {
    await hall.kill();
  }
});

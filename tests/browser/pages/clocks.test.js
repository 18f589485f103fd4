// Clocks stay honest when something is wrong: the viewer's clock, the board's link, the server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { between, eventually, launch, open, placed, seconds, visitor } from "../lib/browser.js";
import { cards } from "../lib/live_page.js";
import { demo } from "../lib/program.js";

const SEVEN_HOURS_MS = 7 * 3600 * 1000;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 8, seed: 5 });
  await eventually(async () => {
    const { tables } = await program.snapshot();
    assert.ok(tables.every((table) => table.clock), "a table's clock has not been read yet");
  }, 60_000);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

test("the clocks tick and agree with the server's within a second", async () => {
  const { page, context } = await visitor(browser);
  await open(page, `${program.url}/live`);
  /** @type {Set<string>} */
  const faces = new Set();
  let compared = 0;
  for (let round = 0; round < 4; round += 1) {
    // A frame may reach the page a moment after the server tells of it; a clock that goes wrong never comes right.
    await eventually(async () => {
      const before = await program.snapshot();
      const shown = await cards(page);
      const after = await program.snapshot();
      before.tables.forEach((table, n) => {
        const [clock, later] = [table.clock, after.tables[n].clock];
        // A table that was played on in between is compared in another round. Until then no clock rises.
        if (!clock || !later || clock.running !== later.running || table.moves.length !== after.tables[n].moves.length) return;
        for (const side of /** @type {const} */ (["white", "black"])) {
          const goesOn = table.result === "*" && !table.moves.at(-1)?.san.endsWith("#");
          const runs = clock.running === side && goesOn && table.link.state === "live";
          // The page was read at an instant between the two: a busy machine may let seconds pass from one to the other.
          /** @type {(read: any, seen: {now_ms: number}) => number} */
          const left = (read, { now_ms }) => Math.max(0, read[`${side}_ms`] - (runs ? now_ms - read.read_ms : 0)) / 1000;
          /** @type {number} */
          const most = left(clock, before);
          /** @type {number} */
          const least = left(later, after);
          const told = seconds(shown[n][`${side}Clock`]) ?? NaN;
          const isRight = least - 1.1 <= told && told <= most + 1.1;
          assert.ok(isRight, `table ${table.table} ${side}: ${told}, not from ${least} to ${most}`);
          compared += 1;
        }
      });
      faces.add(shown.map((card) => card.whiteClock + card.blackClock).join());
    }, 3_000);
    await page.waitForTimeout(1100);
  }
  assert.ok(compared >= 8, `only ${compared} clocks compared`);
  assert.ok(faces.size >= 4, "no clock ticks");
  await context.close();
});

test("a viewer's clock that is wrong by seven hours, and then jumps, changes nothing", async () => {
  const right = await visitor(browser);
  const wrong = await visitor(browser);
  await wrong.page.addInitScript((ms) => {
    const { now } = Date;
    const state = { wrongMs: -ms };
    Object.assign(window, { state });
    Date.now = () => now() + state.wrongMs;
  }, SEVEN_HOURS_MS);
  await open(right.page, `${program.url}/live`);
  await open(wrong.page, `${program.url}/live`);
  await wrong.page.evaluate((ms) => (/** @type {any} */ (window).state.wrongMs = ms), SEVEN_HOURS_MS);
  await eventually(async () => {
    const [a, b] = await Promise.all([cards(right.page), cards(wrong.page)]);
    assert.deepEqual(a.map(({ fen }) => fen), b.map(({ fen }) => fen));
    a.forEach((card, n) => {
      for (const side of /** @type {const} */ (["whiteClock", "blackClock"])) {
        const [one, other] = [seconds(card[side]), seconds(b[n][side])];
        if (one === null || other === null) assert.equal(one, other);
        else assert.ok(Math.abs(one - other) <= 1, `table ${card.table}: ${card[side]} and ${b[n][side]}`);
      }
    });
  });
  await right.context.close();
  await wrong.context.close();
});

test("a table whose board cannot be read says since when, and its clocks stand", async () => {
  const { page, context } = await visitor(browser);
  await between(page, {
    snapshot(snapshot) {
      for (const table of snapshot.tables) if (table.b === 1) table.k = ["lost", Math.max(0, snapshot.t - 24_000)];
      return snapshot;
    },
    // Later changes of this table are held back, so that the mark keeps its beginning.
    frame: (frame) => (frame.b === 1 ? [] : [frame]),
  });
  await open(page, `${program.url}/live`);
  await eventually(async () => {
    const [one, ...others] = await cards(page);
    assert.ok(one.held === 2 && one.words.endsWith("Link to the board lost."), one.words);
    assert.ok(others.every(({ words }) => !words.includes("Link")), "only this table");
  });
  await page.evaluate(() => (location.hash = "#1"));
  const [note, digits] = [page.locator("#table .note"), page.locator("#table .digits")];
  const since = async () => {
    const [, age] = /^Link to the board lost\. (0:\d\d)$/.exec(await note.innerText()) ?? [];
    assert.ok(age, "it is said since when");
    return seconds(age) ?? NaN;
  };
  const first = { since: await eventually(since), clocks: await digits.allInnerTexts() };
  assert.equal(await page.locator("#table .clock.held").count(), 2);
  await eventually(async () => assert.ok((await since()) > first.since + 1, "it counts"));
  assert.deepEqual(await digits.allInnerTexts(), first.clocks);
  await context.close();
});

test("a server that falls silent is noticed, and every clock stands", async () => {
  const { page, context } = await visitor(browser);
  let deaf = false;
  await between(page, { frame: (frame) => (deaf ? [] : [frame]) });
  await open(page, `${program.url}/live`);
  await page.locator("#link", { hasText: "Live" }).waitFor();
  deaf = true;
  await page.locator("#link", { hasText: "No connection" }).waitFor({ timeout: 9000 });
  const first = await cards(page);
  assert.ok(first.every((card) => card.held === 2));
  await page.waitForTimeout(1500);
  const second = await cards(page);
  assert.deepEqual(second.map((card) => [card.whiteClock, card.blackClock]), first.map((card) => [card.whiteClock, card.blackClock]));
  deaf = false;
  await page.locator("#link", { hasText: "Live" }).waitFor({ timeout: 20_000 });
  await context.close();
});

test("a running clock never rises and never falls below nothing between two readings", async () => {
  const { page, context } = await visitor(browser);
  const hand = await between(page, {
    snapshot(snapshot) {
      const [table] = snapshot.tables;
      // The game on it may have ended by mate.
      snapshot.tables = [{ b: table.b, r: table.r, g: table.g, w: table.w, bl: table.bl, c: [3500, 9000, "w", snapshot.t] }];
      snapshot.hall.n = [table.b];
      setTimeout(() => hand.send({ s: snapshot.s, t: snapshot.t + 200 }), 900); // late by 700 ms
      return snapshot;
    },
    frame: (frame) => (frame.v === undefined ? [] : [frame]),
  });
  await page.goto(`${program.url}/live`);
  await page.locator(".card .digits", { hasText: /\d/ }).first().waitFor();
  /** @type {number[]} */
  const seen = [];
  // Not a number of looks: behind six seconds without a frame the page begins anew, and with it the clock.
  for (const begun = performance.now(); performance.now() - begun < 4500;) {
    seen.push(seconds((await cards(page))[0].whiteClock) ?? NaN);
    await page.waitForTimeout(100);
  }
  assert.deepEqual(seen, [...seen].sort((a, b) => b - a), "it rose");
  assert.equal(seen.at(-1), 0);
  assert.ok(seen[0] >= 1, "it was seen to run");
  await context.close();
});

test("a missing frame leads to one fresh snapshot, and the page is right again", async () => {
  const { page, context } = await visitor(browser);
  /** @type {number | null} */
  let dropped = null;
  const hand = await between(page, {
    frame(frame) {
      const isFirst = dropped === null && frame.p !== undefined;
      if (isFirst) dropped = frame.b;
      return isFirst ? [] : [frame];
    },
  });
  await open(page, `${program.url}/live`);
  await page.evaluate(() => Object.assign(window, { sameVisit: true }));
  await eventually(async () => assert.equal(hand.snapshots, 2), 60_000);
  await eventually(async () => {
    const [snapshot, shown] = [await program.snapshot(), await cards(page)];
    assert.deepEqual(shown.map(({ fen }) => placed(fen)), snapshot.tables.map((table) => placed(table.moves.at(-1)?.fen ?? table.start)));
  });
  assert.equal(hand.snapshots, 2);
  assert.ok(await page.evaluate(() => "sameVisit" in window), "the page was loaded again");
  await context.close();
});

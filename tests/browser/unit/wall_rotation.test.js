// Which boards a hall screen shows, over random halls: no page turns under a move, nobody waits forever, and every choice has
// its reason.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENDED_MS, FeatureSlot, Pages, STILL_MS, beside, pagesOf } from "../../../web/wall/rotation.js";
import { dice } from "../lib/dice.js";

/** @typedef {import("../../../web/wall/rotation.js").Seen} Seen */
/** The time between two looks of a page, in milliseconds. */
const STEP_MS = 250;

/** @param {number} number @param {Partial<Seen>} [more] @returns {Seen} */
const board = (number, more = {}) => ({ number, isRunning: true, movedMs: null, endedMs: null, isLow: false, ...more });

// The types are checked, too: nothing else than what a hall sees can be passed in.
/** @type {Seen} */
// @ts-expect-error no member tells what a position is worth
export const judged = { number: 1, isRunning: true, movedMs: null, endedMs: null, isLow: false, evaluation: 3 };

test("no page turns within three seconds of a move on it, unless moves never stop, and every board is seen in time", () => {
  let [turns, forced, waited] = [0, 0, 0];
  for (let seed = 1; seed <= 120; seed += 1) {
    const chance = dice(seed);
    const draw = (/** @type {number} */ from, /** @type {number} */ to) => from + Math.floor(chance() * (to - from + 1));
    const [count, capacity, turnMs] = [draw(1, 40), draw(1, 12), 1000 * draw(5, 25)];
    // From a classical round to blitz on every board.
    const perMove = [90_000, 20_000, 4000, 600][seed % 4];
    const boards = Array.from({ length: count }, (_, at) => board(2 * at + 1));
    const pins = Array.from({ length: seed % 3 }, () => boards[draw(0, count - 1)].number);
    const ask = { capacity, pins, turnMs };
    const { kept, pages: cut } = pagesOf(boards, ask);
    const bound = cut.length * (turnMs + STILL_MS + STEP_MS);
    /** @type {Map<number, number>} */
    const seenMs = new Map(boards.map(({ number }) => [number, 0]));
    const pages = new Pages();
    let before = pages.at(boards, ask, 0);
    let turnedMs = 0;
    for (let now = 0; now < 6 * bound + 60_000; now += STEP_MS) {
      for (const one of boards) if (chance() < STEP_MS / perMove) one.movedMs = now;
      const page = pages.at(boards, ask, now);
      if (page.turns !== before.turns) {
        turns += 1;
        const moved = boards.filter(({ number, movedMs }) => before.tables.includes(number) && movedMs !== null && now - movedMs < STILL_MS);
        if (page.why.kind === "forced") {
          forced += 1;
          assert.ok(moved.length > 0 && now - turnedMs >= turnMs + STILL_MS, `seed ${seed}: forced without need`);
        } else {
          assert.deepEqual([moved, page.why.kind], [[], "due"], `seed ${seed}: a page turned under a move`);
        }
        assert.ok(now - turnedMs >= turnMs && now - turnedMs < turnMs + STILL_MS + STEP_MS, `seed ${seed}`);
        turnedMs = now;
      } else {
        assert.deepEqual(page.tables, before.tables, `seed ${seed}: nothing changes but by a turn`);
      }
      waited += page.why.kind === "waiting" ? 1 : 0;
      assert.ok(page.tables.length <= Math.max(capacity, 1) && kept.every((pin) => page.tables.includes(pin)), `seed ${seed}`);
      for (const number of page.tables) seenMs.set(number, now);
      for (const [number, at] of seenMs) assert.ok(now - at <= bound, `seed ${seed}: table ${number} waits ${now - at} ms of ${bound}`);
      before = page;
    }
  }
  assert.ok(turns > 500 && forced > 20 && waited > 500, `${turns} ${forced} ${waited}: each of them happened`);
});

test("pages are in the order of the tables, and pinned boards are on each of them", () => {
  const boards = [9, 2, 7, 4, 1].map((number) => board(number));
  assert.deepEqual(pagesOf(boards, { capacity: 2, pins: [], turnMs: 1 }), { kept: [], pages: [[1, 2], [4, 7], [7, 9]] });
  assert.deepEqual(pagesOf(boards, { capacity: 3, pins: [7, 7, 99], turnMs: 1 }), { kept: [7], pages: [[1, 2], [4, 9]] });
  assert.deepEqual(pagesOf(boards, { capacity: 2, pins: [7, 9, 1], turnMs: 1 }), { kept: [7], pages: [[1], [2], [4], [9]] });
  assert.deepEqual(pagesOf(boards, { capacity: 8, pins: [9], turnMs: 1 }), { kept: [9], pages: [[1, 2, 4, 7]] });
  assert.deepEqual(pagesOf([], { capacity: 8, pins: [9], turnMs: 1 }), { kept: [], pages: [[]] });
});

test("a screen with all boards turns no page, and boards that come or go take nobody off their page", () => {
  const pages = new Pages();
  const ask = { capacity: 4, pins: [], turnMs: 10_000 };
  assert.deepEqual(pages.at([1, 2, 3].map((n) => board(n)), ask, 0).why, { kind: "all" });
  const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => board(n));
  pages.at(nine, ask, 1000);
  assert.deepEqual(pages.at(nine, ask, 10_000).tables, [5, 6, 7, 8]);
  const page = pages.at(nine.slice(2), ask, 11_000);
  assert.deepEqual([page.tables, page.why, page.pages], [[3, 4, 5, 6], { kind: "changed" }, 2], "table 5 is still shown");
});

test("the large place: the pin, clocks under a limit, a game that just ended, each in turn", () => {
  const slot = new FeatureSlot();
  const ask = { pin: null, turnMs: 10_000 };
  const boards = [1, 2, 3, 4].map((number) => board(number));
  const at = (/** @type {number} */ now, /** @type {number | null} */ pin = null) => slot.at(boards, { ...ask, pin }, now);
  assert.deepEqual(at(0), { table: 1, why: { kind: "turn" } });
  boards[0].movedMs = 9000;
  assert.equal(at(10_000)?.table, 1, "a move was made on it");
  assert.equal(at(12_000)?.table, 2);
  boards[2].endedMs = 13_000;
  boards[2].isRunning = false;
  assert.deepEqual(at(13_000), { table: 3, why: { kind: "ended" } });
  boards[3].isLow = true;
  assert.deepEqual(at(14_000), { table: 4, why: { kind: "low-clocks" } });
  assert.deepEqual(at(15_000, 1), { table: 1, why: { kind: "pin" } });
  assert.deepEqual(at(16_000, 99), { table: 4, why: { kind: "low-clocks" } }, "there is no table 99");
  boards[3].isRunning = false;
  assert.deepEqual(at(17_000), { table: 3, why: { kind: "ended" } });
  assert.equal(at(13_000 + ENDED_MS)?.why.kind, "turn");
  assert.deepEqual(slot.at([], ask, 60_000), null);
  assert.deepEqual(slot.at([board(5)], ask, 61_000), { table: 5, why: { kind: "only" } });
});

test("the board in the large place does not stand beside itself", () => {
  const boards = [1, 2, 3, 5, 8].map((number) => board(number));
  assert.deepEqual(beside([1, 2], 3, boards), [1, 2]);
  assert.deepEqual(beside([1, 2], 1, boards), [2, 3], "in their order");
  assert.deepEqual(beside([1, 5, 8], 8, boards), [1, 5, 2], "behind the last comes the first that is not seen");
  assert.deepEqual(beside([1], 1, boards), [2]);
  assert.deepEqual(beside([1, 2, 3, 5, 8], 3, boards), [1, 2, 3, 5, 8], "all are seen: nothing could take its place");
});

test("each running game has its turn in the large place", () => {
  const slot = new FeatureSlot();
  const boards = Array.from({ length: 7 }, (_, at) => board(at + 1, { isRunning: at !== 3 }));
  const seen = new Set();
  for (let now = 0; now < 7 * 10_250; now += STEP_MS) seen.add(slot.at(boards, { pin: null, turnMs: 10_000 }, now)?.table);
  assert.deepEqual([...seen].sort(), [1, 2, 3, 5, 6, 7]);
});

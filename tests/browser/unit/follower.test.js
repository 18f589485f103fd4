// The page's way of following the hall, against a simulated server whose lines go wrong in every way: whatever happened,
// what the page knows in the end is what a fresh load would show.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Follower } from "../../../web/shared/follow/follower.js";
import { Subscription } from "../../../web/shared/follow/subscription.js";
import { BROWSER } from "../../../web/shared/follow/ways.js";
import { Hall2 } from "../../../web/shared/hall2.js";
import { ServerTime } from "../../../web/shared/time.js";
import { SimulatedHall, Timeline, dice } from "../lib/simulated_hall.js";

const PLIES = ["e2e4 e4", "e7e5 e5", "g1f3 Nf3", "b8c6 Nc6", "f1b5 Bb5", "a7a6 a6", "b5a4 Ba4", "g8f6 Nf6"];

/** A page that follows a hall with so many tables, so far away. @param {number} seed @param {number} [tables] @param {number} [ms] */
function following(seed, tables = 4, ms = undefined) {
  const timeline = new Timeline();
  const hall = new SimulatedHall(timeline, dice(seed));
  for (let b = 1; b <= tables; b += 1) hall.add(b);
  const time = new ServerTime(() => timeline.now);
  /** @type {string[]} */
  const links = [];
  const follower = new Follower(hall.world(ms), time, { changed() {}, heard() {}, link: (link) => void links.push(link) });
  timeline.every(1000, () => follower.tick());
  follower.begin();
  return { timeline, hall, time, follower, links };
}

/** What is known, as it can be compared. @param {Hall2} hall @param {Iterable<number>} [tables] */
const known = (hall, tables = hall.tables.keys()) => [...tables].sort((a, b) => a - b).map((number) => hall.tables.get(number));

/** @param {SimulatedHall} hall */
function fresh(hall) {
  const loaded = new Hall2();
  loaded.snapshot(/** @type {any} */ (structuredClone(hall.snapshot())));
  return loaded;
}

/** @param {ReturnType<typeof following>} page @param {Iterable<number>} [tables] @param {string} [what] */
function assertCurrent({ follower, hall }, tables, what = "") {
  const loaded = fresh(hall);
  assert.deepEqual(known(follower.hall, tables), known(loaded, tables), what);
  assert.deepEqual(follower.hall.hall, loaded.hall, what);
}

/** Something that happens in a hall. @param {SimulatedHall} hall @param {() => number} chance */
function happen(hall, chance) {
  const all = [...hall.slots.values()];
  const slot = all[Math.floor(chance() * all.length)];
  const kind = Math.floor(chance() * 20);
  const next = PLIES[slot.plies.length % PLIES.length];
  if (kind < 9) hall.play(slot.b, slot.plies.length, [next]);
  else if (kind < 14) hall.readClock(slot.b);
  else if (kind < 16) hall.play(slot.b, Math.floor(chance() * slot.plies.length), PLIES.slice(0, 1 + Math.floor(chance() * 2)));
  else if (kind < 17) hall.play(slot.b, slot.plies.length, [], "1/2-1/2");
  else if (kind < 18) hall.newGame(slot.b);
  else if (kind < 19) hall.rename(String(hall.s));
  else if (hall.slots.size > 3 && chance() < 0.5) hall.remove(slot.b);
  else hall.add(Math.max(...hall.slots.keys()) + 1);
}

test("a snapshot, a line from there on, and every change comes over the line", () => {
  const page = following(1);
  page.follower.want([1, 2, 3, 4]);
  page.timeline.pass(1000);
  page.hall.play(2, 0, PLIES.slice(0, 3));
  page.hall.readClock(2);
  page.hall.play(2, 2, [PLIES[5]], "1-0");
  page.timeline.pass(1000);
  assertCurrent(page);
  assert.deepEqual([page.hall.snapshots, page.follower.way, page.follower.state().link], [1, "socket", "open"]);
});

test("only what is looked at is sent, and what comes into sight is current at once", () => {
  const page = following(2, 64);
  const { hall, follower, timeline } = page;
  follower.want([7]);
  timeline.pass(1000);
  hall.sent = [];
  for (let b = 1; b <= 64; b += 1) hall.play(b, 0, PLIES.slice(0, 2));
  timeline.pass(1900);
  const told = () => hall.sent.map((text) => JSON.parse(text).b).filter((b) => b !== undefined);
  assert.deepEqual(told(), [7]);
  hall.sent = [];
  follower.want([7, 8]);
  timeline.pass(200);
  assert.deepEqual(told(), [8]);
  assert.ok(!hall.sent.some((text) => text.includes('"g":')), "what followed the snapshot is enough");
  assertCurrent(page, [7, 8]);
  // Out of sight and back: only what happened meanwhile is sent.
  timeline.pass(4000);
  follower.want([8]);
  timeline.pass(4000);
  hall.play(7, 2, [PLIES[2]]);
  timeline.pass(4000);
  hall.sent = [];
  follower.want([7, 8]);
  timeline.pass(200);
  assert.deepEqual([told(), hall.sent.filter((text) => text.includes('"p":')).length], [[7], 1]);
  assertCurrent(page, [7, 8]);
});

test("clocks alone are not sent to a page that nobody looks at", () => {
  const page = following(3);
  page.follower.want([1, 2, 3, 4], false);
  page.timeline.pass(1000);
  page.hall.sent = [];
  page.hall.readClock(1);
  page.hall.play(2, 0, [PLIES[0]]);
  page.timeline.pass(100);
  assert.deepEqual(page.hall.sent.map((text) => JSON.parse(text).b), [2]);
  page.follower.want([1, 2, 3, 4]);
  page.timeline.pass(200);
  assertCurrent(page);
});

test("a list of tables that is too long for a message is all tables", () => {
  const page = following(4, 400);
  page.follower.want(Array.from({ length: 390 }, (_, n) => n + 1));
  page.timeline.pass(1000);
  page.hall.play(399, 0, [PLIES[0]]);
  page.timeline.pass(200);
  assertCurrent(page);
});

test("a hole, a broken frame and another run of the server each lead to one fresh snapshot", () => {
  for (const trouble of ["lost", "spoiled", "restart"]) {
    const page = following(5);
    const { hall, timeline } = page;
    page.follower.want([1, 2, 3, 4]);
    timeline.pass(3000);
    if (trouble !== "restart") Object.assign(hall.faults, { [trouble]: 1 });
    hall.play(1, 0, [PLIES[0]]);
    hall.fine();
    if (trouble === "restart") hall.restart("second");
    hall.play(1, 1, [PLIES[1]]);
    timeline.pass(1500);
    assert.equal(hall.snapshots, 2, trouble);
    assertCurrent(page, undefined, trouble);
    // A line that breaks is told at once; a frame that is missing is mended before anybody sees it.
    assert.equal(page.links.includes("lost"), trouble === "restart", trouble);
  }
});

test("a server that was started anew after it gave the snapshot is asked again", () => {
  const page = following(14);
  page.follower.want([1, 2, 3, 4]);
  page.timeline.pass(100); // the snapshot is there, and the line is not yet
  assert.equal(page.follower.hall.tables.size, 4);
  page.hall.restart("second");
  page.timeline.pass(1000);
  assert.equal(page.hall.snapshots, 2);
  assertCurrent(page);
});

test("a heartbeat says nothing of tables whose wish was not read yet", () => {
  const subscription = new Subscription(5);
  const all = [1, 8];
  assert.deepEqual(subscription.change(new Set([1]), all, true), { sub: [1], clocks: true, since: 5 });
  subscription.beat(10);
  assert.deepEqual([subscription.upTo(1), subscription.upTo(8)], [10, 5]);
  assert.deepEqual(subscription.change(new Set([8]), all, true), { sub: [8], clocks: true, since: 5 });
  subscription.awaited = 77;
  subscription.beat(12);
  assert.deepEqual([subscription.upTo(1), subscription.upTo(8)], [10, 5]);
  subscription.answered(76);
  subscription.beat(12);
  assert.equal(subscription.upTo(8), 5);
  subscription.answered(77);
  subscription.beat(13);
  assert.deepEqual([subscription.upTo(1), subscription.upTo(8)], [10, 13]);
  assert.deepEqual(subscription.change(new Set(all), all, true), { sub: "all", clocks: true, since: 10 });
  assert.equal(subscription.change(new Set(all), all, true), null);
  assert.deepEqual(subscription.change(new Set(all), all, false), { sub: "all", clocks: false, since: undefined });
});

test("the last frame may be lost, and then a look at a snapshot finds it", () => {
  for (const lose of [(/** @type {SimulatedHall} */ hall) => hall.play(3, 0, PLIES.slice(0, 2)), (/** @type {SimulatedHall} */ hall) => hall.rename("9")]) {
    const page = following(6);
    page.follower.want([1, 2, 3, 4]);
    page.timeline.pass(3000);
    page.hall.faults.lost = 1;
    lose(page.hall);
    page.hall.fine();
    page.timeline.pass(5000);
    assert.throws(() => assertCurrent(page));
    page.timeline.pass(400_000);
    assertCurrent(page);
  }
});

test("tables that are not followed are drawn again every few minutes, and nothing is begun anew for that", () => {
  const page = following(7);
  page.follower.want([1]);
  page.timeline.pass(3000);
  page.hall.play(4, 0, PLIES.slice(0, 2));
  page.timeline.pass(400_000);
  assertCurrent(page);
  assert.equal(page.hall.snapshots, 2);
});

test("where no socket opens events come, and where these do not, snapshots; a better way is tried again", () => {
  for (const [faults, way] of /** @type {const} */ ([[{ socket: false }, "events"], [{ socket: false, events: false }, "snapshots"]])) {
    const page = following(8);
    const { hall, timeline, follower } = page;
    Object.assign(hall.faults, faults);
    follower.want([1, 2]);
    timeline.pass(6000);
    assert.equal(follower.way, way);
    hall.play(2, 0, PLIES.slice(0, 3));
    timeline.pass(5000);
    assertCurrent(page, [1, 2], way);
    follower.want([2, 3]);
    hall.play(3, 0, PLIES.slice(0, 3));
    timeline.pass(5000);
    assertCurrent(page, [2, 3], way);
    assert.ok(!page.links.includes("lost"), "a way that is closed is no lost connection");
    assert.equal(page.time.stale, false);
    hall.fine();
    follower.wake(true);
    hall.cut();
    timeline.pass(8000);
    assert.equal(follower.way, "socket");
    assertCurrent(page, [2, 3], way);
  }
});

test("a socket that opens and says nothing is left after some seconds", () => {
  const page = following(9);
  page.hall.faults.lost = 1;
  page.follower.want([1]);
  page.timeline.pass(9500);
  page.hall.fine();
  page.timeline.pass(3000);
  assert.equal(page.follower.way, "events");
  assertCurrent(page, [1]);
});

test("a line to a server that was slow with the snapshot may be slow, too", () => {
  const page = following(9, 4, 5000);
  page.follower.want([1]);
  page.timeline.pass(40_000);
  assert.deepEqual([page.hall.snapshots, page.follower.way, page.follower.state().link], [1, "socket", "open"]);
  assertCurrent(page, [1]);
});

test("no snapshot, no line: attempts become rare, and the network's return ends the wait", () => {
  const page = following(10);
  const { hall, timeline, follower } = page;
  hall.faults.snapshots = false;
  follower.want([1]);
  timeline.pass(60_000);
  assert.equal(follower.state().link, "lost");
  assert.ok(hall.snapshots > 6 && hall.snapshots < 40, String(hall.snapshots));
  hall.fine();
  follower.wake(true);
  timeline.pass(300);
  assert.equal(follower.state().link, "open");
  assertCurrent(page, [1]);
});

test("a line that falls silent is dead after ten seconds", () => {
  const page = following(11);
  page.follower.want([1]);
  page.timeline.pass(3000);
  page.hall.faults.lost = 1;
  page.timeline.pass(7000);
  assert.equal(page.time.stale, true);
  page.timeline.pass(5000);
  page.hall.fine();
  page.timeline.pass(20_000);
  assertCurrent(page, [1]);
});

test("the time is the server's, however the line delays it", () => {
  const page = following(12);
  page.follower.want([1]);
  page.timeline.pass(10_000);
  assert.equal(page.time.now(), page.hall.time());
});

test("snapshots that the browser kept do not stop the time", () => {
  const page = following(13);
  Object.assign(page.hall.faults, { socket: false, events: false });
  const { t: kept } = page.hall.snapshot();
  page.hall.time = () => kept;
  page.timeline.pass(20 * 60_000);
  // The time was right once, and the page's own counter goes on from there.
  assert.ok(page.time.now() > kept + 19 * 60_000, String(page.time.now() - kept));
});

test("over any seed: after all faults the page knows what a fresh load would show", () => {
  let [snapshots, ways] = [0, new Set()];
  for (let seed = 100; seed < 400; seed += 1) {
    const chance = dice(seed);
    const page = following(seed, 3 + Math.floor(chance() * 4));
    const { hall, timeline, follower } = page;
    const [lost, doubled, swapped, spoiled] = [0.1, 0.2, 0.2, 0.03].map((most) => (chance() < 0.5 ? 0 : chance() * most));
    let wanted = [...hall.slots.keys()];
    follower.want(wanted);
    let runs = 0;
    for (let step = 0; step < 120; step += 1) {
      Object.assign(hall.faults, { lost, doubled, swapped, spoiled });
      happen(hall, chance);
      const kind = chance();
      if (kind < 0.1) {
        wanted = [...hall.slots.keys()].filter(() => chance() < 0.5);
        follower.want(wanted, chance() < 0.8);
      } else if (kind < 0.12) hall.cut();
      else if (kind < 0.13) hall.restart(`run ${runs++}`);
      else if (kind < 0.15) Object.assign(hall.faults, { socket: chance() < 0.5, events: chance() < 0.5, snapshots: chance() < 0.7 });
      else if (kind < 0.16) follower.wake(chance() < 0.5);
      timeline.pass(chance() < 0.5 ? chance() * 60 : chance() * 3000);
    }
    hall.fine();
    follower.want(wanted);
    timeline.pass(800_000);
    const there = wanted.filter((table) => hall.slots.has(table));
    assertCurrent(page, there, `seed ${seed}`);
    follower.want(hall.slots.keys());
    timeline.pass(5000);
    assertCurrent(page, undefined, `seed ${seed}, all tables`);
    assert.equal(page.time.stale, false, `seed ${seed}`);
    snapshots += hall.snapshots;
    ways.add(follower.way);
  }
  assert.ok(snapshots > 300, "something went wrong now and then");
});

test("viewers of a node that ends come to another one, each at a moment of its own", () => {
  const timeline = new Timeline();
  const hall = new SimulatedHall(timeline, dice(21));
  hall.add(1);
  /** The times at which a snapshot was asked for. @type {number[]} */
  const asked = [];
  const pages = Array.from({ length: 40 }, (_, index) => {
    const world = hall.world();
    const time = new ServerTime(() => timeline.now);
    /** A browser's WebSocket, over a line of the simulated hall. */
    class Socket {
      static OPEN = 1;
      readyState = 1;
      onopen() {}
      /** @param {{data: string}} _message */
      onmessage(_message) {}
      /** @param {{code: number, reason: string, wasClean: boolean}} _close */
      onclose(_close) {}
      line = world.socket({
        opened: () => this.onopen(),
        frame: (data) => this.onmessage({ data }),
        closed: () => this.onclose({ code: 1001, reason: "the program ends", wasClean: true }),
      });
      /** @param {string} text */
      send(text) {
        this.line.say(JSON.parse(text));
      }
      close() {
        this.line.close();
      }
    }
    const follower = new Follower(
      {
        ...world,
        chance: dice(100 + index),
        snapshot: (isFresh, answer) => {
          asked.push(timeline.now);
          return world.snapshot(isFresh, answer);
        },
        socket: (heard) => {
          Object.assign(globalThis, { WebSocket: Socket, document: { baseURI: "http://127.0.0.1/" } });
          return BROWSER.socket(heard);
        },
      },
      time,
      { changed() {}, heard() {}, link() {} },
    );
    follower.want([1]);
    follower.begin();
    return follower;
  });
  timeline.pass(3000);
  asked.length = 0;
  const told = timeline.now;
  hall.restart("another node");
  hall.play(1, 0, [PLIES[0]]);
  timeline.pass(1500);
  const waits = asked.map((at) => at - told);
  assert.equal(waits.length, pages.length, "each asks once");
  assert.ok(waits.every((ms) => ms >= 100 && ms <= 600), String(waits));
  assert.ok(new Set(waits.map((ms) => Math.floor(ms / 50))).size > 7, `not together: ${waits}`);
  for (const follower of pages) {
    assert.equal(follower.hall.epoch, "another node");
    assert.deepEqual(known(follower.hall), known(fresh(hall)));
    assert.equal(follower.way, "socket");
  }
});

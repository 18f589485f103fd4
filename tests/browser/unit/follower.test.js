// The page's way of following the hall, against a simulated server whose lines go wrong in every way: whatever happened,
// what the page knows in the end is what a fresh load would show.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dice } from "../lib/dice.js";
import { PLIES, assertCurrent, following } from "../lib/followed_hall.js";

/** @typedef {import("../lib/simulated_hall.js").SimulatedHall} SimulatedHall */

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

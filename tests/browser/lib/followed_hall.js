// A page that follows a simulated hall, and what it ought to know.

import assert from "node:assert/strict";
import { Follower } from "../../../web/shared/follow/follower.js";
import { Hall2 } from "../../../web/shared/hall2.js";
import { ServerTime } from "../../../web/shared/time.js";
import { dice } from "./dice.js";
import { SimulatedHall } from "./simulated_hall.js";
import { Timeline } from "./timeline.js";

export const PLIES = ["e2e4 e4", "e7e5 e5", "g1f3 Nf3", "b8c6 Nc6", "f1b5 Bb5", "a7a6 a6", "b5a4 Ba4", "g8f6 Nf6"];

/** A page that follows a hall with so many tables, so far away. @param {number} seed @param {number} [tables] @param {number} [ms] */
export function following(seed, tables = 4, ms = undefined) {
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
export const known = (hall, tables = hall.tables.keys()) => [...tables].sort((a, b) => a - b).map((number) => hall.tables.get(number));

/** What a fresh load would show. @param {SimulatedHall} hall */
export function fresh(hall) {
  const loaded = new Hall2();
  loaded.snapshot(/** @type {any} */ (structuredClone(hall.snapshot())));
  return loaded;
}

/** Asserts that a page knows what a fresh load would show. @param {ReturnType<typeof following>} page @param {Iterable<number>} [tables] @param {string} [what] */
export function assertCurrent({ follower, hall }, tables, what = "") {
  const loaded = fresh(hall);
  assert.deepEqual(known(follower.hall, tables), known(loaded, tables), what);
  assert.deepEqual(follower.hall.hall, loaded.hall, what);
}

// A page behind a balancer that sends its requests to several nodes, each of which has an epoch of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Follower } from "../../../web/shared/follow/follower.js";
import { Hall2 } from "../../../web/shared/hall2.js";
import { ServerTime } from "../../../web/shared/time.js";
import { SimulatedHall, Timeline, dice } from "../lib/simulated_hall.js";

const PLIES = ["e2e4 e4", "e7e5 e5", "g1f3 Nf3"];

/** What a fresh load would show. @param {SimulatedHall} node */
function fresh(node) {
  const loaded = new Hall2();
  loaded.snapshot(/** @type {any} */ (structuredClone(node.snapshot())));
  return loaded;
}

test("whichever node answers, a page is current, and stays on its line", () => {
  for (const way of /** @type {const} */ (["socket", "events"])) {
    const timeline = new Timeline();
    const nodes = ["one", "two"].map((epoch, index) => {
      const node = new SimulatedHall(timeline, dice(index));
      for (let b = 1; b <= 5; b += 1) node.add(b);
      node.epoch = epoch;
      node.faults.socket = way === "socket";
      return node;
    });
    const worlds = nodes.map((node) => node.world());
    const time = new ServerTime(() => timeline.now);
    const follower = new Follower({ ...worlds[0], socket: worlds[1].socket, events: worlds[1].events }, time, { changed() {}, heard() {}, link() {} });
    timeline.every(1000, () => follower.tick());
    follower.want([1, 2]);
    follower.begin();
    timeline.pass(way === "socket" ? 1000 : 60_000);
    for (const node of nodes) node.play(2, 0, PLIES);
    timeline.pass(10_000);
    assert.deepEqual(follower.hall.tables, fresh(nodes[way === "socket" ? 1 : 0]).tables, way);
    assert.deepEqual([follower.way, follower.state().link], [way === "socket" ? "socket" : "snapshots", "open"]);
    if (way === "socket") assert.equal(nodes[0].snapshots, 2);
  }
});

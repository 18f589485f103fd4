// Pages of several nodes, each of which has an epoch of its own: behind a balancer that sends requests to any of them, and when a
// node ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Follower } from "../../../web/shared/follow/follower.js";
import { BROWSER } from "../../../web/shared/follow/ways.js";
import { ServerTime } from "../../../web/shared/time.js";
import { dice } from "../lib/dice.js";
import { PLIES, fresh, known } from "../lib/followed_hall.js";
import { SimulatedHall } from "../lib/simulated_hall.js";
import { Timeline } from "../lib/timeline.js";

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
    for (const node of nodes) node.play(2, 0, PLIES.slice(0, 3));
    timeline.pass(10_000);
    assert.deepEqual(follower.hall.tables, fresh(nodes[way === "socket" ? 1 : 0]).tables, way);
    assert.deepEqual([follower.way, follower.state().link], [way === "socket" ? "socket" : "snapshots", "open"]);
    if (way === "socket") assert.equal(nodes[0].snapshots, 2);
  }
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

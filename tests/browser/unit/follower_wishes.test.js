// What a page wants to be told of the hall that it follows: the tables that are looked at, and their clocks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Subscription } from "../../../web/shared/follow/subscription.js";
import { PLIES, assertCurrent, following } from "../lib/followed_hall.js";

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

test("tables that are not followed are drawn again every few minutes, and nothing is begun anew for that", () => {
  const page = following(7);
  page.follower.want([1]);
  page.timeline.pass(3000);
  page.hall.play(4, 0, PLIES.slice(0, 2));
  page.timeline.pass(400_000);
  assertCurrent(page);
  assert.equal(page.hall.snapshots, 2);
});

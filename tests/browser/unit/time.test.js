// The server's time without a wall clock, and times as text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerTime, ageText, clockText, delayText } from "../../../web/shared/time.js";

function counter() {
  const at = { ms: 5000 };
  return { at, time: new ServerTime(() => at.ms) };
}

test("the frame with the smallest delay tells the time", () => {
  const { at, time } = counter();
  time.heard(100_000 - 300); // sent at 99 700 by the server's clock, 300 ms under way
  assert.equal(time.now(), 99_700);
  at.ms += 1000;
  time.heard(101_000 - 5); // 5 ms under way
  assert.equal(time.now(), 100_995);
  at.ms += 1000;
  time.heard(102_000 - 800); // a slow one teaches nothing
  assert.equal(time.now(), 101_995);
});

test("the answer that took the shortest tells the time, and no frame can be from the future", () => {
  const { at, time } = counter();
  time.heard(100_000 - 400);
  const ask = (/** @type {number} */ there, /** @type {number} */ back) => {
    const askedAt = at.ms;
    at.ms += there + back;
    time.answered(95_000 + askedAt + there, askedAt); // the server's clock is 95 000 ms ahead
  };
  ask(300, 500);
  assert.equal(time.now(), 100_800 - 100, "the ways there and back are not known, only their sum");
  ask(20, 30);
  at.ms += 200;
  assert.equal(time.now(), 95_000 + at.ms - 5);
  for (let n = 0; n < 7; n += 1) ask(400, 100); // the short one is among the last eight
  assert.equal(time.now(), 95_000 + at.ms - 5);
  time.heard(95_000 + at.ms - 2); // it cannot have been sent later than now
  assert.equal(time.now(), 95_000 + at.ms - 2);
});

test("time never goes back while the server lives, and may when it started anew", () => {
  const { at, time } = counter();
  time.heard(100_000);
  at.ms += 10;
  const before = time.now();
  for (let n = 0; n < 80; n += 1) time.heard(90_000); // the good sample is forgotten
  assert.ok(time.now() >= before);
  time.restart();
  time.heard(50);
  assert.equal(time.now(), 50);
});

test("time stands six seconds after the last frame, and is stale", () => {
  const { at, time } = counter();
  assert.equal(time.stale, true);
  time.heard(10_000);
  at.ms += 5900;
  assert.equal(time.stale, false);
  assert.equal(time.now(), 15_900);
  at.ms += 60_000;
  assert.equal(time.stale, true);
  assert.equal(time.now(), 16_000);
  time.heard(76_000);
  assert.equal(time.stale, false);
  assert.equal(time.now(), 76_000);
});

test("time stands at once when the connection is lost", () => {
  const { at, time } = counter();
  time.heard(10_000);
  at.ms += 500;
  time.stop();
  at.ms += 3000;
  assert.equal(time.now(), 10_500);
  assert.equal(time.stale, true);
});

test("a counter that slept with its computer is right again with the next frame", () => {
  const { at, time } = counter();
  time.heard(10_000);
  at.ms += 100; // an hour passed, the counter saw a tenth of a second
  time.heard(3_610_000);
  assert.equal(time.now(), 3_610_000);
});

test("clocks as the table shows them", () => {
  for (const [ms, text] of /** @type {[number, string][]} */ ([
    [0, "0:00"], [-5000, "0:00"], [1, "0:01"], [1000, "0:01"], [59_001, "1:00"], [45 * 60_000, "45:00"],
    [3_600_000, "1:00:00"], [3_753_000, "1:02:33"], [35_999_000, "9:59:59"],
  ])) assert.equal(clockText(ms), text);
  assert.equal(ageText(24_900), "0:24");
});

test("a page that is behind says how far", () => {
  assert.deepEqual([undefined, 0, 6000, 900_000, 90_000].map((ms) => delayText(ms)), ["", "", "6 s", "15 min", "1 min 30 s"]);
  assert.equal(delayText(90_000, ["мин", "с"]), "1 мин 30 с");
});

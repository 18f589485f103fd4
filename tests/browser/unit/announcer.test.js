// The live region under a clock of its own, on a computer that is late with its timers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Announcer } from "../../../web/shared/game/announcer.js";

/** @param {import("node:test").TestContext} t */
function region(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  t.mock.method(performance, "now", () => now);
  /** @type {[number, string | null][]} */
  const spoken = [];
  const el = { set textContent(/** @type {string | null} */ text) { spoken.push([now, text]); }, get textContent() { return spoken.at(-1)?.[1] ?? null; } };
  return {
    announcer: new Announcer(el),
    spoken,
    /** Lets `ms` pass, the last 200 of them in work that no timer can interrupt. @param {number} ms */
    busy(ms) {
      t.mock.timers.tick(ms - 200);
      now += ms;
    },
    /** @param {number} ms */
    pass(ms) {
      now += ms;
      t.mock.timers.tick(ms);
    },
  };
}

test("the newest of what waits is said when five seconds are over", (t) => {
  const { announcer, spoken, pass } = region(t);
  announcer.say("one");
  announcer.say("two");
  announcer.say("three");
  pass(5000);
  assert.deepEqual(spoken, [[0, "one"], [5000, "three"]]);
});

test("a timer that comes late does not say what came after it", (t) => {
  const { announcer, spoken, busy, pass } = region(t);
  announcer.say("one");
  announcer.say("two");
  busy(5100);
  announcer.say("three");
  announcer.say("four");
  pass(300);
  assert.deepEqual(spoken, [[0, "one"], [5100, "three"]]);
  pass(4700);
  assert.deepEqual(spoken.at(-1), [10_100, "four"]);
});

test("equal words in a row are two announcements", (t) => {
  const { announcer, spoken, pass } = region(t);
  announcer.say("one");
  pass(5000);
  announcer.say("one");
  assert.deepEqual(spoken.map(([, text]) => text), ["one", "one\u00a0"]);
});

test("what was hushed is not said", (t) => {
  const { announcer, spoken, pass } = region(t);
  announcer.say("one");
  announcer.say("two");
  announcer.hush();
  pass(9000);
  assert.deepEqual(spoken, [[0, "one"]]);
});

// How far a time may be off, as the arbiter's desk writes it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { causeEarlyMs, errorText, shownTime } from "../../../web/arbiter/error.js";

const DGT = { square_early_ms: 232, press_early_ms: 1032, clock_late_ms: 1000 };

test("an error in tenths, rounded up", () => {
  assert.deepEqual([[232, 0], [1032, 1000], [150, 151], [0, 0], [-5, 0]].map(([early, late]) => errorText(early, late)),
    ["−0.3/+0.0 s", "−1.1/+1.0 s", "±0.2 s", "±0.0 s", "±0.0 s"]);
});

test("a clock has at least what it shows, unless it was rounded up to whole seconds", () => {
  assert.equal(shownTime(897_000, DGT), "14:57 −0.0/+1.0 s");
  assert.equal(shownTime(896_300, { ...DGT, clock_late_ms: 10 }), "14:57 −0.7/+0.0 s");
});

test("an incident's cause may be a piece or a press", () => {
  assert.equal(causeEarlyMs(DGT), 1032);
});

// The filter of the arbiter's entries in the page's address, and the number of a table as it is typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf } from "../../../web/arbiter/desk/entries.js";
import { NONE, isNone, passes, readFilter, writeFilter } from "../../../web/arbiter/desk/filter.js";
import { PAUSE_MS, Typed } from "../../../web/arbiter/desk/typed.js";
import { partOf, partWith } from "../../../web/arbiter/desk/window.js";
import { incident, table } from "../lib/made.js";

test("a filter is read back from the address it was written to", () => {
  for (const filter of [NONE, { show: "live", table: null, rule: null }, { show: "violations", table: 7, rule: "flag-fall" }]) {
    assert.deepEqual(readFilter(writeFilter("", filter)), filter);
  }
  assert.equal(writeFilter("?show=live&table=7", NONE), "", "no filter leaves nothing behind");
  assert.equal(writeFilter("?other=1", { ...NONE, table: 3 }), "?other=1&table=3", "what else stands there stays");
});

test("what is no filter is passed over", () => {
  for (const query of ["?show=everything", "?table=0", "?table=x", "?table=999999", "?rule=<b>", "?rule=", ""]) {
    assert.ok(isNone(readFilter(query)), query);
  }
});

test("each filter lets pass what it says", () => {
  const entries = [
    table(1, { incidents: [incident({ no: 1 }), incident({ no: 2, kind: "hint" })], asked: { t_ms: 0, ply: 1, alternatives: [] } }),
    table(2, { result: "1-0", incidents: [incident({ no: 1, rule: "flag-fall" })] }),
    table(3, { proposed: "1-0", incidents: [incident({ no: 1, rule: "threefold-claim", kind: "info" })] }),
  ].flatMap((view) => entriesOf(view, 3_600_000));
  const count = (/** @type {string} */ query) => entries.filter((entry) => passes(readFilter(query), entry)).length;
  assert.deepEqual(["", "?show=live", "?show=violations", "?show=questions", "?table=1", "?rule=flag-fall", "?show=live&rule=flag-fall"].map(count),
    [6, 5, 2, 3, 3, 1, 0]);
});

test("a table's number is typed in digits, and a pause begins a new one", () => {
  const typed = new Typed();
  assert.equal(typed.take(0), null);
  typed.digit("0", 0);
  assert.equal(typed.digit("7", 0), "7");
  assert.equal(typed.take(10), 7);
  assert.equal(typed.take(11), null, "it was taken");
  typed.digit("1", 0);
  assert.equal(typed.digit("2", PAUSE_MS - 1), "12");
  assert.equal(typed.digit("3", 3 * PAUSE_MS), "3");
  assert.equal(typed.take(5 * PAUSE_MS), null, "an Enter long after is another Enter");
  for (const digit of "123456") typed.digit(digit, 0);
  assert.equal(typed.back(1), "123");
  typed.forget();
  assert.equal(typed.isFresh(1), false);
});

test("of a long list one part is shown, and the others can be reached", () => {
  const list = Array.from({ length: 95 }, (_, n) => n);
  assert.deepEqual(partOf(list, 0, 40), { from: 0, part: list.slice(0, 40), before: null, after: 40 });
  assert.deepEqual(partOf(list, 80, 40), { from: 80, part: list.slice(80), before: 40, after: null });
  assert.equal(partOf(list.slice(0, 80), 80, 40).from, 40, "what lay behind the end is the last part");
  assert.deepEqual(partOf([], 40, 40), { from: 0, part: [], before: null, after: null });
  assert.equal(partWith(79, 40), 40);
});

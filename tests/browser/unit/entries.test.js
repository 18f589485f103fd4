// What waits for the arbiter, and in which order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, found, nextDue } from "../../../web/arbiter/desk/entries.js";
import { kindOf, kindsOf } from "../../../web/arbiter/desk/kinds.js";
import { compare, held, heldBack, successor } from "../../../web/arbiter/desk/order.js";
import { incident, table } from "../lib/made.js";

/** @typedef {import("../../../web/arbiter/wire.js").TableView} TableView */

const NOW = 3_600_000;
/** @param {TableView[]} tables */
const entries = (...tables) => tables.flatMap((view) => entriesOf(view, NOW)).sort(compare);
/** @param {TableView[]} tables */
const told = (...tables) => entries(...tables).map(({ section, table, rule, sort }) => `${section} ${table.table} ${rule || sort}`);

const illegal = (/** @type {number} */ no, more = {}) => incident({ no, rule: "illegal-move-completed", remedy: { opponent_ms: 120_000, legal: [] }, ...more });
const hint = (/** @type {number} */ no, more = {}) => incident({ no, rule: "touched-own-piece", kind: "hint", ...more });
const PAST = { game: 1, white: { name: "Old White" }, black: { name: "Old Black" }, start: "", plies: 20, result: "*" };

test("incidents that are alike are one entry; another side, rule, game or kind is another", () => {
  const own = (/** @type {number} */ no, more = {}) => incident({ no, rule: "press-without-move", ...more });
  const incidents = [
    ...[1, 2, 3].map((no) => own(no)), own(4, { by: "black" }), incident({ no: 5, rule: "clock-defect" }), own(6, { kind: "hint" }),
  ];
  assert.deepEqual(entries(table(7, { incidents })).map((entry) => entry.incidents.map(({ no }) => no)), [[1, 2, 3], [4], [5], [6]]);
  const repeated = [incident({ no: 1, repeated: { count: 20, last_ms: 9, last_ply: 3 } }), incident({ no: 2 })];
  assert.equal(found(repeated), 21);
});

test("a wrongly set clock is one entry, whichever sides show it", () => {
  const incidents = [incident({ no: 1, by: undefined }), incident({ no: 2, by: "black" }), incident({ no: 3, by: "white" })];
  assert.deepEqual(entries(table(7, { incidents })).map((entry) => entry.incidents.map(({ no }) => no)), [[1, 2, 3]]);
});

test("a hint or a question waits once it has stood for ten seconds", () => {
  const view = table(1, { incidents: [hint(1, { t_ms: 5_000 }), illegal(2, { t_ms: 5_000 })], asked: { t_ms: 7_000, ply: 3, alternatives: [] } });
  const sorts = (/** @type {number} */ now) => entriesOf(view, now).map(({ rule, sort }) => rule || sort);
  assert.deepEqual(sorts(14_999), ["illegal-move-completed"]);
  assert.deepEqual(sorts(15_000), ["touched-own-piece", "illegal-move-completed"]);
  assert.deepEqual(sorts(17_000), ["touched-own-piece", "illegal-move-completed", "question"]);
  assert.deepEqual([5_000, 15_000, 17_000].map((now) => nextDue([view], now)), [15_000, 17_000, Infinity]);
  assert.equal(nextDue([table(1, { incidents: [hint(1, { t_ms: 5_000, open: false })] })], 6_000), Infinity, "it is over already");
});

test("a hint whose wait ends with a ply is left to the record with it", () => {
  assert.deepEqual(told(table(1, { incidents: [hint(1, { until_ply: 3 })] })), ["hints 1 touched-own-piece"]);
  assert.deepEqual(told(table(1, { incidents: [hint(1, { until_ply: 2 })] })), [], "two plies are on the board");
});

test("live before over, severity before age, age before the table's number", () => {
  const tables = [
    table(1, { result: "1-0", incidents: [illegal(1)] }),
    table(2, { incidents: [hint(1), incident({ no: 2, t_ms: 5 })] }),
    table(3, { incidents: [illegal(1, { t_ms: 900 })] }),
    table(4, { incidents: [illegal(1, { t_ms: 800 })], proposed: "1-0" }),
    table(5, { asked: { t_ms: 700, ply: 3, alternatives: [] } }),
    table(6, { incidents: [illegal(1, { t_ms: 800 }), incident({ no: 2, rule: "extra-time", kind: "info", remedy: { opponent_ms: 1, legal: [] } })] }),
  ];
  const order = [
    "decide 5 question", "decide 4 illegal-move-completed", "decide 6 illegal-move-completed", "decide 3 illegal-move-completed",
    "decide 2 clock-setting", "decide 4 proposal", "decide 6 extra-time", "hints 2 touched-own-piece", "over 1 illegal-move-completed",
  ];
  assert.deepEqual(told(...tables), order);
  assert.deepEqual(told(...tables.reverse()), order, "whatever order the tables come in");
});

test("a repetition or a decision leaves an entry in its place", () => {
  const first = table(1, { incidents: [incident({ no: 1, t_ms: 100 }), incident({ no: 2, t_ms: 300 })] });
  const other = table(2, { incidents: [incident({ no: 1, t_ms: 200 })] });
  const before = entries(first, other).map(({ table }) => table.table);
  const decided = table(1, { incidents: [incident({ no: 1, t_ms: 100, open: false, status: "dismissed" }), incident({ no: 2, t_ms: 300 }), incident({ no: 3, t_ms: 400 })] });
  assert.deepEqual(entries(decided, other).map(({ table }) => table.table), before);
});

test("hints are never to be decided, and leave with their game", () => {
  assert.deepEqual(told(table(1, { incidents: [hint(1)] })), ["hints 1 touched-own-piece"]);
  assert.deepEqual(told(table(1, { incidents: [hint(1)], result: "1-0" })), []);
  assert.deepEqual(told(table(1, { incidents: [hint(1)], score: "0-0" })), []);
  assert.deepEqual(told(table(1, { game: 2, incidents: [hint(1)], earlier: [PAST] })), []);
});

test("a violation of a game that left the board stays until that game has a result", () => {
  const incidents = [illegal(1)];
  assert.deepEqual(told(table(1, { game: 2, incidents, earlier: [PAST] })), ["over 1 illegal-move-completed"]);
  assert.deepEqual(told(table(1, { game: 2, incidents, earlier: [{ ...PAST, result: "1-0" }] })), []);
  assert.deepEqual(told(table(1, { game: 9, incidents, earlier: [] })), [], "a game the feed does not tell of");
  const [entry] = entries(table(1, { game: 2, incidents, earlier: [PAST] }));
  assert.equal(entry.about.white.name, "Old White", "its own players");
});

test("questions and proposals of earlier games wait behind what is live", () => {
  const earlier = [{ ...PAST, proposed: "1-0", asked: { t_ms: 700, ply: 4, alternatives: [] } }];
  assert.deepEqual(told(table(1, { game: 2, earlier, proposed: "0-1" })), ["decide 1 proposal", "over 1 question", "over 1 proposal"]);
  assert.deepEqual(told(table(1, { game: 2, earlier: [{ ...PAST, proposed: "1-0", result: "1-0" }] })), []);
});

test("claims and work under way stand alone, notes wait only when something is due", () => {
  const claim = (/** @type {number} */ no) => incident({ no, rule: "threefold-claim", kind: "info" });
  assert.equal(entries(table(1, { incidents: [claim(1), claim(2)] })).length, 2);
  const confirmed = [1, 2].map((no) => illegal(no, { open: false, status: "confirmed" }));
  assert.deepEqual(entries(table(1, { incidents: confirmed, desks: [{ no: 2, steps: [] }] })).map(({ sort, incidents }) => [sort, incidents[0].no]), [["hand", 2]]);
  assert.deepEqual(told(table(1, { incidents: [incident({ no: 1, kind: "info" })] })), []);
  assert.deepEqual(told(table(1, { incidents: [incident({ no: 1, kind: "info", rule: "checkmate", remedy: { outcome: "1-0", legal: [] } })] })), []);
});

test("under a hand nothing moves: what is gone stays in its place, what is new waits", () => {
  const shown = entries(table(1, { incidents: [incident({ no: 1 })] }), table(2, { incidents: [incident({ no: 1 }), incident({ no: 2 })] }));
  const views = [
    table(1, { incidents: [incident({ no: 1, open: false, status: "dismissed" })] }),
    table(2, { incidents: [incident({ no: 1 }), incident({ no: 2 }), incident({ no: 3 })] }),
    table(3, { incidents: [illegal(1)] }),
  ];
  const wanted = entries(...views);
  assert.equal(wanted[0].table.table, 3, "by itself the new one stands first");
  const still = held(shown, wanted, new Map(views.map((view) => [view.table, view])));
  assert.deepEqual(still.map(({ key }) => key), shown.map(({ key }) => key));
  assert.deepEqual(still.map(({ gone }) => gone), [true, false]);
  assert.equal(still[0].incidents[0].status, "dismissed", "with what is known of it now");
  assert.deepEqual(still[1].incidents.map(({ no }) => no), [1, 2], "what a button rules on does not grow under a finger");
  assert.equal(heldBack(shown, wanted), 2, "the new table, and the group that has grown");
});

test("the focus goes to what took over the entry's incidents, or to its place", () => {
  const before = entries(table(1, { incidents: [incident({ no: 1 })] }), table(2, { incidents: [incident({ no: 1 })] }));
  const grown = entries(table(1, { incidents: [incident({ no: 1 }), incident({ no: 2 })] }), table(2, { incidents: [incident({ no: 1 })] }));
  assert.notEqual(grown[0].key, before[0].key);
  assert.equal(successor(before, grown, before[0].key), grown[0]);
  assert.equal(successor(before, [before[1]], before[0].key), before[1]);
  assert.equal(successor(before, [before[0]], before[1].key), before[0], "the last one when there is none behind it");
  assert.equal(successor(before, [], before[0].key), undefined);
});

test("all of a kind are those that can still be ruled on, at a table and in the hall", () => {
  const all = entries(
    table(1, { incidents: [incident({ no: 1 }), incident({ no: 2 }), incident({ no: 3, by: "black" }), hint(4)] }),
    table(2, { incidents: [incident({ no: 1 })] }),
    table(3, { game: 2, incidents: [incident({ no: 1 })], earlier: [PAST] }),
  );
  const kind = kindsOf(all).get(kindOf(all[0]));
  assert.equal(kind?.hall.length, 4);
  assert.deepEqual(kind?.tables.get(1), [1, 2, 3].map((no) => ({ table: 1, no })));
});

// Orders for a clock out of the fields of their form, and the words of what can be reported.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockOrder, readTime } from "../../../web/arbiter/clock_order.js";
import { reports } from "../../../web/arbiter/reports.js";
import { word } from "../../../web/arbiter/words.js";

const FIELDS = { what: "set", white: "0:30:00", black: "4:05", running: "", text: "" };

test("a time is written as the clock shows it, and nothing else is one", () => {
  for (const [text, ms] of /** @type {const} */ ([
    ["1:29:57", 5_397_000], ["9:59:59", 35_999_000], ["29:57", 1_797_000], [" 0:01 ", 1_000], ["0:00:00", 0], ["5:5", null],
    ["1:60:00", null], ["10:00:00", null], ["", null], ["30", null], ["1:2:03", 3_723_000], ["-1:00", null], ["1:00:60", null],
  ])) assert.equal(readTime(text), ms, text);
});

test("what would change a clock is asked about in words, and the command says the same", () => {
  assert.deepEqual(clockOrder(3, FIELDS), {
    question: "The clock of table 3 will show White 30:00, Black 4:05. Both times stand.",
    command: { cmd: "clock", do: "set", white_ms: 1_800_000, black_ms: 245_000, running: undefined },
  });
  const running = clockOrder(3, { ...FIELDS, running: "black" });
  assert.ok(running.wrong === undefined && running.question?.endsWith("the lever must stand for Black."));
  assert.equal(running.command.running, "black");
  assert.deepEqual(clockOrder(3, { ...FIELDS, what: "text", text: " PAUSE " }), {
    question: "The clock of table 3 will show “PAUSE” instead of the times.",
    command: { cmd: "clock", do: "text", text: "PAUSE" },
  });
  const times = clockOrder(3, { ...FIELDS, what: "times" });
  assert.ok(times.wrong === undefined && times.question?.endsWith("show the times again."));
  assert.deepEqual(clockOrder(3, { ...FIELDS, what: "version" }), { command: { cmd: "clock", do: "version" } });
});

test("an order that cannot be meant is told, and none is made", () => {
  assert.deepEqual(clockOrder(3, { ...FIELDS, black: "soon" }), { wrong: "“soon” is no time: write it as 1:29:57 or 4:30." });
  assert.deepEqual(clockOrder(3, { ...FIELDS, what: "text", text: "  " }), { wrong: word("noText") });
});

test("every report has words, and draughts has its own", () => {
  const chess = reports(null);
  const draughts = reports(/** @type {import("../../../web/arbiter/wire.js").TableView} */ (/** @type {unknown} */ ({ start: "" })));
  for (const rule of [...chess, ...draughts]) assert.notEqual(word(rule), rule);
  assert.equal(new Set([...chess, ...draughts]).size, chess.length + draughts.length);
});

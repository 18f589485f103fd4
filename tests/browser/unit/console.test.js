// What the console computes: lamps, tasks, the order of the wall, positions without rules, what was dropped of a frame.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HallState, moveNumber } from "../../../web/console/facts/hall.js";
import { BAD_MS, WARN_MS, lampsOf } from "../../../web/console/facts/lamps.js";
import { digits, positionAfter, promotes } from "../../../web/console/facts/replay.js";
import { Tasks } from "../../../web/console/facts/tasks.js";
import { Undo } from "../../../web/console/facts/undo.js";
import { ofAudience, ofCourier, ofDisplay, ofLichess } from "../../../web/console/desk/lines.js";
import { sorted } from "../../../web/console/wall/mural.js";
import { inOrder, matching } from "../../../web/console/wall/wall.js";
import { WORDS, word } from "../../../web/console/words.js";

/** @typedef {import("../../../web/console/facts/hall.js").OperatorTable} OperatorTable */

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const HOUR = 3_600_000;

/** A table whose player thinks: a move was made at the beginning of time. @param {number} table @param {Partial<OperatorTable>} [more] @returns {OperatorTable} */
const table = (table, more = {}) => ({
  table, game: 1, white: { name: `White ${table}` }, black: { name: `Black ${table}` }, start: START, fen: START,
  moves: [{ san: "e4", uci: "e2e4" }], clock: null, result: "*", link: { state: "live" }, round: { state: "playing" }, ...more,
});
const levels = (/** @type {OperatorTable} */ of, now = HOUR, stale = false) => Object.values(lampsOf(of, now, stale)).map(({ level }) => level).join(" ");

test("a board that says nothing of a move for an hour is well; one that is not heard warns at 3 s and is bad at 10 s", () => {
  assert.equal(levels(table(1)), "good good good");
  for (const [silent, level] of /** @type {[number, string][]} */ ([[WARN_MS - 1, "good"], [WARN_MS, "warn"], [BAD_MS - 1, "warn"], [BAD_MS, "bad"], [HOUR, "bad"]])) {
    assert.equal(lampsOf(table(1, { heard_ms: HOUR - silent }), HOUR, false).link.level, level, `${silent} ms`);
  }
  // What the hall gave up at once (a plug was pulled) warns at once, and the time counts from when it was heard.
  const lost = { link: /** @type {const} */ ({ state: "lost", since_ms: HOUR }) };
  assert.equal(levels(table(1, lost)), "warn unknown good");
  assert.equal(levels(table(1, { ...lost, heard_ms: HOUR - 12_000 })), "bad unknown good");
  assert.deepEqual(lampsOf(table(1, { ...lost, heard_ms: HOUR - 12_000 }), HOUR, false).link.values, ["0:12"]);
  // Boards are put away after a game, and a page that is cut off itself accuses nobody.
  assert.equal(levels(table(1, { ...lost, result: "1-0" })), "none unknown none");
  assert.equal(levels(table(1, { heard_ms: 0 }), HOUR, true), "unknown unknown unknown");
});

test("sensors and game have lamps of their own", () => {
  const sensors = (/** @type {Partial<OperatorTable>} */ more) => lampsOf(table(1, more), HOUR, false).sensors;
  assert.deepEqual([sensors({}).level, sensors({}).short], ["good", "64/64"]);
  const dead = sensors({ sensors: { dead: ["e4", "h8"], stuck: ["a3"], wiring: false } });
  assert.deepEqual([dead.level, dead.short, dead.values], ["bad", "61/64", ["e4 h8 a3"]]);
  assert.deepEqual(["deaf", "deaf-but-followed", "no-parity"].map((ailment) => sensors({ ailment: /** @type {any} */ (ailment) }).level), ["bad", "warn", "warn"]);
  const game = (/** @type {Partial<OperatorTable>} */ more) => lampsOf(table(1, more), HOUR, false).game.level;
  assert.equal(game({ astray: true }), "bad");
  // Hands that castle are no trouble yet, and neither is a move that its own end will make plain.
  const asked = (/** @type {number} */ t_ms) => ({ t_ms, ply: 2, alternatives: [] });
  assert.deepEqual([game({ astray: true, astray_since: HOUR - 9_999 }), game({ astray: true, astray_since: HOUR - 10_000 })], ["good", "bad"]);
  assert.deepEqual([game({ asked: asked(HOUR - 9_999) }), game({ asked: asked(HOUR - 10_000) })], ["good", "warn"]);
  assert.equal(game({ fault: "panic" }), "bad");
  assert.equal(game({ ended: true }), "warn");
  assert.deepEqual([game({ result: "1-0" }), game({ result: "1-0", played_on: true })], ["none", "bad"]);
  assert.equal(game({ moves: [], round: { state: "not-ready" } }), "warn");
  assert.equal(game({ moves: [], round: { state: "ready" } }), "good");
  for (const { short, says } of Object.values(lampsOf(table(1, { astray: true, ailment: "deaf", heard_ms: 0 }), HOUR, false))) {
    for (const key of [short, says]) assert.ok(Object.hasOwn(WORDS, key), key);
  }
});

test("a result behind which play goes on is a task at once, also at a table that it has closed", () => {
  const [task, ...others] = new Tasks().of([table(1, { result: "1-0", score: "1-0F", played_on: true })], { 1: { plan: "closed", game: 1, plies: 1 } }, HOUR);
  assert.deepEqual([task.kind, task.values, others], ["played-on", [1, "1-0F"], []]);
  assert.deepEqual(task.acts.map(({ right, body }) => [right, body.cmd, body.result]), [["results", "result", "*"], ["work", undefined, undefined], ["work", undefined, undefined]]);
  for (const key of [task.says, ...task.acts.map(({ says }) => says)]) assert.ok(Object.hasOwn(WORDS, key), key);
});

test("tasks are verbs with what does them, the most urgent first, and what passes by itself is none", () => {
  const tasks = new Tasks();
  const asked = { t_ms: 0, ply: 2, alternatives: [{ uci: "g1f3", san: "Nf3" }, { uci: "g1h3", san: "Ng5" }] };
  const hall = [
    table(1, { heard_ms: HOUR - 30_000 }), table(2, { asked }), table(3, { battery: 12 }), table(4, { astray: true }),
    table(5, { clock: { white_ms: 1, black_ms: 1, running: "white", read_ms: HOUR - 20_000 } }), table(6),
  ];
  const plans = { 6: /** @type {const} */ ({ plan: "play", game: 1, plies: 1, proved: ["kings", "1-0"] }) };
  const told = (/** @type {number} */ now) => tasks.of(hall, /** @type {any} */ (plans), now).map(({ kind, table }) => `${kind} ${table}`);
  assert.deepEqual(told(HOUR), ["silent 1", "proved 6", "clock 5", "battery 3"]);
  assert.deepEqual(told(HOUR + 9_000), ["silent 1", "proved 6", "clock 5", "battery 3"]);
  assert.deepEqual(told(HOUR + 10_000), ["silent 1", "asked 2", "astray 4", "proved 6", "clock 5", "battery 3"]);
  const [, pick, , proved] = tasks.of(hall, /** @type {any} */ (plans), HOUR + 10_000);
  assert.deepEqual(pick.acts.slice(0, 2).map(({ body, values }) => [values[0], body.move, body.ply]), [["Nf3", "g1f3", 2], ["Ng5", "g1h3", 2]]);
  assert.deepEqual(proved.acts.map(({ body, right }) => [right, body.cmd ?? body.do ?? ""]), [["results", "result"], ["proposals", "confirm-proved"], ["work", ""]]);
  assert.equal(proved.values[2], "@proof-kings-1-0");
  // What was put aside stays aside while it lasts, and comes back when it comes anew.
  tasks.aside.add(tasks.of(hall, {}, HOUR + 10_000)[0].key);
  assert.ok(!told(HOUR + 11_000).includes("silent 1"));
  const [first, ...others] = hall;
  tasks.of([{ ...first, heard_ms: undefined }, ...others], {}, HOUR + 12_000);
  assert.ok(told(HOUR + 30_000).includes("silent 1"));
});

test("no task is about a table without a game to lose, or one that is closed", () => {
  const tasks = new Tasks();
  const silent = { heard_ms: 0 };
  assert.deepEqual(tasks.of([table(1, { ...silent, moves: [] })], {}, HOUR), []);
  assert.deepEqual(tasks.of([table(1), table(2, { ...silent, result: "1-0" })], {}, HOUR), []);
  assert.deepEqual(tasks.of([table(1), table(2, silent)], { 2: { plan: "closed", game: 1, plies: 1 } }, HOUR), []);
  // The whole hall, everything wrong: a task for each, and no more than one of a kind.
  const all = Array.from({ length: 64 }, (_, n) => table(n + 1, { ...silent, astray: true, fault: "x", asked: { t_ms: 0, ply: 1, alternatives: [] }, sensors: { dead: [], stuck: [], wiring: true }, battery: 1 }));
  tasks.of(all, {}, HOUR);
  const many = tasks.of(all, {}, HOUR + 60_000);
  assert.equal(new Set(many.map(({ key }) => key)).size, many.length);
  assert.deepEqual([many[0].kind, many[0].table, many.length], ["fault", 1, 64 * 6]);
});

test("frames are applied in their order, and a gap asks for a snapshot", () => {
  const hall = new HallState();
  assert.equal(hall.take({ kind: "beat", seq: 3, now_ms: 1 }), "gap");
  assert.equal(hall.take({ kind: "snapshot", seq: 3, now_ms: 1, tables: [table(2), table(1)], event: { name: "Open", round: "1" } }), "snapshot");
  assert.deepEqual(hall.all().map(({ table }) => table), [1, 2]);
  assert.equal(hall.take({ kind: "update", seq: 5, now_ms: 2 }), "gap");
  assert.equal(hall.take({ kind: "update", seq: 3, now_ms: 2 }), "old");
  // Since when a board stands astray is what this page saw, over updates of other things.
  const since = (/** @type {number} */ seq, /** @type {boolean} */ astray) => (hall.take({ kind: "update", seq, now_ms: 100 * seq, tables: [table(1, { astray })] }), hall.tables.get(1)?.astray_since);
  assert.deepEqual([since(4, true), since(5, true), since(6, false), since(7, true)], [400, 400, undefined, 700]);
  hall.seq = 3;
  const clock = { white_ms: 7, black_ms: 8, running: /** @type {const} */ ("black"), read_ms: 2 };
  assert.equal(hall.take({ kind: "update", seq: 4, now_ms: 2, clocks: { 2: clock, 9: clock } }), "update");
  assert.equal(hall.tables.get(2)?.clock, clock);
  assert.equal(moveNumber(table(1, { moves: Array.from({ length: 7 }, () => ({ san: "x", uci: "a1a1" })) })), 4);
});

test("pieces are carried without rules: castling, en passant, promotion, and how a program reads them", () => {
  const after = (/** @type {string} */ start, /** @type {[string, string][]} */ ...moves) => positionAfter(start, moves.map(([uci, san]) => ({ uci, san })));
  assert.equal(after(START, ["e2e4", "e4"], ["e7e5", "e5"]), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w");
  const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  assert.equal(after(castle, ["e1g1", "O-O"], ["e8c8", "O-O-O"]), "2kr3r/8/8/8/8/8/8/R4RK1 w");
  // In Chess960 the king may stand beside the square it goes to, and takes its rook.
  assert.equal(after("1r3k1r/8/8/8/8/8/8/RK4R1 w - - 0 1", ["b1a1", "O-O-O+"]), "1r3k1r/8/8/8/8/8/8/2KR2R1 b");
  assert.equal(after("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", ["e5d6", "exd6"]), "4k3/8/3P4/8/8/8/8/4K3 b");
  assert.equal(after("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a7a8", "a8=N"]), "N3k3/8/8/8/8/8/8/4K3 b");
  assert.deepEqual([digits("e2", "e4"), digits("a7", "a8", "N")], ["5254", "17184"]);
  assert.deepEqual([promotes("4k3/P7/8/8/8/8/8/4K3 w", "a7", "a8"), promotes(START, "e2", "e4"), promotes(START, "e4", "e8")], [true, false, false]);
});

test("the wall finds tables by number and by name, and puts first what needs a person", () => {
  const hall = [table(1, { white: { name: "Łukasiewicz, Żaneta" } }), table(2, { heard_ms: 0 }), table(12, { black: { name: "Sørensen, Åse" } })];
  const found = (/** @type {string} */ text) => matching(hall, text).map(({ table }) => table);
  assert.deepEqual([found(""), found("1"), found("zaneta"), found("lukas"), found("åse"), found("nobody")], [[1, 2, 12], [1, 12], [1], [1], [12], []]);
  const order = (/** @type {"need" | "table"} */ by, /** @type {[number, number][]} */ ranks) => inOrder(hall, by, new Map(ranks), HOUR, false).map(({ table }) => table);
  assert.deepEqual(order("table", [[12, 0]]), [1, 2, 12]);
  assert.deepEqual(order("need", []), [2, 1, 12]);
  assert.deepEqual(order("need", [[12, 2]]), [12, 2, 1]);
});

test("the mural says exactly which of fifty tables are not ready", () => {
  const item = (/** @type {number | null} */ table, /** @type {"stop" | "look"} */ severity) => ({ kind: "pieces", severity, table, board: table, words: { en: "x" }, what_to_do: { en: "y" } });
  const all = Array.from({ length: 50 }, (_, n) => n + 1);
  const { ready, not, look, hall } = sorted(all, [item(12, "stop"), item(3, "stop"), item(3, "look"), item(8, "stop"), item(9, "look"), item(null, "look")]);
  assert.deepEqual([ready.length, not, look, hall.length], [47, [3, 8, 12], [9], 1]);
  assert.equal(word("muralNot", ready.length, not.join(", ")), "47 ready; not ready: 3, 8, 12.");
});

test("screens and feeds are lines with a lamp", () => {
  const setup = /** @type {any} */ ({ view: "grid" });
  const report = /** @type {any} */ ({ tables: [1, 2, 3], stale: false });
  const display = (/** @type {any} */ more) => ofDisplay({ display: "red-fox-hill", place: "Stage", seen_s: 1, setup, report, ...more });
  assert.deepEqual([display({}), display({ seen_s: 11 }), display({ seen_s: 31 }), display({ seen_s: null }), display({ place: null })].map(({ level }) => level), ["good", "warn", "bad", "bad", "warn"]);
  assert.match(display({}).text, /tables 1-3 · seen 1 s ago/);
  const courier = { name: "club", accepted: 3, accepted_s: 4, waiting: 2, retry_s: null, failure: null };
  assert.deepEqual(ofCourier(courier), { level: "good", name: "club", text: "accepted 4 s ago · waiting: 2" });
  assert.deepEqual(ofCourier({ ...courier, failure: "no space", retry_s: 9 }).level, "bad");
  assert.deepEqual(ofAudience({ name: "spectators", viewers: 12, delay_s: 900 }), { level: "good", name: "Spectators", text: "clients: 12 · 15 min behind the boards" });
  assert.match(ofAudience({ name: "screens", viewers: 0, delay_s: 0 }).text, /no delay/);
  const round = { round: "A-1", on: true, state: "behind", games: 8, pushed_s: 40, hold: null, refused: [] };
  assert.deepEqual(ofLichess({ hold: null, rounds: [round, { ...round, on: false, state: "not-begun" }] }).map(({ level }) => level), ["warn"]);
});

test("what was just begun is waited for: it is undone, and where it was refused nothing else is", async () => {
  const undo = new Undo(() => {});
  const why = /** @type {HTMLElement} */ ({});
  /** @type {string[]} */
  const done = [];
  const step = (/** @type {string} */ says) => ({ says, values: [1], table: 1, undo: async () => (done.push(says), true) });
  undo.push(step("before"));
  let over = () => {};
  const action = () => undo.begun(new Promise((resolve) => (over = () => resolve(true))));
  void action();
  const taken = undo.take(why);
  undo.push(step("just begun"));
  over();
  assert.equal((await taken)?.says, "just begun");
  void action();
  const none = undo.take(why);
  over();
  assert.equal(await none, null);
  assert.deepEqual([done, undo.next?.says], [["just begun"], "before"]);
});

test("what was done last is undone first, and what is refused stays", async () => {
  let drawn = 0;
  const undo = new Undo(() => (drawn += 1));
  /** @type {string[]} */
  const done = [];
  const step = (/** @type {string} */ says, isDone = true) => ({ says, values: [1], table: 1, undo: async () => (done.push(says), isDone) });
  const why = /** @type {HTMLElement} */ ({});
  undo.push(step("one"));
  undo.push(step("two", false));
  assert.equal(await undo.take(why), null);
  assert.equal(undo.next?.says, "two");
  for (let n = 0; n < 100; n += 1) undo.push(step(`more ${n}`));
  assert.equal(undo.steps.length, 32);
  assert.equal((await undo.take(why))?.says, "more 99");
  assert.equal(undo.next?.says, "more 98");
  assert.deepEqual(done, ["two", "more 99"]);
  assert.ok(drawn > 100);
});

test("every word of the console is there in three languages, and is told with its values", () => {
  for (const [key, words] of Object.entries(WORDS)) {
    assert.equal(words.length, 3, key);
    const places = words.map((text) => (text.match(/\{\d\}/g) ?? []).sort().join());
    assert.ok(words.every((text) => text.length > 0), key);
    assert.equal(new Set(places).size, 1, `${key}: ${places}`);
  }
});

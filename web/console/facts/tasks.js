// What the hall wants of an operator, as verbs, the most urgent first. Each has buttons that do it, or it says what to do
// with one's hands and is put aside by one button.
//
// What the hall itself sees wrong for a moment (a hand on the board, a clock that is being set) is no task yet: each kind has
// to last. Nothing of an arbiter's is here, because nothing of it is in the feed.

import { plyNumber } from "../../arbiter/make.js";
import { BAD_MS, BATTERY_MIN, silenceMs } from "./lamps.js";
import { goesOn, isSettled } from "./hall.js";

/** @typedef {import("./hall.js").OperatorTable} OperatorTable */
/** @typedef {import("../../arbiter/rounds/state.js").TableState} TableState */
/** A value that begins with `@` is the key of a word.
 * A button of a task: the words on it, what it does, and the right that it needs.
 * @typedef {{says: string, values: (string | number)[], right: string, does: "command" | "event" | "open" | "aside",
 *   body: Record<string, unknown>}} Act */
/** @typedef {{key: string, kind: string, table: number, rank: number, says: string, values: (string | number)[], todo: Record<string, string[]>,
 *   acts: Act[]}} Task */

/** How long each kind lasts before it is a task, in milliseconds. */
const HOLD_MS = { fault: 0, silent: 0, missing: 10_000, asked: 10_000, astray: 10_000, "played-on": 0, proved: 0, ended: 10_000, clock: 0, paused: 60_000, setup: 20_000, sensors: 0, battery: 0 };
/** @typedef {keyof typeof HOLD_MS} Kind */
const RANKS = /** @type {Record<Kind, number>} */ ({ fault: 0, silent: 1, missing: 1, asked: 2, astray: 2, "played-on": 2, proved: 3, ended: 3, clock: 4, paused: 4, setup: 5, sensors: 5, battery: 6 });
/** How long a reading of a running clock counts as present: one that runs is read once a second. */
const CLOCK_MS = 15_000;
/** @param {string} says @param {string} right @param {Act["does"]} does @param {Record<string, unknown>} [body] @param {(string | number)[]} [values] @returns {Act} */
const act = (says, right, does, body = {}, values = []) => ({ says, values, right, does, body });
const ASIDE = act("doAside", "work", "aside");
const OPEN = act("doOpenTable", "work", "open");

export class Tasks {
  constructor() {
    /** Since when each trouble is there, by its key. @type {Map<string, number>} */
    this.since = new Map();
    /** What somebody put aside; it comes back once it was gone. @type {Set<string>} */
    this.aside = new Set();
  }

  /** Returns what is to be done now.
   * @param {OperatorTable[]} tables @param {Record<string, TableState>} plans the tables of the event @param {number} now
   * @returns {Task[]} */
  of(tables, plans, now) {
    const isRoundOn = tables.some(goesOn);
    const all = tables.flatMap((table) => troubles(table, plans[table.table], now, isRoundOn));
    const keys = new Set(all.map(({ key }) => key));
    for (const key of this.since.keys()) if (!keys.has(key)) this.since.delete(key);
    for (const key of this.aside) if (!keys.has(key)) this.aside.delete(key);
    for (const { key } of all) if (!this.since.has(key)) this.since.set(key, now);
    const due = all.filter(({ key, kind }) => !this.aside.has(key) && now - (this.since.get(key) ?? now) >= HOLD_MS[/** @type {Kind} */ (kind)]);
    return due.sort((a, b) => a.rank - b.rank || a.table - b.table);
  }
}

/** @param {OperatorTable} table @param {TableState | undefined} plan @param {number} now @param {boolean} isRoundOn @returns {Task[]} */
function troubles(table, plan, now, isRoundOn) {
  const { table: no, game, link, clock, round, asked, sensors, battery } = table;
  /** @type {Task[]} */
  const found = [];
  /** @param {Kind} kind @param {(string | number)[]} values @param {Act[]} acts @param {string} [about] @param {Record<string, string[]>} [todo] */
  const add = (kind, values, acts, about = "", todo = {}) => found.push({
    key: `${kind} ${no}/${game} ${about}`, kind, table: no, rank: RANKS[kind], says: `task-${kind}`, values: [no, ...values], todo, acts,
  });
  const isClosed = plan?.plan === "closed";
  const isOpen = !isSettled(table) && !isClosed;
  const isLive = link.state === "live";
  const find = act("doFind", "boards", "event", { do: "find-board", table: no });
  if (table.fault) add("fault", [table.fault], [OPEN, ASIDE]);
  if (isOpen && isRoundOn && silenceMs(table, now) >= BAD_MS) add("silent", [], [find, ASIDE]);
  if (isOpen && isRoundOn && link.state === "absent") add("missing", [], [find, ASIDE]);
  if (asked) {
    const choices = asked.alternatives.map(({ uci, san }) => act("doPick", "moves", "command", { cmd: "choose", ply: asked.ply, move: uci }, [uci === "-" ? "@noMove" : san]));
    add("asked", [plyNumber(table.start, asked.ply)], [...choices, OPEN], `${asked.ply} ${asked.alternatives.map(({ uci }) => uci)}`);
  }
  if (isLive && table.astray) add("astray", [], [act("doCorrect", "moves", "open"), ASIDE]);
  if (table.played_on) {
    const result = table.score ?? table.result;
    add("played-on", [result], [act("doTakeBack", "results", "command", { cmd: "result", result: "*", game }, [result]), OPEN, ASIDE], result);
  }
  if (plan?.proved && isOpen) {
    const [proof, result] = plan.proved;
    const values = [result, `@proof-${proof === "kings" ? `kings-${result}` : proof}`];
    const all = act("doConfirmAll", "proposals", "event", { do: "confirm-proved" });
    add("proved", values, [act("doConfirm", "results", "command", { cmd: "result", result, game }, values), all, OPEN], `${proof} ${result}`);
  } else if (table.ended && isOpen) {
    const results = ["1-0", "1/2-1/2", "0-1"].map((result) => act("doResult", "results", "command", { cmd: "result", result, game }, [result]));
    add("ended", [], [...results, OPEN]);
  }
  if (isLive && isOpen && goesOn(table) && clock && !table.ended) {
    if (clock.running === null) add("paused", [], [ASIDE]);
    else if (now - clock.read_ms > CLOCK_MS) add("clock", [], [act("doAskClock", "clocks", "command", { cmd: "clock", do: "version" }), ASIDE]);
  }
  if (isLive && isOpen && isRoundOn && round.state === "not-ready") add("setup", [], [OPEN, ASIDE], JSON.stringify(round.todo?.en), round.todo);
  if (isLive && sensors) add("sensors", [sensors.wiring ? "–" : [...sensors.dead, ...sensors.stuck].join(" ")], [ASIDE]);
  if (isLive && battery !== undefined && battery < BATTERY_MIN) add("battery", [battery], [ASIDE]);
  return found;
}

// The three lamps of a table. Link: is the board heard? Sensors: are they to be trusted? Game: do legal moves explain what
// stands on the board? A player who thinks for forty minutes puts out none of them: a lamp asks the board, not the players.

import { ageText } from "../../shared/time.js";
import { isSettled } from "./hall.js";

/** @typedef {import("./hall.js").OperatorTable} OperatorTable */
/** `none` has nothing to tell, `unknown` cannot tell. @typedef {"good" | "warn" | "bad" | "none" | "unknown"} Level */
/** What a lamp shows: its level, the key of its few words, and that of a whole sentence, each with values.
 * @typedef {{level: Level, short: string, says: string, values: (string | number)[]}} Lamp */
/** @typedef {{link: Lamp, sensors: Lamp, game: Lamp}} Lamps */

/** The silence of a board, in milliseconds, after which its lamp warns, and after which it is bad. */
export const WARN_MS = 3_000;
export const BAD_MS = 10_000;
/** What hands need to castle, to promote, or to put right what they knocked over, in milliseconds: until then a board that stands
 * otherwise, or that several moves explain, is one that somebody plays on. */
const HANDS_MS = 10_000;
const SQUARES = 64;
/** The charge of a battery below which somebody should charge it, in percent; `topboard ready` has it, too. */
export const BATTERY_MIN = 20;

/** @param {Level} level @param {string} short @param {string} says @param {...(string | number)} values @returns {Lamp} */
const lamp = (level, short, says, ...values) => ({ level, short, says, values });

/** Returns how long a board has been silent, in milliseconds; 0 of one that is heard, and of one that was never there.
 * @param {OperatorTable} table @param {number} now */
export function silenceMs({ link, heard_ms }, now) {
  if (link.state === "absent") return 0;
  const since = heard_ms ?? (link.state === "lost" ? link.since_ms : now);
  return Math.max(0, now - since);
}

/** @param {OperatorTable} table @param {number} now the hall's time @param {boolean} stale whether this page is cut off itself
 * @returns {Lamps} */
export function lampsOf(table, now, stale) {
  if (stale) {
    const unknown = lamp("unknown", "lampUnknown", "lampPageCut");
    return { link: unknown, sensors: unknown, game: unknown };
  }
  return { link: linkLamp(table, now), sensors: sensorsLamp(table), game: gameLamp(table, now) };
}

/** @param {OperatorTable} table @param {number} now */
function linkLamp(table, now) {
  const { link } = table;
  if (link.state === "absent") return lamp("none", "lampNoBoard", "lampNoBoardWhy");
  const silent = silenceMs(table, now);
  // Boards are put away after a game.
  if (link.state === "lost" && isSettled(table)) return lamp("none", "lampAway", "lampAwayWhy");
  if (silent >= BAD_MS) return lamp("bad", "lampSilent", "lampSilentWhy", ageText(silent));
  if (silent >= WARN_MS || link.state === "lost") return lamp("warn", "lampSilent", "lampSilentWhy", ageText(silent));
  return lamp("good", "lampOk", "lampLinkOk");
}

/** @param {OperatorTable} table */
function sensorsLamp({ link, sensors, ailment }) {
  if (link.state !== "live") return lamp("unknown", "lampUnknown", "lampNotRead");
  if (ailment === "deaf") return lamp("bad", "lampDeaf", "lampDeafWhy");
  const { dead, stuck, wiring } = sensors ?? { dead: [], stuck: [], wiring: false };
  const plausible = `${SQUARES - dead.length - stuck.length}/${SQUARES}`;
  if (wiring) return lamp("bad", "lampWiring", "lampWiringWhy");
  if (dead.length > 0) return lamp("bad", plausible, "lampDeadWhy", [...dead, ...stuck].join(" "));
  if (stuck.length > 0) return lamp("warn", plausible, "lampStuckWhy", stuck.join(" "));
  if (ailment) return lamp("warn", "lampFaint", ailment === "no-parity" ? "lampParityWhy" : "lampHardOfHearing");
  return lamp("good", plausible, "lampSensorsOk");
}

/** @param {OperatorTable} table @param {number} now */
function gameLamp(table, now) {
  const { fault, moves, round, astray, astray_since = 0, asked, ended, link, played_on } = table;
  if (fault) return lamp("bad", "lampFault", "lampFaultWhy", fault);
  if (played_on) return lamp("bad", "lampPlayedOn", "lampPlayedOnWhy", table.score ?? table.result);
  if (isSettled(table)) return lamp("none", "lampOver", "lampOverWhy", table.score ?? table.result);
  if (astray && now - astray_since >= HANDS_MS) return lamp("bad", "lampAstray", "lampAstrayWhy");
  if (asked && now - asked.t_ms >= HANDS_MS) return lamp("warn", "lampAsked", "lampAskedWhy", asked.alternatives.map(({ san }) => san).join(" / "));
  if (ended) return lamp("warn", "lampEnded", "lampEndedWhy");
  if (moves.length > 0) return lamp("good", "lampOk", "lampGameOk");
  if (link.state === "absent") return lamp("none", "lampNone", "lampNotBegun");
  return round.state === "ready" ? lamp("good", "lampReady", "lampReadyWhy") : lamp("warn", "lampNotReady", "lampNotReadyWhy");
}

const RANK = { bad: 0, warn: 1, unknown: 2, none: 3, good: 3 };

/** Returns how much a table's lamps ask for a person: 0 the most. @param {Lamps} lamps */
export const urgency = ({ link, sensors, game }) => Math.min(...[link, sensors, game].map(({ level }) => RANK[level]));

// The entries of the desk: what waits for a person at a table. Incidents of one rule, kind and side are
// alike; those of one game are one entry.
//
// What waits, and where it stands:
// * "decide" holds what the game on the board waits for: violations, claims, work under way, questions, proposed results.
// * "hints" holds what no sensor can be sure of, while its game goes on. A hint leaves with its game and stays on record.
// * "over" holds what is left of games that are over. A game that has left the board keeps its violations here until
//   its result is confirmed. A ruling on them is for the record.
//
// Most hints and questions of a game that goes on are answered by the game itself within seconds. One that has just been
// found waits for nobody yet, so that it does not come and go under the arbiter's eyes. A hint that names the ply with which
// its wait ends is left to the record from then on.

import { isClaim } from "../cards/claims.js";

/** @typedef {import("../wire.js").TableView} TableView */
/** @typedef {import("../wire.js").Earlier} Earlier */
/** @typedef {import("../wire.js").Incident} Incident */
/** @typedef {import("../wire.js").Player} Player */
/** @typedef {"decide" | "hints" | "over"} Section */
/** @typedef {"incidents" | "hand" | "claim" | "question" | "proposal"} Sort */
/** An entry. `incidents` is empty for a question or a proposal, which is `about` a game. `since_ms` is when the first
 * of them was found; it is 0 for a proposal. An entry that is `gone` waits no more and is still shown.
 * @typedef {{key: string, sort: Sort, section: Section, rank: number, since_ms: number, table: TableView, game: number,
 *   about: TableView | Earlier, live: boolean, rule: string, kind: string, incidents: Incident[], gone?: boolean}} Entry */

/** The ranks of severity. What a game cannot go on without ranks with the gravest violations: those that the Laws have a
 * remedy for. A wrongly set clock waits behind an illegal move. */
const RANKS = { due: 0, violation: 1, hint: 2, proposal: 2, info: 3 };

/** The time for which a hint or a question has stood before it waits, in milliseconds; crates/laws/src/incident/waiting.rs has it, too. */
const GLANCE_MS = 10_000;

/** The rules about the clock itself, which stands for both players: whichever side shows its fault, the cause is one. */
const OF_THE_CLOCK = ["clock-setting"];

/** The rules about ends of the game that also come as a proposed result. */
const PROPOSED = ["checkmate", "stalemate", "kings-centre"];

/** Returns whether a person has confirmed a result of the game. @param {TableView | Earlier} about */
export const isSettled = ({ result, score }) => result !== "*" || score !== undefined;

/** Returns whether the Laws have a remedy for an incident. @param {Incident} incident */
const hasRemedy = ({ remedy, window }) =>
  window === "open" || Boolean(remedy && (remedy.opponent_ms || remedy.outcome || remedy.restore_fen || remedy.place || remedy.legal.length));

/** Returns whether a note for the record waits for a person: the Laws would have something done.
 * @param {Incident} incident */
const isDue = ({ rule, remedy }) => Boolean(remedy?.outcome || remedy?.opponent_ms) && !PROPOSED.includes(rule);

/** Returns the number of times that the sensors found something.
 * @param {Incident[]} incidents */
export const found = (incidents) => incidents.reduce((sum, { repeated }) => sum + (repeated?.count ?? 1), 0);

/** Returns the entries of a table, in no order. @param {TableView} table @param {number} now the hall's time
 * @returns {Entry[]} */
export function entriesOf(table, now) {
  return [...incidentEntries(table, now), ...questions(table, now), ...proposals(table)];
}

/** Returns the next time at which a hint or a question may begin to wait; Infinity if there is none.
 * @param {TableView[]} tables @param {number} now */
export function nextDue(tables, now) {
  const times = tables.flatMap(({ incidents, asked }) => [
    ...incidents.filter(({ kind, open }) => open && kind === "hint").map(({ t_ms }) => t_ms), ...(asked ? [asked.t_ms] : []),
  ]);
  return Math.min(Infinity, ...times.map((t_ms) => t_ms + GLANCE_MS).filter((due) => due > now));
}

/** Returns a game of the table, on the board or earlier; nothing if the feed does not tell of it any more.
 * @param {TableView} table @param {number} game @returns {TableView | Earlier | undefined} */
const gameOf = (table, game) => (game === table.game ? table : table.earlier.find((past) => past.game === game));

/** @param {TableView} table @param {number} now @returns {Entry[]} */
function incidentEntries(table, now) {
  /** @type {Map<string, Incident[]>} */
  const waiting = new Map();
  /** The time at which the first of incidents that are alike was found, whatever was decided since: a decision moves no
   * entry.
   * @type {Map<string, number>} */
  const since = new Map();
  for (const incident of table.incidents) {
    const { game, rule, by, kind, t_ms } = incident;
    const whose = OF_THE_CLOCK.includes(rule) ? "" : by ?? "";
    const alike = `${table.table}/${game}/${rule}/${whose}/${kind}`;
    since.set(alike, Math.min(since.get(alike) ?? Infinity, t_ms));
    const sort = sortOf(table, incident, now);
    if (!sort) continue;
    const alone = sort === "incidents" ? "" : `/${incident.no}`;
    const key = `${sort} ${alike}${alone}`;
    const others = waiting.get(key);
    if (others) others.push(incident);
    else waiting.set(key, [incident]);
  }
  return [...waiting].map(([key, incidents]) => {
    const [{ game, rule, kind, no }] = incidents;
    const sort = /** @type {Sort} */ (key.split(" ")[0]);
    const about = /** @type {TableView | Earlier} */ (gameOf(table, game));
    const live = about === table && !isSettled(table);
    const isGrave = sort !== "incidents" || kind === "violation" && incidents.some(hasRemedy);
    const rank = isGrave ? RANKS.due : RANKS[kind];
    const alike = key.slice(sort.length + 1);
    const since_ms = since.get(alike) ?? incidents[0].t_ms;
    return {
      key: incidents.length === 1 ? `incident ${table.table}/${game}/${no}` : key, sort, rank, since_ms, table, game, about, live, rule, kind,
      section: !live ? "over" : sort === "incidents" && kind === "hint" ? "hints" : "decide", incidents,
    };
  });
}

/** Returns how an incident waits for a person; nothing if it does not.
 * @param {TableView} table @param {Incident} incident @param {number} now @returns {Sort | undefined} */
function sortOf(table, incident, now) {
  const { no, game, open, kind, rule, t_ms, until_ply } = incident;
  const isOnBoard = game === table.game;
  // A confirmed incident waits until its steps are done.
  if (isOnBoard && table.desks.some((step) => step.no === no)) return "hand";
  const about = gameOf(table, game);
  if (!open || !about) return undefined;
  const isOver = isSettled(about);
  if (isOver && !isOnBoard) return undefined;
  if (isClaim(rule)) return "claim";
  if (kind === "hint") {
    const isPast = until_ply !== undefined && table.moves.length >= until_ply;
    return isOver || !isOnBoard || isPast || now < t_ms + GLANCE_MS ? undefined : "incidents";
  }
  return kind === "violation" || isDue(incident) ? "incidents" : undefined;
}

/** @param {TableView} table @param {number} now @returns {Entry[]} */
function questions(table, now) {
  return [table, ...table.earlier].flatMap((about) => {
    if (!about.asked) return [];
    const { t_ms, ply, alternatives } = about.asked;
    if (about === table && now < t_ms + GLANCE_MS) return [];
    const live = about === table && !isSettled(table);
    const key = `question ${table.table}/${about.game}/${ply}/${alternatives.map(({ uci }) => uci)}/${about === table}`;
    return [bare(key, "question", table, about, live, t_ms)];
  });
}

/** @param {TableView} table @returns {Entry[]} */
function proposals(table) {
  const games = [table, ...table.earlier].filter((about) => about.proposed && !isSettled(about));
  return games.map((about) => bare(`proposal ${table.table}/${about.game}/${about.proposed}`, "proposal", table, about, about === table, 0));
}

/** @param {string} key @param {"question" | "proposal"} sort @param {TableView} table @param {TableView | Earlier} about
 * @param {boolean} live @param {number} since_ms @returns {Entry} */
function bare(key, sort, table, about, live, since_ms) {
  const section = live ? "decide" : "over";
  return { key, sort, section, rank: sort === "question" ? RANKS.due : RANKS.proposal, since_ms, table, game: about.game, about, live, rule: "", kind: sort, incidents: [] };
}

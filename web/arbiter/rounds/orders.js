// Orders about the event, made from what stands there now. docs/formats/event.md says what each of them does.

import { numbers } from "./state.js";

/** @typedef {import("./state.js").Entrant} Entrant */
/** @typedef {import("./state.js").Round} Round */
/** @typedef {import("./state.js").EventState} EventState */
/** @typedef {Record<string, unknown> & {do: string}} Order */
/** @typedef {{key: string, round: number, board: number}} At */

/** The results that a person can enter. */
export const RESULTS = ["1-0", "1/2-1/2", "0-1", "+/-", "-/+", "-/-", "0-0", "1/2-0", "0-1/2"];
/** The ways in which a game ends, by result: those of a decided game, of a draw, and of one that was not played. */
const DECIDED = ["resignation", "checkmate", "time", "illegal-move", "arbiter", "armageddon"];
const DRAWN = ["agreement", "stalemate", "repetition", "moves", "dead-position", "time", "illegal-move", "arbiter"];

/** Returns the ways in which a game with this result can have ended. @param {string} result */
export function waysOf(result) {
  if (result === "1-0" || result === "0-1") return DECIDED;
  if (result === "1/2-1/2") return DRAWN;
  if (/^[+-]\/[+-]$/.test(result)) return ["forfeit"];
  return result === "*" ? [] : ["arbiter"];
}

/** Returns the order for a result. `*` takes a result back. @param {At} at @param {string} result @param {string} [how] @returns {Order} */
export const result = (at, result, how) => ({ do: "result", ...at, result, ...(how && result !== "*" && { how }) });

/** Returns the order that corrects a player. An order names all of a player: what the page does not show stays as it is.
 * @param {string} key @param {number} number @param {Entrant} known
 * @param {{name: string, title: string, elo: string, federation: string}} written @returns {Order} */
export function correct(key, number, known, written) {
  const { elo: _, ...rest } = known;
  const rating = Number(written.elo.trim());
  const player = {
    ...rest, name: written.name.trim(), title: written.title.trim(), federation: written.federation.trim().toUpperCase(),
    ...(rating > 0 && { elo: rating }),
  };
  return { do: "enter", key, players: { [number]: player } };
}

/** Returns the order that says why a player has no game; an empty reason takes it away. An order about a round names all of
 * its pairings.
 * @param {string} key @param {number} number @param {Round | undefined} round @param {number} player @param {string} why @returns {Order} */
export function bye(key, number, round, player, why) {
  const unpaired = Object.fromEntries(Object.entries(round?.unpaired ?? {}).filter(([known]) => Number(known) !== player));
  if (why) unpaired[player] = why;
  return { do: "enter", key, rounds: { [number]: { pairings: round?.pairings ?? {}, unpaired } } };
}

/** Returns the order that withdraws a player after a round; without one it takes the withdrawal back.
 * @param {string} key @param {number} player @param {number} [after] @returns {Order} */
export const withdraw = (key, player, after) => ({ do: "withdraw", key, player, ...(after !== undefined && { after }) });

/** Returns the order that opens or closes a table by hand; without `open` the table follows the rounds.
 * @param {number} table @param {boolean} [open] @returns {Order} */
export const gate = (table, open) => ({ do: "gate", table, ...(open !== undefined && { open }) });

/** Returns the order that says when a round is played. The event writes dates with full stops, a field of a page with hyphens.
 * @param {string} key @param {number} round @param {string} date @param {string} startsAt @returns {Order} */
export const timing = (key, round, date, startsAt) => ({ do: "enter", key, rounds: { [round]: { date: date.replaceAll("-", "."), starts_at: startsAt } } });

/** What a rating list would say of players.
 * @typedef {{do: string, key: string, players: Record<string, Record<string, unknown>>}} Complete */

/** Returns the order that enters what a rating list says, with the entries that a person chose; null if nothing is entered.
 * @param {string} key @param {Complete | null} order @param {Record<string, Record<string, unknown>>} chosen by player
 * @returns {Complete | null} */
export function complete(key, order, chosen) {
  const players = { ...order?.players, ...chosen };
  return Object.keys(players).length > 0 ? { do: "complete", key, players } : null;
}

/** The fields of a tournament as they are written.
 * @typedef {{name: string, system: string, rounds: string, table: string, control: string, breaks: string[]}} Written */

/** Returns the order that enters a tournament, or changes it. @param {string} key @param {Written} written @returns {Order} */
export function tournament(key, { name, system, rounds, table, control, breaks }) {
  const number = (/** @type {string} */ text) => Number.parseInt(text, 10) || 0;
  return {
    do: "enter", key: key.trim(), name: name.trim(), system, time_control: control.trim(), tie_breaks: breaks,
    ...(number(rounds) > 0 && { rounds_planned: number(rounds) }), ...(number(table) > 0 && { first_table: number(table) }),
  };
}

/** Returns the order that exchanges the boards of two tables; null where nobody knows what stands on one of them.
 * @param {EventState} state @param {number} one @param {number} two @returns {Order | null} */
export function exchange(state, one, two) {
  const said = state.event.boards ?? {};
  const [first, second] = [said[one] ?? state.tables[one]?.serial, said[two] ?? state.tables[two]?.serial];
  return first && second ? { do: "boards", boards: { [one]: second, [two]: first } } : null;
}

/** Returns what an order would enter: the number of players, and the pairings of each round.
 * @param {any} order @returns {{players: number, rounds: {round: number, boards: number}[]}} */
export function contents(order) {
  const rounds = numbers(order?.rounds).map((round) => ({ round, boards: numbers(order.rounds[round].pairings).length }));
  return { players: numbers(order?.players).length, rounds };
}

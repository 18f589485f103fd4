// The event as `GET /api/v1/event` tells it, and what the page reads from it. Nothing here touches the page.

/** @typedef {{name: string, title?: string, elo?: number, fide_id?: number, team?: string, federation?: string, sex?: string,
 *   born?: string, withdrawn_after?: number}} Entrant */
/** @typedef {{white?: number, black?: number, table?: number, result?: string, how?: string, unrated?: boolean,
 *   adjourned?: boolean, game?: [number, number]}} Pairing */
/** @typedef {{state?: "open" | "ended", date?: string, starts_at?: string, pairings?: Record<string, Pairing>,
 *   unpaired?: Record<string, string>}} Round */
/** @typedef {{name?: string, city?: string, system?: string, rounds_planned?: number, time_control?: string, first_table?: number,
 *   tie_breaks?: string[], players?: Record<string, Entrant>, rounds?: Record<string, Round>}} Tournament */
/** @typedef {{plan: "free" | "closed" | "play", pairing?: [string, number, number], game: number, plies: number, result?: string,
 *   played_on?: boolean, proved?: [string, string], link?: number, serial?: string}} TableState */
/** @typedef {{after: number, complete: boolean, tie_breaks: string[], rows: import("../../shared/pairing_table.js").Ranked[]}} Standings */
/** @typedef {{revision: number, event: {name: string, site: string, delay_minutes?: number, tournaments: Record<string, Tournament>,
 *   boards?: Record<string, string>, gates?: Record<string, boolean>}, undo?: string, finding?: number, tables: Record<string, TableState>,
 *   standings: Record<string, Standings>}} EventState */
/** @typedef {{number: number} & Entrant} Numbered */
/** A board of a round with all that a row of the list shows.
 * @typedef {{board: number, table: number, white?: Numbered, black?: Numbered, result: string, how?: string, adjourned: boolean,
 *   proved: string, playedOn: boolean, plies: number | null, pairing: Pairing}} Row */

/** Returns the numbers of a record in their order. @param {Record<string, unknown> | undefined} record */
export const numbers = (record) => Object.keys(record ?? {}).map(Number).sort((a, b) => a - b);

/** Returns the state of a round. @param {Tournament} tournament @param {number} round
 * @returns {"none" | "planned" | "open" | "ended"} */
export function roundState(tournament, round) {
  const known = tournament.rounds?.[round];
  if (known?.state) return known.state;
  return numbers(known?.pairings).length > 0 ? "planned" : "none";
}

/** Returns the numbers of all rounds, planned or entered. @param {Tournament} tournament */
export function roundNumbers(tournament) {
  const last = Math.max(1, tournament.rounds_planned ?? 0, ...numbers(tournament.rounds));
  return Array.from({ length: last }, (_, n) => n + 1);
}

/** Returns the round that needs a hand now: the one that is played, or the first that has not begun.
 * @param {Tournament} tournament */
export function currentRound(tournament) {
  const all = roundNumbers(tournament);
  const open = all.find((round) => roundState(tournament, round) === "open");
  return open ?? all.find((round) => roundState(tournament, round) !== "ended") ?? all[all.length - 1];
}

/** Returns the last round that has begun; 0 before the first. @param {Tournament} tournament */
export const lastBegun = (tournament) => Math.max(0, ...roundNumbers(tournament).filter((round) => ["open", "ended"].includes(roundState(tournament, round))));

/** @param {Tournament} tournament @param {number | undefined} number @returns {Numbered | undefined} */
export function entrant(tournament, number) {
  if (number === undefined) return undefined;
  return { number, ...(tournament.players?.[number] ?? { name: `#${number}` }) };
}

/** Returns the table of a board in a round. @param {Tournament} tournament @param {Pairing} pairing @param {number} board */
export const tableOf = (tournament, pairing, board) => pairing.table ?? Math.max(1, tournament.first_table ?? 1) + board - 1;

/** Returns the boards of a round. @param {EventState} state @param {string} key @param {number} round @returns {Row[]} */
export function rowsOf(state, key, round) {
  const tournament = state.event.tournaments[key];
  const known = tournament?.rounds?.[round];
  return numbers(known?.pairings).map((board) => {
    const pairing = /** @type {Pairing} */ (known?.pairings?.[board]);
    const table = tableOf(tournament, pairing, board);
    const there = state.tables[table];
    const is = there?.pairing;
    const plays = known?.state === "open" && is !== undefined && is[0] === key && is[1] === round && is[2] === board;
    return {
      board, table, white: entrant(tournament, pairing.white), black: entrant(tournament, pairing.black),
      result: pairing.result ?? "*", how: pairing.how, adjourned: pairing.adjourned ?? false,
      proved: plays && !pairing.result ? (there.proved?.[1] ?? "") : "", plies: plays ? there.plies : null,
      playedOn: plays && there.played_on === true, pairing,
    };
  });
}

/** Returns the boards that keep a round from ending. @param {Row[]} rows */
export const unfinished = (rows) => rows.filter(({ result, adjourned }) => result === "*" && !adjourned);

/** Returns the players without a pairing in a round, with the reason if one is known.
 * @param {Tournament} tournament @param {number} round @returns {{player: Numbered, why: string}[]} */
export function withoutGame(tournament, round) {
  const known = tournament.rounds?.[round];
  const paired = new Set(Object.values(known?.pairings ?? {}).flatMap(({ white, black }) => [white, black]));
  return numbers(tournament.players).filter((number) => !paired.has(number)).map((number) => ({
    player: /** @type {Numbered} */ (entrant(tournament, number)), why: known?.unpaired?.[number] ?? "",
  }));
}

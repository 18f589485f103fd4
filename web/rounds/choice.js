// What the public page of rounds shows: which tournament and which round, by the address or by what is played now.

/** @typedef {import("../shared/pairing_table.js").Name} Name */
/** @typedef {{board: number, table?: number, white?: Name, black?: Name, result: string, game?: number}} PublicBoard */
/** @typedef {{round: number, date: string, ended: boolean, boards: PublicBoard[], unpaired: [Name, string][]}} PublicRound */
/** @typedef {{after: number, complete: boolean, tie_breaks: string[], rows: import("../shared/pairing_table.js").Ranked[]}} Standings */
/** @typedef {{key: string, name: string, rounds_planned: number, rounds: PublicRound[], standings: Standings}} PublicTournament */
/** @typedef {{event: string, site: string, tournaments: PublicTournament[]}} PublicRounds */
/** @typedef {{tournament: PublicTournament | null, round: PublicRound | null}} Choice */

/** Returns what is shown. The address says `#KEY/ROUND`; without a round it is the last that has begun. A tournament or a
 * round that is not there is like none.
 * @param {PublicRounds} rounds @param {string} hash @returns {Choice} */
export function chosen({ tournaments }, hash) {
  const [key, number] = hash.replace(/^#/, "").split("/");
  const begun = tournaments.filter(({ rounds }) => rounds.length > 0);
  const named = begun.find((it) => it.key === key);
  const tournament = named ?? begun[0] ?? null;
  const round = named?.rounds.find((it) => it.round === Number(number)) ?? tournament?.rounds.at(-1) ?? null;
  return { tournament, round };
}

/** Returns the address of a round on the page. @param {string} key @param {number} [round] */
export const address = (key, round) => (round === undefined ? `#${key}` : `#${key}/${round}`);

// What the public page of rounds shows: which tournament and which round, by the address or by what is played now.

/** @typedef {import("../shared/pairing_table.js").Name} Name */
/** @typedef {{board: number, table?: number, white?: Name, black?: Name, result: string, game?: number,
 *   armageddon?: boolean, tie_break_winner?: "white" | "black"}} PublicBoard */
/** @typedef {{round: number, date: string, ended: boolean, boards: PublicBoard[], unpaired: [Name, string][]}} PublicRound */
/** @typedef {{after: number, complete: boolean, tie_breaks: string[], rows: import("../shared/pairing_table.js").Ranked[]}} Standings */
/** @typedef {{key: string, name: string, rounds_planned: number, rounds: PublicRound[], standings: Standings}} PublicTournament */
/** @typedef {{event: string, site: string, delay_ms?: number, tournaments: PublicTournament[]}} PublicRounds */
/** What is shown; `corrected` if with the corrections that came after the round was over.
 * @typedef {{tournament: PublicTournament | null, round: PublicRound | null, corrected: boolean}} Choice */

/** Returns what is shown. The address says `#KEY/ROUND`, which is the round as it was signed, or `#KEY/ROUND/corrected`;
 * without a round it is the last that has begun, as it is now. A tournament or a round that is not there is like none.
 * @param {PublicRounds} rounds @param {string} hash @returns {Choice} */
export function chosen({ tournaments }, hash) {
  const [key, number, version] = hash.replace(/^#/, "").split("/");
  const begun = tournaments.filter(({ rounds }) => rounds.length > 0);
  const known = begun.find((it) => it.key === key);
  const tournament = known ?? begun[0] ?? null;
  const named = known?.rounds.find((it) => it.round === Number(number));
  const round = named ?? tournament?.rounds.at(-1) ?? null;
  return { tournament, round, corrected: !named || version === "corrected" };
}

/** Returns the address of a round on the page. @param {string} key @param {number} [round] @param {boolean} [corrected] */
export const address = (key, round, corrected = false) =>
  round === undefined ? `#${key}` : `#${key}/${round}${corrected ? "/corrected" : ""}`;

/** Returns the key of what is said beside the result of a deciding game: that a draw wins for Black, or that it has. The
 * result stays that of the game, and any other says by itself who has won. @param {PublicBoard} board */
export function tieBreakNote({ armageddon, result, tie_break_winner: winner }) {
  if (armageddon && result === "*") return "drawWinsForBlack";
  return winner === "black" && result === "1/2-1/2" ? "blackWinsTieBreak" : "";
}

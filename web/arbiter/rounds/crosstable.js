// The crosstable by rounds: for each player whom they met, with which colour, and what came of it.

import { numbers } from "./state.js";

/** @typedef {import("./state.js").Tournament} Tournament */
/** @typedef {import("./state.js").Standings} Standings */

/** The letters for players without a game, as in the tournament report file of FIDE. @type {Record<string, string>} */
const BYES = { "pairing-bye": "U", "full-bye": "F", "half-bye": "H", "zero-bye": "Z" };

/** Returns a side's part of a result: `1`, `½`, `0`, `+` or `−`; `*` while there is none.
 * @param {string | undefined} result @param {"white" | "black"} side */
export function part(result, side) {
  if (!result || result === "*") return "*";
  const parts = /^[+-]\/[+-]$/.test(result) ? result.split("/") : result.split("-");
  return (parts[side === "white" ? 0 : 1] ?? "*").replace("1/2", "½").replace("-", "−");
}

/** Returns the lines of the crosstable in the order of the standings, with a cell such as `12w1` for each round up to the last
 * that counts. Opponents are named by the number of their line.
 * @param {Tournament} tournament @param {Standings} standings */
export function crosstable(tournament, standings) {
  const lines = new Map(standings.rows.map(({ player }, at) => [player.number, at + 1]));
  const rounds = numbers(tournament.rounds).filter((round) => round <= standings.after);
  return standings.rows.map(({ player, points }, at) => ({
    line: at + 1, player, points, cells: rounds.map((round) => cell(tournament, round, Number(player.number), lines)),
  }));
}

/** @param {Tournament} tournament @param {number} round @param {number} player @param {Map<number | undefined, number>} lines */
function cell(tournament, round, player, lines) {
  const known = tournament.rounds?.[round];
  for (const { white, black, result } of Object.values(known?.pairings ?? {})) {
    if (white !== player && black !== player) continue;
    const side = white === player ? "white" : "black";
    return `${lines.get(side === "white" ? black : white) ?? 0}${side[0]}${part(result, side)}`;
  }
  const why = known?.unpaired?.[player];
  return why ? (BYES[why] ?? "") : "";
}

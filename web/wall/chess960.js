// The 960 start positions by number, from 0 to 959, as they are drawn before a game.

/** The places of two knights among five squares. */
const KNIGHTS = ["NN...", "N.N..", "N..N.", "N...N", ".NN..", ".N.N.", ".N..N", "..NN.", "..N.N", "...NN"];

/** Returns the pieces of the first rank from a to h, such as `RNBQKBNR` for 518. @param {number} number */
export function firstRank(number) {
  /** @type {(string | null)[]} */
  const rank = Array(8).fill(null);
  const free = () => rank.flatMap((piece, at) => (piece === null ? [at] : []));
  rank[2 * (number % 4) + 1] = "B";
  rank[2 * (Math.floor(number / 4) % 4)] = "B";
  rank[free()[Math.floor(number / 16) % 6]] = "Q";
  const knights = KNIGHTS[Math.floor(number / 96)];
  free().forEach((at, n) => (rank[at] = knights[n] === "N" ? "N" : null));
  // King between the rooks.
  free().forEach((at, n) => (rank[at] = "RKR"[n]));
  return rank.join("");
}

/** Returns a start position as the first two fields of a FEN. @param {number} number */
export function startOf(number) {
  const rank = firstRank(number);
  return `${rank.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${rank} w`;
}

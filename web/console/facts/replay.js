// Positions of a game as drawings, from the squares of its moves. It knows how pieces are carried, and no rules: whether a
// move may be played is the program's to say.

import { placement, square, turn } from "../../shared/board.js";

/** @typedef {Map<number, string>} Pieces pieces by square, such as `wK` */

/** Carries the pieces of a move. @param {Pieces} pieces is changed @param {{san: string, uci: string}} move */
export function carry(pieces, { san, uci }) {
  const [from, to] = [square(uci.slice(0, 2)), square(uci.slice(2, 4))];
  const piece = pieces.get(from);
  if (!piece) return;
  if (san.startsWith("O-O")) return castle(pieces, from, piece[0], san.startsWith("O-O-O"));
  const isPawn = piece[1] === "P";
  // A pawn that captures where nothing stands takes the pawn beside it.
  if (isPawn && (from & 7) !== (to & 7) && !pieces.has(to)) pieces.delete((from & 56) | (to & 7));
  const became = /=([QRBN])/.exec(san)?.[1];
  pieces.delete(from);
  pieces.set(to, became ? piece[0] + became : piece);
}

/** @param {Pieces} pieces @param {number} king @param {string} side @param {boolean} isLong */
function castle(pieces, king, side, isLong) {
  const rank = king & 56;
  const files = isLong ? [0, 1, 2, 3, 4, 5, 6, 7] : [7, 6, 5, 4, 3, 2, 1, 0];
  const rook = files.map((file) => rank | file).find((at) => pieces.get(at) === `${side}R`);
  pieces.delete(king);
  if (rook !== undefined) pieces.delete(rook);
  pieces.set(rank | (isLong ? 2 : 6), `${side}K`);
  pieces.set(rank | (isLong ? 3 : 5), `${side}R`);
}

/** Returns a position as the first two fields of a FEN. @param {Pieces} pieces @param {"white" | "black"} side */
export function fenOf(pieces, side) {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
    const signs = [0, 1, 2, 3, 4, 5, 6, 7].map((file) => {
      const piece = pieces.get(rank * 8 + file);
      return piece ? (piece[0] === "w" ? piece[1] : piece[1].toLowerCase()) : "1";
    });
    return signs.join("").replace(/1+/g, (run) => String(run.length));
  });
  return `${ranks.join("/")} ${side === "white" ? "w" : "b"}`;
}

/** Returns the position after these moves. @param {string} start the FEN with which the game began
 * @param {{san: string, uci: string}[]} moves */
export function positionAfter(start, moves) {
  const pieces = placement(start);
  for (const move of moves) carry(pieces, move);
  const isWhite = (turn(start) === "white") === (moves.length % 2 === 0);
  return fenOf(pieces, isWhite ? "white" : "black");
}

const PROMOTIONS = "QRBN";

/** Returns a move as correspondence players write it: file and rank of both squares, and a digit for a new piece. It is how
 * the program reads moves that were shown and not written.
 * @param {string} from @param {string} to @param {string} [piece] what the pawn becomes */
export function digits(from, to, piece) {
  const ofSquare = (/** @type {string} */ name) => `${name.charCodeAt(0) - 96}${name[1]}`;
  return ofSquare(from) + ofSquare(to) + (piece ? String(PROMOTIONS.indexOf(piece) + 1) : "");
}

/** Returns whether a move takes a pawn to the last rank. @param {string} fen @param {string} from @param {string} to */
export function promotes(fen, from, to) {
  const piece = placement(fen).get(square(from));
  return piece === "wP" ? to[1] === "8" : piece === "bP" && to[1] === "1";
}

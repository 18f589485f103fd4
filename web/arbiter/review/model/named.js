// Which move a person means by its number.

import { plyPlace } from "../../make.js";

/** Returns the number of entries until the move that is named as `12`, `12.` or `12...` was first believed; null if the game
 * has none of that number. Without dots, White's move is meant, or Black's where the game begins with it.
 * @param {import("./story.js").Story} story @param {string} text */
export function countOfMove({ told, moves }, text) {
  const [, number, dots] = /^(\d+)\s*(\.{0,3})$/.exec(text) ?? [];
  const wanted = moves.filter(({ node }) => plyPlace(told.start, told.plies[node].ply).number === Number(number));
  const side = (dots ?? "").length > 1 ? "black" : "white";
  const found = wanted.find(({ node }) => told.plies[node].by === side) ?? (dots ? undefined : wanted[0]);
  return found ? found.place + 1 : null;
}

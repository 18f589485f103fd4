// The pairings that an order would enter, round by round, before anybody gives it.

import { make } from "../make.js";
import { captioned } from "../../shared/pairing_table.js";
import { contents } from "./orders.js";
import { word } from "./words.js";

/** Shows the pairings that would be taken over. @param {any} order
 * @param {Record<string, import("./state.js").Entrant>} [known] players who are there already */
export function preview(order, known = {}) {
  const name = (/** @type {number | undefined} */ number) =>
    (number === undefined ? word("nobody") : (order.players?.[number] ?? known[number])?.name ?? `#${number}`);
  const heads = [{ text: word("board"), kind: "figure" }, { text: word("white") }, { text: word("black") }];
  return contents(order).rounds.filter(({ boards }) => boards > 0).map(({ round }) => {
    const pairings = Object.entries(order.rounds[round].pairings);
    const rows = pairings.map(([board, { white, black }]) => [board, name(white), name(black)]);
    const table = make("div", { class: "wide" }, [captioned(word("pairingsOf", round), heads, rows, 0)]);
    return make("details", {}, [make("summary", {}, [word("roundBoards", round, rows.length)]), table]);
  });
}

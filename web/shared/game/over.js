// Whether a game is over. A side that is mated is never shown to move.

/** @typedef {import("../wire.js").TableView} TableView */

/** Returns whether the ply that led to a position ended the game by mate.
 * @param {{san: string} | null | undefined} last the ply; none at the start */
export const isMate = (last) => Boolean(last?.san.endsWith("#"));

/** Returns whether nobody is to move at a table: a result stands, the server says no more than that the game is over, or the
 * last ply was mate and nobody has confirmed it.
 * @param {TableView} table */
export const isOver = (table) => table.result !== "*" || Boolean(table.score) || Boolean(table.over) || isMate(table.moves.at(-1));

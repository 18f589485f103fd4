// What changed while nobody looked at the page: results, games that began, moves of followed players.

/** @typedef {import("../../shared/wire.js").TableView} TableView */
/** What was known of a table. @typedef {{game: number, plies: number, result: string}} Known */
/** @typedef {{table: TableView, kind: "result" | "begun" | "moves", plies: number}} News */

/** The time away in milliseconds from which on there is something to tell. */
export const AWAY_MS = 60_000;
/** The most that is told: who was away for long reads the list. */
const NEWS_MAX = 8;

/** Returns what is to be remembered of the tables. @param {Iterable<TableView>} tables @returns {Map<number, Known>} */
export const memory = (tables) =>
  new Map([...tables].map(({ table, game, moves, result, score }) => [table, { game, plies: moves.length, result: score ?? result }]));

/** Returns what changed since then, the results first. Where results are not told, the tables say nothing of them here either.
 * @param {Map<number, Known>} before @param {Iterable<TableView>} tables @param {(name: string) => boolean} follows @returns {News[]} */
export function changes(before, tables, follows) {
  /** @type {News[]} */
  const news = [];
  for (const table of tables) {
    const known = before.get(table.table);
    if (!known || table.over) continue;
    const isNew = known.game !== table.game;
    const result = table.score ?? table.result;
    const plies = table.moves.length - (isNew ? 0 : known.plies);
    if (result !== "*" && (isNew || result !== known.result)) news.push({ table, kind: "result", plies });
    else if (plies > 0 && (isNew || known.plies === 0)) news.push({ table, kind: "begun", plies });
    else if (plies > 0 && (follows(table.white.name) || follows(table.black.name))) news.push({ table, kind: "moves", plies });
  }
  const kinds = ["result", "moves", "begun"];
  return news.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.table.table - other.table.table).slice(0, NEWS_MAX);
}

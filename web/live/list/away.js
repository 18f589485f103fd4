// What changed while nobody looked at the page: results, games that began, moves of followed players.

/** @typedef {import("../../shared/wire.js").TableView} TableView */
/** @typedef {{table: TableView, kind: "result" | "begun" | "moves", plies: number}} News */

/** The most that is told: who was away for long reads the list. */
const NEWS_MAX = 8;

/** Returns what changed since then, the results first. Where results are not told, the tables say nothing of them here either.
 * @param {Map<number, TableView>} before @param {Iterable<TableView>} tables @param {(name: string) => boolean} follows @returns {News[]} */
export function changes(before, tables, follows) {
  /** @type {News[]} */
  const news = [];
  for (const table of tables) {
    const known = before.get(table.table);
    if (!known || table.over) continue;
    const isNew = known.game !== table.game;
    const result = table.score ?? table.result;
    const plies = table.moves.length - (isNew ? 0 : known.moves.length);
    if (result !== "*" && (isNew || result !== (known.score ?? known.result))) news.push({ table, kind: "result", plies });
    else if (plies > 0 && (isNew || known.moves.length === 0)) news.push({ table, kind: "begun", plies });
    else if (plies > 0 && (follows(table.white.name) || follows(table.black.name))) news.push({ table, kind: "moves", plies });
  }
  const kinds = ["result", "moves", "begun"];
  return news.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.table.table - other.table.table).slice(0, NEWS_MAX);
}

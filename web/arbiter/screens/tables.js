// Lists of tables as people write them: `1-8, 12`.

/** The greatest number of tables in a list. */
const MOST = 400;

/** Returns the tables of a list; null for a text that is none. @param {string} text @returns {number[] | null} */
export function parseTables(text) {
  const all = new Set();
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, from, to = from] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? [];
    if (from === undefined || Number(to) < Number(from) || Number(to) - Number(from) >= MOST) return null;
    for (let table = Number(from); table <= Number(to); table += 1) all.add(table);
  }
  return all.size > MOST ? null : [...all];
}

/** Returns tables as a list, with neighbours put together. @param {number[]} tables */
export function tablesText(tables) {
  const sorted = [...new Set(tables)].sort((a, b) => a - b);
  /** @type {[number, number][]} */
  const runs = [];
  for (const table of sorted) {
    const last = runs[runs.length - 1];
    if (last && table === last[1] + 1) last[1] = table;
    else runs.push([table, table]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}-${to}`)).join(", ");
}

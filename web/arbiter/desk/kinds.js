// Incidents of a kind: of one rule and one severity, at a table and in the whole hall.

/** @typedef {import("./entries.js").Entry} Entry */
/** An incident that can be ruled on; `game` names its game if that has left the board.
 * @typedef {{table: number, no: number, game?: number}} Case */
/** @typedef {{hall: Case[], tables: Map<number, Case[]>}} OfKind */

/** Returns the incidents of each kind that wait for a ruling. Claims, work under way and games that have left the board
 * are left out: each of them is looked at by itself. @param {Entry[]} entries @returns {Map<string, OfKind>} */
export function kindsOf(entries) {
  /** @type {Map<string, OfKind>} */
  const kinds = new Map();
  for (const entry of entries) {
    const { sort, table, game, incidents } = entry;
    if (sort !== "incidents" || game !== table.game) continue;
    /** @type {OfKind} */
    const known = kinds.get(kindOf(entry)) ?? { hall: [], tables: new Map() };
    kinds.set(kindOf(entry), known);
    const cases = incidents.map(({ no }) => ({ table: table.table, no }));
    known.hall.push(...cases);
    known.tables.set(table.table, [...(known.tables.get(table.table) ?? []), ...cases]);
  }
  return kinds;
}

/** Returns the key of an entry's kind. @param {Entry} entry */
export const kindOf = ({ rule, kind }) => `${rule}/${kind}`;

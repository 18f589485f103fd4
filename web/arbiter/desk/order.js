// The order of the entries, and what keeps it still under a hand.
//
// The rule of the order:
// 1. What the game on the board waits for stands before hints, and hints before what is left of games that are over.
// 2. Within each of these, questions, claims, work under way and violations with a remedy come first, then other
//    violations, then proposed results, then notes.
// 3. Then what was found earlier stands first. Neither a repetition nor a decision makes an entry younger.
// 4. Then the table with the lower number stands first.
//
// The rule of the hand: while a hand is on the list, no entry moves, none is added and none is taken away. What waits
// no more stays in its place, marked as gone. What is new is counted and comes in when the hand has rested.

/** @typedef {import("./entries.js").Entry} Entry */

export const SECTIONS = /** @type {const} */ (["decide", "hints", "over"]);
/** The time after the last movement, press or key after which a hand rests, in milliseconds. */
export const HOLD_MS = 3000;

/** Compares two entries by the rule of the order. @param {Entry} a @param {Entry} b */
export function compare(a, b) {
  return SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section)
    || a.rank - b.rank || a.since_ms - b.since_ms || a.table.table - b.table.table || a.game - b.game
    || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** Returns the names of what an entry is about: its incidents, or its question. An entry may get another key when
 * incidents join it or leave it; these names stay. @param {Entry} entry */
export const matters = ({ key, table, game, incidents }) =>
  incidents.length > 0 ? incidents.map(({ no }) => `${table.table}/${game}/${no}`) : [key];

/** Returns the entries to show while a hand is on the list: those that were shown, with what is known of them now.
 * @param {Entry[]} shown @param {Entry[]} wanted @param {Map<number, import("../wire.js").TableView>} tables */
export function held(shown, wanted, tables) {
  const waiting = new Set(wanted.flatMap(matters));
  return shown.map((old) => {
    const table = tables.get(old.table.table) ?? old.table;
    const known = new Map(table.incidents.filter(({ game }) => game === old.game).map((incident) => [incident.no, incident]));
    const incidents = old.incidents.map((incident) => known.get(incident.no) ?? incident);
    return { ...old, table, incidents, gone: !matters(old).some((matter) => waiting.has(matter)) };
  });
}

/** Returns the number of wanted entries with something that is not shown. @param {Entry[]} shown @param {Entry[]} wanted */
export function heldBack(shown, wanted) {
  const known = new Set(shown.flatMap(matters));
  return wanted.filter((entry) => matters(entry).some((matter) => !known.has(matter))).length;
}

/** Returns the entry that takes the focus when the entry that had it is gone: the one that has taken over its incidents,
 * or else the one in its place; nothing if the list is empty.
 * @param {Entry[]} before @param {Entry[]} now @param {string} key @returns {Entry | undefined} */
export function successor(before, now, key) {
  const place = before.findIndex((entry) => entry.key === key);
  if (place < 0) return now[0];
  const had = new Set(matters(before[place]));
  return now.find((entry) => matters(entry).some((matter) => had.has(matter))) ?? now[Math.min(place, now.length - 1)];
}

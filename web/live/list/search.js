// Which tables a search finds, and in which order the list has them.

/** @typedef {import("../../shared/wire.js").TableView} TableView */

/** Letters that have no base letter and a mark in Unicode, though people type them so. */
const PLAIN = /** @type {Record<string, string>} */ ({ ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i", ё: "е" });

/** Returns a text as it is compared: small letters, without marks. @param {string} text */
export const folded = (text) =>
  text.toLowerCase().replace(/[łøđðþßæœıё]/g, (letter) => PLAIN[letter]).normalize("NFD").replace(/\p{M}/gu, "").replace(/[\s,.'’-]+/g, " ").trim();

/** Returns whether every word of a search begins a word of these texts; a number is a whole one.
 * @param {(string | number | undefined)[]} texts @param {string} search */
export function matches(texts, search) {
  const wanted = folded(search).split(" ").filter(Boolean);
  const words = wanted.length > 0 ? folded(texts.filter(Boolean).join(" ")).split(" ") : [];
  return wanted.every((want) => words.some((word) => (/^\d+$/.test(want) ? word === want : word.startsWith(want))));
}

/** Returns whether a search finds a table: by its number, or its players' names, titles, federations and teams.
 * @param {TableView} table @param {string} search */
export const finds = (table, search) =>
  matches([table.table, ...[table.white, table.black].flatMap(({ name, title, federation, team }) => [name, title, federation, team])], search);

/** Returns the tables that are found, those of players who are followed first. @param {Iterable<TableView>} tables @param {string} search
 * @param {(name: string) => boolean} follows */
export function ordered(tables, search, follows) {
  const isFollowed = (/** @type {TableView} */ { white, black }) => follows(white.name) || follows(black.name);
  const found = [...tables].filter((table) => finds(table, search));
  return found.sort((one, other) => Number(isFollowed(other)) - Number(isFollowed(one)) || one.table - other.table);
}

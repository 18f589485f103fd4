// A table of results or ranks that a screen reader can walk through: with a caption, and heads that say what they are for.

import { make } from "./make.js";

/** A name as lists show one.
 * @typedef {{number?: number, name: string, title?: string, elo?: number, federation?: string, team?: string}} Name */
/** @typedef {{text: string, kind?: string}} Head */

/** Makes a table with a caption. The cell of each row at `named` names the row.
 * @param {string} caption @param {Head[]} heads @param {(Node | string)[][]} rows @param {number} named */
export function captioned(caption, heads, rows, named) {
  const cell = (/** @type {Node | string} */ inside, /** @type {number} */ at) => {
    const kind = heads[at].kind ?? "";
    return make(at === named ? "th" : "td", { ...(at === named && { scope: "row" }), ...(kind && { class: kind }) }, [inside]);
  };
  const top = heads.map(({ text, kind }) => make("th", { scope: "col", ...(kind && { class: kind }) }, [text]));
  return make("table", {}, [
    make("caption", {}, [caption]), make("thead", {}, [make("tr", {}, top)]),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map(cell)))),
  ]);
}

/** Makes a player's name, of any direction of writing, with title, rating and team. @param {Name | undefined} name
 * @param {string} nobody */
export function player(name, nobody) {
  if (!name) return make("span", { class: "nobody" }, [nobody]);
  const more = [name.elo, name.federation, name.team].filter(Boolean).join(" · ");
  const parts = [name.title ? make("span", { class: "title" }, [name.title]) : "", name.title ? " " : "", make("bdi", {}, [name.name || "?"])];
  return make("span", { class: "person" }, [...parts, ...(more ? [" ", make("span", { class: "more" }, [make("bdi", {}, [more])])] : [])]);
}

/** Returns the heads of standings. @param {string[]} breaks @param {(key: string) => string} word @returns {Head[]} */
export const rankHeads = (breaks, word) => [
  { text: word("rank"), kind: "figure" }, { text: word("player") }, { text: word("points"), kind: "figure" },
  ...breaks.map((name) => ({ text: word(name), kind: "figure" })),
];

/** A row of standings. @typedef {{rank?: number, shared?: boolean, player: Name, points: string, values: string[]}} Ranked */

/** Returns the cells of a row of standings. @param {Ranked} row @param {string} nobody @returns {(Node | string)[]} */
export const rankCells = (row, nobody) => [
  row.rank === undefined ? "–" : `${row.rank}${row.shared ? "=" : ""}`, player(row.player, nobody), row.points, ...row.values,
];

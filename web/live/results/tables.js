// Standings and crosstable as tables. The program has worked them out; nothing is computed here.

import { rankHeads } from "../../shared/pairing_table.js";
import { make } from "../../shared/make.js";
import { resultText } from "../../shared/rounds_words.js";
import { matches } from "../list/search.js";
import { followed, person, star, wide } from "./cells.js";
import { say } from "./words.js";

/** @typedef {import("../../rounds/sheet.js").Sheet} Sheet */
/** @typedef {import("./cells.js").Around} Around */
/** @typedef {import("../../shared/pairing_table.js").Name} Name */

/** Returns whether a search finds a player. @param {Name} player @param {string} search */
export const findsPlayer = ({ name, title, federation, team }, search) => matches([name, title, federation, team], search);

/** Makes the standings. @param {Sheet} sheet @param {string} search @param {Around} around */
export function standings({ standings: { after, tie_breaks, rows }, teams }, search, around) {
  const [rank, player, ...rest] = rankHeads(tie_breaks, say);
  const shown = rows.filter((row) => findsPlayer(row.player, search)).map((row) => ({
    name: row.player.name,
    cells: [
      row.rank === undefined ? "–" : `${row.rank}${row.shared ? "=" : ""}`,
      make("span", { class: "named" }, [star(row.player.name, around), person(row.player, around)]), row.points, ...row.values,
    ],
  }));
  const heads = [{ ...rank, kind: "figure place" }, player, ...rest];
  const ofTeams = teams && search === "" ? [make("h2", {}, [say("teamsAfter", after)]), teamTable(after, teams, around)] : [];
  return { count: shown.length, parts: [wide(say("standingsAfter", after), heads, shown, 1, around), ...ofTeams] };
}

/** @param {number} after @param {import("../../rounds/sheet.js").Teams} teams @param {Around} around */
function teamTable(after, { criteria, rows }, around) {
  const heads = [{ text: say("rank"), kind: "figure place" }, { text: say("team") }, ...criteria.map((name) => ({ text: say(name), kind: "figure" }))];
  const cells = rows.map(({ rank, shared, name, values }) => ({ name: "", cells: [`${rank}${shared ? "=" : ""}`, make("bdi", {}, [name]), ...values] }));
  return wide(say("teamsAfter", after), heads, cells, 1, around);
}

/** Makes the crosstable: the points beside the name, where a phone shows them before anybody scrolls.
 * @param {Sheet} sheet @param {string} search @param {Around} around */
export function crosstable({ standings: { after }, crosstable: { heads, lines } }, search, around) {
  const columns = [
    { text: say("number"), kind: "figure place" }, { text: say("player") }, { text: say("points"), kind: "figure" }, ...heads.map((text) => ({ text, kind: "met" })),
  ];
  const shown = lines.filter(({ player }) => findsPlayer(player, search)).map(({ line, player, cells, points }) => ({
    name: player.name,
    cells: [
      String(line), make("span", { class: "named" }, [...followed(player.name, around), person(player, around)]), points,
      ...cells.map((text) => make("span", {}, games(text))),
    ],
  }));
  return { count: shown.length, parts: [wide(say("crosstableAfter", after), columns, shown, 1, around)] };
}

/** Reads a cell of the crosstable: `12w½` is a draw with White against number 12, `w1 b½` two games against the player of the
 * column. A game that goes on has no result; what is no game, such as a bye, has its text alone. @param {string} text */
export function gamesOf(text) {
  return text.split(" ").filter(Boolean).map((game) => {
    const [, number, colour, result] = /^(\d*)([wb])(.*)$/.exec(game) ?? ["", "", "", game];
    return { number, colour, result: result === "*" ? "" : result.replaceAll("-", "−") };
  });
}

/** Draws the games of a cell, and says them to whoever hears the table. @param {string} text @returns {(Node | string)[]} */
function games(text) {
  return gamesOf(text).flatMap(/** @returns {(Node | string)[]} */ ({ number, colour, result }) => {
    if (!colour) return [result];
    const side = say(colour === "w" ? "white" : "black");
    const said = number ? say("metAs", number, side, result || say("running")) : `${side}: ${result || say("running")}`;
    const shown = make("span", { class: "game", "aria-hidden": "true" }, [number, make("i", { class: colour === "w" ? "man white" : "man black" }), make("b", {}, [result || "·"])]);
    return [shown, make("span", { class: "spoken" }, [`${said}. `])];
  });
}

/** Returns what a side of a board scored, as it is written; nothing while the game goes on. @param {string} result @param {number} side 0 for White */
export const scored = (result, side) => resultText(result).split(/[–/]/)[side] ?? "";

// Players by themselves: those whom the viewer follows, or those that a search finds, each with all their games.

import { make } from "../../shared/make.js";
import { findsPlayer, scored } from "./tables.js";
import { person, star, wide } from "./cells.js";
import { say } from "./words.js";

/** @typedef {import("../../rounds/choice.js").PublicTournament} PublicTournament */
/** @typedef {import("../../rounds/sheet.js").Sheet} Sheet */
/** @typedef {import("../../shared/pairing_table.js").Name} Name */
/** @typedef {import("./cells.js").Around} Around */
/** `why` there was no game, if there was none; `table` where it is played.
 * @typedef {{round: number, side?: number, other?: Name, score?: string, why?: string}} Played */

/** The most players at once: who searches for more wants the standings. */
const PLAYERS_MAX = 24;

/** Returns all players of a tournament with their games, as their rounds tell them. Those of one name are one.
 * @param {PublicTournament} tournament @returns {Map<string, {player: Name, games: Played[]}>} */
export function playersOf({ rounds }) {
  /** @type {Map<string, {player: Name, games: Played[]}>} */
  const players = new Map();
  const add = (/** @type {Name | undefined} */ player, /** @type {Played} */ game) => {
    if (!player?.name) return;
    const known = players.get(player.name) ?? { player, games: [] };
    players.set(player.name, known);
    known.games.push(game);
  };
  for (const { round, boards, unpaired } of rounds) {
    for (const { white, black, result } of boards) {
      add(white, { round, side: 0, other: black, score: scored(result, 0) });
      add(black, { round, side: 1, other: white, score: scored(result, 1) });
    }
    for (const [player, why] of unpaired) add(player, { round, why });
  }
  return players;
}

/** Shows players. @param {PublicTournament} tournament @param {Sheet | null} sheet the standings; null where nobody wants results
 * @param {string} search @param {Around} around */
export function players(tournament, sheet, search, around) {
  const all = [...playersOf(tournament).values()];
  const followed = all.filter(({ player }) => around.follows(player.name));
  // Who follows nobody yet sees whom there is to follow.
  const found = search ? all.filter(({ player }) => findsPlayer(player, search)) : followed.length > 0 ? followed : all;
  const shown = found.slice(0, PLAYERS_MAX).map((it) => one(it, sheet, around));
  const rest = found.length - shown.length;
  const words = followed.length === 0 && !search ? ["nobodyFollowed"] : [];
  return { count: found.length, parts: [...words.map((key) => make("p", { class: "soft" }, [say(key)])), ...shown, ...(rest > 0 ? [make("p", { class: "soft" }, [say("more", rest)])] : [])] };
}

/** @param {{player: Name, games: Played[]}} known @param {Sheet | null} sheet @param {Around} around */
function one({ player, games }, sheet, around) {
  const row = sheet?.standings.rows.find((it) => it.player.name === player.name);
  const place = row ? [...(row.rank === undefined ? [] : [say("rankOf", `${row.rank}${row.shared ? "=" : ""}`)]), say("pointsOf", row.points)].join(" · ") : "";
  const heads = [{ text: say("short"), kind: "figure place" }, { text: say("opponent") }, { text: say("result"), kind: "result" }];
  const rows = games.map(({ round, side, other, score, why }) => ({
    name: "", cells: why ? [String(round), say(why), ""] : [String(round), against(side ?? 0, other, around), sheet ? score || say("running") : "–"],
  }));
  const head = make("h3", {}, [star(player.name, around), person(player, around)]);
  return make("article", { class: "player" }, [head, ...(place ? [make("p", { class: "place-of" }, [place])] : []), wide(player.name, heads, rows, 1, around)]);
}

/** @param {number} side @param {Name | undefined} other @param {Around} around */
function against(side, other, around) {
  const man = make("i", { class: side === 0 ? "man white" : "man black" });
  // The colour is the player's own; the opponent's name leads to the opponent's board of today.
  return make("span", { class: "named" }, [man, make("span", { class: "spoken" }, [`${say(side === 0 ? "white" : "black")}, `]), person(other, { ...around, tables: new Map() })]);
}

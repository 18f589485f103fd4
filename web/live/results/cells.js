// The parts of which the tables of standings, crosstable and players are made.

import { captioned } from "../../shared/pairing_table.js";
import { make } from "../../shared/make.js";
import { icon } from "../icons.js";
import { mark } from "../list/mark.js";
import { word } from "../speech/words.js";
import { say } from "./words.js";

/** @typedef {import("../../shared/pairing_table.js").Name} Name */
/** @typedef {import("../../shared/pairing_table.js").Head} Head */
/** What the tables know of the viewer and the hall. `tables`: the table at which a player sits now; `follow`: what a press on
 * the star does, or null where it only shows.
 * @typedef {{follows: (name: string) => boolean, follow: (name: string) => void, tables: Map<string, number>}} Around */
/** A row of a table: whose it is, and its cells. @typedef {{name: string, cells: (Node | string)[]}} Row */

/** Makes a player's name. It leads to their board, where they sit at one. @param {Name | undefined} player @param {Around} around */
export function person(player, { tables }) {
  if (!player) return make("span", { class: "nobody" }, [say("nobody")]);
  const name = make("bdi", {}, [player.name || "?"]);
  const table = tables.get(player.name);
  const label = table === undefined ? "" : say("watchBoard", player.name, table);
  const who = table === undefined ? name : make("a", { class: "watch", href: `#${table}`, "aria-label": label, "data-key": `watch ${player.name}` }, [name]);
  const title = player.title ? [make("span", { class: "title" }, [player.title]), " "] : [];
  const rest = [player.elo, player.team].filter(Boolean).join(" · ");
  const more = [...(player.federation ? [make("span", { class: "of" }, mark(player.federation)), " "] : []), make("bdi", {}, [rest])];
  return make("span", { class: "person" }, [...title, who, make("span", { class: "below" }, more)]);
}

/** Makes the star with which a player is followed. @param {string} name @param {Around} around */
export function star(name, { follows, follow }) {
  const button = make("button", {
    class: follows(name) ? "star on" : "star", type: "button", "aria-pressed": String(follows(name)), "aria-label": word("follow", name), "data-key": `follow ${name}`,
  }, [icon("star")]);
  button.addEventListener("click", () => follow(name));
  return button;
}

/** Says beside a name that it is followed, where there is no button that says so. @param {string} name @param {Around} around */
export const followed = (name, { follows }) => (follows(name) ? [make("span", { class: "star on" }, [icon("star"), make("span", { class: "spoken" }, [say("followedHere")])])] : []);

/** Makes a table that scrolls sideways within itself, its column of names standing still. The keyboard reaches it, too.
 * @param {string} caption @param {Head[]} heads @param {Row[]} rows @param {number} named the cell that names a row @param {Around} around */
export function wide(caption, heads, rows, named, { follows }) {
  const table = captioned(caption, heads, rows.map(({ cells }) => cells), named);
  rows.forEach(({ name }, n) => table.tBodies[0].rows[n].classList.toggle("followed", follows(name)));
  table.caption?.classList.add("spoken");
  return make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": caption, "data-key": caption }, [table]);
}

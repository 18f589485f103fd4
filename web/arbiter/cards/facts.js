// What an incident cites and what the Laws provide for it, as names and values.

import { clockText } from "../../shared/time.js";
import { make } from "../make.js";
import { localMove, word } from "../words.js";

/** The length from which a fact takes a line of its own: a position does. */
const LONG = 40;

/** @param {import("../wire.js").Incident} incident @returns {[string, string][]} */
export function factsOf({ articles, remedy }) {
  /** @type {[string, string][]} */
  const facts = [[word("articles"), articles.join(", ")]];
  if (remedy?.opponent_ms) facts.push([word("addTime"), `+${clockText(remedy.opponent_ms)}`]);
  if (remedy?.legal.length) facts.push([word("legal"), remedy.legal.map(({ san }) => localMove(san)).join(", ")]);
  if (remedy?.place) facts.push([word("place"), `${localMove(remedy.place[0].toUpperCase())} ${remedy.place.slice(1)}`]);
  if (remedy?.outcome) {
    facts.push([word("outcome"), remedy.outcome === "new-game" ? word("newGame") : remedy.outcome]);
  }
  if (remedy?.move_counter !== undefined) facts.push([word("counter"), String(remedy.move_counter)]);
  if (remedy?.restore_fen) facts.push([word("putBack"), remedy.restore_fen]);
  return facts;
}

/** Writes facts into a list if they differ from those in it. @param {HTMLElement} list @param {[string, string][]} facts */
export function writeFacts(list, facts) {
  const key = JSON.stringify(facts);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, [name]), make("dd", value.length > LONG ? { class: "long" } : {}, [value])]));
}

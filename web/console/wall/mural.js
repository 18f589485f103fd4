// Before a round: a field for each table, ready or not, the sentence that says it, and why those that are not ready are not.

import { arrange, make, write } from "../../arbiter/make.js";
import { language, word } from "../words.js";

/** @typedef {{kind: string, severity: "stop" | "look", table: number | null, board: number | null,
 *   words: Record<string, string>, what_to_do: Record<string, string>}} Item */
/** @typedef {{ready: boolean, rounds: [string, number][], items: Item[]}} Ready */
/** The tables of a round by what they lack: nothing, something that stops the round, something to look at.
 * @typedef {{ready: number[], not: number[], look: number[], hall: Item[], byTable: Map<number, Item[]>}} Sorted */

/** Sorts the tables of a round. @param {number[]} tables @param {Item[]} items what is missing @returns {Sorted} */
export function sorted(tables, items) {
  /** @type {Map<number, Item[]>} */
  const byTable = new Map();
  for (const item of items) if (item.table !== null) byTable.set(item.table, [...(byTable.get(item.table) ?? []), item]);
  const has = (/** @type {number} */ table, /** @type {string} */ severity) => byTable.get(table)?.some((item) => item.severity === severity) ?? false;
  const all = [...new Set([...tables, ...byTable.keys()])].sort((a, b) => a - b);
  const not = all.filter((table) => has(table, "stop"));
  const look = all.filter((table) => !has(table, "stop") && has(table, "look"));
  return { ready: all.filter((table) => !has(table, "stop")), not, look, hall: items.filter(({ table }) => table === null), byTable };
}

const SIGNS = { ready: "✓", not: "✖", look: "▲" };

export class Mural {
  /** @param {HTMLElement} el @param {(table: number) => void} open @param {HTMLElement[]} acts what begins the round */
  constructor(el, open, acts) {
    this.el = el;
    this.open = open;
    this.title = make("h2", { id: "mural-title" });
    this.says = make("p", { class: "says", role: "status" });
    this.fields = make("ul", { class: "fields" });
    // It scrolls where much is missing, so keys have to reach it.
    this.why = make("ul", { class: "reasons", tabindex: "0" });
    /** @type {Map<string, HTMLElement>} */
    this.els = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.lines = new Map();
    el.setAttribute("aria-labelledby", "mural-title");
    el.append(this.title, this.says, this.fields, this.why, make("div", { class: "acts" }, acts));
  }

  /** @param {Ready | null} ready what is missing; null where no round is about to begin @param {number[]} tables those of the round */
  update(ready, tables) {
    this.el.hidden = ready === null;
    if (!ready) return;
    const of = sorted(tables, ready.items);
    const round = ready.rounds[0]?.[1];
    write(this.title, round === undefined ? word("muralHall") : word("mural", round));
    const says = of.not.length > 0 ? word("muralNot", of.ready.length, of.not.join(", ")) : word("muralAll", of.ready.length);
    write(this.says, of.look.length > 0 ? `${says} ${word("muralLook", of.look.join(", "))}` : says);
    const all = [...of.ready, ...of.not].sort((a, b) => a - b);
    const state = (/** @type {number} */ table) => (of.not.includes(table) ? "not" : of.look.includes(table) ? "look" : "ready");
    arrange(this.fields, this.els, all.map((table) => /** @type {[string, number]} */ ([String(table), table])), (key, table) => {
      const button = make("button", { type: "button" }, [make("b", {}, [key]), make("span", { "aria-hidden": "true" })]);
      button.addEventListener("click", () => this.open(table));
      // What is dragged onto another field is exchanged with it.
      return make("li", { "data-table": key }, [button]);
    });
    for (const table of all) {
      const button = /** @type {HTMLElement} */ (this.els.get(String(table))?.firstElementChild);
      const is = state(table);
      button.dataset.state = is;
      button.setAttribute("aria-label", word(is === "ready" ? "tileReady" : is === "look" ? "tileLook" : "tileNot", table));
      write(/** @type {Element} */ (button.lastElementChild), SIGNS[is]);
    }
    this.why.setAttribute("aria-label", word("muralWhy"));
    const said = (/** @type {Record<string, string>} */ words) => words[language()] ?? words.en ?? "";
    const lines = [...of.hall.map((item) => ({ at: "", item })), ...[...of.not, ...of.look].flatMap((table) => (of.byTable.get(table) ?? []).map((item) => ({ at: `${table}: `, item })))];
    const wanted = lines.map(({ at, item }) => /** @type {[string, string]} */ ([`${at}${item.kind}${said(item.words)}`, `${at}${said(item.words)} ${said(item.what_to_do)}`]));
    arrange(this.why, this.lines, wanted, (_, text) => make("li", {}, [text]));
  }
}

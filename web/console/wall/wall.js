// The board wall: a tile for each table, by number or with those first that need a person, and only those searched for.

import { arrange, write } from "../../arbiter/make.js";
import { lampsOf, urgency } from "../facts/lamps.js";
import { word } from "../words.js";
import { Tile } from "./tile.js";

/** @typedef {import("../facts/hall.js").OperatorTable} OperatorTable */
/** @typedef {"need" | "table"} Order */

/** Returns the tables that are searched for: by number if a number is written, by a part of a name otherwise.
 * @param {OperatorTable[]} tables @param {string} text */
export function matching(tables, text) {
  const wanted = plain(text.trim());
  if (!wanted) return tables;
  if (/^\d+$/.test(wanted)) return tables.filter(({ table }) => String(table).startsWith(wanted));
  return tables.filter(({ white, black }) => plain(`${white.name} ${black.name}`).includes(wanted));
}

/** Returns a text without case and without marks over letters, because nobody types them in haste. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").replaceAll("Ł", "L").toLowerCase();

/** Returns the tables in the order of the wall. @param {OperatorTable[]} tables in the order of their numbers @param {Order} order
 * @param {Map<number, number>} ranks the rank of the first task of a table @param {number} now @param {boolean} stale */
export function inOrder(tables, order, ranks, now, stale) {
  if (order === "table") return tables;
  const none = 100;
  const key = (/** @type {OperatorTable} */ table) => (ranks.get(table.table) ?? none) * 10 + urgency(lampsOf(table, now, stale));
  return tables.map((table) => ({ table, at: key(table) })).sort((a, b) => a.at - b.at || a.table.table - b.table.table).map(({ table }) => table);
}

export class Wall {
  /** @param {{list: HTMLElement, none: HTMLElement, title: HTMLElement, search: HTMLInputElement, order: HTMLSelectElement}} parts
   * @param {(table: number) => void} open @param {() => void} changed */
  constructor(parts, open, changed) {
    this.parts = parts;
    this.open = open;
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.els = new Map();
    parts.search.addEventListener("input", changed);
    parts.order.addEventListener("change", changed);
    parts.search.addEventListener("keydown", (event) => {
      const first = this.parts.list.querySelector("button");
      if (event.key === "Enter" && first) first.click();
      if (event.key === "Escape") {
        parts.search.value = "";
        changed();
      }
    });
  }

  /** @param {OperatorTable[]} all in the order of their numbers @param {import("../facts/tasks.js").Task[]} tasks the most urgent first
   * @param {number | null} opened @param {number} now @param {boolean} stale */
  update(all, tasks, opened, now, stale) {
    const { list, none, title, search, order } = this.parts;
    const ranks = new Map([...tasks].reverse().map(({ table, rank }) => [table, rank]));
    // Under a hand that is about to press nothing moves.
    const held = list.contains(document.activeElement) ? this.#asTheyAre(all) : null;
    const shown = held ?? inOrder(matching(all, search.value), /** @type {Order} */ (order.value), ranks, now, stale);
    write(title, word("boards", all.length));
    write(none, shown.length === 0 && all.length > 0 ? word("noMatch") : "");
    const wanted = shown.map((table) => /** @type {[string, OperatorTable]} */ ([String(table.table), table]));
    arrange(list, this.els, wanted, (key) => {
      const tile = new Tile(Number(key), this.open);
      this.tiles.set(key, tile);
      return tile.el;
    });
    for (const key of this.tiles.keys()) if (!this.els.has(key)) this.tiles.delete(key);
    for (const [key, table] of wanted) this.tiles.get(key)?.update(table, table.table === opened, ranks.has(table.table));
    this.tick(now, stale);
  }

  /** Returns the tables whose tiles are there, in their places; null if one of them is gone. @param {OperatorTable[]} all */
  #asTheyAre(all) {
    const byNumber = new Map(all.map((table) => [String(table.table), table]));
    const there = [...this.parts.list.children].map((el) => byNumber.get(/** @type {HTMLElement} */ (el).dataset.table ?? ""));
    return there.every((table) => table !== undefined) ? /** @type {OperatorTable[]} */ (there) : null;
  }

  /** @param {number} now @param {boolean} stale */
  tick(now, stale) {
    for (const tile of this.tiles.values()) tile.tick(now, stale);
  }

  /** Puts the focus on a table's tile. @param {number} table */
  focus(table) {
    this.tiles.get(String(table))?.button.focus();
  }
}

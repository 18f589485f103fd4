// The list of pairings: those that a search finds, those of followed players first. What nobody sees is not drawn.

import { make, write } from "../../shared/make.js";
import { withGames } from "../../shared/follow/view.js";
import { word } from "../speech/words.js";
import { Card } from "./card.js";
import { colours } from "./mini.js";
import { ordered } from "./search.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */
/** @typedef {import("../choices/settings.js").Settings} Settings */

export class List {
  /** @param {HTMLElement} el @param {Settings} settings @param {import("../../shared/follow/seen.js").Seen} seen */
  constructor(el, settings, seen) {
    this.settings = settings;
    this.seen = seen;
    this.cards = /** @type {Map<number, Card>} */ (new Map());
    this.tables = /** @type {Map<number, TableView>} */ (new Map());
    this.search = make("input", { type: "search", id: "search", autocomplete: "off", enterkeyhint: "search" });
    this.found = make("p", { class: "found", role: "status" });
    this.items = make("ul", { class: "cards" });
    const label = make("label", { for: "search", class: "spoken" }, [word("search")]);
    this.search.setAttribute("placeholder", word("search"));
    this.search.addEventListener("input", () => this.arrange());
    el.append(make("div", { class: "search", role: "search" }, [label, this.search]), this.found, this.items);
    this.colours = colours();
    this.order = "";
    /** The side of the boards in CSS pixels. It is asked for only when it may be another: to ask makes the browser lay out. */
    this.side = 0;
    new ResizeObserver(() => this.measure()).observe(this.items);
  }

  /** Takes over tables that changed. @param {Map<number, TableView>} tables @param {Iterable<number>} changed */
  update(tables, changed) {
    this.tables = tables;
    for (const number of changed) {
      const table = tables.get(number);
      const card = this.cards.get(number);
      if (!table) this.#remove(number);
      else if (card) card.update(table);
      else this.#add(number, table);
    }
    this.arrange();
    this.paint();
  }

  /** @param {number} number @param {TableView} table */
  #add(number, table) {
    const card = new Card(number, this.settings);
    card.update(table);
    this.cards.set(number, card);
    this.seen.watch(card.el);
  }

  /** @param {number} number */
  #remove(number) {
    const card = this.cards.get(number);
    if (!card) return;
    this.seen.forget(card.el);
    card.el.remove();
    this.cards.delete(number);
  }

  /** Puts the cards in their order, without moving those that stand right: whoever reads keeps the place. */
  arrange() {
    const tables = ordered(withGames(this.tables.values()), this.search.value, (name) => this.settings.follows(name));
    const order = tables.map(({ table }) => table).join();
    const isSearch = this.search.value.trim() !== "";
    write(this.found, isSearch ? (tables.length > 0 ? word("found", tables.length) : word("nothingFound")) : "");
    if (order === this.order) return;
    this.order = order;
    const focused = document.activeElement;
    this.items.replaceChildren(...tables.flatMap(({ table }) => this.cards.get(table)?.el ?? []));
    if (focused instanceof HTMLElement && this.items.contains(focused)) focused.focus({ preventScroll: true });
  }

  measure() {
    this.side = this.items.querySelector("canvas")?.clientWidth ?? 0;
    this.paint();
  }

  /** Draws the boards that are seen. */
  paint() {
    if (this.side === 0) return;
    for (const number of this.seen.tables) this.cards.get(number)?.paint(this.colours, this.side);
  }

  /** Draws everything anew: the colours are others, or how moves are written is. */
  renew() {
    this.colours = colours();
    this.update(this.tables, this.tables.keys());
  }

  /** @param {(table: TableView) => import("../../shared/game/clock.js").Times} times @param {boolean} stale */
  tick(times, stale) {
    for (const number of this.seen.tables) {
      const table = this.tables.get(number);
      if (table) this.cards.get(number)?.tick(times(table), stale);
    }
  }
}

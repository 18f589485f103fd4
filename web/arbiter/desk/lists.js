// The lists of entries on the page: what is to be decided, hints, and what is left of games that are over.
//
// Only a part of a long list is in the document (window.js). The entries stand by the rule of the order, and stay still
// under a hand (order.js).

import { AllOfKind } from "../cards/all_of_kind.js";
import { ChoiceCard } from "../cards/choice.js";
import { GroupCard } from "../cards/group.js";
import { Head } from "../cards/head.js";
import { IncidentCard } from "../cards/incident.js";
import { Pager } from "../cards/pager.js";
import { arrange, write } from "../make.js";
import { word } from "../words.js";
import { entriesOf } from "./entries.js";
import { passes } from "./filter.js";
import { FilterBar } from "./filter_bar.js";
import { Hand } from "./hand.js";
import { kindOf, kindsOf } from "./kinds.js";
import { SECTIONS, compare, held, heldBack, successor } from "./order.js";
import { ENTRIES_MAX, partOf, partWith } from "./window.js";

/** @typedef {import("../wire.js").TableView} TableView */
/** @typedef {import("./entries.js").Entry} Entry */
/** A card in the document, and what writes it anew.
 * @typedef {{el: HTMLElement, head: Head, update: (entry: Entry) => void, ofKind?: AllOfKind}} Shown */
/** The list of a section, with the elements of its entries by key.
 * @typedef {{section: HTMLElement | null, title: HTMLElement, list: HTMLElement, els: Map<string, HTMLElement>}} List */

/** The pause between two announcements of how much is to be decided, in milliseconds. */
const ANNOUNCE_MS = 5000;
/** The keys of the titles' words. */
const TITLES = { decide: "toDecide", hints: "hints", over: "leftOver" };

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Lists {
  /** @param {import("../cards/incident.js").Asks} asks @param {import("../cards/choice.js").Say} say @param {(said: string) => void} announce */
  constructor(asks, say, announce) {
    this.asks = asks;
    this.say = say;
    this.announce = announce;
    /** @type {Record<import("./entries.js").Section, List>} */
    this.lists = {
      decide: { section: null, title: part("todo-title"), list: part("open"), els: new Map() },
      hints: { section: part("hints"), title: part("hints-title"), list: part("hints-list"), els: new Map() },
      over: { section: part("over"), title: part("over-title"), list: part("over-list"), els: new Map() },
    };
    this.none = part("todo-none");
    this.news = part("news");
    this.news.addEventListener("click", () => {
      this.hand.lift();
      this.#draw();
      this.lists.decide.title.focus();
    });
    this.hand = new Hand(SECTIONS.map((section) => this.lists[section].list), () => this.#draw());
    this.bar = new FilterBar(part("filter"), () => {
      this.from = 0;
      this.#draw();
    });
    this.pager = new Pager((from) => {
      this.from = from;
      this.#draw();
      this.#focus(this.#inDocument()[0]);
    });
    part("pages").append(this.pager.el);
    /** @type {Map<number, TableView>} */
    this.tables = new Map();
    /** What waits, in its order. @type {Entry[]} */
    this.wanted = [];
    /** What is shown or would be without the filter: the same, or what a hand holds still. @type {Entry[]} */
    this.entries = [];
    /** The entries that pass the filter. @type {Entry[]} */
    this.passing = [];
    this.from = 0;
    /** @type {Map<string, Shown>} */
    this.cards = new Map();
    /** The card that is unfolded. @type {GroupCard | undefined} */
    this.unfolded = undefined;
    this.told = 0;
    this.toldMs = -Infinity;
  }

  /** Returns the number of entries that a person has to settle at a table. @param {number} table */
  count(table) {
    return this.wanted.filter((entry) => entry.table.table === table && entry.section !== "hints").length;
  }

  /** @param {TableView[]} views @param {number} now the hall's time */
  update(views, now) {
    this.tables = new Map(views.map((view) => [view.table, view]));
    this.wanted = views.flatMap((view) => entriesOf(view, now)).sort(compare);
    this.#draw();
    this.#tell();
  }

  /** Goes to the next entry, or with −1 to the previous one. @param {1 | -1} step */
  step(step) {
    const waiting = this.passing.filter(({ gone }) => !gone);
    const at = this.#focused();
    const place = this.passing.findIndex(({ key }) => key === at);
    const before = this.passing.slice(0, Math.max(0, place)).filter(({ gone }) => !gone).length;
    const isGone = place >= 0 && this.passing[place].gone;
    const goal = place < 0 ? (step > 0 ? 0 : waiting.length - 1) : before + (step > 0 ? (isGone ? 0 : 1) : -1);
    const entry = waiting[Math.max(0, Math.min(goal, waiting.length - 1))];
    if (!entry) return this.lists.decide.title.focus();
    this.from = partWith(this.passing.indexOf(entry), ENTRIES_MAX);
    this.#draw();
    this.hand.isKey = true;
    this.#focus(entry);
  }

  #draw() {
    const focused = this.#focused();
    const before = this.#inDocument();
    this.entries = this.hand.isOn ? held(this.entries, this.wanted, this.tables) : this.wanted;
    this.passing = this.entries.filter((entry) => passes(this.bar.filter, entry));
    const window = partOf(this.passing, this.from, ENTRIES_MAX);
    this.from = window.from;
    // Buttons for all of a kind come and go with what is shown, too.
    const kinds = kindsOf(this.entries.filter(({ gone }) => !gone));
    this.#keepHeights();
    for (const section of SECTIONS) this.#list(section, window.part, kinds);
    for (const key of this.cards.keys()) if (!SECTIONS.some((section) => this.lists[section].els.has(key))) this.cards.delete(key);
    this.pager.update(window, this.passing.length, ENTRIES_MAX);
    this.#notes();
    if (focused) this.#keepFocus(focused, before, window.part);
  }

  /** @param {import("./entries.js").Section} section @param {Entry[]} shown @param {Map<string, import("./kinds.js").OfKind>} kinds */
  #list(section, shown, kinds) {
    const { section: el, title, list, els } = this.lists[section];
    const count = this.wanted.filter((entry) => entry.section === section).length;
    if (el) el.hidden = !this.entries.some((entry) => entry.section === section);
    write(title, word(TITLES[section], count));
    const wanted = shown.filter((entry) => entry.section === section).map((entry) => /** @type {[string, Entry]} */ ([entry.key, entry]));
    arrange(list, els, wanted, (key, entry) => {
      const card = this.#card(entry);
      this.cards.set(key, card);
      return card.el;
    });
    for (const [key, entry] of wanted) {
      const card = this.cards.get(key);
      card?.update(entry);
      card?.ofKind?.update(entry, kinds.get(kindOf(entry)));
    }
  }

  /** @param {Entry} entry @returns {Shown} */
  #card(entry) {
    if (entry.incidents.length === 0) return new ChoiceCard(entry, this.say);
    const ofKind = new AllOfKind(this.asks.rule);
    if (entry.incidents.length === 1) {
      const head = new Head();
      const card = new IncidentCard(this.asks, head);
      card.el.append(ofKind.el);
      return { el: card.el, head, ofKind, update: ({ table, incidents: [incident], gone }) => card.update(table, incident, gone) };
    }
    // One card is unfolded at a time, so that the document stays small.
    const card = new GroupCard(this.asks, (/** @type {GroupCard} */ unfolded) => {
      if (this.unfolded !== unfolded) this.unfolded?.open(false);
      this.unfolded = unfolded;
    });
    card.el.append(ofKind.el);
    return { el: card.el, head: card.head, ofKind, update: (now) => card.update(now) };
  }

  /** Keeps every card as high as it is while a hand is on the list: a card that waits no more has less to say. */
  #keepHeights() {
    const cards = [...this.cards.values()];
    const heights = cards.map(({ el }) => (this.hand.isOn ? `${el.getBoundingClientRect().height}px` : ""));
    cards.forEach(({ el }, at) => (el.style.minHeight = heights[at]));
  }

  /** Writes what stands around the lists. */
  #notes() {
    const rules = [...new Set(this.wanted.map(({ rule }) => rule).filter(Boolean))];
    this.bar.update([...this.tables.keys()].sort((a, b) => a - b), rules, this.passing.length, this.entries.length);
    this.none.hidden = this.passing.length > 0;
    write(this.none, word(this.entries.length > 0 ? "noneShown" : "nothing"));
    const back = this.hand.isOn ? heldBack(this.entries, this.wanted) : 0;
    this.news.hidden = back === 0;
    write(this.news, word("newOnes", back));
  }

  /** Returns the entries that are in the document. */
  #inDocument() {
    return this.passing.slice(this.from, this.from + ENTRIES_MAX);
  }

  /** Returns the key of the entry that has the focus. */
  #focused() {
    for (const section of SECTIONS) {
      const found = [...this.lists[section].els].find(([, el]) => el.contains(document.activeElement));
      if (found) return found[0];
    }
    return undefined;
  }

  /** Gives the focus to what follows the entry that had it, if that is gone.
   * @param {string} focused @param {Entry[]} before @param {Entry[]} now */
  #keepFocus(focused, before, now) {
    const waiting = now.filter(({ gone }) => !gone);
    if (this.#focused() === focused && waiting.some(({ key }) => key === focused)) return;
    const place = now.findIndex(({ key }) => key === focused);
    this.#focus(place < 0 ? successor(before, waiting, focused) : (now.slice(place).find(({ gone }) => !gone) ?? waiting.at(-1)));
  }

  /** @param {Entry | undefined} entry */
  #focus(entry) {
    const head = entry && this.cards.get(entry.key)?.head.el;
    const goal = head ?? this.lists.decide.title;
    goal.focus({ preventScroll: true });
    if (this.hand.isKey) goal.scrollIntoView({ block: "nearest" });
  }

  /** Announces that more waits than was told, in words alone: nothing on this page makes a sound. */
  #tell() {
    const count = this.wanted.filter(({ section }) => section === "decide").length;
    clearTimeout(this.timer);
    if (count <= this.told) {
      this.told = count;
      return;
    }
    const wait = this.toldMs + ANNOUNCE_MS - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => this.#tell(), wait);
      return;
    }
    this.toldMs = performance.now();
    this.told = count;
    this.announce(word("toDecide", count));
  }
}

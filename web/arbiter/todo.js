// The list of what waits for a person: open incidents and claims, work under way, questions of the sensors, results
// that the board proposes.

import { isClaim, IncidentCard } from "./incident.js";
import { arrange, make, plyNumber, write } from "./make.js";
import { localMove, word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./wire.js").Incident} Incident */
/** @typedef {import("./wire.js").Earlier} Earlier */
/** @typedef {{table: TableView, incident?: Incident, game?: TableView | Earlier}} Item */

/** The rules about ends of the game that also come as a proposed result. */
const PROPOSED = ["checkmate", "stalemate", "kings-centre"];

/** Returns whether an incident waits for a person. A note for the record waits when it is a claim, or when the Laws
 * would have something done. A confirmed incident waits until its steps are done.
 * @param {TableView} table @param {Incident} incident */
function waits(table, { no, game, open, kind, rule, remedy }) {
  if (game === table.game && table.desks.some((step) => step.no === no)) return true;
  const due = Boolean(remedy?.outcome || remedy?.opponent_ms) && !PROPOSED.includes(rule);
  return open && (kind !== "info" || due || isClaim(rule));
}

export class Todo {
  /** @param {{title: HTMLElement, none: HTMLElement, list: HTMLElement}} parts @param {import("./incident.js").Asks} asks
   * @param {(table: number, command: Record<string, unknown>, why: HTMLElement, what: string) => void} say
   * @param {(said: string) => void} announce */
  constructor(parts, asks, say, announce) {
    this.parts = parts;
    this.asks = asks;
    this.say = say;
    this.announce = announce;
    /** @type {Map<string, HTMLElement>} */
    this.els = new Map();
    /** @type {Map<string, IncidentCard>} */
    this.cards = new Map();
    /** @type {[string, Item][]} */
    this.list = [];
    this.told = 0;
  }

  /** Returns the number of entries that wait at a table. @param {number} table */
  count(table) {
    return this.list.filter(([, item]) => item.table.table === table).length;
  }

  /** @param {TableView[]} views */
  update(views) {
    this.list = views.flatMap(itemsOf);
    const focused = [...this.els].find(([, el]) => el.contains(document.activeElement))?.[0];
    write(this.parts.title, word("toDecide", this.list.length));
    this.parts.none.hidden = this.list.length > 0;
    arrange(this.parts.list, this.els, this.list, (key, { table, incident, game }) => {
      if (game) return this.#question(table, game);
      if (!incident) return this.#proposal(table);
      const card = new IncidentCard(this.asks);
      this.cards.set(key, card);
      return card.el;
    });
    for (const [key, { table, incident }] of this.list) if (incident) this.cards.get(key)?.update(table, incident);
    for (const key of this.cards.keys()) if (!this.els.has(key)) this.cards.delete(key);
    // After a decision the focus goes to the head of what is left.
    if (focused && !this.els.has(focused)) this.parts.title.focus();
    if (this.list.length > this.told) this.announce(word("toDecide", this.list.length));
    this.told = this.list.length;
  }

  /** Forgets questions and proposals after a change of language: their words are those of when they were made. */
  forget() {
    for (const [key, el] of this.els) {
      if (key.startsWith("i/")) continue;
      el.remove();
      this.els.delete(key);
    }
  }

  /** Makes the card of a question of the sensors, about the game on the board or an earlier one.
   * @param {TableView} table @param {TableView | Earlier} about */
  #question(table, about) {
    const { asked, game, start } = about;
    const ply = asked?.ply ?? 0;
    const which = game === table.game ? "" : `${word("gameNo", game)}: `;
    return this.#choice(table, `${which}${word("question")} ${plyNumber(start, ply)}`,
      (asked?.alternatives ?? []).map(({ uci, san }) => [localMove(san), { cmd: "choose", ply, move: uci, game }]));
  }

  /** Makes the card of a result that the board proposes. @param {TableView} table */
  #proposal(table) {
    return this.#choice(table, word("proposal", table.proposed ?? ""),
      [[word("confirmResult", table.proposed ?? ""), { cmd: "result", result: table.proposed, game: table.game }]]);
  }

  /** @param {TableView} table @param {string} title @param {[string, Record<string, unknown>][]} answers */
  #choice(table, title, answers) {
    const why = make("p", { class: "why", role: "alert" });
    const buttons = answers.map(([text, command]) => {
      const button = make("button", { type: "button" }, [text]);
      button.addEventListener("click", () => this.say(table.table, command, why, text));
      return button;
    });
    const head = make("h3", {}, [`${word("tableNo", table.table)}: ${title}`]);
    return make("article", { "data-kind": "hint" }, [head, make("div", { class: "actions" }, buttons), why]);
  }
}

/** @param {TableView} table @returns {[string, Item][]} */
function itemsOf(table) {
  /** @type {[string, Item][]} */
  const items = table.incidents.filter((incident) => waits(table, incident))
    .map((incident) => [`i/${table.table}/${incident.game}/${incident.no}`, { table, incident }]);
  for (const game of [table, ...table.earlier]) {
    if (!game.asked) continue;
    const { ply, alternatives } = game.asked;
    items.push([`q/${table.table}/${game.game}/${ply}/${alternatives.map(({ uci }) => uci)}/${game.game === table.game}`, { table, game }]);
  }
  const at = `${table.table}/${table.game}`;
  if (table.proposed && table.result === "*" && !table.score) items.push([`p/${at}/${table.proposed}`, { table }]);
  return items;
}

// The card of incidents that are alike: how often and since when, one answer for all, and each of them when it is unfolded.

import { found } from "../desk/entries.js";
import { SINGLES_MAX, partOf } from "../desk/window.js";
import { causeEarlyMs } from "../error.js";
import { arrange, make, write } from "../make.js";
import { incidentText, ruleName, word } from "../words.js";
import { Head } from "./head.js";
import { IncidentCard } from "./incident.js";
import { Pager } from "./pager.js";

/** @typedef {import("../desk/entries.js").Entry} Entry */

export class GroupCard {
  /** @param {import("./incident.js").Asks} asks @param {(card: GroupCard) => void} unfolded is told when the card unfolds */
  constructor(asks, unfolded) {
    this.asks = asks;
    this.unfolded = unfolded;
    this.head = new Head();
    this.what = make("span");
    this.count = make("strong", { class: "count" });
    this.kind = make("p", { class: "kind" });
    this.text = make("p", { class: "text" });
    this.why = make("p", { class: "why", role: "alert" });
    this.buttons = ["confirm", "dismiss"].map((decision) => {
      const button = make("button", { type: "button", "data-decision": decision });
      button.addEventListener("click", () => this.#decide(decision));
      return button;
    });
    this.fold = make("button", { type: "button", class: "fold", "aria-expanded": "false" });
    this.fold.addEventListener("click", () => this.open(!this.isOpen));
    this.singles = make("div", { class: "singles" });
    this.pager = new Pager((from) => {
      this.from = from;
      if (this.entry) this.update(this.entry);
    });
    this.actions = make("div", { class: "actions" }, [...this.buttons, this.fold]);
    this.el = make("article", { "aria-labelledby": this.head.id }, [
      this.head.el, make("p", { class: "what" }, [this.what, " ", this.count]), this.kind, this.text, this.why, this.actions,
      this.singles, this.pager.el,
    ]);
    this.isOpen = false;
    this.from = 0;
    /** @type {Entry | null} */
    this.entry = null;
    /** @type {Map<string, HTMLElement>} */
    this.els = new Map();
    /** @type {Map<string, IncidentCard>} */
    this.cards = new Map();
  }

  /** Unfolds the card into its incidents, or folds it. @param {boolean} isOpen */
  open(isOpen) {
    this.isOpen = isOpen;
    this.el.style.minHeight = "";
    if (isOpen) this.unfolded(this);
    if (this.entry) this.update(this.entry);
  }

  /** @param {Entry} entry */
  update(entry) {
    this.entry = entry;
    const { table, about, incidents } = entry;
    const [first, last] = [incidents[0], incidents[incidents.length - 1]];
    this.head.update(table.table, about);
    this.el.dataset.kind = entry.kind;
    this.el.dataset.rule = entry.rule;
    this.el.classList.toggle("gone", entry.gone === true);
    const isOnBoard = entry.game === table.game;
    const side = incidents.every(({ by }) => by === first.by) ? first.by : undefined;
    const parts = [ruleName(entry.rule), ...(side ? [word(side)] : []), ...(isOnBoard ? [] : [word("gameOver", entry.game)])];
    write(this.what, parts.join(" · "));
    write(this.count, word("times", found(incidents)));
    const early = causeEarlyMs(table.timing);
    const [from, to] = [this.asks.clock(first.t_ms, early), this.asks.clock(last.repeated?.last_ms ?? last.t_ms, early)];
    write(this.kind, `${word(entry.kind)} · ${word("fromTo", from, to)}`);
    write(this.text, `${word("latest")} ${incidentText(last)}`);
    for (const button of this.buttons) {
      write(button, word("ofAll", word(button.dataset.decision ?? ""), incidents.length));
      button.hidden = entry.gone === true;
    }
    if (!isOnBoard) write(this.why, word("gameGone"));
    write(this.fold, this.isOpen ? word("foldUp") : word("unfold", incidents.length));
    this.fold.setAttribute("aria-expanded", String(this.isOpen));
    this.el.classList.toggle("unfolded", this.isOpen);
    this.#singles(this.isOpen ? incidents : []);
  }

  /** @param {import("../wire.js").Incident[]} incidents */
  #singles(incidents) {
    const { table, game } = /** @type {Entry} */ (this.entry);
    const window = partOf(incidents, this.from, SINGLES_MAX);
    this.from = window.from;
    this.pager.update(window, incidents.length, SINGLES_MAX);
    const wanted = window.part.map((incident) => /** @type {[string, typeof incident]} */ ([`${game}/${incident.no}`, incident]));
    arrange(this.singles, this.els, wanted, (key) => {
      const card = new IncidentCard(this.asks);
      this.cards.set(key, card);
      return card.el;
    });
    for (const [key, incident] of wanted) this.cards.get(key)?.update(table, incident);
    for (const key of this.cards.keys()) if (!this.els.has(key)) this.cards.delete(key);
  }

  /** @param {string} decision */
  #decide(decision) {
    if (!this.entry) return;
    const { table, game, rule, incidents } = this.entry;
    const open = incidents.filter((incident) => incident.open);
    this.asks.rule(open.map(({ no }) => ({ table: table.table, no, game: game === table.game ? undefined : game })), decision, this.why, `${word("tableNo", table.table)}, ${ruleName(rule)}`);
  }
}

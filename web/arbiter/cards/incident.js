// The card of an incident: what happened, its articles, what is due, the arbiter's answers, and the steps to take.

import { DECISIONS, answersTo } from "./claims.js";
import { Head } from "./head.js";
import { causeEarlyMs } from "../error.js";
import { factsOf, writeFacts } from "./facts.js";
import { Guide } from "./guide.js";
import { freshId, make, plyPlace, write } from "../make.js";
import { needs } from "../rights.js";
import { RULED } from "../said.js";
import { incidentText, ruleName, word } from "../words.js";

/** @typedef {import("../wire.js").Incident} Incident */
/** @typedef {import("../wire.js").TableView} TableView */
/** @typedef {import("../desk/kinds.js").Case} Case */
/** The requests of a card to the page: rule on incidents, put the record back, prepare a ruling, give an order, show a
 * position, tell a time.
 * @typedef {{rule: (cases: Case[], decision: string, why: HTMLElement, what: string) => void,
 *   restore: (card: IncidentCard) => void, prepare: (card: IncidentCard) => void, say: import("./choice.js").Say, look: (table: number, fen: string | null) => void,
 *   clock: (t_ms: number, early_ms?: number) => string}} Asks */

/** The time before and after an incident that its report shows, in milliseconds. */
const AROUND_MS = 60_000;

export class IncidentCard {
  /** @param {Asks} asks @param {Head} [head] the table and its players, where the card does not stand at its table */
  constructor(asks, head) {
    this.clock = asks.clock;
    this.head = head;
    const id = freshId();
    this.title = make(head ? "p" : "h3", { id, class: "what", ...(!head && { tabindex: "-1" }) });
    this.kind = make("p", { class: "kind" });
    this.text = make("p", { class: "text" });
    this.facts = make("dl");
    this.status = make("p", { class: "status" });
    this.why = make("p", { class: "why", role: "alert" });
    this.guide = new Guide();
    this.look = make("button", { type: "button", class: "look" });
    this.back = make("button", { type: "button", class: "back" });
    this.back.addEventListener("click", () => asks.restore(this));
    // An illegal move that stands is shown to the public from then on: that may have to wait for the announcement.
    this.prepare = needs("rulings", make("button", { type: "button", class: "prepare" }));
    this.prepare.addEventListener("click", () => asks.prepare(this));
    this.buttons = DECISIONS.map(([decision]) => {
      const button = make("button", { type: "button", "data-decision": decision });
      button.addEventListener("click", () => {
        if (this.incident) asks.rule([{ table: this.table, no: this.incident.no, game: this.earlierGame }], decision, this.why, this.name());
      });
      return button;
    });
    this.looking = false;
    this.look.addEventListener("click", () => {
      this.looking = !this.looking;
      asks.look(this.table, this.looking ? (this.incident?.remedy?.restore_fen ?? null) : null);
      this.#writeLook();
    });
    this.report = make("a", { class: "report", download: "" });
    this.review = needs("cases", make("a", { class: "review" }));
    this.actions = make("div", { class: "actions" }, [...this.buttons, this.prepare, this.back, this.look, this.review, this.report]);
    this.el = make("article", { "aria-labelledby": head ? `${head.id} ${id}` : id }, [
      ...(head ? [head.el] : []), this.title, this.kind, this.text, this.facts, this.guide.el, this.status, this.why, this.actions,
    ]);
    /** @type {Incident | null} */
    this.incident = null;
    this.table = 0;
    /** The number of the incident's game, if that has left the board. @type {number | undefined} */
    this.earlierGame = undefined;
  }

  /** Returns the incident in few words. */
  name() {
    return `${word("tableNo", this.table)}, ${this.title.textContent}`;
  }

  /** @param {TableView} view @param {Incident} incident @param {boolean} [isGone] whether it waits no more */
  update(view, incident, isGone = false) {
    this.incident = incident;
    this.table = view.table;
    const isOnBoard = incident.game === view.game;
    this.earlierGame = isOnBoard ? undefined : incident.game;
    const { number } = plyPlace(view.start, incident.ply);
    const who = incident.by ? [word(incident.by)] : [];
    // Other players may sit at the table now.
    const earlier = isOnBoard ? [] : [word("gameOver", incident.game)];
    this.head?.update(view.table, isOnBoard ? view : (view.earlier.find(({ game }) => game === incident.game) ?? { white: { name: "" }, black: { name: "" } }));
    write(this.title, [ruleName(incident.rule), ...who, word("moveNo", number), ...earlier].join(" · "));
    this.el.dataset.rule = incident.rule;
    this.el.dataset.kind = incident.kind;
    this.el.dataset.no = String(incident.no);
    this.el.classList.toggle("over", !incident.open);
    this.el.classList.toggle("gone", isGone);
    this.el.classList.toggle("unsaved", incident.unsaved !== undefined);
    write(this.kind, `${word(incident.kind)} · ${this.clock(incident.t_ms, causeEarlyMs(view.timing))}`);
    write(this.text, incidentText(incident));
    writeFacts(this.facts, factsOf(incident));
    this.#status(incident, isOnBoard);
    const steps = isOnBoard ? (view.desks.find(({ no }) => no === incident.no)?.steps ?? []) : [];
    this.guide.update(steps);
    this.#answers(incident.rule);
    write(this.prepare, `${word("prepare")}: ${word("letStand")}`);
    this.prepare.hidden = !incident.open || !isOnBoard || !incident.rule.startsWith("illegal-move");
    write(this.back, word("goBackRecord"));
    this.back.hidden = incident.rule === "restore-position" || !steps.some(({ task }) => task === "put-back");
    this.look.hidden = !incident.remedy?.restore_fen;
    write(this.report, word("caseReport"));
    const [from, to] = [Math.max(0, incident.t_ms - AROUND_MS), incident.t_ms + AROUND_MS];
    this.report.href = `api/v1/tables/${view.table}/games/${incident.game}/case/${from}/${to}`;
    write(this.review, word("review"));
    this.review.href = `review/?table=${view.table}&game=${incident.game}&incident=${incident.no}`;
    this.actions.hidden = isGone;
    this.#writeLook();
  }

  /** @param {string} rule */
  #answers(rule) {
    const answers = new Map(answersTo(rule));
    for (const button of this.buttons) {
      const key = answers.get(button.dataset.decision ?? "");
      button.hidden = key === undefined || rule === "restore-position";
      if (key) write(button, word(key));
    }
  }

  #writeLook() {
    write(this.look, word(this.looking ? "showNow" : "showIt"));
    this.look.setAttribute("aria-pressed", String(this.looking));
  }

  /** @param {Incident} incident @param {boolean} isOnBoard */
  #status({ status, closed_ms, rulings, window, open, unsaved }, isOnBoard) {
    const parts = [word(status)];
    for (const ruling of rulings) {
      parts.push(word("ruledBy", word(RULED[ruling.decision] ?? ruling.decision), ruling.author ?? "?", this.clock(ruling.t_ms)));
    }
    if (closed_ms !== undefined) parts.push(word("closed", this.clock(closed_ms)));
    if (open && window === "closed") parts.push(word("tooLate"));
    if (open && !isOnBoard) parts.push(word("gameGone"));
    if (unsaved !== undefined) parts.push(word("unsaved"));
    write(this.status, parts.join(" · "));
  }
}

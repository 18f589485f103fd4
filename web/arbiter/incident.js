// The card of an incident: what happened, its articles, what is due, the arbiter's answers, and the steps to take.

import { clockText } from "../shared/time.js";
import { causeEarlyMs } from "./error.js";
import { Guide } from "./guide.js";
import { freshId, make, plyPlace, write } from "./make.js";
import { language, localMove, word } from "./words.js";

/** @typedef {import("./wire.js").Incident} Incident */
/** @typedef {import("./wire.js").TableView} TableView */
/** The requests of a card to the page: decide, put the record back, show a position, tell a time.
 * @typedef {{decide: (decision: string, card: IncidentCard) => void, restore: (card: IncidentCard) => void,
 *   look: (table: number, fen: string | null) => void, clock: (t_ms: number, early_ms?: number) => string}} Asks */

/** The answers to an incident, with their words. A claim is accepted or rejected; only some claims can be postponed.
 * @typedef {[decision: string, key: string][]} Answers */
/** @type {Answers} */
const DECISIONS = [["confirm", "confirm"], ["dismiss", "dismiss"], ["stands", "letStand"]];
/** @type {Record<string, Answers>} */
const CLAIMS = {
  "threefold-claim": [["confirm", "claimRight"], ["dismiss", "claimWrong"]],
  "fifty-move-claim": [["confirm", "claimRight"], ["dismiss", "claimWrong"]],
  "quickplay-draw-claim": [["confirm", "agree"], ["dismiss", "reject"], ["stands", "postpone"]],
  "quickplay-increment-request": [["confirm", "agree"], ["dismiss", "reject"]],
};

/** The time before and after an incident that its report shows, in milliseconds. */
const AROUND_MS = 60_000;

/** Returns whether an incident is a player's claim, which waits for an answer. @param {string} rule */
export const isClaim = (rule) => rule in CLAIMS;

export class IncidentCard {
  /** @param {Asks} asks */
  constructor(asks) {
    this.clock = asks.clock;
    const id = freshId();
    this.title = make("h3", { id, tabindex: "-1" });
    this.kind = make("p", { class: "kind" });
    this.text = make("p", { class: "text" });
    this.facts = make("dl");
    this.status = make("p", { class: "status" });
    this.why = make("p", { class: "why", role: "alert" });
    this.guide = new Guide();
    this.look = make("button", { type: "button", class: "look" });
    this.back = make("button", { type: "button", class: "back" });
    this.back.addEventListener("click", () => asks.restore(this));
    this.buttons = DECISIONS.map(([decision]) => {
      const button = make("button", { type: "button", "data-decision": decision });
      button.addEventListener("click", () => asks.decide(decision, this));
      return button;
    });
    this.looking = false;
    this.look.addEventListener("click", () => {
      this.looking = !this.looking;
      asks.look(this.table, this.looking ? (this.incident?.remedy?.restore_fen ?? null) : null);
      this.#writeLook();
    });
    this.report = make("a", { class: "report", download: "" });
    const actions = make("div", { class: "actions" }, [...this.buttons, this.back, this.look, this.report]);
    this.el = make("article", { "aria-labelledby": id }, [
      this.title, this.kind, this.text, this.facts, this.guide.el, this.status, this.why, actions,
    ]);
    /** @type {Incident | null} */
    this.incident = null;
    this.table = 0;
  }

  /** @param {TableView} view @param {Incident} incident */
  update(view, incident) {
    this.incident = incident;
    this.table = view.table;
    const { number } = plyPlace(view.start, incident.ply);
    const who = incident.by ? [word(incident.by)] : [];
    // Other players may sit at the table now.
    const earlier = incident.game === view.game ? [] : [word("gameOver", incident.game)];
    write(this.title, [word("tableNo", view.table), ...earlier, word("moveNo", number), ...who].join(", "));
    this.el.dataset.rule = incident.rule;
    this.el.dataset.kind = incident.kind;
    this.el.dataset.no = String(incident.no);
    this.el.classList.toggle("over", !incident.open);
    this.el.classList.toggle("unsaved", incident.unsaved !== undefined);
    write(this.kind, `${word(incident.kind)} · ${incident.rule} · ${this.clock(incident.t_ms, causeEarlyMs(view.timing))}`);
    write(this.text, incident.text[language()] ?? incident.text.en ?? "");
    this.#facts(incident);
    this.#status(incident);
    const steps = incident.game === view.game ? (view.desks.find(({ no }) => no === incident.no)?.steps ?? []) : [];
    this.guide.update(steps);
    this.#answers(incident.rule);
    write(this.back, word("goBackRecord"));
    this.back.hidden = incident.rule === "restore-position" || !steps.some(({ task }) => task === "put-back");
    this.look.hidden = !incident.remedy?.restore_fen;
    write(this.report, word("caseReport"));
    const [from, to] = [Math.max(0, incident.t_ms - AROUND_MS), incident.t_ms + AROUND_MS];
    this.report.href = `api/v1/tables/${view.table}/games/${incident.game}/case/${from}/${to}`;
    this.#writeLook();
  }

  /** @param {string} rule */
  #answers(rule) {
    const answers = new Map(CLAIMS[rule] ?? DECISIONS);
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

  /** @param {Incident} incident */
  #facts({ articles, remedy }) {
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
    const key = JSON.stringify(facts);
    if (this.facts.dataset.key === key) return;
    this.facts.dataset.key = key;
    this.facts.replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, [name]), make("dd", {}, [value])]));
  }

  /** @param {Incident} incident */
  #status({ status, closed_ms, rulings, window, open, unsaved }) {
    const parts = [word(status)];
    for (const ruling of rulings) {
      const said = word(ruling.decision === "stands" ? "letStand" : ruling.decision);
      parts.push(word("ruledBy", said, ruling.author ?? "?", this.clock(ruling.t_ms)));
    }
    if (closed_ms !== undefined) parts.push(word("closed", this.clock(closed_ms)));
    if (open && window === "closed") parts.push(word("tooLate"));
    if (unsaved !== undefined) parts.push(word("unsaved"));
    write(this.status, parts.join(" · "));
  }
}

// One table on the arbiter's page: the board, the moves, the incidents, people's commands, and the forms.

import { Board, placement } from "../shared/board.js";
import { AdjournDesk } from "./adjourn.js";
import { Pager } from "./cards/pager.js";
import { RECORD_MAX, partOf } from "./desk/window.js";
import { shownTime } from "./error.js";
import { Forms } from "./forms.js";
import { IncidentCard } from "./cards/incident.js";
import { arrange, make, plyNumber, write } from "./make.js";
import { needs } from "./rights.js";
import { saidText } from "./said.js";
import { localMove, word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */

export class TablePanel {
  /** @param {HTMLElement} el @param {import("./cards/incident.js").Asks} asks @param {(said: string) => void} announce
   * @param {() => void} close */
  constructor(el, asks, announce, close) {
    this.el = el;
    this.asks = { ...asks, look: (/** @type {number} */ _, /** @type {string | null} */ fen) => this.look(fen) };
    this.clock = asks.clock;
    /** @type {TableView | null} */
    this.view = null;
    /** A position that is shown instead of the game's. @type {string | null} */
    this.looked = null;
    this.title = make("h2", { id: "desk-title", tabindex: "-1" });
    this.close = make("button", { type: "button", class: "close", "aria-keyshortcuts": "Escape" });
    this.close.addEventListener("click", close);
    this.fault = make("p", { class: "why" });
    this.playedOn = make("p", { class: "why" });
    this.board = new Board();
    this.pieces = make("p", { class: "spoken" });
    this.clocks = make("p", { class: "clocks" });
    this.counts = needs("matters", make("p", { class: "counts" }));
    this.adjournment = new AdjournDesk(asks.say);
    this.moves = make("p", { class: "moves" });
    this.movesHead = make("summary");
    this.report = needs("cases", make("a", { class: "report", download: "" }));
    this.review = needs("cases", make("a", { class: "review" }));
    this.incidentsHead = make("h3");
    this.incidents = make("div", { class: "incidents" });
    this.pager = new Pager((from) => {
      this.from = from;
      if (this.view) this.#incidents(this.view);
    });
    /** The place in the list of incidents, latest first, from which on they are shown. */
    this.from = 0;
    this.none = make("p");
    this.saidHead = make("h3");
    this.said = make("ol", { class: "said" });
    this.actHead = make("h3");
    this.forms = new Forms(() => this.view, announce);
    /** @type {Map<string, HTMLElement>} */
    this.cardEls = new Map();
    /** @type {Map<string, IncidentCard>} */
    this.cards = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.saidEls = new Map();
    const left = make("div", {}, [this.board.el, this.pieces, this.clocks, this.counts, this.adjournment.el, make("details", {}, [this.movesHead, this.moves]), this.review, " ", this.report]);
    const right = needs("matters", make("div", {}, [this.incidentsHead, this.none, this.incidents, this.pager.el, this.saidHead, this.said]));
    el.append(make("div", { class: "desk-head" }, [this.title, this.close]), this.fault, this.playedOn, make("div", { class: "two" }, [left, right]), this.actHead, this.forms.el);
  }

  /** @param {TableView | null} view */
  update(view) {
    if (view?.table !== this.view?.table || view?.game !== this.view?.game) this.looked = null;
    if (view?.table !== this.view?.table) this.from = 0;
    this.view = view;
    this.el.hidden = !view;
    if (!view) return;
    write(this.title, `${word("tableNo", view.table)}: ${view.white.name || "?"} – ${view.black.name || "?"}`);
    write(this.close, word("close"));
    write(this.fault, view.fault ? word("fault", view.fault) : "");
    write(this.playedOn, view.played_on ? word("playedOnWhy", view.score ?? view.result) : "");
    this.#board(view);
    this.#clocks(view);
    write(this.review, word("review"));
    this.review.href = `review/?table=${view.table}&game=${view.game}`;
    write(this.report, word("gameReport"));
    this.report.href = `api/v1/tables/${view.table}/games/${view.game}/case`;
    const { white_confirmed, black_confirmed, white_suspected, black_suspected } = view.illegal;
    const any = white_suspected + black_suspected > 0;
    write(this.counts, any ? word("counts", white_confirmed, black_confirmed, white_suspected, black_suspected) : "");
    this.adjournment.update(view);
    write(this.movesHead, word("moves"));
    this.#moves(view);
    write(this.incidentsHead, word("earlier"));
    this.#incidents(view);
    write(this.saidHead, word("said"));
    this.#said(view);
    write(this.actHead, word("act"));
    this.forms.update();
  }

  /** Shows another position than the game's, or with null the game's. @param {string | null} fen */
  look(fen) {
    this.looked = fen;
    if (this.view) this.#board(this.view);
  }

  /** @param {TableView} view */
  #board(view) {
    const last = view.moves.at(-1);
    const uci = last && !this.looked ? last.uci : "";
    const fen = this.looked ?? view.fen;
    this.board.show(fen, { uci, san: "", fen });
    /** @type {Record<string, string[]>} */
    const men = { w: [], b: [] };
    for (const [at, code] of placement(fen)) {
      const letter = code[1] === "P" ? "" : localMove(code[1]);
      men[code[0]].push(`${letter}${"abcdefgh"[at & 7]}${(at >> 3) + 1}`);
    }
    write(this.pieces, `${word("white")}: ${men.w.join(", ")}. ${word("black")}: ${men.b.join(", ")}.`);
  }

  /** @param {TableView} view */
  #clocks({ clock, timing }) {
    const one = (/** @type {"white" | "black"} */ side, /** @type {number} */ ms) =>
      `${word(side)} ${shownTime(ms, timing)}${clock?.running === side ? ` (${word("running")})` : ""}`;
    write(this.clocks, clock ? `${word("clocks")}: ${one("white", clock.white_ms)}, ${one("black", clock.black_ms)}` : "");
  }

  /** @param {TableView} view */
  #moves(view) {
    const key = JSON.stringify([view.moves, word("moves")]);
    if (this.moves.dataset.key === key) return;
    this.moves.dataset.key = key;
    this.moves.replaceChildren(...view.moves.flatMap((ply, at) => {
      const number = at === 0 || at % 2 === (view.start.split(" ")[1] === "b" ? 1 : 0) ? plyNumber(view.start, at + 1) : "";
      const text = `${number}${number ? "\u00a0" : ""}${localMove(ply.san)}`;
      return [make("span", ply.irregular ? { class: "irregular" } : {}, [text]), " "];
    }));
  }

  /** @param {TableView} view */
  #incidents(view) {
    const window = partOf([...view.incidents].reverse(), this.from, RECORD_MAX);
    this.from = window.from;
    this.pager.update(window, view.incidents.length, RECORD_MAX);
    const wanted = window.part.map((incident) => /** @type {[string, typeof incident]} */ (
      [`${view.table}/${incident.game}/${incident.no}`, incident]));
    arrange(this.incidents, this.cardEls, wanted, (key) => {
      const card = new IncidentCard(this.asks);
      this.cards.set(key, card);
      return card.el;
    });
    for (const [key, incident] of wanted) this.cards.get(key)?.update(view, incident);
    for (const key of this.cards.keys()) if (!this.cardEls.has(key)) this.cards.delete(key);
    write(this.none, wanted.length ? "" : word("none"));
  }

  /** @param {TableView} view */
  #said(view) {
    const wanted = view.said.map((said, at) => /** @type {[string, typeof said]} */ (
      [`${view.table}/${said.t_ms}/${at}`, said])).reverse();
    arrange(this.said, this.saidEls, wanted, () => make("li"));
    for (const [key, { t_ms, command }] of wanted) {
      write(/** @type {HTMLElement} */ (this.saidEls.get(key)), `${this.clock(t_ms)} ${command.author ?? "?"}: ${saidText(view, command)}`);
    }
    for (const [key, { unsaved }] of wanted) {
      const el = /** @type {HTMLElement} */ (this.saidEls.get(key));
      if (unsaved === undefined) delete el.dataset.unsaved;
      else el.dataset.unsaved = word("unsaved");
    }
  }
}

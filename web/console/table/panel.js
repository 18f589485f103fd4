// One table: its board, its moves, and what an operator does to them. A correction is dragged on the board or written.

import { ClockFace, timesAt } from "../../shared/game/clock.js";
import { isOver } from "../../shared/game/over.js";
import { turn } from "../../shared/board.js";
import { make, plyNumber, write } from "../../arbiter/make.js";
import { may, needs } from "../../arbiter/rights.js";
import { FORMS, localMove } from "../../arbiter/words.js";
import { promotes } from "../facts/replay.js";
import { language, word } from "../words.js";
import { Correction } from "./correction.js";
import { HandBoard } from "./hand_board.js";

/** @typedef {import("../facts/hall.js").OperatorTable} OperatorTable */
/** What the panel asks of the page. @typedef {{correct: (table: OperatorTable, correction: Correction, why: HTMLElement) => Promise<boolean>,
 *   result: (table: OperatorTable, result: string, why: HTMLElement) => Promise<boolean>,
 *   start: (table: OperatorTable, why: HTMLElement) => Promise<boolean>, close: () => void}} Asks */

const RESULTS = ["1-0", "1/2-1/2", "0-1", "*"];

export class Panel {
  /** @param {HTMLElement} el @param {Asks} asks */
  constructor(el, asks) {
    this.el = el;
    this.asks = asks;
    /** @type {OperatorTable | null} */
    this.table = null;
    /** @type {Correction | null} */
    this.correction = null;
    /** A pawn that waits to be named. @type {[string, string] | null} */
    this.promotion = null;
    this.title = make("h2", { id: "table-title", tabindex: "-1" });
    this.close = this.#button(() => asks.close(), { "aria-keyshortcuts": "Escape" });
    this.faces = { white: new ClockFace("white"), black: new ClockFace("black") };
    this.board = new HandBoard((from, to) => this.#carried(from, to));
    this.why = make("p", { class: "why", role: "alert" });
    this.about = make("p", { class: "soft" });
    this.moves = make("p", { class: "moves" });
    this.field = make("input", { autocomplete: "off", id: "write-moves" });
    this.label = make("label", { for: "write-moves" });
    this.look = make("button", { type: "submit" });
    this.form = make("form", { class: "row" }, [this.label, this.field, this.look]);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#written();
    });
    this.pieces = make("div", { class: "row pieces", role: "group" });
    this.instead = make("p", { class: "instead", role: "status" });
    this.send = this.#button(() => void this.#send(), { class: "next" });
    this.forget = this.#button(() => this.#from(null));
    this.draft = make("div", { class: "row" }, [this.send, this.forget]);
    this.results = needs("results", make("div", { class: "row", role: "group" }, RESULTS.map((result) => this.#button(() => this.#result(result), { "data-result": result }))));
    this.start = this.#button(() => this.#start());
    this.startWhy = make("span", { class: "soft" });
    el.setAttribute("aria-labelledby", "table-title");
    el.append(
      make("div", { class: "head" }, [this.title, this.close]),
      make("div", { class: "clocks" }, [this.faces.white.el, this.faces.black.el]), this.board.el,
      needs("moves", make("div", { class: "correct" }, [this.about, this.pieces, this.instead, this.draft, this.form])), this.why,
      this.moves, this.results, needs("moves", make("div", { class: "row" }, [this.start, this.startWhy])),
    );
  }

  /** @param {() => void} act @param {Record<string, string>} [attributes] */
  #button(act, attributes = {}) {
    const el = make("button", { type: "button", ...attributes });
    el.addEventListener("click", act);
    return el;
  }

  /** @param {OperatorTable | null} table */
  update(table) {
    const isAnother = table?.table !== this.table?.table || table?.game !== this.table?.game;
    this.table = table;
    this.el.hidden = !table;
    if (!table) return;
    if (isAnother || (this.correction && !this.correction.isOf(table))) this.#from(null);
    write(this.title, `${word("tableNo", table.table)}: ${table.white.name || "?"} – ${table.black.name || "?"}`);
    for (const [el, key] of /** @type {[Element, string][]} */ ([[this.close, "away"], [this.about, "dragWhy"], [this.label, "writeMoves"], [this.look, "tryMoves"], [this.send, "sendMoves"], [this.forget, "dropMoves"]])) write(el, word(key));
    this.results.setAttribute("aria-label", word("setResultOf"));
    for (const button of this.results.querySelectorAll("button")) {
      const { result = "" } = button.dataset;
      write(button, result === "*" ? word("noResult") : result.replaceAll("1/2", "½"));
      button.setAttribute("aria-pressed", String(result === (table.score ?? table.result)));
    }
    const isSure = this.start.dataset.sure === `${table.table}/${table.game}`;
    write(this.start, isSure ? word("startSurely", table.table) : word("startAgain"));
    write(this.startWhy, isSure ? word("startNoUndo") : "");
    this.#draw(table);
  }

  /** @param {OperatorTable} table */
  #draw(table) {
    const { correction } = this;
    const plies = table.moves.map(({ san, irregular }, at) => {
      const is = correction?.ply === at + 1;
      const number = plyNumber(table.start, at + 1);
      const shown = at === 0 || !number.endsWith("...") ? `${number}\u00a0` : "";
      return this.#ply(`${shown}${localMove(san)}`, at + 1, is, `${number} ${localMove(san)}`, irregular ? "irregular" : "");
    });
    const end = this.#ply("+", table.moves.length + 1, correction?.ply === table.moves.length + 1, word("atEnd"), "");
    const key = JSON.stringify([table.moves.map(({ san }) => san), correction?.ply, language()]);
    if (this.moves.dataset.key !== key) {
      const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.ply;
      const had = this.moves.contains(document.activeElement);
      this.moves.dataset.key = key;
      this.moves.replaceChildren(...[...plies, end].flatMap((el) => [el, " "]));
      if (had) /** @type {HTMLElement | null} */ (this.moves.querySelector(`[data-ply="${focused}"]`))?.focus();
    }
    const last = correction ? correction.drawn.at(-1) ?? correction.before.at(-1) : table.moves.at(-1);
    this.board.show(correction?.fen ?? table.fen, last?.uci ?? "", may("moves"));
    const { read } = correction ?? { read: null };
    const change = read && read.san.length > 0 ? [word("instead", read.san.map(localMove).join(" "))] : [];
    if (read && change.length > 0) change.push(...(read.stay ? [word("keptMoves", read.stay)] : []), ...(read.fall ? [word("lostMoves", read.fall)] : []));
    write(this.instead, change.join(" "));
    this.draft.hidden = !correction;
    this.send.hidden = change.length === 0;
    this.pieces.hidden = this.promotion === null;
  }

  /** @param {string} text @param {number} ply @param {boolean} is @param {string} label @param {string} kind */
  #ply(text, ply, is, label, kind) {
    const el = this.#button(() => this.#from(ply), { class: `ply ${kind}`.trim(), "data-ply": String(ply), "aria-pressed": String(is), "aria-label": word("fromPly", label) });
    el.append(text);
    return el;
  }

  /** Begins a correction, or with null leaves it. @param {number | null} ply */
  #from(ply) {
    write(this.why, "");
    this.promotion = null;
    this.field.value = "";
    delete this.start.dataset.sure;
    this.correction = ply === null || !this.table ? null : new Correction(this.table, ply);
    if (this.table) this.#draw(this.table);
  }

  /** @param {string} from @param {string} to @param {string} [piece] */
  async #carried(from, to, piece) {
    if (!this.table) return;
    // Without a chosen move the last one is meant to be followed.
    if (!this.correction) this.#from(this.table.moves.length + 1);
    const { correction } = this;
    if (!correction) return;
    if (!piece && promotes(correction.fen, from, to)) return this.#askPiece(from, to);
    this.promotion = null;
    const why = await correction.carry(from, to, piece);
    if (correction === this.correction) write(this.why, why);
    this.#draw(this.table);
    if (!why) this.send.focus();
  }

  /** @param {string} from @param {string} to */
  #askPiece(from, to) {
    this.promotion = [from, to];
    const choices = ["Q", "R", "B", "N"].map((piece) => {
      const el = this.#button(() => void this.#carried(from, to, piece));
      el.append(localMove(piece));
      return el;
    });
    this.pieces.setAttribute("aria-label", word("becomes"));
    this.pieces.replaceChildren(`${word("becomes")}: `, ...choices);
    this.pieces.hidden = false;
    choices[0].focus();
  }

  async #written() {
    if (!this.table) return;
    const text = this.field.value;
    if (!this.correction) this.#from(this.table.moves.length + 1);
    this.field.value = text;
    const { correction } = this;
    const why = await correction?.write(FORMS[language()], text);
    if (correction === this.correction) write(this.why, why ?? "");
    this.#draw(this.table);
    if (!why) this.send.focus();
  }

  async #send() {
    const { table, correction } = this;
    if (table && correction && (await this.asks.correct(table, correction, this.why))) this.#from(null);
  }

  /** @param {string} result */
  #result(result) {
    if (this.table) void this.asks.result(this.table, result, this.why);
  }

  async #start() {
    const { table } = this;
    if (!table) return;
    const key = `${table.table}/${table.game}`;
    if (this.start.dataset.sure !== key) this.start.dataset.sure = key;
    else if (await this.asks.start(table, this.why)) delete this.start.dataset.sure;
    this.update(this.table);
  }

  /** @param {number} now @param {boolean} stale */
  tick(now, stale) {
    if (!this.table) return;
    const shown = /** @type {import("../../shared/wire.js").TableView} */ (/** @type {unknown} */ (this.table));
    const times = timesAt(shown, now);
    const toMove = isOver(shown) || !this.table.fen ? null : turn(this.table.fen);
    this.faces.white.show(times, toMove, stale);
    this.faces.black.show(times, toMove, stale);
  }
}

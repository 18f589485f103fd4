// The forms for what an arbiter can do at a table. Each is small and shows its answer beside it.

import { clockText } from "../shared/time.js";
import * as api from "./api.js";
import { ORDERS, TEXT_MAX, clockOrder } from "./clock_order.js";
import { FormMaker } from "./form_maker.js";
import { make, write } from "./make.js";
import { isDraughts, reports } from "./reports.js";
import { needs } from "./rights.js";
import { FORMS, language, localMove, word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */

/** The results: played games, odd scores, games that were not played, and none. */
const RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "+/-", "-/+", "-/-", "*"];
const CLAIMS = ["illegal", "threefold", "fifty", "time", "touch", "quickplay-draw", "quickplay-increment"];
const PIECES = ["Q", "R", "B", "N"];

export class Forms {
  /** @param {() => TableView | null} view @param {import("./form_maker.js").Announce} announce */
  constructor(view, announce) {
    this.view = view;
    this.maker = new FormMaker(view, announce);
    this.el = make("div", { class: "forms" }, [
      needs("results", this.#result()), needs("notes", this.#freeze()), needs("notes", this.#note()), needs("rulings", this.#claim()),
      needs("moves", this.#correct()), needs("moves", this.#restore()), needs("moves", this.#promote()), needs("rulings", this.#drawOffer()),
      needs("results", this.#adjourn()), needs("rulings", this.#report()), needs("clocks", this.#clock()),
    ]);
  }

  /** Writes words and choices anew. */
  update() {
    this.maker.update();
  }

  /** Lets the next decision that is prepared at a table stand in for this one. @param {number} table @param {number} no */
  changeStaged(table, no) {
    this.maker.change(table, no);
    const first = this.el.querySelector("button.prepare");
    if (first instanceof HTMLElement) first.focus();
  }

  #result() {
    const choice = this.maker.select(() => RESULTS.map((result) => [result, result === "*" ? word("takeBack") : /[+]|-\/-/.test(result) ? word("unplayed", result) : result]));
    const game = this.#games();
    return this.maker.form("setResult", [game.el, this.maker.label("result", choice)], "setResult", (view, give) =>
      give({ cmd: "result", result: choice.value, game: game.chosen(view) }), true);
  }

  /** Makes a choice of the game that is meant. A command always names its game, because the pieces may be put back for
   * the next game while somebody decides. */
  #games() {
    const choice = this.maker.select(() => {
      const earlier = this.view()?.earlier ?? [];
      const players = (/** @type {import("./wire.js").Earlier} */ { white, black }) => `${white.name || "?"} – ${black.name || "?"}`;
      return [["", word("onBoard")], ...earlier.map((past) => /** @type {[string, string]} */ (
        [String(past.game), `${word("gameNo", past.game)}: ${players(past)} (${past.score ?? past.result})`]))];
    });
    const el = this.maker.label("game", choice);
    let shown = "";
    this.maker.writers.push(() => {
      const view = this.view();
      const place = `${view?.table}/${view?.game}`;
      if (place !== shown) choice.value = "";
      shown = place;
      el.hidden = choice.options.length < 2;
    });
    return { el, chosen: (/** @type {TableView} */ view) => Number(choice.value) || view.game };
  }

  #freeze() {
    const about = make("p");
    this.maker.writers.push(() => write(about, word("freezeWhy")));
    this.freezeForm = this.maker.form("freeze", [about], "freeze", (view) => api.freeze(view.table));
    this.freezeForm.querySelector("button")?.setAttribute("aria-keyshortcuts", "F8");
    return this.freezeForm;
  }

  /** Freezes the open table, as its button does: in a time scramble nobody can look for the button. */
  freeze() {
    this.freezeForm?.requestSubmit();
  }

  #note() {
    const text = make("textarea", { rows: "3", maxlength: "4000", required: "" });
    return this.maker.form("note", [this.maker.label("note", text)], "write", async (view) => {
      const reply = await api.command(view.table, { cmd: "note", text: text.value });
      if (reply.ok) text.value = "";
      return reply;
    });
  }

  #claim() {
    const by = this.maker.select(() => [["white", word("white")], ["black", word("black")]]);
    const kind = this.maker.select(() => CLAIMS.map((claim) => [claim, word(claim)]));
    const move = make("input", { autocomplete: "off" });
    const parts = [this.maker.label("by", by), this.maker.label("what", kind), this.maker.label("withMove", move)];
    return this.maker.form("claim", parts, "register", async (view) => {
      const claim = { cmd: "claim", by: by.value, kind: kind.value };
      if (!move.value.trim()) return api.command(view.table, claim);
      const read = await this.#read(view, view.moves.length + 1, move);
      return read.ok ? api.command(view.table, { ...claim, move: read.body.san[0] }) : read;
    });
  }

  #correct() {
    const from = this.maker.plies();
    const moves = make("input", { class: "long", autocomplete: "off", required: "" });
    const parts = [this.maker.label("fromMove", from), this.maker.label("newMoves", moves)];
    return this.#ofChess(this.maker.form("correct", parts, "correct", async (view, give) => {
      const from_ply = Number(from.value || view.moves.length + 1);
      const read = await this.#read(view, from_ply, moves);
      if (!read.ok) return read;
      const reply = await give({ cmd: "correct", from_ply, moves: read.body.moves });
      if (reply.ok) moves.value = "";
      return reply;
    }, true));
  }

  #restore() {
    const ply = this.maker.plies();
    return this.#ofChess(this.maker.form("restore", [this.maker.label("fromMove", ply)], "goBack", (_, give) =>
      give({ cmd: "restore", ply: Number(ply.value) }), true));
  }

  /** Hides a form about moves where the pieces are not followed. @param {HTMLElement} form */
  #ofChess(form) {
    this.maker.writers.push(() => (form.hidden = isDraughts(this.view())));
    return form;
  }

  #promote() {
    const ply = this.maker.plies(({ san, unknown_piece }) => Boolean(unknown_piece) || san.includes("="));
    const piece = this.maker.select(() => PIECES.map((letter) => [letter, localMove(letter)]));
    const form = this.maker.form("promote", [this.maker.label("fromMove", ply), this.maker.label("what", piece)], "name", (_, give) =>
      give({ cmd: "promote", ply: Number(ply.value), piece: piece.value }), true);
    this.maker.writers.push(() => (form.hidden = ply.options.length === 0));
    return form;
  }

  #drawOffer() {
    const by = this.maker.select(() => [["white", word("white")], ["black", word("black")]]);
    return this.maker.form("drawOffer", [this.maker.label("by", by)], "write", (view) =>
      api.command(view.table, { cmd: "draw-offer", by: by.value }));
  }

  #adjourn() {
    return this.maker.form("adjournment", [], "adjourn", (view) => api.command(view.table, { cmd: "adjourn" }));
  }

  #report() {
    const rule = this.maker.select(() => reports(this.view()).map((report) => [report, word(report)]));
    const by = this.maker.select(() => [["", word("nobody")], ["white", word("white")], ["black", word("black")]]);
    const text = make("input", { autocomplete: "off", maxlength: "400" });
    const parts = [this.maker.label("what", rule), this.maker.label("by", by), this.maker.label("inWords", text)];
    return this.maker.form("report", parts, "sendReport", async (view) => {
      const said = { by: by.value || undefined, text: text.value.trim() || undefined };
      const reply = await api.command(view.table, { cmd: "report", rule: rule.value, ...said });
      if (reply.ok) text.value = "";
      return reply;
    });
  }

  /** Makes the form for orders to the clock. It shows only where the board can pass orders on, and each order is read
   * and confirmed before it is sent. */
  #clock() {
    const what = this.maker.select(() => ORDERS.map((order) => [order, word(`${order}Clock`)]));
    const time = () => make("input", { autocomplete: "off", size: "8" });
    const [white, black] = [time(), time()];
    const running = this.maker.select(() => [["", word("nobody")], ["white", word("white")], ["black", word("black")]]);
    const text = make("input", { autocomplete: "off", maxlength: String(TEXT_MAX), size: String(TEXT_MAX) });
    const read = make("button", { type: "button" });
    read.addEventListener("click", () => {
      const clock = this.view()?.clock;
      if (!clock) return;
      [white.value, black.value] = [clockText(clock.white_ms), clockText(clock.black_ms)];
      read.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const ofSet = [this.maker.label("white", white), this.maker.label("black", black), make("div", { class: "row" }, [read]), this.maker.label("thenRuns", running)];
    const ofText = this.maker.label("clockText", text);
    const shown = () => {
      for (const row of ofSet) row.hidden = what.value !== "set";
      ofText.hidden = what.value !== "text";
    };
    what.addEventListener("change", shown);
    const about = make("p");
    this.maker.writers.push(() => {
      write(about, word("clockOrderWhy"));
      write(read, word("timesRead"));
      for (const field of [white, black]) field.placeholder = word("timeShape");
      read.disabled = !this.view()?.clock;
      shown();
    });
    return this.maker.form("clockOrder", [about, this.maker.label("what", what), ...ofSet, ofText], "lookAtOrder", (view) =>
      clockOrder(view.table, { what: what.value, white: white.value, black: black.value, running: running.value, text: text.value }), true);
  }

  /** Reads moves in the language of the page. A mistake is selected where it stands.
   * @param {TableView} view @param {number} ply @param {HTMLInputElement} field */
  async #read(view, ply, field) {
    const reply = await api.read(view.table, FORMS[language()], ply, field.value);
    if (!reply.ok && Array.isArray(reply.body.chars)) {
      const [from, to] = reply.body.chars;
      // The timeout runs after the form has given the focus back.
      setTimeout(() => {
        field.focus();
        field.setSelectionRange(from, Math.max(to, from));
      });
    }
    return reply;
  }
}

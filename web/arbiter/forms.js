// The forms for what an arbiter can do at a table. Each is small and shows its answer beside it.

import { clockText } from "../shared/time.js";
import * as api from "./api.js";
import { ORDERS, TEXT_MAX, clockOrder } from "./clock_order.js";
import { Confirm } from "./confirm.js";
import { waitingWord } from "./disk.js";
import { freshId, make, plyNumber, write } from "./make.js";
import { isDraughts, reports } from "./reports.js";
import { needs } from "./rights.js";
import { FORMS, language, localMove, word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {(said: string) => void} Announce */
/** Gives an order at the open table, or prepares it, by the button that was pressed.
 * @typedef {(command: Record<string, unknown>) => Promise<import("./api.js").Reply>} Give */

/** The results: played games, odd scores, games that were not played, and none. */
const RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "+/-", "-/+", "-/-", "*"];
const CLAIMS = ["illegal", "threefold", "fifty", "time", "touch", "quickplay-draw", "quickplay-increment"];
const PIECES = ["Q", "R", "B", "N"];

export class Forms {
  /** @param {() => TableView | null} view @param {Announce} announce */
  constructor(view, announce) {
    this.view = view;
    this.announce = announce;
    /** The prepared decision that the next one stands in for. @type {{table: number, no: number} | null} */
    this.changing = null;
    /** The functions that write the forms' words anew. @type {(() => void)[]} */
    this.writers = [];
    this.el = make("div", { class: "forms" }, [
      needs("results", this.#result()), needs("notes", this.#freeze()), needs("notes", this.#note()), needs("rulings", this.#claim()),
      needs("moves", this.#correct()), needs("moves", this.#restore()), needs("moves", this.#promote()), needs("rulings", this.#drawOffer()),
      needs("results", this.#adjourn()), needs("rulings", this.#report()), needs("clocks", this.#clock()),
    ]);
  }

  /** Writes words and choices anew. A choice that a person has open is left alone. */
  update() {
    for (const writer of this.writers) writer();
  }

  /** Makes a form with a title, parts, a button, and the answer.
   * @param {string} title @param {HTMLElement[]} parts @param {string} button
   * @param {(view: TableView, give: Give) => Promise<import("./api.js").Reply> | import("./clock_order.js").Order} send what it does,
   * or an order that may have to be confirmed first
   * @param {boolean} [isStaged] whether it can be prepared and announced later */
  #form(title, parts, button, send, isStaged = false) {
    const id = freshId();
    const head = make("h3", { id });
    const go = make("button", { type: "submit" });
    const why = make("p", { class: "why", role: "alert" });
    const answer = make("p", { class: "done", role: "status" });
    const confirm = new Confirm();
    const prepare = needs("rulings", make("button", { type: "submit", class: "prepare" }));
    const row = make("div", { class: "row" }, isStaged ? [go, prepare] : [go]);
    const form = make("form", { "aria-labelledby": id, "data-form": title }, [head, ...parts, row, confirm.el, why, answer]);
    const place = () => `${this.view()?.table} ${language()}`;
    /** The table and the language in which a question was asked. */
    let asked = "";
    let turns = 0;
    this.writers.push(() => {
      write(head, word(title));
      write(go, word(button));
      const no = this.#instead();
      write(prepare, no === undefined ? word("prepare") : word("prepareInstead", no));
      confirm.update();
      if (place() !== asked) confirm.close();
    });
    // Only what the question named is sent: a changed order is asked about again.
    form.addEventListener("input", () => confirm.close());
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const view = this.view();
      if (!view) return;
      if (!api.author()) {
        write(why, word("sayName"));
        return api.askName();
      }
      const isPrepared = event.submitter === prepare;
      const pressed = isPrepared ? prepare : go;
      /** @type {Give} */
      const give = (command) => api.command(view.table, isPrepared ? this.#prepared(view, command) : command);
      /** @param {Promise<import("./api.js").Reply>} sent */
      const settle = async (sent) => {
        go.disabled = prepare.disabled = true;
        const turn = (turns += 1);
        const reply = await sent;
        go.disabled = prepare.disabled = false;
        pressed.focus();
        if (isPrepared && reply.ok) this.changing = null;
        for (let told = reply; ; told = await told.later) {
          // If another order was sent here since, the form shows its answer.
          if (turn === turns) write(why, told.later ? waitingWord() : told.ok ? "" : told.why);
          if (!told.later) {
            if (told.ok) this.announce(word("done", word(title)));
            return told;
          }
        }
      };
      const order = send(view, give);
      if (order instanceof Promise) return settle(order);
      write(why, order.wrong ?? "");
      write(answer, "");
      if (order.wrong !== undefined) return;
      asked = place();
      const act = async () => {
        const reply = await settle(give(order.command));
        if (reply.ok) write(answer, reply.body.text ?? "");
      };
      // What is prepared is looked at again before it is announced.
      if (order.question && !isPrepared) confirm.ask(order.question, act, go);
      else act();
    });
    return form;
  }

  /** Returns the command that prepares another. A prepared decision names its game. @param {TableView} view
   * @param {Record<string, unknown>} command */
  #prepared(view, { game, ...order }) {
    return { cmd: "prepare", order, game: game ?? view.game, staged: this.#instead() };
  }

  /** Returns the number of the decision that the next one at the open table stands in for. */
  #instead() {
    const view = this.view();
    const { table, no } = this.changing ?? { table: 0, no: 0 };
    return view?.table === table && view.staged?.some((one) => one.no === no) ? no : undefined;
  }

  /** Lets the next decision that is prepared at a table stand in for this one. @param {number} table @param {number} no */
  changeStaged(table, no) {
    this.changing = { table, no };
    this.update();
    const first = this.el.querySelector("button.prepare");
    if (first instanceof HTMLElement) first.focus();
  }

  /** Makes a field with its label. @template {HTMLElement} T @param {string} key @param {T} field */
  #label(key, field) {
    const id = freshId();
    field.id = id;
    const text = make("label", { for: id });
    this.writers.push(() => write(text, word(key)));
    return make("div", { class: "row" }, [text, field]);
  }

  /** Makes a choice whose items are written anew. @param {() => [string, string][]} items */
  #select(items) {
    const select = make("select");
    let shown = "";
    this.writers.push(() => {
      const wanted = items();
      const key = JSON.stringify(wanted);
      if (key === shown || document.activeElement === select) return;
      shown = key;
      const before = select.value;
      select.replaceChildren(...wanted.map(([value, text]) => make("option", { value }, [text])));
      if (wanted.some(([value]) => value === before)) select.value = before;
    });
    return select;
  }

  /** Makes a choice of the game's plies, latest first. @param {(ply: import("./wire.js").Ply) => boolean} [wanted] */
  #plies(wanted = () => true) {
    return this.#select(() => {
      const view = this.view();
      const plies = (view?.moves ?? []).map((ply, at) => ({ ply, at: at + 1 })).filter(({ ply }) => wanted(ply)).reverse();
      return plies.map(({ ply, at }) => [String(at), `${plyNumber(view?.start ?? "", at)} ${localMove(ply.san)}`]);
    });
  }

  #result() {
    const choice = this.#select(() => RESULTS.map((result) => [result, result === "*" ? word("takeBack") : /[+]|-\/-/.test(result) ? word("unplayed", result) : result]));
    const game = this.#games();
    return this.#form("setResult", [game.el, this.#label("result", choice)], "setResult", (view, give) =>
      give({ cmd: "result", result: choice.value, game: game.chosen(view) }), true);
  }

  /** Makes a choice of the game that is meant. A command always names its game, because the pieces may be put back for
   * the next game while somebody decides. */
  #games() {
    const choice = this.#select(() => {
      const earlier = this.view()?.earlier ?? [];
      const players = (/** @type {import("./wire.js").Earlier} */ { white, black }) => `${white.name || "?"} – ${black.name || "?"}`;
      return [["", word("onBoard")], ...earlier.map((past) => /** @type {[string, string]} */ (
        [String(past.game), `${word("gameNo", past.game)}: ${players(past)} (${past.score ?? past.result})`]))];
    });
    const el = this.#label("game", choice);
    let shown = "";
    this.writers.push(() => {
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
    this.writers.push(() => write(about, word("freezeWhy")));
    this.freezeForm = this.#form("freeze", [about], "freeze", (view) => api.freeze(view.table));
    this.freezeForm.querySelector("button")?.setAttribute("aria-keyshortcuts", "F8");
    return this.freezeForm;
  }

  /** Freezes the open table, as its button does: in a time scramble nobody can look for the button. */
  freeze() {
    this.freezeForm?.requestSubmit();
  }

  #note() {
    const text = make("textarea", { rows: "3", maxlength: "4000", required: "" });
    return this.#form("note", [this.#label("note", text)], "write", async (view) => {
      const reply = await api.command(view.table, { cmd: "note", text: text.value });
      if (reply.ok) text.value = "";
      return reply;
    });
  }

  #claim() {
    const by = this.#select(() => [["white", word("white")], ["black", word("black")]]);
    const kind = this.#select(() => CLAIMS.map((claim) => [claim, word(claim)]));
    const move = make("input", { autocomplete: "off" });
    const parts = [this.#label("by", by), this.#label("what", kind), this.#label("withMove", move)];
    return this.#form("claim", parts, "register", async (view) => {
      const claim = { cmd: "claim", by: by.value, kind: kind.value };
      if (!move.value.trim()) return api.command(view.table, claim);
      const read = await this.#read(view, view.moves.length + 1, move);
      return read.ok ? api.command(view.table, { ...claim, move: read.body.san[0] }) : read;
    });
  }

  #correct() {
    const from = this.#plies();
    const moves = make("input", { class: "long", autocomplete: "off", required: "" });
    const parts = [this.#label("fromMove", from), this.#label("newMoves", moves)];
    return this.#ofChess(this.#form("correct", parts, "correct", async (view, give) => {
      const from_ply = Number(from.value || view.moves.length + 1);
      const read = await this.#read(view, from_ply, moves);
      if (!read.ok) return read;
      const reply = await give({ cmd: "correct", from_ply, moves: read.body.moves });
      if (reply.ok) moves.value = "";
      return reply;
    }, true));
  }

  #restore() {
    const ply = this.#plies();
    return this.#ofChess(this.#form("restore", [this.#label("fromMove", ply)], "goBack", (_, give) =>
      give({ cmd: "restore", ply: Number(ply.value) }), true));
  }

  /** Hides a form about moves where the pieces are not followed. @param {HTMLElement} form */
  #ofChess(form) {
    this.writers.push(() => (form.hidden = isDraughts(this.view())));
    return form;
  }

  #promote() {
    const ply = this.#plies(({ san, unknown_piece }) => Boolean(unknown_piece) || san.includes("="));
    const piece = this.#select(() => PIECES.map((letter) => [letter, localMove(letter)]));
    const form = this.#form("promote", [this.#label("fromMove", ply), this.#label("what", piece)], "name", (_, give) =>
      give({ cmd: "promote", ply: Number(ply.value), piece: piece.value }), true);
    this.writers.push(() => (form.hidden = ply.options.length === 0));
    return form;
  }

  #drawOffer() {
    const by = this.#select(() => [["white", word("white")], ["black", word("black")]]);
    return this.#form("drawOffer", [this.#label("by", by)], "write", (view) =>
      api.command(view.table, { cmd: "draw-offer", by: by.value }));
  }

  #adjourn() {
    return this.#form("adjournment", [], "adjourn", (view) => api.command(view.table, { cmd: "adjourn" }));
  }

  #report() {
    const rule = this.#select(() => reports(this.view()).map((report) => [report, word(report)]));
    const by = this.#select(() => [["", word("nobody")], ["white", word("white")], ["black", word("black")]]);
    const text = make("input", { autocomplete: "off", maxlength: "400" });
    const parts = [this.#label("what", rule), this.#label("by", by), this.#label("inWords", text)];
    return this.#form("report", parts, "sendReport", async (view) => {
      const said = { by: by.value || undefined, text: text.value.trim() || undefined };
      const reply = await api.command(view.table, { cmd: "report", rule: rule.value, ...said });
      if (reply.ok) text.value = "";
      return reply;
    });
  }

  /** Makes the form for orders to the clock. It shows only where the board can pass orders on, and each order is read
   * and confirmed before it is sent. */
  #clock() {
    const what = this.#select(() => ORDERS.map((order) => [order, word(`${order}Clock`)]));
    const time = () => make("input", { autocomplete: "off", size: "8" });
    const [white, black] = [time(), time()];
    const running = this.#select(() => [["", word("nobody")], ["white", word("white")], ["black", word("black")]]);
    const text = make("input", { autocomplete: "off", maxlength: String(TEXT_MAX), size: String(TEXT_MAX) });
    const read = make("button", { type: "button" });
    read.addEventListener("click", () => {
      const clock = this.view()?.clock;
      if (!clock) return;
      [white.value, black.value] = [clockText(clock.white_ms), clockText(clock.black_ms)];
      read.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const ofSet = [this.#label("white", white), this.#label("black", black), make("div", { class: "row" }, [read]), this.#label("thenRuns", running)];
    const ofText = this.#label("clockText", text);
    const shown = () => {
      for (const row of ofSet) row.hidden = what.value !== "set";
      ofText.hidden = what.value !== "text";
    };
    what.addEventListener("change", shown);
    const about = make("p");
    this.writers.push(() => {
      write(about, word("clockOrderWhy"));
      write(read, word("timesRead"));
      for (const field of [white, black]) field.placeholder = word("timeShape");
      read.disabled = !this.view()?.clock;
      shown();
    });
    return this.#form("clockOrder", [about, this.#label("what", what), ...ofSet, ofText], "lookAtOrder", (view) =>
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

// The exchange of two tables before a round: who plays there, or which boards stand there. A table is dragged onto another, or
// both numbers are written; then one button says what is meant. Exchanging them once more takes it back.

import { make, write } from "../../arbiter/make.js";
import { may, needs } from "../../arbiter/rights.js";
import { exchange as ofBoards } from "../../arbiter/rounds/orders.js";
import { rowsOf } from "../../arbiter/rounds/state.js";
import { word } from "../words.js";

/** @typedef {import("../../arbiter/rounds/state.js").EventState} EventState */
/** @typedef {import("../../arbiter/rounds/state.js").Row} Row */

/** The way a pointer goes before it drags, in CSS pixels: less is a press. */
const DRAG_PX = 6;

/** Returns the order that exchanges who plays at two tables; null where nobody can be exchanged, because a table has no game or
 * they belong to different tournaments. @param {EventState} event @param {[string, number][]} rounds those that have not begun
 * @param {number} one @param {number} two @returns {Record<string, unknown> | null} */
export function ofPlayers(event, rounds, one, two) {
  for (const [key, round] of rounds) {
    const boards = rowsOf(event, key, round).filter(({ table }) => table === one || table === two).map(({ board }) => board);
    if (boards.length === 2) return { do: "swap-boards", key, round, board: boards[0], with: boards[1] };
  }
  return null;
}

export class Exchange {
  /** @param {HTMLElement} fields what holds the tables that can be dragged, each with `data-table`
   * @param {import("../desk/doer.js").Doer} doer */
  constructor(fields, doer) {
    this.doer = doer;
    /** @type {EventState | null} */
    this.event = null;
    /** The rounds that have not begun. @type {[string, number][]} */
    this.rounds = [];
    const field = () => make("input", { inputmode: "numeric", pattern: "[0-9]+", size: "4", autocomplete: "off", required: "" });
    this.one = field();
    this.two = field();
    this.title = make("span");
    this.and = make("span");
    this.says = make("p", { class: "soft", role: "status" });
    this.why = make("p", { class: "why", role: "alert" });
    this.players = needs("pairings", make("button", { type: "submit" }));
    this.boards = needs("boards", make("button", { type: "submit" }));
    this.el = make("form", { class: "exchange" }, [
      make("div", { class: "row" }, [make("label", {}, [this.title, " ", this.one]), make("label", {}, [this.and, " ", this.two]), this.players, this.boards]), this.says, this.why,
    ]);
    this.el.addEventListener("submit", (event) => {
      event.preventDefault();
      // Enter in a field presses the first button, also where this login may not use it and it is hidden.
      const isPlayers = event.submitter === this.players && may("pairings");
      void (isPlayers ? this.#players() : this.#boards());
    });
    for (const input of [this.one, this.two]) input.addEventListener("input", () => this.#draw());
    this.#drag(fields);
  }

  /** @param {EventState | null} event @param {[string, number][]} rounds those that have not begun */
  update(event, rounds) {
    this.event = event;
    this.rounds = rounds;
    this.el.hidden = rounds.length === 0 || !(may("pairings") || may("boards"));
    write(this.title, word("exchangeTable"));
    write(this.and, word("exchangeWith"));
    write(this.players, word("exchangePlayers"));
    write(this.boards, word("exchangeBoards"));
    this.#draw();
  }

  /** Goes to the fields. Returns whether they are there. */
  focus() {
    if (this.el.hidden || this.el.closest("[hidden]")) return false;
    this.one.focus();
    this.one.select();
    return true;
  }

  /** Says who plays at the two tables. */
  #draw() {
    const rows = this.event ? this.rounds.flatMap(([key, round]) => rowsOf(/** @type {EventState} */ (this.event), key, round)) : [];
    const who = (/** @type {HTMLInputElement} */ { value }) => {
      const row = rows.find(({ table }) => table === Number(value));
      return row && `${row.table}: ${row.white?.name ?? "?"} – ${row.black?.name ?? "?"}`;
    };
    const both = [who(this.one), who(this.two)];
    write(this.says, both.every(Boolean) && this.one.value !== this.two.value ? both.join("  ⇄  ") : "");
  }

  /** Returns the two tables; null, and says so, if they are not two. @returns {[number, number] | null} */
  #tables() {
    const [one, two] = [Number(this.one.value), Number(this.two.value)];
    if (one > 0 && two > 0 && one !== two) return [one, two];
    write(this.why, word("exchangeTwo"));
    return null;
  }

  async #players() {
    const tables = this.#tables();
    if (!tables) return;
    const order = this.event && ofPlayers(this.event, this.rounds, ...tables);
    if (!order) return write(this.why, word("exchangeNobody"));
    if (await this.doer.undo.begun(this.doer.exchange("stepPlayers", tables, () => order, this.why))) this.#forget();
  }

  async #boards() {
    const tables = this.#tables();
    if (!tables) return;
    // What stands where is looked up each time: taking it back comes after the boards have moved.
    const order = () => this.event && ofBoards(this.event, ...tables);
    if (!order()) return write(this.why, word("exchangeNoBoard"));
    if (await this.doer.undo.begun(this.doer.exchange("stepBoards", tables, order, this.why))) this.#forget();
  }

  #forget() {
    this.one.value = this.two.value = "";
    this.#draw();
  }

  /** Lets tables be dragged onto one another, with a mouse or a finger. @param {HTMLElement} fields */
  #drag(fields) {
    const tableAt = (/** @type {Element | null} */ el) => (el && fields.contains(el) ? /** @type {HTMLElement | null} */ (el.closest("[data-table]")) : null);
    /** Where the pointer went down, and on which table. @type {{x: number, y: number, from: HTMLElement, drags: boolean} | null} */
    let down = null;
    /** Whether the press that ends now has dragged, and so opens nothing. */
    let hasDragged = false;
    const under = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const el = tableAt(document.elementFromPoint(clientX, clientY));
      return el === down?.from ? null : el;
    };
    const mark = (/** @type {Element | null} */ el) => {
      for (const one of fields.querySelectorAll(".under")) one.classList.toggle("under", one === el);
      el?.classList.add("under");
    };
    const forget = () => {
      down?.from.classList.remove("carried");
      down = null;
      mark(null);
    };
    fields.addEventListener("pointerdown", (event) => {
      hasDragged = false;
      const from = tableAt(/** @type {Element} */ (event.target));
      if (from && event.button === 0 && !this.el.hidden) down = { x: event.clientX, y: event.clientY, from, drags: false };
    });
    addEventListener("pointermove", (event) => {
      if (!down) return;
      down.drags ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG_PX;
      down.from.classList.toggle("carried", down.drags);
      if (down.drags) mark(under(event));
    });
    addEventListener("pointerup", (event) => {
      const [from, to] = [down?.drags ? down.from : null, under(event)];
      hasDragged = from !== null;
      forget();
      if (from && to) this.#choose(from.dataset.table ?? "", to.dataset.table ?? "");
    });
    addEventListener("pointercancel", forget);
    // The browser ends a drag within one field with a click, which would open its table.
    fields.addEventListener("click", (event) => hasDragged && event.stopPropagation(), { capture: true });
  }

  /** @param {string} one @param {string} two */
  #choose(one, two) {
    [this.one.value, this.two.value] = [one, two];
    write(this.why, "");
    this.#draw();
    (may("pairings") ? this.players : this.boards).focus();
  }
}

// One table, large: board, players, clocks, and the moves, through which a viewer can step.
//
// Invariant: while a viewer looks at an earlier position, no event at the table moves the view.

import { Board, turn } from "../shared/board.js";
import { linkText, positionAt } from "./card.js";
import { timesAfter } from "../shared/game/clock.js";
import { Moves } from "./moves.js";
import { isMate, isOver } from "../shared/game/over.js";
import { Player, make, write } from "./player.js";
import { playerName, plyWords, resultWords, timesWords } from "./say.js";
import { Squares } from "./squares.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

export class Big {
  /** @param {HTMLElement} el @param {import("../shared/game/announcer.js").Announcer} announcer */
  constructor(el, announcer) {
    this.el = el;
    this.announcer = announcer;
    /** @type {TableView | null} */
    this.table = null;
    /** The ply that is shown; null is always the newest. @type {number | null} */
    this.at = null;
    this.board = new Board();
    this.white = new Player("white");
    this.black = new Player("black");
    this.moves = new Moves((ply) => this.step(ply));
    this.heading = make("h1", "heading");
    this.status = make("p", "status");
    this.squares = new Squares();
    this.buttons = [
      this.#button("Start", "Start position", () => this.step(0)),
      this.#button("◀", "Previous move", () => this.#by(-1)),
      this.#button("▶", "Next move", () => this.#by(1)),
      this.#button("Live", "Live: the newest position", () => this.step(null)),
    ];
    const clocks = this.#button("Say clocks", "Say clocks", () => this.announcer.say(timesWords(this.times)));
    clocks.classList.add("say");
    const all = make("a", "all", "‹ All boards");
    /** @type {HTMLAnchorElement} */ (all).href = "#all";
    /** @type {import("../shared/game/clock.js").Times} */
    this.times = { white: null, black: null, running: null, held: false };
    el.append(
      make("div", "top", all, this.heading), this.black.el, this.board.el, this.white.el,
      make("div", "notes", this.status, make("div", "buttons", ...this.buttons, clocks), this.moves.el), this.squares.el,
    );
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {TableView | null} table */
  open(table) {
    this.table = null;
    this.at = null;
    this.squares.el.hidden = !table;
    if (table) this.update(table);
  }

  /** @param {TableView} table */
  update(table) {
    const before = this.table;
    this.table = table;
    if (before && before.game !== table.game) this.at = null;
    if (this.at !== null) this.at = Math.min(this.at, table.moves.length);
    write(this.heading, `Table ${table.table}`);
    this.moves.update(table);
    this.#draw();
  }

  /** @param {number | null} ply */
  step(ply) {
    if (!this.table) return;
    this.at = ply === null || ply >= this.table.moves.length ? null : Math.max(0, ply);
    this.#draw();
    this.announcer.say(plyWords(this.table, this.at ?? this.table.moves.length));
  }

  /** @param {import("../shared/game/clock.js").Times} live @param {number} nowMs @param {boolean} stale */
  tick(live, nowMs, stale) {
    if (!this.table) return;
    const stepping = this.at !== null;
    this.times = stepping ? timesAfter(this.table, this.at ?? 0) : live;
    const { fen, last } = this.#position();
    const goesOn = stepping ? !isMate(last) : this.table.start && !isOver(this.table);
    const toMove = goesOn ? turn(fen) : null;
    this.white.clock.show(this.times, toMove, stale && !stepping);
    this.black.clock.show(this.times, toMove, stale && !stepping);
    const note = linkText(this.table, nowMs);
    write(this.black.note, note);
    this.el.classList.toggle("lost", note !== "");
  }

  #position() {
    const table = /** @type {TableView} */ (this.table);
    return positionAt(table, this.at ?? table.moves.length);
  }

  /** @param {number} plies */
  #by(plies) {
    if (this.table) this.step((this.at ?? this.table.moves.length) + plies);
  }

  #draw() {
    const table = /** @type {TableView} */ (this.table);
    const at = this.at ?? table.moves.length;
    const { fen, last } = this.#position();
    this.board.show(fen, last);
    this.white.show(table, "");
    this.black.show(table, "");
    this.moves.mark(at);
    const result = resultWords(table.score ?? table.result);
    const words = this.at === null ? `${plyWords(table, at)} ${result}` : `${plyWords(table, at)} Looking back.`;
    write(this.status, words.trim());
    this.el.classList.toggle("stepping", this.at !== null);
    this.#enable(at, table.moves.length);
    this.squares.show(fen, `${playerName(table.white)} against ${playerName(table.black)}`);
  }

  /** @param {number} at @param {number} plies */
  #enable(at, plies) {
    const off = [at === 0, at === 0, at === plies, this.at === null];
    // Disabled buttons would lose the focus. These buttons keep it and say that they do nothing now.
    this.buttons.forEach((button, n) => button.setAttribute("aria-disabled", String(off[n])));
  }

  /** @param {string} text @param {string} label @param {() => void} act */
  #button(text, label, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    return button;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.table || event.altKey || event.ctrlKey || event.metaKey) return;
    const table = this.table;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.#by(-1),
      ArrowRight: () => this.#by(1),
      Home: () => this.step(0),
      End: () => this.step(table.moves.length),
      Escape: () => (location.hash = "#all"),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}

// One table: board, both clocks and the last move at once, and its moves, through which a viewer can step.
//
// Invariant: while a viewer looks at an earlier position, no event at the table moves the view.

import { Board, turn } from "../../shared/board.js";
import { positionAt } from "../../shared/follow/view.js";
import { timesAfter } from "../../shared/game/clock.js";
import { isMate, isOver } from "../../shared/game/over.js";
import { make, write } from "../../shared/make.js";
import { ageText } from "../../shared/time.js";
import { icon, signed } from "../icons.js";
import { Strip } from "../list/strip.js";
import { clockWords, playerName, plyText, plyWords, resultWords } from "../speech/say.js";
import { word } from "../speech/words.js";
import { Moves } from "./moves.js";
import { Squares } from "./squares.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */
/** @typedef {import("../../shared/game/clock.js").Times} Times */

export class Game {
  /** @param {HTMLElement} el @param {import("../choices/settings.js").Settings} settings @param {(words: string) => void} say */
  constructor(el, settings, say) {
    this.el = el;
    this.settings = settings;
    this.say = say;
    /** @type {TableView | null} */
    this.table = null;
    /** The ply that is shown; null is always the newest. @type {number | null} */
    this.at = null;
    /** The number of plies when the viewer began to look back. */
    this.left = 0;
    /** @type {Times} */
    this.times = { white: null, black: null, running: null, held: false };
    this.board = new Board();
    const follow = (/** @type {string} */ name) => {
      settings.follow(name);
      this.draw();
    };
    this.black = new Strip("black", follow);
    this.white = new Strip("white", follow);
    this.moves = new Moves((ply) => this.step(ply));
    this.heading = make("h2", { class: "heading" });
    this.last = make("p", { class: "status" });
    this.note = make("p", { class: "note", role: "status" });
    this.squares = new Squares();
    this.start = signed("start", word("toStart"), () => this.step(0));
    this.previous = signed("previous", word("previous"), () => this.by(-1));
    this.next = signed("next", word("next"), () => this.by(1));
    this.newest = make("button", { type: "button", "aria-label": word("toLive"), title: word("toLive") }, [word("live")]);
    this.newest.addEventListener("click", () => this.step(null));
    this.turned = signed("flip", word("flip"), () => this.flip());
    this.newest.classList.add("newest");
    this.buttons = make("div", { class: "buttons", role: "toolbar", "aria-label": word("steps") }, [this.start, this.previous, this.next, this.newest, this.turned]);
    const all = make("a", { class: "all", href: "#all", "aria-label": word("allBoards") }, [icon("back")]);
    this.side = make("div", { class: "beside" }, [this.last, this.note, this.buttons, this.moves.el]);
    this.stage = make("div", { class: "stage" }, [this.black.el, this.white.el, this.side]);
    this.stage.insertBefore(this.board.el, this.white.el);
    el.append(make("div", { class: "top" }, [all, this.heading]), this.stage, this.squares.el);
  }

  /** @param {TableView | null} table */
  open(table) {
    [this.table, this.at] = [null, null];
    if (table) this.update(table);
  }

  /** @param {TableView} table */
  update(table) {
    if (this.table && this.table.game !== table.game) this.at = null;
    this.table = table;
    if (this.at !== null) this.at = Math.min(this.at, table.moves.length);
    this.moves.update(table, this.settings.choice.letters);
    this.draw();
  }

  /** Goes to a ply; null is the newest. @param {number | null} ply */
  step(ply) {
    if (!this.table) return;
    if (this.at === null) this.left = this.table.moves.length;
    this.at = ply === null || ply >= this.table.moves.length ? null : Math.max(0, ply);
    this.draw();
    this.say(plyWords(this.table, this.at ?? this.table.moves.length));
  }

  /** @param {number} plies */
  by(plies) {
    if (this.table) this.step((this.at ?? this.table.moves.length) + plies);
  }

  flip() {
    this.board.flip(!this.board.flipped);
    this.stage.classList.toggle("flipped", this.board.flipped);
    this.turned.setAttribute("aria-pressed", String(this.board.flipped));
    this.draw();
  }

  /** @param {Times} live @param {number} nowMs @param {boolean} stale */
  tick(live, nowMs, stale) {
    const { table, at } = this;
    if (!table) return;
    const isBack = at !== null;
    this.times = isBack ? timesAfter(table, at) : live;
    const { fen, last } = positionAt(table, at ?? table.moves.length);
    const goesOn = isBack ? !isMate(last) : table.start && !isOver(table);
    const toMove = goesOn ? turn(fen) : null;
    this.white.clock.show(this.times, toMove, stale && !isBack);
    this.black.clock.show(this.times, toMove, stale && !isBack);
    const { link } = table;
    const age = link.state === "lost" ? ageText(nowMs - link.since_ms) : "";
    write(this.note, link.state === "lost" ? `${word(link.held ? "heldUp" : "linkLost")} ${age}` : link.state === "absent" ? word("noBoard") : "");
    this.el.classList.toggle("lost", link.state === "lost");
  }

  /** The clocks as they are shown, in words. */
  clocks() {
    return clockWords(this.times);
  }

  /** Draws the table that is open. */
  draw() {
    const { table } = this;
    if (!table) return;
    const count = table.moves.length;
    const at = this.at ?? count;
    const { fen, last } = positionAt(table, at);
    this.board.show(table.over ? "8/8/8/8/8/8/8/8 w" : fen, last);
    for (const strip of [this.white, this.black]) strip.show(table, this.settings.follows(table[strip.side].name));
    this.moves.mark(at);
    const said = table.over ? "" : at > 0 ? plyText(table, at, this.settings.choice.letters) : word("startPosition");
    write(this.last, [said, this.at === null ? resultWords(table) : word("lookingBack")].filter(Boolean).join(" · "));
    this.last.classList.toggle("provisional", Boolean(last?.provisional));
    write(this.heading, word("tableNumber", table.table));
    this.el.classList.toggle("stepping", this.at !== null);
    const newer = this.at === null ? 0 : Math.max(0, count - this.left);
    write(this.newest, newer > 0 ? `${word("live")} +${newer}` : word("live"));
    // Disabled buttons would lose the focus. These keep it, and say that they do nothing now.
    const off = /** @type {const} */ ([[this.start, at === 0], [this.previous, at === 0], [this.next, at === count], [this.newest, this.at === null]]);
    for (const [button, isOff] of off) button.setAttribute("aria-disabled", String(isOff));
    this.squares.show(fen, word("versus", playerName(table.white), playerName(table.black)));
  }
}

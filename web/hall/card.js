// One table in the grid: a link to the page that shows all of it.

import { Board, turn } from "../shared/board.js";
import { isOver } from "../shared/game/over.js";
import { Player, make, write } from "./player.js";
import { cardWords, plyText, timesWords } from "./say.js";
import { ageText } from "../shared/time.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

/** The number of last plies that a card lists where it has room for them. */
const LISTED = 6;

/** Returns the position after ply `at` and the ply that led to it. @param {TableView} table @param {number} at */
export function positionAt(table, at) {
  const move = at > 0 ? table.moves[at - 1] : null;
  return { fen: move ? move.fen : table.start, last: move };
}

/** Returns the text of a table's link mark; empty when the link is live.
 * @param {TableView} table @param {number} nowMs */
export function linkText(table, nowMs) {
  if (table.link.state === "lost") return `${table.link.held ? "held up" : "link lost"} ${ageText(nowMs - table.link.since_ms)}`;
  return table.link.state === "absent" ? "no board" : "";
}

export class Card {
  /** @param {TableView} table */
  constructor(table) {
    this.table = table;
    this.board = new Board();
    this.white = new Player("white");
    this.black = new Player("black");
    this.list = make("div", "plies");
    this.number = make("span", "number", String(table.table));
    this.el = /** @type {HTMLAnchorElement} */ (make("a", "card", this.number, this.black.el, this.board.el, this.list, this.white.el));
    this.el.href = `#${table.table}`;
    this.el.dataset.table = String(table.table);
    this.el.setAttribute("aria-keyshortcuts", "t");
    /** @type {import("../shared/game/clock.js").Times} */
    this.times = { white: null, black: null, running: null, held: false };
    this.el.addEventListener("focus", () => this.el.setAttribute("aria-description", timesWords(this.times)));
    this.update(table);
  }

  /** @param {TableView} table */
  update(table) {
    this.table = table;
    const at = table.moves.length;
    const { fen, last } = positionAt(table, at);
    const text = at > 0 ? plyText(table, at) : "";
    const next = turn(fen);
    this.board.show(fen, last);
    this.white.show(table, next === "black" ? text : "");
    this.black.show(table, next === "white" ? text : "");
    const listed = [];
    for (let ply = Math.max(1, at - LISTED + 1); ply <= at; ply += 1) listed.push(make("span", "ply", plyText(table, ply)));
    this.list.replaceChildren(...listed);
    this.el.classList.toggle("provisional", Boolean(last?.provisional));
    this.el.classList.toggle("irregular", Boolean(last?.irregular));
    this.el.setAttribute("aria-label", cardWords(table));
    this.toMove = table.start && !isOver(table) ? next : null;
  }

  /** @param {import("../shared/game/clock.js").Times} times @param {number} nowMs @param {boolean} stale */
  tick(times, nowMs, stale) {
    this.times = times;
    this.white.clock.show(times, this.toMove ?? null, stale);
    this.black.clock.show(times, this.toMove ?? null, stale);
    const note = linkText(this.table, nowMs);
    write(this.black.note, note);
    this.el.classList.toggle("lost", note !== "");
  }
}

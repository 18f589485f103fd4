// One pairing in the list: a small board, both players with their clocks, the last move. All of it leads to the open board.

import { make, write } from "../../shared/make.js";
import { turn } from "../../shared/board.js";
import { positionAt } from "../../shared/follow/view.js";
import { isOver } from "../../shared/game/over.js";
import { cardWords, plyText } from "../speech/say.js";
import { word } from "../speech/words.js";
import { MiniBoard } from "./mini.js";
import { Strip } from "./strip.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */
/** @typedef {import("../choices/settings.js").Settings} Settings */

export class Card {
  /** @param {number} number @param {Settings} settings */
  constructor(number, settings) {
    this.settings = settings;
    this.board = new MiniBoard();
    this.black = new Strip("black");
    this.white = new Strip("white");
    this.last = make("span", { class: "ply" });
    this.link = make("a", { class: "open", href: `#${number}` }, [this.board.el]);
    this.el = make("li", { class: "card" }, [this.link, this.black.el, make("p", { class: "last-ply", "aria-hidden": "true" }, [make("span", { class: "number" }, [String(number)]), this.last]), this.white.el]);
    this.el.dataset.table = String(number);
    // The names are in the words of the link already.
    for (const strip of [this.black, this.white]) strip.name.parentElement?.setAttribute("aria-hidden", "true");
    /** The state that is shown, so that nothing is drawn for nothing. @type {TableView | null} */
    this.table = null;
    /** @type {import("../../shared/wire.js").Side | null} */
    this.toMove = null;
  }

  /** Shows a table. Where nobody sees the card, the board is left for later. @param {TableView} table */
  update(table) {
    this.table = table;
    const at = table.moves.length;
    const { settings: { choice: { letters } } } = this;
    this.black.show(table, this.settings.follows(table.black.name));
    this.white.show(table, this.settings.follows(table.white.name));
    const text = table.over ? word("gameOver") : at > 0 ? plyText(table, at, letters) : word("notBegun");
    write(this.last, text);
    this.el.classList.toggle("provisional", Boolean(table.moves.at(-1)?.provisional));
    this.el.classList.toggle("irregular", Boolean(table.moves.at(-1)?.irregular));
    this.el.classList.toggle("over", Boolean(table.over));
    this.el.classList.toggle("lost", table.link.state === "lost");
    this.link.setAttribute("aria-label", cardWords(table));
  }

  /** Draws what a viewer can see of the position. @param {import("./mini.js").Colours} colours @param {number} side of the board, in CSS pixels */
  paint(colours, side) {
    if (!this.table) return;
    const { fen, last } = positionAt(this.table, this.table.moves.length);
    this.toMove = this.table.start && !isOver(this.table) ? turn(fen) : null;
    this.board.show(this.table.over ? "8/8/8/8/8/8/8/8 w" : fen, last);
    this.board.paint(colours, side);
  }

  /** @param {import("../../shared/game/clock.js").Times} times @param {boolean} stale */
  tick(times, stale) {
    this.white.clock.show(times, this.toMove, stale);
    this.black.clock.show(times, this.toMove, stale);
  }
}

// The position as a table of squares that a screen reader walks through.
//
// Invariant: the cells stay in place and only their words change, so a reader keeps their place while moves come.

import { placement } from "../shared/board.js";
import { make, write } from "./player.js";
import { pieceWords } from "./say.js";

export class Squares {
  constructor() {
    const table = document.createElement("table");
    this.el = make("div", "spoken", table);
    this.caption = table.createCaption();
    /** The cells by square: a1 is 0, h8 is 63. @type {HTMLTableCellElement[]} */
    this.cells = [];
    const head = table.createTHead().insertRow();
    for (const file of ["", ..."abcdefgh"]) head.append(scope(make("th", "", file), "col"));
    const body = table.createTBody();
    for (let rank = 7; rank >= 0; rank -= 1) {
      const row = body.insertRow();
      row.append(scope(make("th", "", String(rank + 1)), "row"));
      for (let file = 0; file < 8; file += 1) this.cells[rank * 8 + file] = row.insertCell();
    }
  }

  /** @param {string} fen @param {string} caption */
  show(fen, caption) {
    const pieces = placement(fen);
    write(this.caption, caption);
    this.cells.forEach((cell, square) => {
      const code = pieces.get(square);
      const name = `${"abcdefgh"[square % 8]}${Math.floor(square / 8) + 1}`;
      write(cell, `${name} ${code ? pieceWords(code) : "empty"}`);
    });
  }
}

/** @param {HTMLElement} el @param {string} value */
function scope(el, value) {
  el.setAttribute("scope", value);
  return el;
}

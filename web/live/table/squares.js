// The position as a table of squares that a screen reader walks through.
//
// Invariant: the cells stay in place and only their words change, so a reader keeps their place while moves come.

import { placement } from "../../shared/board.js";
import { make, write } from "../../shared/make.js";
import { word } from "../speech/words.js";

export class Squares {
  constructor() {
    const table = make("table");
    this.el = make("div", { class: "spoken" }, [table]);
    this.caption = table.createCaption();
    /** The cells by square: a1 is 0, h8 is 63. @type {HTMLTableCellElement[]} */
    this.cells = [];
    table.createTHead().append(make("tr", {}, [make("td"), ...[..."abcdefgh"].map((file) => make("th", { scope: "col" }, [file]))]));
    const body = table.createTBody();
    for (let rank = 7; rank >= 0; rank -= 1) {
      const row = body.insertRow();
      row.append(make("th", { scope: "row" }, [String(rank + 1)]));
      for (let file = 0; file < 8; file += 1) this.cells[rank * 8 + file] = row.insertCell();
    }
  }

  /** @param {string} fen @param {string} caption */
  show(fen, caption) {
    const pieces = placement(fen);
    write(this.caption, caption);
    this.cells.forEach((cell, at) => {
      const code = pieces.get(at);
      const name = `${"abcdefgh"[at % 8]}${Math.floor(at / 8) + 1}`;
      write(cell, `${name} ${code ? word(code) : word("empty")}`);
    });
  }
}

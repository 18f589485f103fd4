// The head of an entry: the number of the table, large, and the names of both players.

import { freshId, make, write } from "../make.js";
import { word } from "../words.js";

export class Head {
  constructor() {
    this.id = freshId();
    this.table = make("span", { class: "spoken" });
    this.number = make("span", { class: "number" });
    this.names = make("span", { class: "names" });
    this.el = make("h3", { id: this.id, class: "head", tabindex: "-1" }, [this.table, " ", this.number, " ", this.names]);
  }

  /** @param {number} table @param {{white: import("../wire.js").Player, black: import("../wire.js").Player}} about */
  update(table, { white, black }) {
    write(this.table, word("table"));
    write(this.number, String(table));
    write(this.names, `${white.name || "?"} – ${black.name || "?"}`);
  }
}

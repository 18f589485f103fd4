// A player's strip: name, title, rating, federation, last move, score, clock.

import { ClockFace } from "../shared/game/clock.js";
import { score } from "../shared/game/plies.js";
import { make, write } from "../shared/make.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

export class Player {
  /** @param {import("../shared/wire.js").Side} side */
  constructor(side) {
    this.side = side;
    this.title = make("span", { class: "title" });
    this.name = make("bdi", { class: "full" });
    this.sub = make("span", { class: "sub" });
    this.last = make("span", { class: "ply" });
    this.score = make("span", { class: "score" });
    this.clock = new ClockFace(side);
    const name = make("div", { class: "name" }, [make("span", { class: "man" }), this.title, this.name]);
    const who = make("div", { class: "who" }, [name, make("div", { class: "line" }, [this.sub, this.last])]);
    this.el = make("div", { class: `player ${side}` }, [who, this.score, this.clock.el]);
  }

  /** @param {TableView} table @param {string} last the ply text, when this side made it */
  show(table, last) {
    const { title, name, elo, federation, team } = table[this.side];
    write(this.title, title ?? "");
    write(this.name, name || "?");
    this.name.title = name;
    write(this.sub, [elo, federation, team].filter(Boolean).join(" · "));
    write(this.last, last);
    const points = score(table.score ?? table.result, this.side);
    write(this.score, points ?? "");
    this.el.classList.toggle("finished", points !== null);
  }
}

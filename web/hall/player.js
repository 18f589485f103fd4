// A player's strip: name, title, rating, federation, clock, score. Cards and the open board use it.

import { ClockFace } from "../shared/game/clock.js";
import { score } from "./say.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

/** @param {string} tag @param {string} className @param {(Node | string)[]} inside */
export function make(tag, className, ...inside) {
  const el = document.createElement(tag);
  el.className = className;
  el.append(...inside);
  return el;
}

/** Writes a text only if it differs, so that nothing is laid out needlessly.
 * @param {Element} el @param {string} text */
export function write(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

export class Player {
  /** @param {import("../shared/wire.js").Side} side */
  constructor(side) {
    this.side = side;
    this.title = make("span", "title");
    this.name = make("bdi", "full");
    this.sub = make("span", "sub");
    this.note = make("span", "note");
    this.last = make("span", "ply");
    this.score = make("span", "score");
    this.clock = new ClockFace(side);
    const man = make("span", "man");
    this.el = make("div", `player ${side}`, make("div", "who", make("div", "name", man, this.title, this.name),
      make("div", "line", this.sub, this.note, this.last)), this.score, this.clock.el);
  }

  /** @param {TableView} table @param {string} last the ply text, when this side made it */
  show(table, last) {
    const player = table[this.side];
    write(this.title, player.title ?? "");
    write(this.name, player.name || "?");
    this.name.title = player.name;
    write(this.sub, [player.elo, player.federation, player.team].filter(Boolean).join(" · "));
    write(this.last, last);
    const points = score(table.score ?? table.result, this.side);
    write(this.score, points ?? "");
    this.el.classList.toggle("finished", points !== null);
  }
}

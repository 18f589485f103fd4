// A lamp as it is drawn: a shape for the eye, a few words beside it, and a whole sentence for whoever hears the page.

import { make, write } from "../../arbiter/make.js";
import { word } from "../words.js";

/** @typedef {import("../facts/lamps.js").Lamp} Lamp */

/** The shapes: a disc is well, a triangle warns, a cross is trouble. Colour only repeats them. */
const SHAPES = { good: "●", warn: "▲", bad: "✖", none: "–", unknown: "?" };

export class LampMark {
  /** @param {string} name the key of what the lamp is about */
  constructor(name) {
    this.name = name;
    this.shape = make("span", { class: "shape", "aria-hidden": "true" });
    this.label = make("span", { class: "what", "aria-hidden": "true" });
    this.short = make("span", { class: "short", "aria-hidden": "true" });
    this.spoken = make("span", { class: "spoken" });
    this.el = make("span", { class: "lamp", "data-lamp": name }, [this.shape, this.label, this.short, this.spoken]);
  }

  /** @param {Lamp} lamp */
  show({ level, short, says, values }) {
    if (this.el.dataset.level !== level) this.el.dataset.level = level;
    write(this.shape, SHAPES[level]);
    write(this.label, word(this.name));
    write(this.short, word(short, ...values));
    write(this.spoken, `${word(this.name)}: ${word(`level-${level}`)}. ${word(says, ...values)} `);
    const title = word(says, ...values);
    if (this.el.title !== title) this.el.title = title;
  }
}

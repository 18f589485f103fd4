// The steps of putting something right at a table, ticked as the sensors see them done.

import { make, write } from "../make.js";
import { language, word } from "../words.js";

/** @typedef {import("../wire.js").Step} Step */

export class Guide {
  constructor() {
    this.el = make("ol", { class: "guide" });
    /** @type {HTMLElement[]} */
    this.items = [];
  }

  /** @param {Step[]} steps */
  update(steps) {
    this.el.hidden = steps.length === 0;
    while (this.items.length > steps.length) this.items.pop()?.remove();
    steps.forEach((step, at) => {
      let item = this.items[at];
      if (!item) {
        item = make("li", {}, [make("span", { class: "tick", "aria-hidden": "true" }), make("span"), make("span", { class: "spoken" })]);
        this.items.push(item);
        this.el.append(item);
      }
      // A step that no sensor sees is for the arbiter to do and to know.
      const state = step.done === null ? "unseen" : step.done ? "done" : "open";
      item.dataset.task = step.task;
      item.dataset.state = state;
      write(item.children[0], { unseen: "•", done: "✓", open: "☐" }[state]);
      write(item.children[1], step.text[language()] ?? step.text.en ?? "");
      write(item.children[2], state === "done" ? word("doneStep") : "");
    });
  }
}

// The way through a list of which only a part is in the document.

import { make, write } from "../make.js";
import { word } from "../words.js";

export class Pager {
  /** @param {(from: number) => void} go */
  constructor(go) {
    this.before = make("button", { type: "button" });
    this.after = make("button", { type: "button", class: "more" });
    this.place = make("span", { role: "status" });
    this.el = make("div", { class: "pager", hidden: "" }, [this.before, this.place, this.after]);
    /** @type {[number, number]} */
    this.goals = [0, 0];
    this.before.addEventListener("click", () => go(this.goals[0]));
    this.after.addEventListener("click", () => go(this.goals[1]));
  }

  /** @param {{from: number, part: unknown[], before: number | null, after: number | null}} window @param {number} all
   * @param {number} size */
  update({ from, part, before, after }, all, size) {
    this.el.hidden = before === null && after === null;
    this.goals = [before ?? 0, after ?? 0];
    this.before.disabled = before === null;
    this.after.disabled = after === null;
    write(this.before, word("before", size));
    write(this.after, word("more", Math.max(0, Math.min(size, all - from - part.length))));
    write(this.place, this.el.hidden ? "" : word("partShown", from + 1, from + part.length, all));
  }
}

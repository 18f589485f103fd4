// The banner about the journal's disk when it takes nothing: since when, what it means, and how much is not yet safe.

import { make, write } from "./make.js";
import { language, word } from "./words.js";

/** @typedef {import("./wire.js").Disk} DiskView */

let state = "well";

/** Returns why an order has no outcome yet: the disk, or a clock that answers late. */
export const waitingWord = () => word(state === "well" ? "stillToCome" : "notSafe");

export class DiskBanner {
  /** @param {HTMLElement} el @param {(t_ms: number) => string} clock */
  constructor(el, clock) {
    this.el = el;
    this.clock = clock;
    this.title = make("h2");
    this.todo = make("p");
    this.why = make("p");
    this.count = make("p", { role: "status" });
    el.append(make("div", { role: "alert" }, [this.title, this.todo]), this.why, this.count);
  }

  /** @param {DiskView} disk @param {number} unsaved tables with something that is not safe @param {number} waiting orders */
  update(disk, unsaved, waiting) {
    state = disk.state;
    const isWell = disk.state === "well";
    this.el.hidden = isWell;
    this.el.dataset.state = disk.state;
    // A hidden alert has no text, so that a screen reader says nothing either.
    write(this.title, isWell ? "" : word(disk.state === "deaf" ? "diskDeaf" : "diskHolding", this.clock(disk.since_ms ?? 0)));
    write(this.todo, disk.todo?.[language()] ?? "");
    write(this.why, isWell ? "" : word("diskSays", disk.why ?? "?"));
    write(this.count, isWell ? "" : word("notSafeTables", unsaved, waiting));
  }
}

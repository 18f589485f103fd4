// The hand on the list: a pointer that moves over it or presses in it, a finger that scrolls it, a key pressed in it.

import { HOLD_MS } from "./order.js";

export class Hand {
  /** @param {HTMLElement[]} lists @param {() => void} rested is told when the hand has left or rests */
  constructor(lists, rested) {
    this.rested = rested;
    this.touchedMs = -Infinity;
    /** Says whether the last touch was a key's: only then is the page scrolled to what gets the focus. */
    this.isKey = false;
    for (const list of lists) {
      for (const kind of ["pointermove", "pointerdown", "touchmove", "wheel", "keydown"]) {
        list.addEventListener(kind, () => this.#touch(kind === "keydown"), { passive: true });
      }
    }
  }

  /** Returns whether a hand is on the list. */
  get isOn() {
    return performance.now() - this.touchedMs < HOLD_MS;
  }

  /** Takes the hand off the list at once. */
  lift() {
    clearTimeout(this.timer);
    this.touchedMs = -Infinity;
  }

  /** @param {boolean} isKey */
  #touch(isKey) {
    this.isKey = isKey;
    this.touchedMs = performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.lift();
      this.rested();
    }, HOLD_MS);
  }
}

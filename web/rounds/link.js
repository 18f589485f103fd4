// The link to the page of rounds. It is there when a round has begun.

/** The time between two looks, in milliseconds: rounds begin seldom, and phones are many. */
const AGAIN_MS = 120_000;

export class RoundsLink {
  /** @param {HTMLElement} el */
  constructor(el) {
    this.el = el;
    this.timer = 0;
  }

  /** Looks whether a round has begun, now and again. */
  async look() {
    clearTimeout(this.timer);
    const told = await fetch("api/v1/rounds").then((answer) => (answer.ok ? answer.json() : null), () => null);
    this.el.hidden = !told?.tournaments.some((/** @type {{rounds: unknown[]}} */ { rounds }) => rounds.length > 0);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.look(), this.el.hidden ? AGAIN_MS : 10 * AGAIN_MS);
  }
}

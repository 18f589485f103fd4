// The clock of a simulation.

/** Time that passes when it is told to, and what is due then. */
export class Timeline {
  now = 1000;
  /** @type {{at: number, act: () => void}[]} */
  #due = [];

  /** @param {number} ms @param {() => void} act */
  after(ms, act) {
    const entry = { at: this.now + ms, act };
    this.#due.push(entry);
    return () => void (this.#due = this.#due.filter((it) => it !== entry));
  }

  /** @param {number} ms @param {() => void} act */
  every(ms, act) {
    this.after(ms, () => {
      act();
      this.every(ms, act);
    });
  }

  /** @param {number} ms */
  pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const next = this.#due.reduce((first, it) => (it.at < first.at ? it : first), { at: Infinity, act() {} });
      if (next.at > end) break;
      this.#due = this.#due.filter((it) => it !== next);
      this.now = next.at;
      next.act();
    }
    this.now = end;
  }
}

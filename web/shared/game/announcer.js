// The one live region of a page, which a screen reader says.

/** The live region of the page: at most one announcement in five seconds, and the newest wins. */
export class Announcer {
  /** @param {{ textContent: string | null }} el */
  constructor(el) {
    this.el = el;
    this.last = -Infinity;
    /** When the announcement that waits is due. @type {ReturnType<typeof setTimeout> | undefined} */
    this.due = undefined;
  }

  /** @param {string} text */
  say(text) {
    this.hush();
    const wait = this.last + 5000 - performance.now();
    if (wait <= 0) this.#speak(text);
    else this.due = setTimeout(() => this.#speak(text), wait);
  }

  /** Forgets what waits, because its subject is no longer on the page. */
  hush() {
    clearTimeout(this.due);
  }

  /** @param {string} text */
  #speak(text) {
    this.last = performance.now();
    // Equal words in a row are two events: a trailing space makes them a change.
    this.el.textContent = this.el.textContent === text ? `${text}\u00a0` : text;
  }
}

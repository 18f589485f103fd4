// Which tables are on the screen, or nearly: what is seen of a list is a few of many.

/** The room around the window, in windows, whose tables count as seen: whoever scrolls finds them ready. */
const AROUND = "40%";
/** The time for which the page stands still before it says what is seen, in milliseconds. */
const STILL_MS = 150;

export class Seen {
  /** @param {(tables: Set<number>) => void} tell */
  constructor(tell) {
    /** @type {Set<number>} */
    this.tables = new Set();
    this.timer = 0;
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const table = Number(/** @type {HTMLElement} */ (target).dataset.table);
        if (isIntersecting) this.tables.add(table);
        else this.tables.delete(table);
      }
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => tell(this.tables), STILL_MS);
    }, { rootMargin: AROUND });
  }

  /** @param {HTMLElement} el an element of a table */
  watch(el) {
    this.observer.observe(el);
  }

  /** @param {HTMLElement} el */
  forget(el) {
    this.observer.unobserve(el);
    this.tables.delete(Number(el.dataset.table));
  }
}

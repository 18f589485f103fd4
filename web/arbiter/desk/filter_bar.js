// The filter as a person sets it: four buttons, a table and a rule. The page's address follows.

import { freshId, make, write } from "../make.js";
import { ruleName, word } from "../words.js";
import { NONE, SHOWS, isNone, readFilter, writeFilter } from "./filter.js";

/** The keys of the words on the buttons. @type {Record<string, string>} */
const NAMES = { all: "all", live: "liveOnly", violations: "violations", questions: "questions" };

export class FilterBar {
  /** @param {HTMLElement} el @param {() => void} changed */
  constructor(el, changed) {
    this.changed = changed;
    this.filter = readFilter(location.search);
    el.setAttribute("role", "group");
    this.el = el;
    this.shows = SHOWS.map((show) => {
      const button = make("button", { type: "button", "data-show": show });
      button.addEventListener("click", () => this.set({ ...this.filter, show }));
      return button;
    });
    this.table = this.#choice("ofTable", (value) => this.set({ ...this.filter, table: value ? Number(value) : null }));
    this.rule = this.#choice("ofRule", (value) => this.set({ ...this.filter, rule: value || null }));
    this.clear = make("button", { type: "button", class: "clear" });
    this.clear.addEventListener("click", () => {
      this.set(NONE);
      this.shows[0].focus();
    });
    this.count = make("span", { class: "count", role: "status" });
    el.append(make("div", { class: "shows" }, this.shows), this.table.el, this.rule.el, this.clear, this.count);
  }

  /** @param {import("./filter.js").Filter} filter */
  set(filter) {
    this.filter = filter;
    history.replaceState(null, "", `${location.pathname}${writeFilter(location.search, filter)}${location.hash}`);
    this.changed();
  }

  /** @param {number[]} tables @param {string[]} rules those of which there is an entry @param {number} shown
   * @param {number} all */
  update(tables, rules, shown, all) {
    this.el.setAttribute("aria-label", word("filter"));
    for (const button of this.shows) {
      write(button, word(NAMES[button.dataset.show ?? ""]));
      button.setAttribute("aria-pressed", String(button.dataset.show === this.filter.show));
    }
    const { table, rule } = this.filter;
    const named = [...new Set([...rules, ...(rule ? [rule] : [])])];
    const byName = named.map((id) => /** @type {[string, string]} */ ([id, ruleName(id)])).sort((a, b) => a[1].localeCompare(b[1]));
    this.table.update([["", word("anyTable")], ...tables.map((number) => /** @type {[string, string]} */ ([String(number), String(number)]))], String(table ?? ""));
    this.rule.update([["", word("anyRule")], ...byName], rule ?? "");
    write(this.clear, word("showAll"));
    this.clear.hidden = isNone(this.filter);
    write(this.count, isNone(this.filter) ? "" : word("shownOf", shown, all));
  }

  /** @param {string} key @param {(value: string) => void} chosen */
  #choice(key, chosen) {
    const id = freshId();
    const label = make("label", { for: id, class: "spoken" });
    const select = make("select", { id, "data-filter": key });
    select.addEventListener("change", () => chosen(select.value));
    let known = "";
    /** @param {[string, string][]} items @param {string} value */
    const update = (items, value) => {
      write(label, word(key));
      const wanted = JSON.stringify(items);
      // A choice that a person has open is left alone.
      if (wanted !== known && document.activeElement !== select) {
        known = wanted;
        select.replaceChildren(...items.map(([item, text]) => make("option", { value: item }, [text])));
      }
      if (select.value !== value) select.value = value;
    };
    return { el: make("div", { class: "row" }, [label, select]), update };
  }
}

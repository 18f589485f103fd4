// What was prepared and is not announced yet, at all tables: who prepared it and when, and the buttons that announce, change
// or drop it. An announcement is the prepared command as it stands, so nothing else can be announced.

import { arrange, make, write } from "./make.js";
import { needs } from "./rights.js";
import { saidText } from "./said.js";
import { language, word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./wire.js").Staged} Staged */
/** @typedef {{table: TableView, staged: Staged}} Item */

export class StagedList {
  /** @param {HTMLElement} el @param {import("./cards/choice.js").Say} say @param {(t_ms: number) => string} clock
   * @param {(table: number, no: number) => void} change opens the table's forms for another decision in place of this one */
  constructor(el, say, clock, change) {
    this.el = el;
    this.say = say;
    this.clock = clock;
    this.change = change;
    this.title = make("h2", { id: "staged-title", tabindex: "-1" });
    this.list = make("div", { class: "entries" });
    /** @type {Map<string, HTMLElement>} */
    this.els = new Map();
    /** @type {Map<string, Item>} */
    this.items = new Map();
    el.append(this.title, this.list);
  }

  /** @param {TableView[]} views in the order of their numbers */
  update(views) {
    this.items = new Map(views.flatMap((table) => (table.staged ?? []).map((staged) =>
      /** @type {[string, Item]} */ ([`${table.table}/${staged.no}`, { table, staged }]))));
    this.el.hidden = this.items.size === 0;
    write(this.title, word("staged", this.items.size));
    const had = this.list.contains(document.activeElement);
    arrange(this.list, this.els, [...this.items], (key) => this.#card(key));
    if (had && !this.list.contains(document.activeElement) && !this.el.hidden) this.title.focus();
    for (const [key, item] of this.items) this.#fill(/** @type {HTMLElement} */ (this.els.get(key)), item);
  }

  /** @param {string} key */
  #card(key) {
    const why = make("p", { class: "why", role: "alert" });
    const button = (/** @type {string} */ act, /** @type {(item: Item) => void} */ does) => {
      const el = make("button", { type: "button", "data-act": act });
      el.addEventListener("click", () => {
        const item = this.items.get(key);
        if (item) does(item);
      });
      return el;
    };
    const tell = (/** @type {Item} */ { table, staged }, /** @type {Record<string, any>} */ command, /** @type {string} */ act) =>
      this.say(table.table, command, why, `${word(act)}: ${saidText(table, { ...staged.command, staged: undefined })}`);
    const buttons = [
      button("announce", (item) => tell(item, item.staged.command, "announce")),
      button("change", ({ table, staged }) => this.change(table.table, staged.no)),
      button("drop", (item) => tell(item, { cmd: "drop", staged: item.staged.no, game: item.staged.command.game }, "drop")),
    ];
    return make("article", { "data-kind": "staged" }, [
      make("h3"), make("p", { class: "status" }), make("p", { class: "why unfit" }), why,
      needs("rulings", make("div", { class: "actions" }, buttons)),
    ]);
  }

  /** @param {HTMLElement} el @param {Item} item */
  #fill(el, { table, staged }) {
    const names = `${table.white.name || "?"} – ${table.black.name || "?"}`;
    const said = saidText(table, { ...staged.command, staged: undefined });
    write(el.children[0], `${word("tableNo", table.table)}: ${staged.command.game === table.game ? `${names}: ` : ""}${said}`);
    write(el.children[1], word("preparedBy", staged.author ?? "?", this.clock(staged.t_ms)));
    write(el.children[2], staged.why?.[language()] ?? "");
    for (const button of el.querySelectorAll("button")) {
      const act = button.dataset.act ?? "";
      write(button, word(act));
      button.disabled = act === "announce" && staged.why !== undefined;
    }
  }
}

// The buttons that dismiss all incidents of a kind, at a table or in the hall. The number is told before anything is sent.

import { Confirm } from "../confirm.js";
import { make, write } from "../make.js";
import { ruleName, word } from "../words.js";

/** @typedef {import("../desk/kinds.js").Case} Case */

export class AllOfKind {
  /** @param {import("./incident.js").Asks["rule"]} rule */
  constructor(rule) {
    this.rule = rule;
    this.why = make("p", { class: "why", role: "alert" });
    this.confirm = new Confirm("dismissThem", "keepThem");
    this.ofTable = this.#button("dismissAtTable", () => this.table);
    this.ofHall = this.#button("dismissInHall", () => this.hall);
    this.el = make("div", { class: "of-kind" }, [make("div", { class: "actions" }, [this.ofTable, this.ofHall]), this.confirm.el, this.why]);
    /** @type {Case[]} */
    this.table = [];
    /** @type {Case[]} */
    this.hall = [];
    this.name = "";
  }

  /** @param {"dismissAtTable" | "dismissInHall"} key @param {() => Case[]} cases */
  #button(key, cases) {
    const button = make("button", { type: "button", class: "wide-ruling", "data-word-key": key });
    button.addEventListener("click", () => {
      // What is asked about is sent, whatever comes meanwhile.
      const asked = [...cases()];
      this.confirm.ask(word("askDismiss", asked.length, this.name), () => this.rule(asked, "dismiss", this.why, this.name), button);
    });
    return button;
  }

  /** @param {import("../desk/entries.js").Entry} entry @param {import("../desk/kinds.js").OfKind | undefined} ofKind */
  update(entry, ofKind) {
    this.name = ruleName(entry.rule);
    this.table = ofKind?.tables.get(entry.table.table) ?? [];
    this.hall = ofKind?.hall ?? [];
    const own = entry.incidents.length;
    this.ofTable.hidden = entry.gone === true || this.table.length <= own;
    this.ofHall.hidden = entry.gone === true || this.hall.length <= this.table.length;
    write(this.ofTable, word("dismissAtTable", this.table.length));
    write(this.ofHall, word("dismissInHall", this.hall.length));
    this.confirm.update();
    this.el.hidden = this.ofTable.hidden && this.ofHall.hidden && this.why.textContent === "";
  }
}

// The players of a tournament: who is there, who has withdrawn, and the way back.

import { arrange, make, write } from "../make.js";
import { player } from "../../shared/pairing_table.js";
import { button, input, labelled, whyNot } from "./fields.js";
import * as orders from "./orders.js";
import { entrant, lastBegun, numbers } from "./state.js";
import { word } from "./words.js";

/** @typedef {import("./state.js").Tournament} Tournament */

export class PlayersPanel {
  /** @param {HTMLElement} el @param {import("./giver.js").Giver} giver */
  constructor(el, giver) {
    this.giver = giver;
    this.title = make("summary");
    this.last = input("", { inputmode: "numeric", pattern: "[0-9]+", size: "4" });
    this.list = make("ul", { class: "byes" });
    this.why = whyNot();
    this.shownLast = "";
    el.replaceChildren(this.title, make("div", { class: "row" }, [labelled(word("lastRound"), this.last)]), this.why, this.list);
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
  }

  /** @param {Tournament} tournament @param {string} key */
  update(tournament, key) {
    const all = numbers(tournament.players);
    write(this.title, word("playersOf", all.length));
    // What somebody wrote stays until another round has begun.
    const last = `${key}/${lastBegun(tournament)}`;
    if (last !== this.shownLast) this.last.value = String(lastBegun(tournament));
    this.shownLast = last;
    const wanted = all.map((number) => {
      const who = /** @type {import("./state.js").Numbered} */ (entrant(tournament, number));
      return /** @type {[string, typeof who]} */ ([`${key}/${JSON.stringify(who)}`, who]);
    });
    arrange(this.list, this.rows, wanted, (_, who) => make("li", {}, [player(who, ""), ...this.#verb(key, who)]));
  }

  /** @param {string} key @param {import("./state.js").Numbered} who */
  #verb(key, { number, name, withdrawn_after: after }) {
    const give = (/** @type {orders.Order} */ order, /** @type {string} */ done) => this.giver.give(order, this.why, done);
    if (after === undefined) {
      const label = word("withdrawWho", name);
      return [button(word("withdraw"), () => give(orders.withdraw(key, number, Number(this.last.value) || 0), label), { "aria-label": label })];
    }
    const label = word("takeInWho", name);
    return [
      make("span", { class: "soft" }, [after > 0 ? word("withdrawnAfter", after) : word("withdrawnBefore")]),
      button(word("takeIn"), () => give(orders.withdraw(key, number), label), { "aria-label": label }),
    ];
  }
}

// The players without a game in a round, and why.

import { arrange, make, write } from "../make.js";
import { player } from "../../shared/pairing_table.js";
import { select, whyNot } from "./fields.js";
import * as orders from "./orders.js";
import { withoutGame } from "./state.js";
import { word } from "./words.js";

const REASONS = ["pairing-bye", "half-bye", "zero-bye", "full-bye"];

export class Byes {
  /** @param {HTMLElement} el @param {import("./giver.js").Giver} giver */
  constructor(el, giver) {
    this.giver = giver;
    this.title = make("summary");
    this.none = make("p", {}, [word("everybodyPlays")]);
    this.list = make("ul", { class: "byes" });
    this.why = whyNot();
    el.replaceChildren(this.title, this.none, this.list, this.why);
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
  }

  /** @param {import("./state.js").Tournament} tournament @param {string} key @param {number} round */
  update(tournament, key, round) {
    const all = withoutGame(tournament, round);
    write(this.title, `${word("byesOf", round)} (${all.length})`);
    this.none.hidden = all.length > 0;
    const wanted = all.map((it) => /** @type {[string, typeof it]} */ ([`${key}/${round}/${JSON.stringify(it.player)}`, it]));
    arrange(this.list, this.rows, wanted, (_, { player: who }) => {
      const field = select([["", word("absent")], ...REASONS.map((it) => /** @type {[string, string]} */ ([it, word(it)]))], "");
      field.setAttribute("aria-label", `${word("why")}: ${who.name}`);
      field.addEventListener("change", () => {
        const known = this.tournament?.rounds?.[round];
        this.giver.give(orders.bye(key, round, known, who.number, field.value), this.why, who.name);
      });
      return make("li", {}, [player(who, ""), field]);
    });
    for (const [id, { why }] of wanted) {
      const field = this.rows.get(id)?.querySelector("select");
      if (field && document.activeElement !== field) field.value = why;
    }
    this.tournament = tournament;
  }
}

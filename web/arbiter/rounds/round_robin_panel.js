// All rounds of a round robin for the players in the order that was drawn: first what they would be, then one button.

import * as api from "../api.js";
import { make, write } from "../make.js";
import { button, input, labelled, whyNot } from "./fields.js";
import { ending, problemTable } from "./import_panel.js";
import { preview } from "./preview.js";
import { word } from "./words.js";

/** @typedef {import("./state.js").Tournament} Tournament */

export class RoundRobinPanel {
  /** @param {HTMLDetailsElement} el @param {import("./giver.js").Giver} giver @param {() => void} taken */
  constructor(el, giver, taken) {
    this.giver = giver;
    this.taken = taken;
    this.el = el;
    this.key = "";
    /** @type {Tournament} */
    this.tournament = {};
    this.why = whyNot();
    this.found = make("div", { class: "found" });
    this.area = make("textarea", { rows: "6", spellcheck: "false" });
    this.double = input("", { type: "checkbox" });
    this.exchange = input("", { type: "checkbox" });
    for (const field of [this.area, this.double, this.exchange]) field.addEventListener("input", () => this.#forget());
    this.exchange.disabled = true;
    this.double.addEventListener("input", () => {
      this.exchange.disabled = !this.double.checked;
      if (!this.double.checked) this.exchange.checked = false;
    });
    el.replaceChildren(make("summary", {}, [word("roundRobin")]), labelled(word("drawn"), this.area),
      make("div", { class: "row" }, [labelled(word("double"), this.double), labelled(word("exchange"), this.exchange), button(word("look"), () => this.#look())]),
      this.why, this.found);
    el.querySelector("label")?.classList.add("block");
  }

  /** @param {Tournament} tournament @param {string} key */
  update(tournament, key) {
    if (this.key !== key) {
      this.#forget();
      this.el.open = false;
    }
    Object.assign(this, { tournament, key });
    this.el.hidden = Object.values(tournament.rounds ?? {}).some(({ pairings }) => Object.keys(pairings ?? {}).length > 0);
  }

  #forget() {
    this.found.replaceChildren();
    write(this.why, "");
  }

  /** Asks what the rounds would be. */
  async #look() {
    this.#forget();
    const asked = { tournament: this.key, double: this.double.checked, exchange: this.exchange.checked, file: new Blob([this.area.value], { type: "text/plain" }) };
    const { ok, body, why } = await api.roundRobin(asked, false);
    if (!ok) return write(this.why, why);
    const problems = body.problems.length > 0 ? [problemTable(body.problems)] : [];
    this.found.replaceChildren(...(body.order ? preview(body.order, this.tournament.players) : []), ...problems, ...ending(body, () => this.#take(asked)));
    this.found.querySelector("button")?.focus();
  }

  /** @param {Parameters<typeof api.roundRobin>[0]} asked */
  async #take(asked) {
    if (!this.giver.isNamed(this.why)) return;
    const { ok, body, why } = await api.roundRobin(asked, true);
    if (!ok || !body.applied) return write(this.why, ok ? word("cannotTake") : why);
    this.#forget();
    this.area.value = "";
    this.el.open = false;
    await this.giver.look();
    this.giver.announce(word("taken"));
    this.taken();
  }
}

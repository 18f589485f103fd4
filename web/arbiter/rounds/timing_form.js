// The date and the time of a round.

import { make, write } from "../make.js";
import { form, input, labelled, submit, whyNot } from "./fields.js";
import * as orders from "./orders.js";
import { word } from "./words.js";

export class TimingForm {
  /** @param {HTMLElement} el @param {import("./giver.js").Giver} giver */
  constructor(el, giver) {
    this.el = el;
    this.key = "";
    this.round = 0;
    this.drawn = "";
    this.title = make("summary");
    this.date = input("", { type: "date" });
    this.time = input("", { type: "time" });
    const why = whyNot();
    const send = () => giver.give(orders.timing(this.key, this.round, this.date.value, this.time.value), why, this.title.textContent ?? "");
    this.why = why;
    el.replaceChildren(this.title, form("timing", [make("div", { class: "row" }, [
      labelled(word("date"), this.date), labelled(word("startsAt"), this.time), submit(word("save")),
    ])], send), why);
  }

  /** @param {import("./state.js").Tournament} tournament @param {string} key @param {number} round */
  update(tournament, key, round) {
    const { date = "", starts_at: time = "" } = tournament.rounds?.[round] ?? {};
    write(this.title, word("timing", round, [date, time].filter(Boolean).join(" ") || word("notSaid")));
    const drawn = JSON.stringify([key, round, date, time]);
    if (drawn === this.drawn) return;
    const isSame = this.key === key && this.round === round;
    // A form in which somebody writes stays as it is.
    if (isSame && this.el.contains(document.activeElement) && this.drawn !== "") return;
    Object.assign(this, { key, round, drawn });
    write(this.why, "");
    this.date.value = date.replaceAll(".", "-");
    this.time.value = time;
  }
}

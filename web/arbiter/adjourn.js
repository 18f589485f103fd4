// The desk of an adjourned game: its stage, the sheet for the envelope to be printed and signed, and the steps that are
// possible next, each as a report. What stands in the envelope is asked for only once the envelope is open. The sheet shows the
// position before the sealed move, which is the game's until the envelope is opened, and nowhere else known.

import { Board } from "../shared/board.js";
import { make, write } from "./make.js";
import { needs } from "./rights.js";
import { language, word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */

/** The steps that are possible at each stage, by the names of their reports. @type {Record<string, string[]>} */
export const STEPS = {
  "seal-ordered": [],
  sealed: ["adjourn-envelope", "adjourn-concluded"],
  "in-custody": ["adjourn-setup", "adjourn-missing-envelope", "adjourn-concluded"],
  "setup-checked": ["adjourn-open", "adjourn-replier-absent", "adjourn-sealer-absent", "adjourn-both-absent", "adjourn-setup", "adjourn-missing-envelope"],
  "replier-absent": ["adjourn-open", "adjourn-missing-envelope", "adjourn-concluded"],
  "sealer-absent": ["adjourn-open", "adjourn-missing-envelope", "adjourn-concluded"],
  opened: ["adjourn-sealed-invalid", "adjourn-concluded"],
};
/** The labels of the field, where a step takes words. @type {Record<string, string>} */
const FIELDS = { "adjourn-envelope": "resumption", "adjourn-sealed-invalid": "writtenMove" };

export class AdjournDesk {
  /** @param {import("./cards/choice.js").Say} say */
  constructor(say) {
    this.say = say;
    this.el = make("section", { class: "envelope" });
    this.key = "";
    this.board = new Board();
    this.board.still = true;
  }

  /** @param {TableView} view */
  update({ table, adjournment, fen }) {
    const key = JSON.stringify([table, adjournment, language(), adjournment && fen]);
    if (this.key === key) return;
    const had = this.el.contains(document.activeElement);
    this.key = key;
    this.el.hidden = !adjournment;
    if (!adjournment) return this.el.replaceChildren();
    const head = make("h3", { tabindex: "-1" }, [`${word("adjournment")}: ${adjournment.words[language()] ?? ""}`]);
    const items = (adjournment.envelope[language()] ?? []).map((item) => make("li", {}, [item]));
    const why = make("p", { class: "why", role: "alert" });
    const steps = (STEPS[adjournment.stage] ?? []).map((step) => this.#step(table, step, why));
    const diagram = adjournment.stage === "opened" ? [] : [this.board.el];
    if (diagram.length) this.board.show(fen, null);
    this.el.replaceChildren(head, make("ol", {}, items), ...(items.length ? [...diagram, this.#print()] : []), ...steps, why);
    if (had) head.focus();
  }

  /** @param {number} table @param {string} step @param {HTMLElement} why */
  #step(table, step, why) {
    const label = FIELDS[step];
    const text = label ? make("input", { autocomplete: "off", maxlength: "400", required: "" }) : undefined;
    const name = word(step === "adjourn-sealed-invalid" ? "checkWritten" : step);
    const form = needs("rulings", make("form", { "data-step": step }, [
      ...(text && label ? [make("label", {}, [word(label), " ", text])] : []),
      make("button", { type: "submit" }, [name]),
    ]));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say(table, { cmd: "report", rule: step, text: text?.value.trim() || undefined }, why, name);
    });
    return form;
  }

  /** Prints the sheet alone: the seven items, the diagram, and room for the signatures. */
  #print() {
    const button = make("button", { type: "button", class: "print" }, [word("printEnvelope")]);
    button.addEventListener("click", () => {
      document.body.classList.add("envelope-alone");
      print();
      document.body.classList.remove("envelope-alone");
    });
    const signatures = make("p", { class: "signatures" });
    write(signatures, word("signatures"));
    return make("div", {}, [button, signatures]);
  }
}

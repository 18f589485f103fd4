// The step between an order and its sending: the order in words, and two buttons. A double press sends nothing.

import { freshId, make, write } from "./make.js";
import { word } from "./words.js";

export class Confirm {
  /** @param {string} yes @param {string} no the words on the two buttons */
  constructor(yes = "sendOrder", no = "doNotSend") {
    this.words = { yes, no };
    const id = freshId();
    this.text = make("p", { id, role: "alert" });
    this.yes = make("button", { type: "button", class: "yes" });
    this.no = make("button", { type: "button", class: "no" });
    this.el = make("div", { class: "confirm", role: "group", "aria-labelledby": id }, [
      this.text, make("div", { class: "row" }, [this.yes, this.no]),
    ]);
    this.el.hidden = true;
    /** The action of the yes button; null while nothing is asked. @type {(() => void) | null} */
    this.act = null;
    this.yes.addEventListener("click", () => {
      const act = this.act;
      this.close();
      act?.();
    });
    this.no.addEventListener("click", () => this.close());
  }

  /** @param {string} text what would be done @param {() => void} act @param {HTMLElement} back where the focus returns */
  ask(text, act, back) {
    this.act = act;
    this.back = back;
    this.update();
    this.el.hidden = false;
    write(this.text, text);
    // The focus goes to the harmless button: the key that opened the question must not answer it.
    this.no.focus();
  }

  /** Takes the question away. Nothing was sent. */
  close() {
    if (this.act === null) return;
    this.act = null;
    const had = this.el.contains(document.activeElement);
    this.el.hidden = true;
    write(this.text, "");
    if (had) this.back?.focus();
  }

  update() {
    write(this.yes, word(this.words.yes));
    write(this.no, word(this.words.no));
  }
}

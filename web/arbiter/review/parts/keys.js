// The keys of the page. Single letters work where nothing is being written, and can be switched off, as at the desk.

import { keep, recall } from "../../memory.js";
import { make, write } from "../../make.js";
import { say } from "../words.js";

/** The desk and this page remember together whether single keys work. */
const KEPT = "topboard-arbiter-keys";

/** The keys as the help lists them: what is pressed, and the key of what it does. */
const HELP = [
  ["← →", "keyEvent"], ["Shift ← →", "keyMove"], ["Alt ← →", "keyIncident"], ["Home End", "keyEnds"], ["Space", "keyPlay"], ["[ ]", "keySelect"],
  ["m", "keyMark"], ["f", "keyFlip"], ["g", "keyGo"], ["c", "keyCompare"], ["w s a d", "keyZoom"], ["Esc", "keyClear"],
];

export class ReviewKeys {
  /** @param {HTMLElement} button what opens the help @param {Record<string, () => void>} acts by the name of a key */
  constructor(button, acts) {
    this.acts = acts;
    this.title = make("h2", { id: "keys-title" });
    this.list = make("dl");
    this.on = make("input", { type: "checkbox", id: "keys-on" });
    this.onLabel = make("label", { for: "keys-on" });
    this.close = make("button", { type: "button" });
    this.help = make("dialog", { id: "keys-help", "aria-labelledby": "keys-title" }, [
      this.title, this.list, make("p", {}, [this.on, " ", this.onLabel]), this.close,
    ]);
    document.body.append(this.help);
    this.on.checked = recall(KEPT) !== "off";
    this.on.addEventListener("change", () => keep(KEPT, this.on.checked ? "on" : "off"));
    this.close.addEventListener("click", () => this.help.close());
    button.addEventListener("click", () => this.open());
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows the help. */
  open() {
    write(this.title, say("keys"));
    write(this.onLabel, say("keysOn"));
    write(this.close, say("closeHelp"));
    this.list.replaceChildren(...HELP.flatMap(([key, does]) => [make("dt", {}, [make("kbd", {}, [key])]), make("dd", {}, [say(does)])]));
    this.help.showModal();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || this.help.open || !(target instanceof Element)) return;
    if (target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) return;
    // Space and Enter press the button that has the focus.
    if (key === " " && target.closest("button, summary, a, input")) return;
    const isLetter = key.length === 1 && key !== " ";
    if (isLetter && (!this.on.checked || event.altKey)) return;
    const name = `${event.altKey ? "Alt+" : ""}${event.shiftKey && !isLetter ? "Shift+" : ""}${isLetter ? key.toLowerCase() : key}`;
    const act = name === "?" ? () => this.open() : this.acts[name];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

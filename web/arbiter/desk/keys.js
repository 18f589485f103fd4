// The keys of the page. Each is a single key, works where nothing is being written, and can be switched off: some people
// press keys without meaning to, and some speak to their computer, which then types.

import { make, write } from "../make.js";
import { keep, recall } from "../memory.js";
import { word } from "../words.js";
import { TableKeys } from "./table_keys.js";

const KEPT = "topboard-arbiter-keys";

/** What the keys do. @typedef {{next: () => void, previous: () => void, table: (table: number) => boolean,
 *   tables: () => void, close: () => void, freeze: () => void}} Acts */

/** The keys as the help lists them: what is pressed, or the key of a word for it, and the key of what it does. */
const HELP = [["n", "keyNext"], ["p", "keyPrevious"], ["digits", "keyTable"], ["t", "keyTables"], ["Esc", "keyClose"], ["F8", "keyFreeze"], ["?", "keyHelp"]];

export class Keys {
  /** @param {HTMLElement} button what opens the help @param {Acts} acts */
  constructor(button, acts) {
    this.acts = acts;
    this.hint = make("p", { id: "typed", role: "status", hidden: "" });
    this.digits = new TableKeys(this.hint, word, acts.table);
    this.title = make("h2", { id: "keys-title" });
    this.list = make("dl");
    this.on = make("input", { type: "checkbox", id: "keys-on" });
    this.onLabel = make("label", { for: "keys-on" });
    this.close = make("button", { type: "button" });
    this.help = make("dialog", { id: "keys-help", "aria-labelledby": "keys-title" }, [
      this.title, this.list, make("p", {}, [this.on, " ", this.onLabel]), this.close,
    ]);
    document.body.append(this.hint, this.help);
    this.on.checked = recall(KEPT) !== "off";
    this.on.addEventListener("change", () => keep(KEPT, this.on.checked ? "on" : "off"));
    this.close.addEventListener("click", () => this.help.close());
    button.addEventListener("click", () => this.open());
    document.addEventListener("keydown", (event) => this.#press(event), true);
  }

  /** Shows the help. */
  open() {
    write(this.title, word("keys"));
    write(this.onLabel, word("keysOn"));
    write(this.close, word("closeHelp"));
    this.list.replaceChildren(...HELP.flatMap(([key, does]) => [
      make("dt", {}, [make("kbd", {}, [key === "digits" ? word("digits") : key])]), make("dd", {}, [word(does)]),
    ]));
    this.help.showModal();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || this.help.open) return;
    const does = event.key === "F8" ? this.acts.freeze : this.#single(event);
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }

  /** Returns what a single key does here; nothing if it has no meaning. @param {KeyboardEvent} event */
  #single({ key, target }) {
    const isWriting = target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
    if (isWriting || !this.on.checked) return undefined;
    const { next, previous, tables, close } = this.acts;
    return this.digits.meaning(key) ?? { n: next, p: previous, t: tables, Escape: close, "?": () => this.open() }[key];
  }
}

// The keys of the console. Each is a single key, works where nothing is being written, and can be switched off: some people
// press keys without meaning to, and some speak to their computer, which then types. The help stands in the page.

import { make, write } from "../../arbiter/make.js";
import { keep, recall } from "../../arbiter/memory.js";
import { TableKeys } from "../../arbiter/desk/table_keys.js";
import { word } from "../words.js";

/** The arbiter's page keeps the choice under this name, too: it is the same person. */
const KEPT = "topboard-arbiter-keys";
/** What the keys do. @typedef {{next: () => void, undo: () => void, search: () => void, exchange: () => void, close: () => void, table: (table: number) => boolean}} Acts */
const HELP = [["0–9", "keyDigits"], ["n", "keyNextNeed"], ["u", "keyUndo"], ["x", "keyExchange"], ["/", "keySearch"], ["Esc", "keyClosePanel"], ["?", "keyThisHelp"]];

export class Keys {
  /** @param {HTMLButtonElement} button what opens the help @param {HTMLElement} help @param {HTMLElement} hint where a number is shown
   * @param {Acts} acts */
  constructor(button, help, hint, acts) {
    this.button = button;
    this.help = help;
    this.acts = acts;
    this.digits = new TableKeys(hint, word, acts.table);
    this.title = make("h2", { id: "help-title", tabindex: "-1" });
    this.list = make("dl");
    this.on = make("input", { type: "checkbox", id: "keys-on" });
    this.onLabel = make("label", { for: "keys-on" });
    help.setAttribute("aria-labelledby", "help-title");
    help.append(this.title, this.list, make("p", {}, [this.on, " ", this.onLabel]));
    this.on.checked = recall(KEPT) !== "off";
    this.on.addEventListener("change", () => keep(KEPT, this.on.checked ? "on" : "off"));
    button.addEventListener("click", () => this.turn());
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows the help, or takes it away. */
  turn() {
    this.help.hidden = !this.help.hidden;
    this.draw();
    if (this.help.hidden) this.button.focus();
    else this.title.focus();
  }

  draw() {
    write(this.button, word("keysHelp"));
    this.button.setAttribute("aria-expanded", String(!this.help.hidden));
    write(this.title, word("keysHelp"));
    write(this.onLabel, word("keysAllowed"));
    this.list.replaceChildren(...HELP.flatMap(([key, does]) => [make("dt", {}, [make("kbd", {}, [key])]), make("dd", {}, [word(does)])]));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
    const does = this.#meaning(event);
    if (!does) return;
    event.preventDefault();
    does();
  }

  /** Returns what a key does here; nothing if it has no meaning. @param {KeyboardEvent} event */
  #meaning({ key, target }) {
    const isWriting = target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
    if (isWriting) return undefined;
    const typed = this.on.checked ? this.digits.meaning(key) : undefined;
    if (typed) return typed;
    if (key === "Escape") return () => this.#escape();
    if (!this.on.checked) return undefined;
    const { next, undo, search, exchange } = this.acts;
    return { n: next, u: undo, x: exchange, "/": search, "?": () => this.turn() }[key];
  }

  #escape() {
    if (!this.help.hidden) return this.turn();
    this.acts.close();
  }
}

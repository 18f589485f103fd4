// The keys of the console. Each is a single key, works where nothing is being written, and can be switched off: some people
// press keys without meaning to, and some speak to their computer, which then types. The help stands in the page.

import { make, write } from "../../arbiter/make.js";
import { keep, recall } from "../../arbiter/memory.js";
import { PAUSE_MS, Typed } from "../../arbiter/desk/typed.js";
import { word } from "../words.js";

/** The arbiter's page keeps the choice under this name, too: it is the same person. */
const KEPT = "topboard-arbiter-keys";
/** What the keys do. @typedef {{next: () => void, undo: () => void, search: () => void, close: () => void, table: (table: number) => boolean}} Acts */
const HELP = [["0–9", "keyDigits"], ["n", "keyNextNeed"], ["u", "keyUndo"], ["/", "keySearch"], ["Esc", "keyClosePanel"], ["?", "keyThisHelp"]];

export class Keys {
  /** @param {HTMLButtonElement} button what opens the help @param {HTMLElement} help @param {HTMLElement} hint where a number is shown
   * @param {Acts} acts */
  constructor(button, help, hint, acts) {
    this.button = button;
    this.help = help;
    this.hint = hint;
    this.acts = acts;
    this.typed = new Typed();
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
    const now = performance.now();
    if (key === "Escape") return () => this.#escape();
    if (!this.on.checked) return undefined;
    const isTyping = this.typed.isFresh(now);
    if (/^\d$/.test(key)) return () => this.#show(this.typed.digit(key, now));
    if (isTyping && key === "Enter") return () => this.#go(this.typed.take(now));
    if (isTyping && key === "Backspace") return () => this.#show(this.typed.back(now));
    const { next, undo, search } = this.acts;
    return { n: next, u: undo, "/": search, "?": () => this.turn() }[key];
  }

  #escape() {
    if (this.typed.isFresh(performance.now())) return this.#go(null);
    if (!this.help.hidden) return this.turn();
    this.acts.close();
  }

  /** @param {string} digits */
  #show(digits) {
    clearTimeout(this.timer);
    this.hint.hidden = digits === "";
    write(this.hint, digits && word("typed", digits));
    this.timer = setTimeout(() => this.#go(null), PAUSE_MS);
  }

  /** @param {number | null} table */
  #go(table) {
    clearTimeout(this.timer);
    this.typed.forget();
    const isKnown = table === null || this.acts.table(table);
    write(this.hint, isKnown || table === null ? "" : word("noTable", table));
    this.hint.hidden = isKnown;
    if (!isKnown) this.timer = setTimeout(() => this.#go(null), PAUSE_MS);
  }
}

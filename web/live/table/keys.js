// Keys, and the help that lists them. Single letters can be switched off: who speaks to a computer would press them by words.

import { make } from "../../shared/make.js";
import { word } from "../speech/words.js";

/** What keys do: the key, the words for it, and what it does; `single` for letters and signs.
 * @typedef {{key: string, shown?: string, words: string, act: () => void, here: () => boolean}} Key */

/** Returns whether a key is a letter or a sign by itself. @param {string} key */
const isSingle = (key) => key.length === 1;

export class Keys {
  /** @param {Key[]} keys @param {import("../choices/settings.js").Settings} settings */
  constructor(keys, settings) {
    this.keys = keys;
    this.settings = settings;
    this.el = make("dialog", { "aria-label": word("keys"), class: "help" });
    document.body.append(this.el);
  }

  open() {
    const rows = this.keys.map(({ key, shown, words }) => make("div", {}, [make("dt", {}, [make("kbd", {}, [shown ?? key])]), make("dd", {}, [word(words)])]));
    const box = make("input", { type: "checkbox", id: "single-keys" });
    box.checked = this.settings.choice.keys;
    box.addEventListener("change", () => this.settings.choose({ keys: box.checked }));
    const close = make("button", { type: "button", class: "close" }, [word("close")]);
    close.addEventListener("click", () => this.el.close());
    this.el.replaceChildren(make("h2", {}, [word("keys")]), make("dl", {}, rows), make("p", {}, [box, make("label", { for: "single-keys" }, [word("singleKeys")])]), close);
    this.el.showModal();
  }

  /** Does what a key says here. @param {KeyboardEvent} event */
  pressed(event) {
    const at = event.target instanceof Element ? event.target : null;
    const isTyping = at?.closest("input:not([type=checkbox]), textarea, select") !== null && at !== null;
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping || document.querySelector("dialog[open]")) return;
    const key = this.keys.find((it) => it.key === event.key && it.here());
    if (!key || (isSingle(key.key) && !this.settings.choice.keys)) return;
    event.preventDefault();
    key.act();
  }
}

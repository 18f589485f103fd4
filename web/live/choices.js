// The choices of a viewer, behind one button: language, how moves are written, results, colours, speech, full screen, keys.

import { make } from "../shared/make.js";
import { startTheme } from "../shared/theme.js";
import { canSpeak } from "./speech/voice.js";
import { language, word } from "./speech/words.js";

/** The languages that the page speaks, each by its own name. */
export const LANGUAGES = /** @type {Record<string, string>} */ ({
  en: "English", pl: "Polski", ru: "Русский", de: "Deutsch", fr: "Français", es: "Español",
});

/** What a choice leads to. @typedef {{renew: () => void, anew: () => void, keys: () => void, opened: () => void}} Acts */

export class Choices {
  /** @param {HTMLElement} el @param {HTMLButtonElement} button @param {import("./settings.js").Settings} settings @param {Acts} acts */
  constructor(el, button, settings, acts) {
    this.el = el;
    this.button = button;
    this.settings = settings;
    button.setAttribute("aria-label", word("choices"));
    button.addEventListener("click", () => this.toggle(acts));
    const { choice } = settings;
    const languages = this.#select("language", Object.entries(LANGUAGES), language(), (value) => {
      settings.choose({ language: value });
      acts.anew();
    });
    const letters = this.#select("letters_", ["figurines", "letters", "words"].map((it) => [it, word(`as_${it}`)]), choice.letters, (value) => {
      settings.choose({ letters: /** @type {import("./settings.js").Letters} */ (value) });
      acts.renew();
    });
    const results = this.#box("showResults", choice.results, (results) => {
      settings.choose({ results });
      // The server has told results, or has kept them back: the page begins anew and keeps nothing of before.
      acts.anew();
    });
    const spoken = this.#box("spoken", choice.spoken && canSpeak(), (spoken) => settings.choose({ spoken }));
    const theme = make("button", { type: "button" });
    const show = startTheme(theme, word);
    theme.addEventListener("click", () => acts.renew());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => acts.renew());
    show();
    const full = this.#button("fullScreen", fullScreen);
    const keys = this.#button("keys", acts.keys);
    this.rounds = make("a", { class: "all", href: "rounds/" }, [word("standings")]);
    this.rounds.hidden = true;
    el.append(languages, letters, results, ...(canSpeak() ? [spoken] : []), theme, ...(document.fullscreenEnabled ? [full] : []), keys, this.rounds);
  }

  /** @param {Acts} acts */
  toggle(acts) {
    this.el.hidden = !this.el.hidden;
    this.button.setAttribute("aria-expanded", String(!this.el.hidden));
    if (!this.el.hidden) acts.opened();
  }

  /** @param {string} key @param {string[][]} options @param {string} value @param {(value: string) => void} act */
  #select(key, options, value, act) {
    const select = make("select", {}, options.map(([code, name]) => make("option", { value: code, ...(code === value && { selected: "" }) }, [name])));
    select.addEventListener("change", () => act(select.value));
    return make("label", {}, [make("span", {}, [word(key)]), select]);
  }

  /** @param {string} key @param {boolean} value @param {(value: boolean) => void} act */
  #box(key, value, act) {
    const box = make("input", { type: "checkbox" });
    box.checked = value;
    box.addEventListener("change", () => act(box.checked));
    return make("label", { class: "box" }, [box, make("span", {}, [word(key)])]);
  }

  /** @param {string} key @param {() => void} act */
  #button(key, act) {
    const button = make("button", { type: "button" }, [word(key)]);
    button.addEventListener("click", act);
    return button;
  }
}

/** Fills the screen with the page, or no longer. */
export function fullScreen() {
  // A browser may refuse; then the page stays as it is.
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  done?.catch(() => {});
}

// The choices of a viewer, behind one button: language, how moves are written, results, colours, speech, full screen, keys.

import { make } from "../../shared/make.js";
import { fullScreen } from "./full_screen.js";
import { canSpeak } from "../speech/voice.js";
import { LANGUAGES, language, word } from "../speech/words.js";

/** What a choice leads to. @typedef {{renew: () => void, anew: () => void, keys: () => void, opened: () => void}} Acts */

export class Choices {
  /** @param {HTMLElement} el @param {HTMLButtonElement} button opens them
   * @param {HTMLButtonElement} theme @param {import("./settings.js").Settings} settings @param {Acts} acts */
  constructor(el, button, theme, settings, acts) {
    this.el = el;
    this.button = button;
    this.settings = settings;
    this.acts = acts;
    el.setAttribute("aria-label", word("choices"));
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
    theme.addEventListener("click", () => acts.renew());
    const full = this.#button("fullScreen", fullScreen);
    const keys = this.#button("keys", acts.keys);
    this.rounds = make("a", { class: "all", href: `rounds/?lang=${language()}` }, [word("standings")]);
    this.rounds.hidden = true;
    el.append(languages, letters, results, ...(canSpeak() ? [spoken] : []), theme, ...(document.fullscreenEnabled ? [full] : []), keys, this.rounds);
  }

  toggle() {
    this.el.hidden = !this.el.hidden;
    this.button.setAttribute("aria-expanded", String(!this.el.hidden));
    if (!this.el.hidden) this.acts.opened();
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

// The buttons below the boards: playing, its speed, the axis, and what the keys do, for those who have none.

import { make, write } from "../../make.js";
import { SPEEDS } from "../model/player.js";
import { localNumber } from "../../words.js";
import { say } from "../words.js";

/** The buttons: what they do by the name of the act, the sign on them, and the keys of their words. */
const BUTTONS = /** @type {const} */ ([
  ["previous", "◂|", "ArrowLeft"], ["play", "▶", "Space"], ["next", "|▸", "ArrowRight"],
]);
/** The further buttons, which carry their words. */
const WORDED = /** @type {const} */ ([
  ["selectFrom", "["], ["selectUntil", "]"], ["mark", "m"], ["compare", "c"], ["flip", "f"], ["clear", "Escape"],
]);

/** @typedef {{previous: () => void, next: () => void, play: () => void, selectFrom: () => void, selectUntil: () => void,
 *   mark: () => void, compare: () => void, flip: () => void, clear: () => void, nearer: () => void, farther: () => void,
 *   speed: (speed: number) => void, axis: (name: string) => void, goTo: (text: string) => void}} Acts */

export class Bar {
  /** @param {Acts} acts */
  constructor(acts) {
    const button = (/** @type {keyof Acts} */ act, /** @type {string} */ sign, /** @type {string} */ key) => {
      const el = make("button", { type: "button", "data-act": act, ...(key && { "aria-keyshortcuts": key }) }, [sign]);
      el.addEventListener("click", () => /** @type {() => void} */ (acts[act])());
      return el;
    };
    this.steps = BUTTONS.map(([act, sign, key]) => button(act, sign, key));
    this.zooms = [button("farther", "−", "s"), button("nearer", "+", "w")];
    this.worded = WORDED.map(([act, key]) => button(act, "", key));
    this.speed = make("select", { id: "speed" }, SPEEDS.map((speed) => make("option", { value: String(speed), ...(speed === 1 && { selected: "" }) })));
    this.speed.addEventListener("change", () => acts.speed(Number(this.speed.value)));
    this.axis = make("select", { id: "axis" }, ["wallTime", "byStop"].map((name) => make("option", { value: name })));
    this.axis.addEventListener("change", () => acts.axis(this.axis.value));
    this.goal = make("input", { id: "goal", inputmode: "decimal", autocomplete: "off", maxlength: "8", size: "5" });
    const form = make("form", { class: "go" }, [this.#labelled("goTo", this.goal)]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      acts.goTo(this.goal.value.trim());
    });
    this.why = make("p", { class: "why", role: "alert" });
    this.el = make("div", { class: "bar" }, [
      make("div", { class: "row" }, [...this.steps, this.#labelled("speed", this.speed), this.#labelled("axis", this.axis), ...this.zooms, form]),
      make("div", { class: "row" }, this.worded), this.why,
    ]);
  }

  /** @param {string} key @param {HTMLElement} field */
  #labelled(key, field) {
    return make("label", {}, [make("span", { "data-say": key }), " ", field]);
  }

  /** Writes all words anew. @param {boolean} isPlaying @param {boolean} isCompared */
  speak(isPlaying, isCompared) {
    this.play(isPlaying);
    this.steps[0].setAttribute("aria-label", say("previous"));
    this.steps[2].setAttribute("aria-label", say("next"));
    this.zooms[0].setAttribute("aria-label", say("farther"));
    this.zooms[1].setAttribute("aria-label", say("nearer"));
    WORDED.forEach(([act], at) => write(this.worded[at], say(act)));
    this.compared(isCompared);
    for (const option of this.speed.options) option.textContent = `${localNumber(option.value)}×`;
    for (const option of this.axis.options) option.textContent = say(option.value);
    for (const el of this.el.querySelectorAll("[data-say]")) el.textContent = say(/** @type {HTMLElement} */ (el).dataset.say ?? "");
  }

  /** @param {boolean} isPlaying */
  play(isPlaying) {
    write(this.steps[1], isPlaying ? "❚❚" : "▶");
    this.steps[1].setAttribute("aria-label", say(isPlaying ? "pause" : "play"));
  }

  /** @param {boolean} isCompared */
  compared(isCompared) {
    this.worded[3].setAttribute("aria-pressed", String(isCompared));
  }
}

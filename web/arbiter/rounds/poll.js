// The event, asked for every two seconds while somebody looks at the page.

import * as api from "../api.js";

/** @typedef {import("./state.js").EventState} EventState */

const AGAIN_MS = 2000;

export class Poll {
  /** @param {(state: EventState, isNew: boolean) => void} told @param {(link: "live" | "lost") => void} linked */
  constructor(told, linked) {
    this.told = told;
    this.linked = linked;
    this.timer = 0;
    /** The number of the last question: an answer that was overtaken is not shown. */
    this.asked = 0;
    this.shown = 0;
    this.text = "";
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.started && this.look());
    addEventListener("online", () => this.started && this.look());
    this.started = false;
  }

  /** Asks now, and again and again. */
  async look() {
    this.started = true;
    clearTimeout(this.timer);
    const number = (this.asked += 1);
    const { ok, status, body } = await api.call("GET", "api/v1/event");
    if (status === 401) return location.reload();
    if (number > this.shown) {
      this.shown = number;
      this.linked(ok ? "live" : "lost");
      // The revision counts changes of the event; tables and proved results change without it.
      const text = JSON.stringify(body);
      if (ok) this.told(body, text !== this.text);
      if (ok) this.text = text;
    }
    clearTimeout(this.timer);
    if (document.visibilityState === "visible") this.timer = window.setTimeout(() => this.look(), AGAIN_MS);
  }
}

// Screens and feeds, each a line with a lamp: what a screen shows and when it was seen, how far behind a destination is.

import * as api from "../../arbiter/api.js";
import { delayText } from "../../shared/time.js";
import { arrange, make, write } from "../../arbiter/make.js";
import { may } from "../../arbiter/rights.js";
import { still } from "../../arbiter/still.js";
import { tablesText } from "../../arbiter/screens/tables.js";
import { language, word } from "../words.js";

/** @typedef {{level: "good" | "warn" | "bad" | "none", name: string, text: string}} Line */
/** @typedef {{name: string, accepted: number, accepted_s: number | null, waiting: number, retry_s: number | null, failure: any}} Courier */

/** The seconds after which a screen that was not seen is told of, and after which it is lost. */
const SEEN_S = [10, 30];
/** The time between two questions, in milliseconds. */
const AGAIN_MS = 3000;
const SHAPES = { good: "●", warn: "▲", bad: "✖", none: "–" };

/** @param {import("../../arbiter/screens/display.js").DisplayView} display @returns {Line} */
export function ofDisplay({ display, place, seen_s, setup, report }) {
  const shows = [word(`view-${setup.view}`), ...(report && report.tables.length > 0 ? [word("showsTables", tablesText(report.tables))] : []), ...(report?.stale ? [word("staleScreen")] : [])];
  const level = place === null ? "warn" : seen_s === null || seen_s > SEEN_S[1] ? "bad" : seen_s > SEEN_S[0] || report?.stale ? "warn" : "good";
  return { level, name: place ?? `${word("stranger")} ${display}`, text: `${shows.join(", ")} · ${seen_s === null ? word("unseen") : word("seenAgo", seen_s)}` };
}

/** @param {Courier} courier @returns {Line} */
export function ofCourier({ name, accepted_s, waiting, retry_s, failure }) {
  const parts = [accepted_s === null ? word("feedNever") : word("feedLag", accepted_s), ...(waiting ? [word("feedWaiting", waiting)] : [])];
  if (failure) parts.push(failureText(failure), ...(retry_s === null ? [] : [word("feedRetry", retry_s)]));
  return { level: failure ? "bad" : accepted_s === null ? "none" : "good", name, text: parts.join(" · ") };
}

/** Returns what a destination said. @param {any} failure */
function failureText(failure) {
  if (typeof failure === "string") return failure;
  return failure.words?.[language()] ?? failure.words?.en ?? failure.error ?? JSON.stringify(failure);
}

/** @param {{name: "spectators" | "screens", viewers: number, delay_s: number}} audience @returns {Line} */
export function ofAudience({ name, viewers, delay_s }) {
  return { level: "good", name: word(`audience-${name}`), text: `${word("feedViewers", viewers)} · ${delay_s > 0 ? word("feedBehind", delayText(delay_s * 1000)) : word("feedLive")}` };
}

/** @param {any} lichess @returns {Line[]} */
export function ofLichess(lichess) {
  if (!lichess) return [];
  const held = (/** @type {any} */ hold) => hold?.words?.[language()] ?? hold?.reason ?? word("feedHeld");
  const all = lichess.hold ? [{ level: /** @type {const} */ ("bad"), name: "Lichess", text: held(lichess.hold) }] : [];
  return [...all, ...lichess.rounds.filter((/** @type {any} */ round) => round.on || round.state === "behind").map((/** @type {any} */ round) => {
    const parts = [word("feedGames", round.games), round.pushed_s === null ? word("feedNever") : word("feedLag", round.pushed_s), ...(round.hold ? [held(round.hold)] : [])];
    return { level: round.hold || round.refused.length > 0 ? "bad" : round.state === "behind" ? "warn" : "good", name: `Lichess ${round.round}`, text: parts.join(" · ") };
  })];
}

export class Lines {
  /** @param {HTMLElement} el @param {string} right whom it is for @param {string} path what is asked @param {(body: any) => Line[]} read
   * @param {{title: string, none: string}} keys */
  constructor(el, right, path, read, keys) {
    this.el = el;
    this.right = right;
    this.path = path;
    this.read = read;
    this.keys = keys;
    this.title = make("h2", { id: `${el.id}-title` });
    this.list = make("ul", { class: "lines" });
    this.none = make("p", { class: "soft" });
    /** @type {Map<string, HTMLElement>} */
    this.els = new Map();
    /** @type {any} */
    this.body = null;
    this.redraw = still(() => this.draw());
    el.setAttribute("aria-labelledby", this.title.id);
    el.prepend(this.title, this.list, this.none);
  }

  /** Asks now, and again and again while somebody looks at the page. */
  async look() {
    if (may(this.right) && document.visibilityState === "visible") {
      const { ok, body } = await api.call("GET", this.path);
      if (ok) this.body = body;
      this.redraw();
    }
    setTimeout(() => void this.look(), AGAIN_MS);
  }

  draw() {
    write(this.title, word(this.keys.title));
    const lines = this.body === null ? [] : this.read(this.body);
    write(this.none, lines.length > 0 ? "" : word(this.keys.none));
    const wanted = lines.map((line, at) => /** @type {[string, Line]} */ ([`${at} ${line.name}`, line]));
    arrange(this.list, this.els, wanted, () => make("li", {}, [make("span", { class: "shape", "aria-hidden": "true" }), make("span", { class: "spoken" }), make("b"), make("span", { class: "text" })]));
    for (const [key, { level, name, text }] of wanted) {
      const el = this.els.get(key);
      if (!el) continue;
      el.dataset.level = level;
      const [shape, spoken, title, rest] = el.children;
      write(shape, SHAPES[level]);
      write(spoken, `${word(`level-${level}`)}: `);
      write(title, name);
      write(rest, text);
    }
  }
}

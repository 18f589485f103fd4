// The head of the page: the event, and whether what is shown is live. And what is waited for while there is nothing.

import { write } from "../shared/make.js";
import { ageText, delayText } from "../shared/time.js";
import { controlWords } from "./speech/control.js";
import { word } from "./speech/words.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

export class Head {
  /** The time on this page's own counter since which nothing current is known. @type {number | null} */
  silentSince = performance.now();
  /** The event that is shown. @type {import("../shared/wire.js").EventView | undefined} */
  known = undefined;
  /** What keeps boards from being drawn. */
  trouble = "";

  /** @param {HTMLElement} event @param {HTMLElement} about @param {HTMLElement} link @param {HTMLElement} empty */
  constructor(event, about, link, empty) {
    this.event = event;
    this.about = about;
    this.link = link;
    this.empty = empty;
  }

  /** @param {import("../shared/follow/follower.js").Follower} follower @param {TableView[]} tables @param {boolean} stale @param {number} nowMs */
  show(follower, tables, stale, nowMs) {
    const event = follower.hall.hall?.event;
    if (event !== this.known) {
      const about = [event?.round && word("round", event.round), event?.site, event?.time_control && controlWords(event.time_control)];
      write(this.event, event?.name || word("title"));
      write(this.about, about.filter(Boolean).join(" · "));
    }
    this.known = event;
    const delay = delayText(event?.delay_ms, [word("min"), word("sec")]);
    this.#link(follower, tables, stale, nowMs, delay);
    const isFirst = follower.hall.epoch === "";
    const waits = isFirst ? waiting(follower.state()) : delay ? word("behindAtFirst", delay) : word("noBoards");
    write(this.empty, this.trouble || waits);
  }

  /** @param {import("../shared/follow/follower.js").Follower} follower @param {TableView[]} tables @param {boolean} stale @param {number} nowMs
   * @param {string} delay */
  #link(follower, tables, stale, nowMs, delay) {
    if (!stale) this.silentSince = null;
    else this.silentSince ??= performance.now();
    const isFirst = follower.hall.epoch === "";
    const age = this.silentSince === null ? "" : ageText(performance.now() - this.silentSince);
    const held = tables.map(({ link }) => (link.state === "lost" && link.held ? link.since_ms : null)).find((since) => since !== null);
    const live = delay ? word("behind", delay) : word("live");
    const current = held === undefined ? live : `${word("heldUp")} ${ageText(nowMs - held)}`;
    this.link.dataset.state = stale ? (isFirst ? "connecting" : "lost") : held === undefined ? "live" : "lost";
    write(this.link, stale ? (isFirst ? word("connecting") : `${word("noConnection")} ${age}`) : current);
  }
}

/** The wait in seconds after which somebody should look. */
const LONG_S = 60;

/** @param {import("../shared/follow/follower.js").State} state */
function waiting({ link, sinceMs, retryMs }) {
  const help = sinceMs > LONG_S * 1000 ? ` ${word("askInHall")}` : "";
  if (link === "open") return word("loading");
  if (link === "connecting") return `${word("connecting")}…${help}`;
  return `${word("noConnection")}. ${word("again", Math.max(1, Math.ceil((retryMs ?? 0) / 1000)))}${help}`;
}

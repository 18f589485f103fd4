// The head of the page: the event, and whether what is shown is live. And what is waited for while there is nothing.

import { write } from "../shared/make.js";
import { ageText, delayText } from "../shared/time.js";
import { controlWords } from "./speech/control.js";
import { waiting } from "./speech/waiting.js";
import { word } from "./speech/words.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */

export class Head {
  /** The time on this page's own counter since which nothing current is known. @type {number | null} */
  silentSince = performance.now();
  /** The event that is shown. @type {import("../shared/wire.js").EventView | undefined} */
  known = undefined;
  /** What keeps boards from being drawn. */
  trouble = "";

  /** @param {HTMLElement} event @param {HTMLElement} about @param {HTMLElement} link @param {HTMLElement} empty @param {HTMLElement} journal */
  constructor(event, about, link, empty, journal) {
    this.event = event;
    this.about = about;
    this.link = link;
    this.empty = empty;
    this.journal = journal;
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
    this.#journal(follower.hall.hall?.head);
    const isFirst = follower.hall.epoch === "";
    const waits = isFirst ? waiting(follower.state()) : delay ? word("behindAtFirst", delay) : word("noBoards");
    write(this.empty, this.trouble || waits);
  }

  /** Shows the journal's signed head. A copy of it can prove later that the journal was cut.
   * @param {{seq: number, head: string, key: string} | null | undefined} head */
  #journal(head) {
    this.journal.hidden = !head;
    if (!head) return;
    write(this.journal, `${word("journal")} ${head.seq} ${head.head.slice(0, 16)}`);
    this.journal.title = `TOPBOARD-HEAD:1:${head.seq}:${head.head}:${head.key}`.toUpperCase();
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

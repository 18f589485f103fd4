// The beginning of a round: what is missing is asked for while no round is on, the mural shows it, and one button begins the
// round. A round that is not ready is begun by a second press, which says so.

import * as api from "../../arbiter/api.js";
import { make, write } from "../../arbiter/make.js";
import { needs } from "../../arbiter/rights.js";
import { still } from "../../arbiter/still.js";
import { currentRound, roundState, rowsOf } from "../../arbiter/rounds/state.js";
import { goesOn } from "../facts/hall.js";
import { word } from "../words.js";
import { Exchange } from "./exchange.js";
import { Mural } from "./mural.js";

/** @typedef {import("../../arbiter/rounds/state.js").EventState} EventState */
/** @typedef {import("../facts/hall.js").OperatorTable} OperatorTable */

/** The time between two questions, in milliseconds. */
const AGAIN_MS = 2000;

/** Returns the tournaments whose next round has pairings and has not begun, each with the round. @param {EventState | null} event
 * @returns {[string, number][]} */
export function planned(event) {
  const all = Object.entries(event?.event.tournaments ?? {}).map(([key, tournament]) => /** @type {[string, number]} */ ([key, currentRound(tournament)]));
  return all.filter(([key, round]) => event && roundState(event.event.tournaments[key], round) === "planned");
}

export class Begin {
  /** @param {HTMLElement} el @param {(table: number) => void} open @param {import("../desk/doer.js").Doer} doer @param {() => void} changed */
  constructor(el, open, doer, changed) {
    this.doer = doer;
    this.changed = changed;
    this.came = still(changed);
    this.why = make("p", { class: "why", role: "alert" });
    this.buttons = needs("rounds", make("div", { class: "row" }));
    this.mural = new Mural(el, open, [this.buttons, this.why]);
    this.exchange = new Exchange(this.mural.fields, doer);
    el.append(this.exchange.el);
    /** @type {import("./mural.js").Ready | null} */
    this.ready = null;
    /** @type {EventState | null} */
    this.event = null;
    /** The round whose button was pressed once although something is missing. */
    this.sure = "";
    this.drawn = "";
  }

  /** Asks what is missing, again and again while somebody looks at the page. @param {() => EventState | null} event */
  async watch(event) {
    if (document.visibilityState === "visible") await this.look(event());
    setTimeout(() => void this.watch(event), AGAIN_MS);
  }

  /** @param {EventState | null} event */
  async look(event) {
    const hasRounds = Object.keys(event?.event.tournaments ?? {}).length > 0;
    if (event && hasRounds && planned(event).length === 0) this.ready = null;
    else {
      const { ok, body } = await api.call("GET", "api/v1/event/ready");
      if (ok) this.ready = body;
    }
    this.came();
  }

  /** @param {OperatorTable[]} tables @param {EventState | null} event */
  update(tables, event) {
    this.event = event;
    const rounds = planned(event);
    const hasRounds = Object.keys(event?.event.tournaments ?? {}).length > 0;
    // Without rounds each table begins by itself: the mural is there until the first has.
    const isBefore = hasRounds ? rounds.length > 0 : !tables.some(goesOn);
    const of = event && hasRounds ? rounds.flatMap(([key, round]) => rowsOf(event, key, round).map(({ table }) => table)) : tables.map(({ table }) => table);
    this.mural.update(isBefore && event ? this.ready : null, of);
    this.exchange.update(event, rounds);
    const drawn = JSON.stringify([rounds, this.sure, this.ready?.ready, word("begin")]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.buttons.replaceChildren(...rounds.map(([key, round]) => {
      const isSure = this.sure === `${key} ${round}`;
      const name = rounds.length > 1 ? `${event?.event.tournaments[key].name || key}: ` : "";
      const button = make("button", { type: "button", class: "next", "data-round": `${key} ${round}` }, [`${name}${word(isSure ? "beginAll" : "begin", round)}`]);
      button.addEventListener("click", () => void this.#begin(key, round));
      return button;
    }));
  }

  /** @param {string} key @param {number} round */
  async #begin(key, round) {
    const name = `${key} ${round}`;
    // Whether all is ready may not have been told since another round began, or its beginning was taken back.
    if (!this.ready) await this.look(this.event);
    if (this.sure !== name && !this.ready?.ready) {
      this.sure = name;
      this.changed();
      /** @type {HTMLElement | null} */ (this.buttons.querySelector(`[data-round="${CSS.escape(name)}"]`))?.focus();
      return;
    }
    this.sure = "";
    write(this.why, "");
    if (await this.doer.undo.begun(this.doer.order(0, { do: "open", key, round }, this.why))) this.ready = null;
    this.changed();
  }
}

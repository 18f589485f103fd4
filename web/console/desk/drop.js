// A file of pairings that was dropped or chosen: what is in it and what is wrong with it, then one button that takes it over.
// It comes with the first file: nobody needs it before.

import * as api from "../../arbiter/api.js";
import { make, write } from "../../arbiter/make.js";
import { ending, problemTable } from "../../arbiter/rounds/import_panel.js";
import { contents } from "../../arbiter/rounds/orders.js";
import { preview } from "../../arbiter/rounds/preview.js";
import { currentRound } from "../../arbiter/rounds/state.js";
import { word } from "../../arbiter/rounds/words.js";
import { word as consoleWord } from "../words.js";

/** @typedef {import("../../arbiter/rounds/state.js").EventState} EventState */

export class Drop {
  /** @param {HTMLElement} el @param {() => EventState | null} state @param {() => void} taken */
  constructor(el, state, taken) {
    this.el = el;
    this.state = state;
    this.taken = taken;
    /** What was looked at, so that an answer that was overtaken is not shown. @type {unknown} */
    this.looked = null;
    this.title = make("h2", { id: "drop-title", tabindex: "-1" });
    this.close = make("button", { type: "button" });
    this.close.addEventListener("click", () => this.forget());
    this.where = make("div", { class: "row", role: "group" });
    this.found = make("div", { class: "found" });
    this.why = make("p", { class: "why", role: "alert" });
    el.setAttribute("aria-labelledby", "drop-title");
    el.append(make("div", { class: "head" }, [this.title, this.close]), this.where, this.why, this.found);
  }

  forget() {
    this.looked = null;
    this.el.hidden = true;
    this.found.replaceChildren();
    write(this.why, "");
  }

  /** Asks what is in a file. @param {File} file @param {string} [key] the tournament; the first one without it */
  async look(file, key = Object.keys(this.state()?.event.tournaments ?? {})[0]) {
    this.forget();
    const tournaments = this.state()?.event.tournaments ?? {};
    write(this.title, consoleWord("pairingsIn", file.name));
    write(this.close, consoleWord("away"));
    this.el.hidden = false;
    this.title.focus();
    this.el.scrollIntoView({ block: "start" });
    this.where.replaceChildren(...(Object.keys(tournaments).length < 2 ? [] : Object.keys(tournaments).map((it) => {
      const button = make("button", { type: "button", "aria-pressed": String(it === key) }, [tournaments[it].name || it]);
      button.addEventListener("click", () => void this.look(file, it));
      return button;
    })));
    if (key === undefined) return write(this.why, consoleWord("noTournament"));
    const looked = { tournament: key, round: currentRound(tournaments[key]), file };
    this.looked = looked;
    const { ok, body, why } = await api.pairings(looked, false);
    if (this.looked !== looked) return;
    if (!ok) return write(this.why, why);
    const { players, rounds } = contents(body.order);
    const boards = rounds.map((it) => word("roundBoards", it.round, it.boards)).join(", ");
    const problems = body.problems.length > 0 ? problemTable(body.problems) : make("p", {}, [word("noProblem")]);
    this.found.replaceChildren(
      ...(body.format ? [make("p", {}, [word("isFormat", body.format)])] : []),
      ...(body.order ? [make("p", {}, [word("holds", players, boards || word("none"))])] : []),
      ...ending(body, () => this.#take(looked)),
      ...preview(body.order), problems,
    );
    this.found.querySelector("button")?.focus();
  }

  /** @param {{tournament: string, round: number, file: File}} looked */
  async #take(looked) {
    if (!api.author()) {
      write(this.why, word("sayName"));
      return api.askName();
    }
    const take = this.found.querySelector("button");
    take?.toggleAttribute("disabled", true);
    const { ok, body, why } = await api.pairings(looked, true);
    take?.toggleAttribute("disabled", false);
    if (!ok || !body.applied) return write(this.why, ok ? word("cannotTake") : why);
    this.forget();
    this.taken();
  }
}

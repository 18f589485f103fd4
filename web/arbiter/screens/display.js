// One display on the page of screens: what it shows and why, and the forms by which it is adopted and set up.

import { make, write } from "../../shared/make.js";
import { call } from "../api.js";
import { localNumber } from "../words.js";
import { parseTables, tablesText } from "./tables.js";
import { say } from "./words.js";

/** @typedef {import("../../wall/orders.js").Setup} Setup */
/** @typedef {{view: string, tables: number[], page: number, pages: number, page_reason: string | null, moving: number | null, feature: number | null,
 *   feature_reason: string | null, reach_metres: number | null, stale: boolean}} Report */
/** @typedef {{display: string, place: string | null, seen_s: number | null, setup: Setup, report: Report | null}} DisplayView */

const VIEWS = ["grid", "feature", "countdown", "standings", "message", "start"];

/** @param {string} key @param {HTMLElement} field @param {string} [kind] */
const labelled = (key, field, kind = "") => make("label", kind ? { class: kind } : {}, kind === "check" ? [field, make("span", {}, [say(key)])] : [make("span", {}, [say(key)]), field]);

/** @param {string} key @param {() => void} act */
function button(key, act) {
  const el = make("button", { type: "button" }, [say(key)]);
  el.addEventListener("click", act);
  return el;
}

/** @param {[value: string, key: string][]} options */
const select = (options) => make("select", {}, options.map(([value, key]) => make("option", { value }, [say(key)])));

export class DisplayBox {
  /** @param {DisplayView} view @param {() => void} changed */
  constructor(view, changed) {
    this.name = view.display;
    this.changed = changed;
    this.isSure = false;
    this.status = make("p", { class: "status" });
    this.said = make("p", { class: "said", role: "status" });
    this.heading = make("bdi", {}, []);
    this.place = make("input", { maxlength: "60", value: view.place ?? "" });
    this.adopt = button(view.place === null ? "adopt" : "rename", () => this.#send({ do: "adopt", place: this.place.value }));
    this.forget = button("forget", () => this.#forget());
    const row = make("div", { class: "row" }, [labelled("place", this.place), this.adopt, button("identify", () => this.#send({ do: "identify" })), this.forget]);
    this.el = make("section", { class: "display", id: view.display }, [
      make("h2", {}, [this.heading, make("span", { class: "name" }, [view.display])]), this.status, row, this.said,
    ]);
    this.el.classList.toggle("stranger", view.place === null);
    if (view.place !== null) this.el.append(this.#forms(view.setup));
    this.update(view);
  }

  /** @param {Setup} setup */
  #forms(setup) {
    this.view = select(VIEWS.map((view) => [view, view]));
    this.sight = select([["comfort", "comfort"], ["limit", "limit"]]);
    [this.view.value, this.sight.value] = [setup.view, setup.sight];
    const number = (/** @type {number | null} */ value, /** @type {Record<string, string>} */ more) => make("input", { type: "number", value: value === null ? "" : String(value), ...more });
    const check = (/** @type {boolean} */ is) => make("input", { type: "checkbox", ...(is && { checked: "" }) });
    this.inches = number(setup.inches, { min: "10", max: "400" });
    this.metres = number(setup.metres, { min: "0.5", max: "60", step: "0.5" });
    this.turn = number(setup.turn_s, { min: "5", max: "300" });
    this.mirrored = check(setup.mirrored);
    this.light = check(setup.light);
    this.tables = make("input", { value: tablesText(setup.tables) });
    this.pins = make("input", { value: tablesText(setup.pins) });
    this.featured = number(setup.feature, { min: "1" });
    this.message = make("input", { maxlength: "240", value: setup.message });
    this.start = number(setup.start, { min: "0", max: "959" });
    this.tournament = make("input", { maxlength: "60", value: setup.tournament ?? "" });
    const title = make("input", { maxlength: "60" });
    const minutes = number(10, { min: "0", max: "1440", step: "1" });
    const count = () => this.#send({ do: "countdown", title: title.value, in_s: Math.round(Number(minutes.value) * 60) });
    return make("details", {}, [
      make("summary", {}, [say("setup")]),
      make("div", { class: "fields" }, [labelled("view", this.view), labelled("inches", this.inches), labelled("metres", this.metres), labelled("sight", this.sight), labelled("turn_s", this.turn)]),
      make("div", { class: "fields" }, [labelled("tables", this.tables, "wide-field"), labelled("pins", this.pins), labelled("featured", this.featured)]),
      make("div", { class: "fields" }, [labelled("message", this.message, "wide-field"), labelled("number", this.start), labelled("tournament", this.tournament)]),
      make("div", { class: "fields" }, [labelled("mirrored", this.mirrored, "check"), labelled("lightTheme", this.light, "check"), button("set", () => this.#assign())]),
      make("div", { class: "fields" }, [labelled("begins", title), labelled("minutes", minutes), button("count", count)]),
    ]);
  }

  #assign() {
    const [tables, pins] = [parseTables(this.tables?.value ?? ""), parseTables(this.pins?.value ?? "")];
    const wrong = tables === null ? this.tables : pins === null ? this.pins : null;
    if (wrong) {
      write(this.said, say("tables"));
      return wrong.focus();
    }
    const whole = (/** @type {HTMLInputElement | undefined} */ field) => (field?.value.trim() ? Number(field.value) : null);
    void this.#send({ do: "assign", setup: {
      view: this.view?.value, sight: this.sight?.value, inches: whole(this.inches), metres: whole(this.metres), turn_s: whole(this.turn),
      mirrored: this.mirrored?.checked, light: this.light?.checked, tables, pins, feature: whole(this.featured), message: this.message?.value.trim(),
      start: whole(this.start), tournament: this.tournament?.value.trim() || null,
    } });
  }

  #forget() {
    if (this.isSure) return void this.#send({ do: "forget" });
    this.isSure = true;
    write(this.forget, say("surely"));
  }

  /** @param {Record<string, unknown>} order */
  async #send(order) {
    const reply = await call("POST", `api/v1/displays/${this.name}`, order);
    write(this.said, reply.status === 202 ? say("later") : reply.ok ? say("done") : reply.why);
    if (reply.ok) this.changed();
  }

  /** Says what the display shows, and why. What a person writes stays. @param {DisplayView} view */
  update({ place, seen_s, setup, report }) {
    write(this.heading, place ?? say("stranger"));
    const seen = seen_s === null ? say("unseen") : say("seen", seen_s);
    const parts = [`${say(setup.view)} · ${seen}.`];
    const isTooFar = report !== null && report.reach_metres !== null && report.reach_metres < setup.metres;
    if (report) {
      const { tables, page, pages, page_reason, moving, feature, feature_reason, reach_metres, stale } = report;
      if (tables.length > 0) parts.push(say("showing", tablesText(tables)));
      if (page_reason) parts.push(say("page", page, pages, say(`page-${page_reason}`, moving ?? "")));
      if (feature !== null && feature_reason) parts.push(say("large", feature, say(`large-${feature_reason}`)));
      if (reach_metres !== null) parts.push(say(isTooFar ? "tooFar" : "reach", localNumber(reach_metres.toFixed(1)), localNumber(String(setup.metres))));
      if (stale) parts.push(say("stale"));
    }
    write(this.status, parts.join(" "));
    this.status.classList.toggle("warn", isTooFar || Boolean(report?.stale) || seen_s === null || seen_s > 10);
  }
}

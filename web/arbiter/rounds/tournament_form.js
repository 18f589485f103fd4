// The form of a tournament: a new one, or what is known of one.

import { make } from "../make.js";
import { form, input, labelled, select, submit, whyNot } from "./fields.js";
import * as orders from "./orders.js";
import { word } from "./words.js";

/** @typedef {import("./state.js").Tournament} Tournament */

const SYSTEMS = ["swiss", "round-robin", "team-swiss", "team-round-robin"];
const BREAKS = ["direct-encounter", "buchholz-cut-1", "buchholz", "buchholz-cut-2", "buchholz-median", "sonneborn-berger", "wins",
  "wins-as-black", "games-as-black", "koya", "progress", "average-rating", "match-points", "game-points"];
/** The number of tie-breaks that can be chosen. */
const CHOICES = 5;

/** Makes the form. @param {import("./giver.js").Giver} giver @param {string | null} key that of a tournament that is there
 * @param {Tournament} known @param {(key: string) => void} done */
export function tournamentForm(giver, key, known, done) {
  const why = whyNot();
  const name = input(known.name ?? "", { maxlength: "100", class: "long" });
  const keyField = input(key ?? "", { maxlength: "16", size: "6", required: "", pattern: "[A-Za-z0-9_\\-]+" });
  if (key !== null) keyField.readOnly = true;
  const system = select(SYSTEMS.map((it) => [it, word(it)]), known.system ?? "swiss");
  const number = (/** @type {number | undefined} */ value) => input(value ? String(value) : "", { inputmode: "numeric", pattern: "[0-9]*", size: "4" });
  const rounds = number(known.rounds_planned);
  const table = number(known.first_table);
  const control = input(known.time_control ?? "", { maxlength: "60", placeholder: "90 min + 30 s" });
  const options = /** @type {[string, string][]} */ ([["", "–"], ...BREAKS.map((it) => [it, word(it)])]);
  const breaks = Array.from({ length: CHOICES }, (_, n) => {
    const field = select(options, known.tie_breaks?.[n] ?? "");
    field.setAttribute("aria-label", `${word("tieBreaks")} ${n + 1}`);
    return field;
  });
  const hint = known.tie_breaks?.length ? "" : ` (${word("usual")})`;
  const send = async () => {
    const chosen = [...new Set(breaks.map(({ value }) => value).filter(Boolean))];
    const order = orders.tournament(keyField.value, {
      name: name.value, system: system.value, rounds: rounds.value, table: table.value, control: control.value, breaks: chosen,
    });
    if (await giver.give(order, why, name.value || keyField.value)) done(keyField.value.trim());
  };
  return form("tournament", [
    make("div", { class: "row" }, [labelled(word("key"), keyField), labelled(word("name"), name)]),
    make("div", { class: "row" }, [labelled(word("system"), system), labelled(word("roundsPlanned"), rounds),
      labelled(word("firstTable"), table), labelled(word("timeControl"), control)]),
    make("fieldset", {}, [make("legend", {}, [word("tieBreaks") + hint]), make("div", { class: "row" }, breaks)]),
    make("div", { class: "row" }, [submit(word("save"))]), why,
  ], send);
}

/** Makes the form for the event's name, place and delay. @param {import("./giver.js").Giver} giver
 * @param {{name: string, site: string, delay_minutes?: number}} known */
export function eventForm(giver, known) {
  const why = whyNot();
  const name = input(known.name, { maxlength: "100", class: "long" });
  const site = input(known.site, { maxlength: "100" });
  const delay = input(String(known.delay_minutes ?? 0), { inputmode: "numeric", pattern: "[0-9]+", size: "3", required: "" });
  const send = () => {
    const order = { do: "event", name: name.value.trim(), site: site.value.trim(), delay_minutes: Number(delay.value) };
    return giver.give(order, why, word("eventName"));
  };
  const fields = [labelled(word("eventName"), name), labelled(word("site"), site), labelled(word("delay"), delay)];
  return form("event", [make("div", { class: "row" }, [...fields, submit(word("save"))]), why], send);
}

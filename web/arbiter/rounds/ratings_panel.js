// The players completed from a rating list: first what would change and what somebody has to decide, then one order.

import * as api from "../api.js";
import { make, write } from "../make.js";
import { captioned } from "../../shared/pairing_table.js";
import { button, labelled, select, whyNot } from "./fields.js";
import * as orders from "./orders.js";
import { word } from "./words.js";

/** @typedef {{fide_id: number, name: string, title: string, federation: string, born: number | null, rating: number | null,
 *   details: Record<string, unknown>}} Candidate */
/** @typedef {{player: number, name: string, kind: string, candidates: Candidate[], more: number}} Doubt */
/** @typedef {{player: number, name: string, fields: {field: string, before: string, after: string}[]}} Change */
/** @typedef {{entries: number, found: number, changes: Change[], doubts: Doubt[], order: orders.Complete | null}} Compared */

const KINDS = ["standard", "rapid", "blitz"];

export class RatingsPanel {
  /** @param {HTMLDetailsElement} el @param {import("./giver.js").Giver} giver */
  constructor(el, giver) {
    this.giver = giver;
    this.el = el;
    this.key = "";
    this.why = whyNot();
    this.state = make("p", { role: "status" });
    this.found = make("div", { class: "found" });
    this.file = make("input", { type: "file" });
    this.kind = select(KINDS.map((it) => [it, word(`kind-${it}`)]), "standard");
    this.compare = button(word("compare"), () => this.#compare());
    for (const field of [this.file, this.kind]) field.addEventListener("change", () => this.#forget());
    el.replaceChildren(make("summary", {}, [word("ratings")]), make("div", { class: "row" }, [
      labelled(word("chooseList"), this.file), labelled(word("kindOfRating"), this.kind), this.compare,
    ]), this.state, this.why, this.found);
  }

  /** @param {string} key */
  update(key) {
    if (this.key !== key) this.#forget();
    this.key = key;
  }

  #forget() {
    this.found.replaceChildren();
    write(this.why, "");
    write(this.state, "");
  }

  async #compare() {
    this.#forget();
    const file = this.file.files?.[0];
    if (!file) return write(this.why, word("nothingToRead"));
    const key = this.key;
    write(this.state, word("comparing"));
    this.compare.disabled = true;
    const { ok, body, why } = await api.ratings({ tournament: key, kind: this.kind.value, file });
    this.compare.disabled = false;
    write(this.state, "");
    if (this.key !== key) return;
    if (ok) this.#show(key, body);
    else write(this.why, why);
  }

  /** @param {string} key @param {Compared} compared */
  #show(key, { entries, found, changes, doubts, order }) {
    write(this.state, word("compared", entries, found));
    const said = changes.map(({ player, name, fields }) => [
      String(player), name, fields.map(({ field, before, after }) => `${word(`field-${field}`)}: ${before ? `${before} → ` : ""}${after}`).join("; "),
    ]);
    const number = { text: word("number"), kind: "figure" };
    const table = captioned(word("changes"), [number, { text: word("player") }, { text: word("changes") }], said, 0);
    /** The entries that a person chose, by player. @type {Record<string, Record<string, unknown>>} */
    const chosen = {};
    const enter = button("", () => this.#enter(orders.complete(key, order, chosen)), { class: "next" });
    const count = () => {
      const all = orders.complete(key, order, chosen);
      write(enter, word("enterChanges", Object.keys(all?.players ?? {}).length));
      enter.hidden = all === null;
    };
    const choices = doubts.map((doubt) => [String(doubt.player), doubt.name, word(`doubt-${doubt.kind}`), ...this.#choice(doubt, (details) => {
      delete chosen[doubt.player];
      if (details) chosen[doubt.player] = details;
      count();
    })]);
    const heads = [number, { text: word("player") }, { text: word("why") }, { text: word("proposal") }];
    count();
    this.found.replaceChildren(
      ...(said.length > 0 ? [make("div", { class: "wide" }, [table])] : [make("p", {}, [word("nothingChanges")])]),
      ...(choices.length > 0 ? [make("div", { class: "wide" }, [captioned(word("doubts"), heads, choices, 0)])] : []), enter,
    );
  }

  /** Lets a person choose among entries; the program never guesses. @param {Doubt} doubt
   * @param {(details: Record<string, unknown> | null) => void} choose */
  #choice({ name, candidates, more }, choose) {
    if (candidates.length === 0) return ["–"];
    const told = (/** @type {Candidate} */ { name, title, federation, born, rating, fide_id: id }) => [title, name, federation, rating, born, id].filter(Boolean).join(", ");
    const rest = more > 0 ? ` (${word("showMore", more)})` : "";
    const options = candidates.map((it, n) => /** @type {[string, string]} */ ([String(n), told(it)]));
    const field = select([["", word("noneOfThese") + rest], ...options], "");
    field.setAttribute("aria-label", word("whoIs", name));
    field.addEventListener("change", () => choose(field.value === "" ? null : candidates[Number(field.value)].details));
    return [field];
  }

  /** @param {orders.Complete | null} order */
  async #enter(order) {
    if (!order || !(await this.giver.give(order, this.why, word("ratings")))) return;
    this.#forget();
    this.file.value = "";
    this.el.open = false;
  }
}

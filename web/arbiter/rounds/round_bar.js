// The round that is chosen: what is missing, the one button that comes next, and what can be taken back.

import { make, write } from "../make.js";
import { resultText } from "../../shared/rounds_words.js";
import { Question, button, whyNot } from "./fields.js";
import { needs } from "../rights.js";
import { moveText } from "./pairing_list.js";
import { roundState, rowsOf, unfinished } from "./state.js";
import { word } from "./words.js";

/** @typedef {import("./state.js").EventState} EventState */
/** An entry of what is missing, in the page's language.
 * @typedef {{severity: "stop" | "look", text: string, help: string}} Item */

/** The number of entries that are shown before the rest is folded. */
const SHOWN = 8;

export class RoundBar {
  /** @param {HTMLElement} el @param {import("./giver.js").Giver} giver @param {{begun: () => void, board: (board: number) => void}} asks */
  constructor(el, giver, asks) {
    this.giver = giver;
    this.asks = asks;
    this.why = whyNot();
    this.question = new Question();
    this.title = make("h2", { id: "round-title", tabindex: "-1" });
    this.list = make("div", { class: "missing" });
    this.next = needs("rounds", button("", () => this.#next(), { class: "next" }));
    this.confirm = needs("proposals", button("", () => this.giver.give({ do: "confirm-proved" }, this.why, word("results")), { class: "confirm-proved" }));
    this.undo = needs("pairings", button("", () => this.giver.give({ do: "undo" }, this.why, this.undo.textContent ?? ""), { class: "undo" }));
    el.replaceChildren(this.title, this.list, make("div", { class: "actions" }, [this.next, this.confirm, this.undo]), this.question.el, this.why);
    /** @type {EventState | null} */
    this.state = null;
    this.key = "";
    this.round = 0;
    /** @type {Item[] | null} */
    this.items = null;
    this.drawn = "";
  }

  /** @param {EventState} state @param {string} key @param {number} round @param {Item[] | null} items what is missing, if that is known */
  update(state, key, round, items) {
    if (this.key !== key || this.round !== round) {
      this.question.close();
      write(this.why, "");
    }
    Object.assign(this, { state, key, round, items });
    const tournament = state.event.tournaments[key];
    const is = roundState(tournament, round);
    const rows = rowsOf(state, key, round);
    const left = unfinished(rows);
    const proved = Object.values(state.tables).filter((table) => table.proved).length;
    write(this.title, `${tournament.name || key} · ${word("round", round)} · ${word(is)}`);
    write(this.next, word(is === "open" ? "end" : "begin", round));
    this.next.hidden = is === "ended" || is === "none";
    this.next.disabled = is === "planned" && items === null;
    this.next.classList.toggle("waits", is === "open" && left.length > 0);
    this.confirm.hidden = proved === 0;
    write(this.confirm, word("confirmProved", proved));
    this.undo.hidden = !state.undo;
    write(this.undo, word("undo", word(`undo-${state.undo ?? ""}`)));
    const drawn = JSON.stringify([is, items, left.map(({ board, table, proved, plies }) => [board, table, proved, plies])]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const isUnfolded = this.list.querySelector("details")?.open ?? false;
    if (is === "open") this.list.replaceChildren(...this.#without(left));
    else if (is === "planned") this.list.replaceChildren(...(items ? missingList(items) : [make("p", {}, [word("asksReady")])]));
    else this.list.replaceChildren(make("p", {}, [word(is === "ended" ? "isOver" : "readFirst", round)]));
    // The list is made anew while hands put pieces right; what was unfolded stays so.
    const rest = this.list.querySelector("details");
    if (rest) rest.open = isUnfolded;
  }

  /** Shows the boards that keep the round from ending. @param {import("./state.js").Row[]} left */
  #without(left) {
    if (left.length === 0) return [make("p", {}, [word("allIn")])];
    const board = (/** @type {import("./state.js").Row} */ row) => {
      const known = row.proved ? word("proved", resultText(row.proved)) : moveText(row.plies);
      const label = [word("boardAtTable", row.board, row.table), known].filter(Boolean).join(": ");
      const text = row.proved ? `${row.board}: ${resultText(row.proved)}` : String(row.board);
      return make("li", {}, [button(text, () => this.asks.board(row.board), { class: row.proved ? "link proved" : "link", "aria-label": label, title: label })]);
    };
    return [make("h3", {}, [word("without", left.length)]), make("ul", { class: "boards" }, left.map(board))];
  }

  #next() {
    if (!this.state) return;
    const is = roundState(this.state.event.tournaments[this.key], this.round);
    const give = async () => {
      const order = { do: is === "open" ? "close" : "open", key: this.key, round: this.round };
      if (await this.giver.give(order, this.why, this.next.textContent ?? "")) {
        this.asks.begun();
        this.title.focus();
      }
    };
    const stops = (this.items ?? []).filter(({ severity }) => severity === "stop").length;
    if (is === "planned" && stops > 0) this.question.ask(word("askBegin", stops, this.round), give, this.next);
    else give();
  }
}

/** Shows what is missing; what must be done first. @param {Item[]} items */
function missingList(items) {
  if (items.length === 0) return [make("p", { class: "ready" }, [word("allReady")])];
  const sorted = [...items].sort((a, b) => Number(b.severity === "stop") - Number(a.severity === "stop"));
  const entry = (/** @type {Item} */ { severity, text, help }) => make("li", { "data-severity": severity }, [
    make("b", {}, [word(severity === "stop" ? "stops" : "looks")]), ` ${text}`, ...(help ? [" ", make("span", { class: "soft" }, [help])] : []),
  ]);
  const rest = sorted.slice(SHOWN);
  return [
    make("h3", {}, [word("whatIsMissing")]), make("ul", { class: "items" }, sorted.slice(0, SHOWN).map(entry)),
    ...(rest.length > 0 ? [make("details", {}, [make("summary", {}, [word("showMore", rest.length)]), make("ul", { class: "items" }, rest.map(entry))])] : []),
  ];
}

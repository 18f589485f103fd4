// Pairings from a file or from what was pasted: first what is in it and what is wrong with it, then one button.

import * as api from "../api.js";
import { make, write } from "../make.js";
import { captioned } from "../../shared/pairing_table.js";
import { button, labelled, select, whyNot } from "./fields.js";
import { contents } from "./orders.js";
import { preview } from "./preview.js";
import { language, word } from "./words.js";

/** @typedef {{en: string, pl: string, ru: string}} Three */
/** @typedef {{line: number, text: string, words: Three, proposal: Three | null, error: boolean}} Problem */
/** @typedef {{tournament: string, round: number | null, file: Blob}} Asked */
/** @typedef {{format: string | null, problems: Problem[], order: any, refused: {error: string, words: Three} | null, applied: boolean}} Answer */

export class ImportPanel {
  /** @param {HTMLDetailsElement} el @param {import("./giver.js").Giver} giver @param {() => void} taken */
  constructor(el, giver, taken) {
    this.giver = giver;
    this.taken = taken;
    this.el = el;
    this.key = "";
    this.round = 0;
    /** What was looked at, and is taken over as it is. @type {Asked | null} */
    this.looked = null;
    this.title = make("summary");
    this.why = whyNot();
    this.found = make("div", { class: "found" });
    this.area = make("textarea", { rows: "6", spellcheck: "false", class: "drop" });
    this.file = make("input", { type: "file" });
    this.scope = select([["round", word("thisRound")], ["all", word("allRounds")]], "round");
    this.scope.addEventListener("change", () => this.#forget());
    this.area.addEventListener("input", () => this.#forget());
    this.file.addEventListener("change", () => this.file.files?.[0] && this.#look(this.file.files[0]));
    this.area.addEventListener("dragover", (event) => event.preventDefault());
    this.area.addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      this.#look(file);
    });
    const look = button(word("look"), () => this.#look(new Blob([this.area.value], { type: "text/plain" })));
    el.replaceChildren(this.title, labelled(word("paste"), this.area),
      make("div", { class: "row" }, [labelled(word("scope"), this.scope), look, labelled(word("chooseFile"), this.file)]), this.why, this.found);
    el.querySelector("label")?.classList.add("block");
  }

  /** @param {string} key @param {number} round @param {boolean} isEmpty whether the round has no pairings */
  update(key, round, isEmpty) {
    if (this.key !== key || this.round !== round) {
      this.#forget();
      this.el.open = isEmpty;
    }
    Object.assign(this, { key, round });
    write(this.title, word("import", round));
  }

  #forget() {
    this.looked = null;
    this.found.replaceChildren();
    write(this.why, "");
  }

  /** Asks what is in a file. @param {Blob} file */
  async #look(file) {
    this.#forget();
    if (file.size === 0) return write(this.why, word("nothingToRead"));
    const looked = { tournament: this.key, round: this.scope.value === "all" ? null : this.round, file };
    this.looked = looked;
    const { ok, status, body, why } = await api.pairings(looked, false);
    if (this.looked !== looked) return;
    if (ok) this.#show(body, () => this.#take(looked));
    else write(this.why, status === 404 ? word("noImport") : why);
  }

  /** @param {Answer} answer @param {() => void} take */
  #show(answer, take) {
    const { format, problems, order } = answer;
    const { players, rounds } = contents(order);
    const boards = rounds.map(({ round, boards }) => word("roundBoards", round, boards)).join(", ");
    const table = problems.length > 0 ? problemTable(problems) : make("p", {}, [word("noProblem")]);
    const summary = order ? [make("p", {}, [word("holds", players, boards || word("none"))])] : [];
    this.found.replaceChildren(...(format ? [make("p", {}, [word("isFormat", format)])] : []), ...summary, ...preview(order), table, ...ending(answer, take));
    this.found.querySelector("button")?.focus();
  }

  /** @param {Asked} looked */
  async #take(looked) {
    if (!this.giver.isNamed(this.why)) return;
    const { ok, body, why } = await api.pairings(looked, true);
    if (!ok || !body.applied) return write(this.why, ok ? word("cannotTake") : why);
    this.#forget();
    this.area.value = "";
    this.file.value = "";
    this.el.open = false;
    await this.giver.look();
    this.giver.announce(word("taken"));
    this.taken();
  }
}

/** Makes what stands at the end of a look: the button that takes over, or why nothing can be taken over. Of what changes nothing
 * there is nothing to say. @param {Answer} answer @param {() => void} take */
export function ending({ problems, order, refused }, take) {
  const why = (/** @type {string} */ text) => [make("p", { class: "why" }, [text])];
  if (refused) return why(word("wouldRefuse", refused.words[language()]));
  if (order) return [button(word("takeOver"), take, { class: "next" })];
  return problems.some(({ error }) => error) ? why(word("cannotTake")) : [];
}

/** Shows what is wrong with a file, by line. @param {Problem[]} problems */
export function problemTable(problems) {
  const says = (/** @type {Three | null} */ words) => words?.[language()] ?? words?.en ?? "";
  const heads = [{ text: word("line"), kind: "figure" }, { text: word("text") }, { text: word("problem") }, { text: word("proposal") }];
  const rows = problems.map(({ line, text, words, proposal, error }) => [
    String(line), make("code", {}, [text]), error ? make("b", {}, [`${word("error")}: ${says(words)}`]) : says(words), says(proposal) || "–",
  ]);
  return make("div", { class: "wide" }, [captioned(word("problems"), heads, rows, 0)]);
}

// The card of a question of the sensors, or of a result that the board proposes: one button for each answer.

import { make, plyNumber, write } from "../make.js";
import { needs } from "../rights.js";
import { localMove, word } from "../words.js";
import { Head } from "./head.js";

/** @typedef {import("../desk/entries.js").Entry} Entry */
/** An order to a table. `why` is where a refusal is told, and `what` names the order.
 * @typedef {(table: number, command: Record<string, unknown>, why: HTMLElement, what: string) => void} Say */

export class ChoiceCard {
  /** @param {Entry} entry @param {Say} say */
  constructor(entry, say) {
    this.head = new Head();
    this.text = make("p", { class: "what" });
    this.why = make("p", { class: "why", role: "alert" });
    this.buttons = answers(entry).map(({ command }) => {
      const button = needs(entry.sort === "proposal" ? "results" : "moves", make("button", { type: "button" }));
      button.addEventListener("click", () => say(entry.table.table, command, this.why, button.textContent ?? ""));
      return button;
    });
    this.actions = make("div", { class: "actions" }, this.buttons);
    this.el = make("article", { "aria-labelledby": this.head.id, "data-kind": entry.sort }, [
      this.head.el, this.text, this.why, this.actions,
    ]);
  }

  /** @param {Entry} entry */
  update(entry) {
    this.head.update(entry.table.table, entry.about);
    this.el.classList.toggle("gone", entry.gone === true);
    this.actions.hidden = entry.gone === true;
    const which = entry.about === entry.table || entry.game === entry.table.game ? [] : [word("gameOver", entry.game)];
    const { asked, start, proposed } = entry.about;
    const said = entry.sort === "question" ? `${word("question")} ${plyNumber(start, asked?.ply ?? 0)}` : word("proposal", proposed ?? "");
    write(this.text, [said, ...which].join(" · "));
    answers(entry).forEach(({ text }, at) => write(this.buttons[at], text));
  }
}

/** Returns the answers: the words of each, and the command that gives it. The key of an entry names its answers, so
 * their number stays. @param {Entry} entry @returns {{text: string, command: Record<string, unknown>}[]} */
function answers({ sort, about, game }) {
  if (sort === "proposal") {
    return [{ text: word("confirmResult", about.proposed ?? ""), command: { cmd: "result", result: about.proposed, game } }];
  }
  const { ply, alternatives } = about.asked ?? { ply: 0, alternatives: [] };
  return alternatives.map(({ uci, san }) => ({ text: answerText(uci, san), command: { cmd: "choose", ply, move: uci, game } }));
}

/** Returns the words of an answer. An illegal move, `!h7h8`, has no name in chess notation: its squares say what it was.
 * @param {string} uci @param {string} san */
function answerText(uci, san) {
  if (uci === "-") return word("noMove");
  return uci.startsWith("!") ? word("illegalMove", `${uci.slice(1, 3)}–${uci.slice(3)}`) : localMove(san);
}

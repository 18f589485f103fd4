// The pairings of a round: one row a board, with buttons for the usual results.

import { arrange, make } from "../make.js";
import { player } from "../../shared/pairing_table.js";
import { resultText } from "../../shared/rounds_words.js";
import { needs } from "../rights.js";
import { button } from "./fields.js";
import { word } from "./words.js";

/** @typedef {import("./state.js").Row} Row */

const USUAL = ["1-0", "1/2-1/2", "0-1"];
/** The words of the columns and their classes. */
const HEADS = [["board", "no"], ["table", "table"], ["white", "white"], ["result", "result"], ["black", "black"], ["hall", "hall"], ["change", "change"]];

/** Returns the move that a game has reached; nothing before the first. @param {number | null} plies */
export const moveText = (plies) => (plies ? word("moveNo", Math.ceil(plies / 2)) : "");

export class PairingList {
  /** @param {HTMLElement} el @param {(board: number, result: string) => void} enter @param {(board: number) => void} change */
  constructor(el, enter, change) {
    this.enter = enter;
    this.change = change;
    this.body = make("tbody", { role: "rowgroup" });
    this.caption = make("caption");
    this.el = el;
    // On a phone the rows are drawn as cards, which would no longer be a table to a screen reader without the roles.
    const heads = HEADS.map(([key, kind]) => make("th", { scope: "col", role: "columnheader", class: kind }, [word(key)]));
    const top = make("thead", { role: "rowgroup" }, [make("tr", { role: "row" }, heads)]);
    el.replaceChildren(make("table", { role: "table", class: "pairings" }, [this.caption, top, this.body]));
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    /** What each row was drawn from. @type {Map<string, string>} */
    this.drawn = new Map();
  }

  /** @param {Row[]} rows @param {number} round @param {boolean} isOpen whether results are entered with one touch */
  update(rows, round, isOpen) {
    this.el.hidden = rows.length === 0;
    this.caption.textContent = word("pairingsOf", round);
    const wanted = rows.map((row) => /** @type {[string, Row]} */ ([String(row.board), row]));
    arrange(this.body, this.rows, wanted, (key) => {
      this.drawn.delete(key);
      return make("tr", { role: "row", "data-board": key });
    });
    for (const [key, row] of wanted) {
      const from = JSON.stringify([row, isOpen]);
      if (this.drawn.get(key) === from) continue;
      this.drawn.set(key, from);
      this.#fill(/** @type {HTMLElement} */ (this.rows.get(key)), row, isOpen);
    }
  }

  /** Puts the focus on the button that changes a board. @param {number} board */
  focus(board) {
    const el = this.rows.get(String(board))?.querySelector("button[data-act=change]");
    if (!(el instanceof HTMLElement)) return;
    el.scrollIntoView({ block: "nearest" });
    el.focus();
  }

  /** @param {HTMLElement} el @param {Row} row @param {boolean} isOpen */
  #fill(el, row, isOpen) {
    const focused = el.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.act : undefined;
    const { board, table, white, black, proved, playedOn, plies, adjourned } = row;
    const change = button(word("change"), () => this.change(board), { "data-act": "change", "aria-label": word("changeBoard", board) });
    const hall = adjourned ? word("adjourned") : playedOn ? word("playedOn") : proved ? word("proved", resultText(proved)) : moveText(plies);
    el.classList.toggle("proved", proved !== "");
    el.classList.toggle("played-on", playedOn);
    el.replaceChildren(
      make("th", { scope: "row", role: "rowheader", class: "no", "data-label": word("board") }, [String(board)]),
      make("td", { role: "cell", class: "table", "data-label": word("table") }, [String(table)]),
      make("td", { role: "cell", class: "white" }, [player(white, word("nobody"))]),
      make("td", { role: "cell", class: "result" }, [this.#result(row, isOpen)]),
      make("td", { role: "cell", class: "black" }, [player(black, word("nobody"))]),
      make("td", { role: "cell", class: "hall" }, [hall]), make("td", { role: "cell", class: "change" }, [change]),
    );
    if (focused) /** @type {HTMLElement} */ (el.querySelector(`[data-act="${focused}"]`) ?? change).focus();
  }

  /** @param {Row} row @param {boolean} isOpen */
  #result({ board, result, adjourned, white, black }, isOpen) {
    if (result !== "*" || !isOpen || adjourned || !white || !black) return make("span", {}, [resultText(result) || "–"]);
    const buttons = USUAL.map((usual) => needs("results", button(resultText(usual), () => this.enter(board, usual), {
      "data-act": usual, "aria-label": word("enterAt", board, resultText(usual)),
    })));
    return make("span", { class: "usual" }, buttons);
  }
}

// The strip that tells a viewer who comes back what changed meanwhile. It goes when it is read.

import { make } from "../../shared/make.js";
import { playerName, plyWords, resultWords } from "../speech/say.js";
import { word } from "../speech/words.js";
import { AWAY_MS, changes, memory } from "./away.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */

export class News {
  /** What was known when the viewer left. @type {Map<number, import("./away.js").Known> | null} */
  #known = null;
  #leftAt = 0;

  /** @param {HTMLElement} el @param {import("../settings.js").Settings} settings @param {() => number} now milliseconds, of any beginning */
  constructor(el, settings, now = () => Date.now()) {
    this.el = el;
    this.settings = settings;
    this.now = now;
  }

  /** Notes what is known while nobody looks. @param {Iterable<TableView>} tables */
  leave(tables) {
    this.#known ??= memory(tables);
    this.#leftAt = this.now();
  }

  /** Returns whether the viewer was away for so long that something is to be told. */
  isLong() {
    const isLong = this.#known !== null && this.now() - this.#leftAt > AWAY_MS;
    if (!isLong) this.#known = null;
    return isLong;
  }

  /** Tells what changed, once everything is known again. @param {Iterable<TableView>} tables */
  back(tables) {
    if (this.#known === null || document.visibilityState !== "visible") return;
    const news = changes(this.#known, tables, (name) => this.settings.follows(name));
    this.#known = null;
    if (news.length === 0) return;
    const items = news.map(({ table, kind, plies }) => {
      const what = { result: resultWords(table), begun: word("begun"), moves: `${word("newMoves", plies)} ${plyWords(table, table.moves.length)}` }[kind];
      const names = word("versus", playerName(table.white), playerName(table.black));
      return make("li", { "data-kind": kind }, [make("a", { href: `#${table.table}` }, [make("bdi", {}, [names]), `: ${what}`])]);
    });
    const close = make("button", { type: "button" }, [word("close")]);
    close.addEventListener("click", () => (this.el.hidden = true));
    this.el.setAttribute("aria-label", word("meanwhile"));
    this.el.replaceChildren(make("h2", {}, [word("meanwhile")]), make("ul", {}, items), close);
    this.el.hidden = false;
  }
}

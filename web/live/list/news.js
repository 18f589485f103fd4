// The strip that tells a viewer who comes back what changed meanwhile. It goes when it is read.

import { make } from "../../shared/make.js";
import { playerName, plyWords, resultWords } from "../speech/say.js";
import { word } from "../speech/words.js";
import { changes } from "./away.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */

export class News {
  /** @param {HTMLElement} el @param {import("../choices/settings.js").Settings} settings */
  constructor(el, settings) {
    this.el = el;
    this.settings = settings;
  }

  /** Tells what changed since then. @param {Map<number, TableView>} before @param {Iterable<TableView>} tables */
  tell(before, tables) {
    const news = changes(before, tables, (name) => this.settings.follows(name));
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

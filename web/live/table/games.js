// Where the games of a table are as files: the game, its round, the text. Rounds have addresses once they are known.

import { make, write } from "../../shared/make.js";
import { word } from "../speech/words.js";

/** @typedef {import("../../rounds/choice.js").PublicRounds} PublicRounds */

/** Returns the addresses of the PGN of a table's game and of its round, and of the page of that round; those of the round that
 * is on where nothing is known of the table. @param {PublicRounds | null} rounds @param {number} table @param {number} game @param {boolean} results */
export function files(rounds, table, game, results) {
  const wish = results ? "" : "?results=no";
  for (const { key, rounds: of } of rounds?.tournaments ?? []) {
    for (const { round, boards } of of) {
      const board = boards.find((it) => it.table === table && it.game === game);
      if (!board) continue;
      const folder = `tournaments/${encodeURIComponent(key)}/round-${round}`;
      return { game: `${folder}/game-${board.board}.pgn${wish}`, round: `${folder}/games.pgn${wish}`, sheet: `rounds#${encodeURIComponent(key)}/${round}` };
    }
  }
  return { game: "", round: `games.pgn${wish}`, sheet: "" };
}

/** Returns what another page puts into its source to show a table. @param {string} origin @param {number} table */
export const embedding = (origin, table) =>
  `<iframe src="${origin}/embed?table=${table}" width="400" height="528" title="${word("tableNumber", table)}" loading="lazy"></iframe>`;

/** Makes the dialog with which a table is shared. */
export class ShareDialog {
  constructor() {
    /** Says what a button did: a screen reader hears nothing of the page behind a dialog. */
    this.said = make("p", { role: "status" });
    this.el = make("dialog", { "aria-label": word("share"), class: "share" });
    document.body.append(this.el);
  }

  /** @param {number} table @param {ReturnType<typeof files>} games @param {boolean} results */
  open(table, games, results) {
    const address = new URL(`live#${table}`, document.baseURI).href;
    const origin = new URL(".", document.baseURI).href.replace(/\/$/, "");
    const link = (/** @type {string} */ text, /** @type {string} */ href) => make("li", {}, [make("a", { href }, [text])]);
    const close = make("button", { type: "button", class: "close" }, [word("close")]);
    close.addEventListener("click", () => this.el.close());
    write(this.said, "");
    this.el.replaceChildren(
      make("h2", {}, [word("share")]), this.#copied(word("address"), address), this.#copied(word("embed"), embedding(origin, table)),
      make("ul", {}, [
        ...(games.game ? [link(word("pgnGame"), games.game)] : []), link(word("pgnRound"), games.round),
        ...(results ? [link(word("asText"), `text/${table}`)] : []), ...(games.sheet && results ? [link(word("standings"), games.sheet)] : []),
      ]), this.said, close,
    );
    this.el.showModal();
  }

  /** Makes a text that can be copied. @param {string} label @param {string} text */
  #copied(label, text) {
    const field = make("input", { type: "text", readonly: "", value: text, "aria-label": label });
    const button = make("button", { type: "button" }, [word("copy")]);
    button.addEventListener("click", async () => {
      field.select();
      // Pages without encryption may not write there; the text is selected, and can be copied by hand.
      const isCopied = await (navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false);
      write(this.said, word(isCopied ? "copied" : "selected"));
    });
    return make("p", { class: "copied" }, [make("span", {}, [label]), field, button]);
  }
}

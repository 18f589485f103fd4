// What a viewer is told of tables that change: by the screen reader, and aloud where they want it.

import { plyWords, resultWords } from "./say.js";
import { word } from "./words.js";

/** @typedef {import("../../shared/wire.js").TableView} TableView */

export class Teller {
  /** The last words that were said, or shown at once, of each table. @type {Map<number, string>} */
  #told = new Map();

  /** @param {import("../../shared/game/announcer.js").Announcer} announcer @param {import("../choices/settings.js").Settings} settings
   * @param {(table: TableView) => void} aloud */
  constructor(announcer, settings, aloud) {
    this.announcer = announcer;
    this.settings = settings;
    this.aloud = aloud;
  }

  /** Returns whether there is something new to say of a table: a clock is no news, and a provisional ply is none yet.
   * @param {TableView | undefined} table */
  isNews(table) {
    if (!table || table.over || table.moves.at(-1)?.provisional) return false;
    const said = `${plyWords(table, table.moves.length)} ${resultWords(table)}`.trim();
    if (this.#told.get(table.table) === said) return false;
    this.#told.set(table.table, said);
    return true;
  }

  /** Says what is new of a table. @param {TableView} table @param {boolean} isOpen whether it is the one that is looked at */
  tell(table, isOpen) {
    this.announcer.say(`${word("tableNumber", table.table)}: ${this.#told.get(table.table)}`);
    if (this.settings.choice.spoken && isOpen) this.aloud(table);
  }
}

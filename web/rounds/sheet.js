// The sheet of a round: what the program tells of its standings, its crosstable and what was corrected since.

/** @typedef {import("../shared/pairing_table.js").Name} Name */
/** @typedef {{round: number, board: number, white?: Name, black?: Name, was: string, is: string}} Correction */
/** @typedef {{heads: string[], lines: {line: number, player: Name, cells: string[], points: string}[]}} Crosstable */
/** @typedef {{criteria: string[], rows: {rank: number, shared?: boolean, name: string, values: string[]}[]}} Teams */
/** @typedef {{ended: boolean, signed: boolean, revised: boolean, corrections: Correction[],
 *   standings: import("./choice.js").Standings, teams?: Teams, crosstable: Crosstable}} Sheet */
/** @typedef {"standings" | "standings.csv" | "crosstable.csv" | "results.csv"} Part */

/** Returns the address of a part of a round, as seen from the root. @param {string} key @param {number} round @param {boolean} corrected @param {Part} part */
export const sheetPath = (key, round, corrected, part) =>
  `api/v1/tournaments/${encodeURIComponent(key)}/rounds/${round}/${part}${corrected ? "?corrected=true" : ""}`;

export class SheetReader {
  /** @param {() => void} changed what is done when there is another sheet */
  constructor(changed) {
    this.changed = changed;
    this.path = "";
    this.text = "";
    /** @type {Sheet | null} */
    this.sheet = null;
  }

  /** Returns the sheet at an address, if it is there already. @param {string} path */
  at(path) {
    return path === this.path ? this.sheet : null;
  }

  /** Asks for the sheet at an address. Throws where there is no connection. @param {string} path */
  async look(path) {
    if (path !== this.path) Object.assign(this, { path, text: "", sheet: null });
    const answer = await fetch(path, { cache: "no-cache" });
    const text = answer.ok ? await answer.text() : "";
    // Somebody may have gone to another round meanwhile.
    if (path !== this.path || text === this.text) return;
    Object.assign(this, { text, sheet: text ? JSON.parse(text) : null });
    this.changed();
  }
}

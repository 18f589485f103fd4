// Orders to tables, one or many, with their outcome beside the button that gave them.

import * as api from "./api.js";
import { waitingWord } from "./disk.js";
import { write } from "./make.js";
import { word } from "./words.js";

/** @typedef {import("./desk/kinds.js").Case} Case */

/** The number of rulings after which the progress of many is told. */
const TELL_EVERY = 25;

export class Orders {
  /** @param {(said: string) => void} announce */
  constructor(announce) {
    this.announce = announce;
  }

  /** Gives one order. @param {number} table @param {Record<string, unknown>} command @param {HTMLElement} why
   * @param {string} what */
  async say(table, command, why, what) {
    if (!isNamed(why)) return;
    const told = await outcome(api.command(table, command), () => write(why, waitingWord()));
    write(why, told.ok ? "" : told.why);
    if (told.ok) this.announce(word("done", what));
  }

  /** Rules on incidents, one after the other: the journal takes each for itself, and a refusal of one stops no other.
   * @param {Case[]} cases @param {string} decision @param {HTMLElement} why @param {string} what */
  async rule(cases, decision, why, what) {
    const [only] = cases;
    if (cases.length === 1) return this.say(only.table, { cmd: "rule", incident: only.no, decision, game: only.game }, why, what);
    if (cases.length === 0 || !isNamed(why)) return;
    let done = 0;
    let refused = 0;
    let last = "";
    for (const { table, no, game } of cases) {
      if ((done + refused) % TELL_EVERY === 0) write(why, word("ruledSoFar", done + refused, cases.length));
      const told = await outcome(api.command(table, { cmd: "rule", incident: no, decision, game }), () => {});
      if (told.ok) done += 1;
      else {
        refused += 1;
        last = told.why;
      }
      // Without an answer nothing more arrives either.
      if (told.status === 0 || told.status === 401) break;
    }
    write(why, refused ? word("refusedSome", refused, last) : "");
    this.announce(word("doneMany", done, what));
  }
}

/** Returns whether the person at the page has a name, and asks for it otherwise. @param {HTMLElement} why */
function isNamed(why) {
  if (api.author()) return true;
  write(why, word("sayName"));
  api.askName();
  return false;
}

/** Waits for the outcome of an order. @param {Promise<api.Reply>} sent @param {() => void} isLate */
async function outcome(sent, isLate) {
  let told = await sent;
  while (told.later) {
    isLate();
    told = await told.later;
  }
  return told;
}

// Orders of this page: sent under the person's name, with a refusal told where the order was given.

import * as api from "../api.js";
import { waitingWord } from "../disk.js";
import { write } from "../make.js";
import { word } from "./words.js";

/** @typedef {import("./orders.js").Order} Order */

export class Giver {
  /** @param {() => Promise<void>} look what brings the event as it is after an order @param {(said: string) => void} announce */
  constructor(look, announce) {
    this.look = look;
    this.announce = announce;
  }

  /** Says whether the person has a name; without one there is no order. @param {HTMLElement} why */
  isNamed(why) {
    if (api.author()) return true;
    write(why, word("sayName"));
    api.askName();
    return false;
  }

  /** Gives an order. Returns whether it was carried out.
   * @param {Order} order @param {HTMLElement} why @param {string} [done] what is said when it is done */
  async give(order, why, done = "") {
    if (!this.isNamed(why)) return false;
    let told = await api.event(order);
    while (told.later) {
      write(why, waitingWord());
      told = await told.later;
    }
    /** @type {{round: number, board: number}[]} */
    const kept = told.body.kept ?? [];
    const stays = kept.length > 0 ? word("kept", kept.map(({ round, board }) => `${round}.${board}`).join(", ")) : "";
    write(why, told.ok ? stays : told.why);
    if (told.status === 401) location.reload();
    await this.look();
    if (!told.ok) return false;
    if (done) this.announce(word("done", done));
    return true;
  }
}

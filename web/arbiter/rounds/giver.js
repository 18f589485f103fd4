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

  /** Gives orders one after the other, up to the first that is refused. Returns whether all were done.
   * @param {Order | Order[]} orders @param {HTMLElement} why @param {string} [done] what is said when they are done */
  async give(orders, why, done = "") {
    if (!this.isNamed(why)) return false;
    for (const order of [orders].flat()) {
      let told = await api.event(order);
      while (told.later) {
        write(why, waitingWord());
        told = await told.later;
      }
      write(why, told.ok ? "" : told.why);
      if (told.status === 401) location.reload();
      if (!told.ok) {
        await this.look();
        return false;
      }
    }
    await this.look();
    if (done) this.announce(word("done", done));
    return true;
  }
}

// What is done at the console: orders to tables and about the event, each with what takes it back, where something does.

import * as api from "../../arbiter/api.js";
import { waitingWord } from "../../arbiter/disk.js";
import { write } from "../../arbiter/make.js";
import { may } from "../../arbiter/rights.js";
import { told, word } from "../words.js";

/** @typedef {import("../facts/hall.js").OperatorTable} OperatorTable */
/** @typedef {import("../facts/undo.js").Undo} Undo */

export class Doer {
  /** @param {Undo} undo @param {(said: string) => void} announce @param {() => void} done looks at the event again */
  constructor(undo, announce, done) {
    this.undo = undo;
    this.announce = announce;
    this.done = done;
  }

  /** Gives an order, and says in `why` what keeps it from being done. Returns what the program told of it; null if it was not done.
   * @param {() => Promise<api.Reply>} send @param {HTMLElement} why */
  async #give(send, why) {
    if (!api.author()) {
      write(why, word("sayName"));
      api.askName();
      return null;
    }
    let reply = await send();
    while (reply.later) {
      write(why, waitingWord());
      reply = await reply.later;
    }
    write(why, reply.ok ? "" : reply.why);
    if (reply.status === 401) location.reload();
    this.done();
    return reply.ok ? reply.body : null;
  }

  /** @param {Record<string, unknown>} body @param {HTMLElement} why */
  async event(body, why) {
    return (await this.#give(() => api.event(body), why)) !== null;
  }

  /** Notes what was done, with what takes it back. @param {string} says @param {(string | number)[]} values the table first
   * @param {((why: HTMLElement) => Promise<boolean>) | null} back */
  #did(says, values, back) {
    this.announce(word("done", told(says, values)));
    if (back) this.undo.push({ says, values, table: Number(values[0]), undo: back });
  }

  /** Gives a command about a table. The program keeps what stood before it, and says under which number it takes the command back.
   * @param {OperatorTable} table @param {Record<string, unknown>} body @param {HTMLElement} why */
  async command(table, body, why) {
    const done = await this.#give(() => api.command(table.table, body), why);
    if (!done) return false;
    const undo = async (/** @type {HTMLElement} */ why) =>
      (await this.#give(() => api.command(table.table, { cmd: "undo", of: body.cmd, no: done.order }), why)) !== null;
    const san = body.move === "-" ? word("noMove") : table.asked?.alternatives.find(({ uci }) => uci === body.move)?.san ?? "";
    const [says, what] = /** @type {Record<string, [string, string]>} */ ({
      result: ["stepResult", String(body.result)], choose: ["stepPick", san], correct: ["stepCorrect", ""], clock: ["stepClock", ""],
    })[String(body.cmd)] ?? ["stepOrder", word("startAgain")];
    this.#did(says, [table.table, what], done.order ? undo : null);
    return true;
  }

  /** Gives an order about the event. @param {number} table @param {Record<string, unknown>} body @param {HTMLElement} why */
  async order(table, body, why) {
    if (!(await this.event(body, why))) return false;
    if (body.do === "find-board") this.#did("stepFind", [table], (why) => this.event({ do: "find-board" }, why));
    else this.#did("stepEvent", [table], may("pairings") ? (why) => this.event({ do: "undo" }, why) : null);
    return true;
  }

  /** Exchanges something between two tables by this order about the event; the order of the moment takes it back.
   * @param {string} says @param {[number, number]} tables @param {() => Record<string, unknown> | null} order @param {HTMLElement} why */
  async exchange(says, tables, order, why) {
    const give = async (/** @type {HTMLElement} */ why) => {
      const body = order();
      return body !== null && (await this.event(body, why));
    };
    if (!(await give(why))) return false;
    this.#did(says, tables, give);
    return true;
  }

  /** Notes that a task was put aside. @param {number} table @param {() => void} back */
  aside(table, back) {
    this.#did("stepAside", [table], async () => {
      back();
      return true;
    });
  }
}

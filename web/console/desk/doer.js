// What is done at the console: orders to tables and about the event, each with what takes it back, where something does.

import * as api from "../../arbiter/api.js";
import { waitingWord } from "../../arbiter/disk.js";
import { write } from "../../arbiter/make.js";
import { may } from "../../arbiter/rights.js";
import { movesFrom, resultAgain } from "../facts/undo.js";
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

  /** Gives an order, and says in `why` what keeps it from being done. @param {() => Promise<api.Reply>} send @param {HTMLElement} why */
  async #give(send, why) {
    if (!api.author()) {
      write(why, word("sayName"));
      api.askName();
      return false;
    }
    let reply = await send();
    while (reply.later) {
      write(why, waitingWord());
      reply = await reply.later;
    }
    write(why, reply.ok ? "" : reply.why);
    if (reply.status === 401) location.reload();
    this.done();
    return reply.ok;
  }

  /** @param {number} table @param {Record<string, unknown>} body @param {HTMLElement} why */
  command(table, body, why) {
    return this.#give(() => api.command(table, body), why);
  }

  /** @param {Record<string, unknown>} body @param {HTMLElement} why */
  event(body, why) {
    return this.#give(() => api.event(body), why);
  }

  /** Notes what was done, with what takes it back. @param {string} says @param {(string | number)[]} values the table first
   * @param {((why: HTMLElement) => Promise<boolean>) | null} back */
  #did(says, values, back) {
    this.announce(word("done", told(says, values)));
    if (back) this.undo.push({ says, values, table: Number(values[0]), undo: back });
  }

  /** Gives a command about the moves or the result of a game. What takes it back is made from the game as it was before.
   * @param {OperatorTable} table @param {Record<string, unknown>} body @param {HTMLElement} why */
  async settle(table, body, why) {
    if (!(await this.command(table.table, body, why))) return false;
    if (body.cmd === "result") {
      this.#did("stepResult", [table.table, String(body.result)], (why) => this.command(table.table, resultAgain(table), why));
    } else if (body.cmd === "choose" || body.cmd === "correct") {
      const ply = Number(body.ply ?? body.from_ply);
      const san = table.asked?.alternatives.find(({ uci }) => uci === body.move)?.san ?? "";
      const values = body.cmd === "choose" ? [table.table, san] : [table.table];
      this.#did(body.cmd === "choose" ? "stepPick" : "stepCorrect", values, (why) => this.#movesAgain(table, ply, why));
    } else this.#did("undid-command", [table.table, word("startAgain")], null);
    return true;
  }

  /** Puts the moves of a game back from a ply on. @param {OperatorTable} before @param {number} ply @param {HTMLElement} why */
  async #movesAgain(before, ply, why) {
    const text = movesFrom(before, ply);
    const read = text ? await api.read(before.table, "san", ply, text) : null;
    if (read && !read.ok) {
      write(why, read.why);
      return false;
    }
    return this.command(before.table, { cmd: "correct", from_ply: ply, moves: read?.body.moves ?? [], game: before.game }, why);
  }

  /** Gives an order about the event. @param {number} table @param {Record<string, unknown>} body @param {HTMLElement} why */
  async order(table, body, why) {
    if (!(await this.event(body, why))) return false;
    if (body.do === "find-board") this.#did("stepFind", [table], (why) => this.event({ do: "find-board" }, why));
    else this.#did("stepEvent", [table], may("pairings") ? (why) => this.event({ do: "undo" }, why) : null);
    return true;
  }

  /** Exchanges something between two tables by these orders about the event; the orders of the moment take it back.
   * @param {string} says @param {[number, number]} tables @param {() => Record<string, unknown>[]} orders @param {HTMLElement} why */
  async exchange(says, tables, orders, why) {
    const give = async (/** @type {HTMLElement} */ why) => {
      for (const order of orders()) if (!(await this.event(order, why))) return false;
      return true;
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

// What every form at a table is made of: a title, fields whose words are written anew, a button, a second one to prepare, and the
// answer beside it.

import * as api from "./api.js";
import { Confirm } from "./confirm.js";
import { waitingWord } from "./disk.js";
import { freshId, make, plyNumber, write } from "./make.js";
import { needs } from "./rights.js";
import { language, localMove, word } from "./words.js";

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {(said: string) => void} Announce */
/** Gives an order at the open table, or prepares it, by the button that was pressed.
 * @typedef {(command: Record<string, unknown>) => Promise<import("./api.js").Reply>} Give */

export class FormMaker {
  /** @param {() => TableView | null} view @param {Announce} announce */
  constructor(view, announce) {
    this.view = view;
    this.announce = announce;
    /** The prepared decision that the next one stands in for. @type {{table: number, no: number} | null} */
    this.changing = null;
    /** The functions that write the forms' words anew. @type {(() => void)[]} */
    this.writers = [];
  }

  /** Writes words and choices anew. A choice that a person has open is left alone. */
  update() {
    for (const writer of this.writers) writer();
  }

  /** Makes a form with a title, parts, a button, and the answer.
   * @param {string} title @param {HTMLElement[]} parts @param {string} button
   * @param {(view: TableView, give: Give) => Promise<import("./api.js").Reply> | import("./clock_order.js").Order} send what it does,
   * or an order that may have to be confirmed first
   * @param {boolean} [isStaged] whether it can be prepared and announced later */
  form(title, parts, button, send, isStaged = false) {
    const id = freshId();
    const head = make("h3", { id });
    const go = make("button", { type: "submit" });
    const why = make("p", { class: "why", role: "alert" });
    const answer = make("p", { class: "done", role: "status" });
    const confirm = new Confirm();
    const prepare = needs("rulings", make("button", { type: "submit", class: "prepare" }));
    const row = make("div", { class: "row" }, isStaged ? [go, prepare] : [go]);
    const form = make("form", { "aria-labelledby": id, "data-form": title }, [head, ...parts, row, confirm.el, why, answer]);
    const place = () => `${this.view()?.table} ${language()}`;
    /** The table and the language in which a question was asked. */
    let asked = "";
    let turns = 0;
    this.writers.push(() => {
      write(head, word(title));
      write(go, word(button));
      const no = this.#instead();
      write(prepare, no === undefined ? word("prepare") : word("prepareInstead", no));
      confirm.update();
      if (place() !== asked) confirm.close();
    });
    // Only what the question named is sent: a changed order is asked about again.
    form.addEventListener("input", () => confirm.close());
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const view = this.view();
      if (!view) return;
      if (!api.author()) {
        write(why, word("sayName"));
        return api.askName();
      }
      const isPrepared = event.submitter === prepare;
      const pressed = isPrepared ? prepare : go;
      /** @type {Give} */
      const give = (command) => api.command(view.table, isPrepared ? this.#prepared(view, command) : command);
      /** @param {Promise<import("./api.js").Reply>} sent */
      const settle = async (sent) => {
        go.disabled = prepare.disabled = true;
        const turn = (turns += 1);
        const reply = await sent;
        go.disabled = prepare.disabled = false;
        pressed.focus();
        if (isPrepared && reply.ok) this.changing = null;
        for (let told = reply; ; told = await told.later) {
          // If another order was sent here since, the form shows its answer.
          if (turn === turns) write(why, told.later ? waitingWord() : told.ok ? "" : told.why);
          if (!told.later) {
            if (told.ok) this.announce(word("done", word(title)));
            return told;
          }
        }
      };
      const order = send(view, give);
      if (order instanceof Promise) return settle(order);
      write(why, order.wrong ?? "");
      write(answer, "");
      if (order.wrong !== undefined) return;
      asked = place();
      const act = async () => {
        const reply = await settle(give(order.command));
        if (reply.ok) write(answer, reply.body.text ?? "");
      };
      // What is prepared is looked at again before it is announced.
      if (order.question && !isPrepared) confirm.ask(order.question, act, go);
      else act();
    });
    return form;
  }

  /** Returns the command that prepares another. A prepared decision names its game. @param {TableView} view
   * @param {Record<string, unknown>} command */
  #prepared(view, { game, ...order }) {
    return { cmd: "prepare", order, game: game ?? view.game, staged: this.#instead() };
  }

  /** Returns the number of the decision that the next one at the open table stands in for. */
  #instead() {
    const view = this.view();
    const { table, no } = this.changing ?? { table: 0, no: 0 };
    return view?.table === table && view.staged?.some((one) => one.no === no) ? no : undefined;
  }

  /** Lets the next decision that is prepared at a table stand in for this one. @param {number} table @param {number} no */
  change(table, no) {
    this.changing = { table, no };
    this.update();
  }

  /** Makes a field with its label. @template {HTMLElement} T @param {string} key @param {T} field */
  label(key, field) {
    const id = freshId();
    field.id = id;
    const text = make("label", { for: id });
    this.writers.push(() => write(text, word(key)));
    return make("div", { class: "row" }, [text, field]);
  }

  /** Makes a choice whose items are written anew. @param {() => [string, string][]} items */
  select(items) {
    const select = make("select");
    let shown = "";
    this.writers.push(() => {
      const wanted = items();
      const key = JSON.stringify(wanted);
      if (key === shown || document.activeElement === select) return;
      shown = key;
      const before = select.value;
      select.replaceChildren(...wanted.map(([value, text]) => make("option", { value }, [text])));
      if (wanted.some(([value]) => value === before)) select.value = before;
    });
    return select;
  }

  /** Makes a choice of the game's plies, latest first. @param {(ply: import("./wire.js").Ply) => boolean} [wanted] */
  plies(wanted = () => true) {
    return this.select(() => {
      const view = this.view();
      const plies = (view?.moves ?? []).map((ply, at) => ({ ply, at: at + 1 })).filter(({ ply }) => wanted(ply)).reverse();
      return plies.map(({ ply, at }) => [String(at), `${plyNumber(view?.start ?? "", at)} ${localMove(ply.san)}`]);
    });
  }
}

// The tasks as a list: a sentence with a verb, what to do with one's hands, and the buttons that do it.

import { arrange, make, write } from "../../arbiter/make.js";
import { may } from "../../arbiter/rights.js";
import { language, told, word } from "../words.js";

/** @typedef {import("../facts/tasks.js").Task} Task */
/** @typedef {import("../facts/tasks.js").Act} Act */

/** The number of tasks that are drawn: nobody works through more at a time. */
const SHOWN = 30;
const SIGNS = ["✖", "✖", "▲", "▲", "▲", "•", "•"];

/** Returns the buttons of a task that a login may press. Who may confirm one result need not confirm all. @param {Task} task */
export function actsOf({ acts }) {
  const mine = acts.filter(({ right }) => may(right));
  const confirmsOne = mine.some(({ says }) => says === "doConfirm");
  return mine.filter(({ says }) => !(confirmsOne && says === "doConfirmAll"));
}

export class TaskList {
  /** @param {{title: HTMLElement, list: HTMLElement, none: HTMLElement}} parts
   * @param {(task: Task, act: Act, why: HTMLElement) => Promise<unknown>} act */
  constructor(parts, act) {
    this.parts = parts;
    this.act = act;
    /** @type {Map<string, HTMLElement>} */
    this.els = new Map();
  }

  /** @param {Task[]} tasks the most urgent first */
  update(tasks) {
    const { title, list, none } = this.parts;
    write(title, tasks.length > 0 ? word("toDoCount", tasks.length) : word("toDoCount", 0));
    write(none, tasks.length > 0 ? "" : word("allWell"));
    const focused = list.contains(document.activeElement) ? /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-key]")) : null;
    const at = focused ? [...list.children].indexOf(focused) : -1;
    // Another language makes other buttons.
    const wanted = tasks.slice(0, SHOWN).map((task) => /** @type {[string, Task]} */ ([`${task.key} ${language()} ${actsOf(task).length}`, task]));
    arrange(list, this.els, wanted, (key, task) => this.#make(key, task));
    for (const [key, task] of wanted) {
      const el = this.els.get(key);
      if (!el) continue;
      write(/** @type {Element} */ (el.querySelector(".says")), told(task.says, task.values));
      write(/** @type {Element} */ (el.querySelector(".todo")), (task.todo[language()] ?? []).join(" "));
    }
    // Who has done a task by keyboard goes on with the one in its place.
    if (focused && !focused.isConnected) {
      const next = /** @type {HTMLElement | undefined} */ (list.children[Math.min(at, list.children.length - 1)]);
      (next?.querySelector("button") ?? title).focus();
    }
  }

  /** @param {string} key @param {Task} task */
  #make(key, task) {
    const why = make("p", { class: "why", role: "alert" });
    const buttons = actsOf(task).map((act, n) => {
      const button = make("button", { type: "button", ...(n === 0 && act.does !== "aside" && { class: "next" }) }, [told(act.says, act.values)]);
      button.addEventListener("click", async () => {
        // A button that is off would lose the focus: it stays on, and a second press means nothing.
        if (button.ariaDisabled === "true") return;
        button.ariaDisabled = "true";
        await this.act(task, act, why);
        button.ariaDisabled = null;
      });
      return button;
    });
    const sign = make("span", { class: "sign", "aria-hidden": "true" }, [SIGNS[task.rank]]);
    return make("li", { class: "task", "data-key": key, "data-kind": task.kind, "data-rank": String(task.rank) }, [
      sign, make("div", {}, [make("p", { class: "says" }), make("p", { class: "todo" }), make("div", { class: "row" }, buttons), why]),
    ]);
  }

  /** Puts the focus on the first button of the next task, behind the one that has the focus. Returns its table; null without tasks. */
  step() {
    const all = [...this.parts.list.children];
    const at = all.findIndex((el) => el.contains(document.activeElement));
    const next = all[(at + 1) % Math.max(1, all.length)];
    next?.querySelector("button")?.focus();
    next?.scrollIntoView({ block: "nearest" });
    return next !== undefined;
  }
}

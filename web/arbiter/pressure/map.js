// The map of time left: every board of a game that goes on, with a bar for each side, so that an arbiter sees where hands are
// needed before flags fall. Boards stay in the order of their numbers; nothing jumps.

import { clockText } from "../../shared/time.js";
import { arrange, make, write } from "../make.js";
import { learn, word } from "../words.js";
import { periodsOf } from "./control.js";
import { low, pressed } from "./pressure.js";
import { PRESSURE_WORDS } from "./pressure_words.js";

learn(PRESSURE_WORDS);

/** The time that a full bar stands for, in milliseconds: what is above it presses nobody. */
const FULL_MS = 1_800_000;
/** The interval at which running times are drawn, in milliseconds. */
const EVERY_MS = 1000;

/** @typedef {import("./pressure.js").Pressed} Pressed */

export class PressureMap {
  /** @param {HTMLDetailsElement} el @param {() => number} now the program's time @param {(table: number) => void} open */
  constructor(el, now, open) {
    this.el = el;
    this.now = now;
    this.open = open;
    this.title = make("summary");
    this.most = make("p", { class: "most" });
    this.list = make("ul", { class: "boards-of-time" });
    this.scale = make("p", { class: "scale" });
    el.append(this.title, this.most, this.list, this.scale);
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {import("../wire.js").TableView[]} */
    this.views = [];
    this.control = "";
    el.addEventListener("toggle", () => this.#draw());
    setInterval(() => this.#draw(), EVERY_MS);
  }

  /** @param {import("../wire.js").TableView[]} views in the order of their numbers @param {string} control the time control */
  update(views, control) {
    this.views = views;
    this.control = control;
    this.el.hidden = views.length === 0;
    write(this.title, word("pressure"));
    this.#draw();
  }

  #draw() {
    if (!this.el.open || this.el.hidden || document.visibilityState !== "visible") return;
    const all = pressed(this.views, periodsOf(this.control), this.now());
    const few = low(all);
    write(this.most, all.length === 0 ? word("pressureEmpty") : few.length ? word("pressureLow", few.map(({ table }) => table).join(", ")) : word("pressureNone"));
    write(this.scale, all.length ? word("pressureScale", clockText(FULL_MS)) : "");
    arrange(this.list, this.cells, all.map((one) => /** @type {[string, Pressed]} */ ([String(one.table), one])), (key) => {
      const button = make("button", { type: "button" }, [make("b", {}, [key]), ...["white", "black"].map((side) => make("span", { class: `side ${side}` }, [
        make("span", { class: "bar-of-time" }, [make("i")]), make("span", { class: "left" }),
      ]))]);
      button.addEventListener("click", () => this.open(Number(key)));
      return make("li", {}, [button]);
    });
    for (const one of all) this.#cell(/** @type {HTMLElement} */ (this.cells.get(String(one.table))), one);
  }

  /** @param {HTMLElement} cell @param {Pressed} pressed */
  #cell(cell, { table, sides, isOld }) {
    cell.classList.toggle("old", isOld);
    const said = sides.map(({ side, left, runs, moves, isLow }) => {
      const row = /** @type {HTMLElement} */ (cell.querySelector(`.${side}`));
      row.classList.toggle("low", isLow);
      row.classList.toggle("runs", runs);
      row.classList.toggle("over", left >= FULL_MS);
      /** @type {HTMLElement} */ (row.querySelector("i")).style.width = `${Math.min(100, (left * 100) / FULL_MS)}%`;
      write(/** @type {Element} */ (row.querySelector(".left")), `${runs ? "▸" : ""}${clockText(left)}${moves === null ? "" : ` · ${moves}`}`);
      const parts = [`${word(side)} ${clockText(left)}`, runs ? word("running") : "", moves === null ? "" : word("toControl", moves), isLow ? word("mayStop") : ""];
      return parts.filter(Boolean).join(", ");
    });
    cell.querySelector("button")?.setAttribute("aria-label", `${word("tableNo", table)}: ${said.join("; ")}${isOld ? `; ${word("oldReading")}` : ""}`);
  }
}

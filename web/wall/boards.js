// The boards of a hall screen: a grid, or one large board with others beside it. Which boards, and how large, is decided by
// rotation.js and density.js; this file puts them there.

import { Cell, capitalShare } from "./cell.js";
import { choose, chooseFeature, footOf, sizeOf } from "./density.js";
import { make } from "../shared/make.js";
import { FeatureSlot, Pages, beside } from "./rotation.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./density.js").Layout} Layout */
/** @typedef {import("./orders.js").Setup} Setup */
/** @typedef {{grid: Layout | null, feature: Layout | null, featureMm: number, isStanding: boolean, heightMm: number}} Plan */
/** What is shown, and why. @typedef {{page: import("./rotation.js").Page | null, feature: import("./rotation.js").Feature | null, plan: Plan}} Shown */

export class Boards {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.large = make("div", { class: "grid large" });
    this.grid = make("div", { class: "grid" });
    this.pages = new Pages();
    this.slot = new FeatureSlot();
    /** The cells by their place: a board that takes another's place needs no new drawing. @type {Cell[]} */
    this.cells = [];
    this.main = new Cell();
    this.large.append(this.main.el);
    /** @type {Facts[]} */
    this.shown = [];
    /** @type {{key: string, plan: Plan} | null} */
    this.planned = null;
  }

  /** Returns the layout for a screen as it is. @param {Setup} setup @param {number} count @returns {Plan} */
  plan(setup, count) {
    const key = [innerWidth, innerHeight, setup.inches, setup.metres, setup.sight, setup.view, count].join(" ");
    if (this.planned?.key !== key) this.planned = { key, plan: this.#plan(setup, count) };
    return this.planned.plan;
  }

  /** @param {Setup} setup @param {number} count @returns {Plan} */
  #plan(setup, count) {
    const { widthMm, heightMm } = sizeOf(setup.inches, innerWidth, innerHeight);
    const region = { widthMm, heightMm: heightMm - footOf(heightMm).heightMm, metres: setup.metres, sight: setup.sight, count };
    if (setup.view !== "feature" || count < 2) return { grid: choose(region), feature: null, featureMm: 0, isStanding: false, heightMm };
    const { feature, grid, isStanding, featureMm } = chooseFeature(region);
    return { feature, grid, isStanding, featureMm, heightMm };
  }

  /** @param {Map<number, Facts>} facts @param {import("./rotation.js").Seen[]} seen @param {Setup} setup @param {number} nowMs @returns {Shown} */
  show(facts, seen, setup, nowMs) {
    const plan = this.plan(setup, seen.length);
    const turnMs = setup.turn_s * 1000;
    const feature = plan.feature ? this.slot.at(seen, { pin: setup.feature, turnMs }, nowMs) : null;
    const capacity = plan.grid ? plan.grid.rows * plan.grid.columns : 0;
    const cut = plan.grid ? this.pages.at(seen, { capacity, pins: setup.pins, turnMs }, nowMs) : null;
    const page = cut && feature ? { ...cut, tables: beside(cut.tables, feature.table, seen) } : cut;
    this.#place(plan);
    const tables = (page?.tables ?? []).flatMap((table) => facts.get(table) ?? []);
    const main = feature ? facts.get(feature.table) : undefined;
    this.shown = main ? [main, ...tables] : tables;
    if (plan.feature && main) this.main.show(main, this.#size(plan.feature, plan, plan.featureMm), setup.mirrored);
    if (plan.grid) this.#fill(tables, plan.grid, plan, setup.mirrored);
    // Nothing stands on the same points of a panel for hours.
    const turns = page?.turns ?? Math.floor(nowMs / turnMs);
    this.stage.style.transform = `translate(${turns % 2}px, ${(turns >> 1) % 2}px)`;
    return { page, feature, plan };
  }

  /** @param {Plan} plan */
  #place({ grid, feature, featureMm, isStanding, heightMm }) {
    const vh = (/** @type {number} */ mm) => `${((mm / heightMm) * 100).toFixed(4)}vh`;
    const wanted = [feature && this.large, grid && this.grid].filter((el) => el !== null);
    if (wanted.some((el, at) => this.stage.children[at] !== el) || this.stage.children.length !== wanted.length) this.stage.replaceChildren(...wanted);
    const [rows, columns] = [`${vh(featureMm)} minmax(0, 1fr)`, `${vh(featureMm)} minmax(0, 1fr)`];
    this.stage.style.gridTemplate = !feature ? "minmax(0, 1fr) / minmax(0, 1fr)" : isStanding ? `${rows} / minmax(0, 1fr)` : `minmax(0, 1fr) / ${columns}`;
    for (const [el, layout] of /** @type {const} */ ([[this.large, feature], [this.grid, grid]])) {
      if (!layout) continue;
      const type = (layout.letterMm / capitalShare());
      for (const [name, mm] of Object.entries({ board: layout.boardMm, strip: layout.stripMm, type, gap: layout.gapMm })) el.style.setProperty(`--${name}`, vh(mm));
      el.style.gridTemplate = `repeat(${layout.rows}, auto) / repeat(${layout.columns}, minmax(0, 1fr))`;
    }
  }

  /** @param {Layout} layout @param {Plan} plan @param {number} [acrossMm] */
  #size(layout, { heightMm, featureMm, feature, isStanding }, acrossMm) {
    const pixels = innerHeight / heightMm;
    const rest = innerWidth / pixels - (feature && !isStanding ? featureMm : 0);
    const whole = acrossMm !== undefined && !isStanding ? acrossMm : acrossMm !== undefined ? innerWidth / pixels : rest;
    const width = (whole - layout.gapMm * (layout.columns + 1)) / layout.columns;
    return { width: Math.floor(width * pixels), type: (layout.letterMm / capitalShare()) * pixels };
  }

  /** @param {Facts[]} tables @param {Layout} layout @param {Plan} plan @param {boolean} mirrored */
  #fill(tables, layout, plan, mirrored) {
    const size = this.#size(layout, plan);
    while (this.cells.length < tables.length) this.cells.push(new Cell());
    tables.forEach((facts, at) => this.cells[at].show(facts, size, mirrored));
    const wanted = this.cells.slice(0, tables.length).map(({ el }) => el);
    if (wanted.length !== this.grid.children.length || wanted.some((el, at) => this.grid.children[at] !== el)) this.grid.replaceChildren(...wanted);
  }

  /** @param {(facts: Facts) => Facts["times"]} timesOf @param {number} nowMs @param {boolean} stale */
  tick(timesOf, nowMs, stale) {
    for (const cell of [this.main, ...this.cells]) if (cell.facts && cell.el.isConnected) cell.tick(timesOf(cell.facts), nowMs, stale);
  }
}

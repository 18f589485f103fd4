// A table as a tile: who plays, which move, both clocks, and the three lamps.

import { turn } from "../../shared/board.js";
import { ClockFace, Readings } from "../../shared/game/clock.js";
import { isOver } from "../../shared/game/over.js";
import { make, write } from "../../arbiter/make.js";
import { localMove } from "../../arbiter/words.js";
import { BATTERY_MIN, lampsOf, urgency } from "../facts/lamps.js";
import { isSettled, moveNumber } from "../facts/hall.js";
import { word } from "../words.js";
import { LampMark } from "./lamp_mark.js";

/** @typedef {import("../facts/hall.js").OperatorTable} OperatorTable */

/** What was shown of the clocks, so that no later estimate of the time raises it. */
const readings = new Readings();

export class Tile {
  /** @param {number} number @param {(table: number) => void} open */
  constructor(number, open) {
    this.number = make("span", { class: "number" }, [String(number)]);
    this.move = make("span", { class: "move" });
    this.faces = { white: new ClockFace("white"), black: new ClockFace("black") };
    this.names = { white: make("span", { class: "name" }), black: make("span", { class: "name" }) };
    this.battery = make("span", { class: "battery" });
    this.lamps = { link: new LampMark("link"), sensors: new LampMark("sensors"), game: new LampMark("game") };
    const player = (/** @type {"white" | "black"} */ side) => make("span", { class: `player ${side}` }, [make("span", { class: "man", "aria-hidden": "true" }), this.names[side], this.faces[side].el]);
    this.button = make("button", { type: "button" }, [
      make("span", { class: "top" }, [this.number, this.move, this.battery]), player("white"), player("black"),
      make("span", { class: "lamps" }, Object.values(this.lamps).map(({ el }) => el)),
    ]);
    this.button.addEventListener("click", () => open(number));
    this.el = make("li", { class: "tile", "data-table": String(number) }, [this.button]);
    /** @type {OperatorTable | null} */
    this.table = null;
  }

  /** @param {OperatorTable} table @param {boolean} isOpen whether the panel shows it @param {boolean} needs whether a task is about it */
  update(table, isOpen, needs) {
    this.table = table;
    write(this.names.white, table.white.name || "?");
    write(this.names.black, table.black.name || "?");
    const { moves } = table;
    const number = word("moveShort", moveNumber(table));
    write(this.move, isSettled(table) ? (table.score ?? table.result) : moves.length > 0 ? `${number} ${localMove(moves[moves.length - 1].san)}` : "");
    const low = table.battery !== undefined && table.battery < BATTERY_MIN;
    write(this.battery, table.battery === undefined ? "" : `${low ? "▲ " : ""}${word("battery", table.battery)}`);
    this.el.classList.toggle("needs", needs);
    if (this.button.getAttribute("aria-pressed") !== String(isOpen)) this.button.setAttribute("aria-pressed", String(isOpen));
  }

  /** @param {number} now the hall's time @param {boolean} stale */
  tick(now, stale) {
    const { table } = this;
    if (!table) return;
    const lamps = lampsOf(table, now, stale);
    for (const name of /** @type {const} */ (["link", "sensors", "game"])) this.lamps[name].show(lamps[name]);
    this.el.dataset.urgency = String(urgency(lamps));
    const shown = /** @type {import("../../shared/wire.js").TableView} */ (/** @type {unknown} */ (table));
    const times = readings.at(shown, now);
    const toMove = isOver(shown) || !table.fen ? null : turn(table.fen);
    this.faces.white.show(times, toMove, stale);
    this.faces.black.show(times, toMove, stale);
  }
}

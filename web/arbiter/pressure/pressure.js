// How pressed for time each side of each board is. A time that was read long ago stands still, and is marked.

import { toControl } from "./control.js";

/** The time under which a player without a sufficient increment may stop to record (8.4), and that increment. */
export const LOW_MS = 300_000;
const ENOUGH_S = 30;
/** The time without a reading after which a running time is not counted on, in milliseconds. */
const SILENT_MS = 10_000;

/** One side: its time left, whether it runs, the moves to the control, and whether the player may stop to record.
 * @typedef {{side: "white" | "black", left: number, runs: boolean, moves: number | null, isLow: boolean}} Side */
/** @typedef {{table: number, sides: Side[], isOld: boolean}} Pressed */

/** Returns the boards whose games go on and whose clocks were read, in the order given.
 * @param {import("../wire.js").TableView[]} views @param {import("./control.js").Period[]} periods @param {number} now
 * @returns {Pressed[]} */
export function pressed(views, periods, now) {
  return views.flatMap(({ table, clock, result, start, moves, round }) => {
    if (!clock || result !== "*" || round.state === "over") return [];
    const since = Math.max(0, now - clock.read_ms);
    const isOld = clock.running !== null && since > SILENT_MS;
    const first = start.split(" ")[1] === "b" ? 1 : 0;
    const sides = /** @type {const} */ (["white", "black"]).map((side, at) => {
      const made = Math.floor((moves.length + 1 - Math.abs(at - first)) / 2);
      const { moves: left, increment_s } = toControl(periods, made);
      const runs = clock.running === side;
      const ms = Math.max(0, clock[`${side}_ms`] - (runs ? Math.min(since, SILENT_MS) : 0));
      return { side, left: ms, runs, moves: left, isLow: ms < LOW_MS && increment_s < ENOUGH_S };
    });
    return [{ table, sides, isOld }];
  });
}

/** Returns the boards on which a side may have stopped to record, the most pressed first. @param {Pressed[]} all */
export function low(all) {
  const least = (/** @type {Pressed} */ { sides }) => Math.min(...sides.filter(({ isLow }) => isLow).map(({ left }) => left));
  return all.filter(({ sides }) => sides.some(({ isLow }) => isLow)).sort((a, b) => least(a) - least(b));
}

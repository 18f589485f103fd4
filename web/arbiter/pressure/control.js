// The time control of the event, as far as the pressure of time follows from it: how many moves each side still has to make
// until more time comes. The forms are those of crates/laws/src/time_control.rs.

/** @typedef {{moves: number | null, increment_s: number}} Period */

const PERIOD = /^(?:(\d+)\/)?\d+(?:\*\d+)*(?:[+db](\d+))?$/;

/** Returns the periods of a time control; none if it is unknown. @param {string} text @returns {Period[]} */
export function periodsOf(text) {
  const found = text.trim().split(":").map((period) => PERIOD.exec(period));
  if (found.some((period) => period === null)) return [];
  return found.map((period) => ({ moves: period?.[1] === undefined ? null : Number(period[1]), increment_s: Number(period?.[2] ?? 0) }));
}

/** Returns how many moves somebody who made so many has to make until the control, and what each adds, in seconds. Without a
 * control to come the moves are null. @param {Period[]} periods @param {number} made */
export function toControl(periods, made) {
  let due = 0;
  for (const { moves, increment_s } of periods) {
    if (moves === null) return { moves: null, increment_s };
    due += moves;
    if (made < due) return { moves: due - made, increment_s };
  }
  return { moves: null, increment_s: periods.at(-1)?.increment_s ?? 0 };
}

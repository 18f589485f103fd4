// Small parts of the page, made once and then changed only where something changed, so that the focus stays in place.

export { make, tame, write } from "../shared/make.js";

/** Makes the list hold one child for each key, in this order. A child that stays is not touched.
 * @template T @param {Element} list @param {Map<string, HTMLElement>} known @param {[string, T][]} wanted
 * @param {(key: string, item: T) => HTMLElement} create */
export function arrange(list, known, wanted, create) {
  const keys = new Set(wanted.map(([key]) => key));
  for (const [key, el] of known) {
    if (keys.has(key)) continue;
    el.remove();
    known.delete(key);
  }
  wanted.forEach(([key, item], at) => {
    let el = known.get(key);
    if (!el) known.set(key, (el = create(key, item)));
    if (list.children[at] !== el) list.insertBefore(el, list.children[at] ?? null);
  });
}

/** A counter for the ids of parts that labels point at. */
let last = 0;
export const freshId = () => `part-${(last += 1)}`;

/** Returns the number of a ply's move and whose ply it is, from the FEN with which the game began.
 * @param {string} start @param {number} ply from 1 @returns {{number: number, side: "white" | "black"}} */
export function plyPlace(start, ply) {
  const fields = start.split(" ");
  const half = (Number(fields[5] ?? 1) - 1) * 2 + (fields[1] === "b" ? 1 : 0) + ply - 1;
  return { number: Math.floor(half / 2) + 1, side: half % 2 ? "black" : "white" };
}

/** Returns the number of a ply's move as `12.` or `12...`. @param {string} start @param {number} ply */
export function plyNumber(start, ply) {
  const { number, side } = plyPlace(start, ply);
  return `${number}${side === "white" ? "." : "..."}`;
}

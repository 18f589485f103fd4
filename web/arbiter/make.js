// Small parts of the page, made once and then changed only where something changed, so that the focus stays in place.

/** The invisible characters that a page obeys: controls, line and paragraph separators, marks of direction. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a person's text with the sign of an unknown character for whatever would disturb the text beside it.
 * @param {string} text */
export const tame = (text) => text.replace(UNSEEN, "\ufffd");

/** @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} [inside]
 * @returns {HTMLElementTagNameMap[T]} */
export function make(tag, attributes = {}, inside = []) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  el.append(...inside.map((part) => (typeof part === "string" ? tame(part) : part)));
  return el;
}

/** Writes a text if it differs. @param {Element} el @param {string} text */
export function write(el, text) {
  const shown = tame(text);
  if (el.textContent !== shown) el.textContent = shown;
}

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

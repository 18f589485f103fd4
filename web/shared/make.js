// Small parts of a page, and texts that are written only where they differ.

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

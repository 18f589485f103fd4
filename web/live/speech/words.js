// The words of the page, of one language: a file each in web/live/words, of which only one is loaded.

/** @typedef {Record<string, string>} Dictionary */

/** The languages that the page speaks, each by its own name. */
export const LANGUAGES = /** @type {Record<string, string>} */ ({
  en: "English", pl: "Polski", ru: "Русский", de: "Deutsch", fr: "Français", es: "Español",
});

/** @type {Dictionary} */
let dictionary = {};
/** The language of the words, as browsers name it. */
let tongue = "en";

/** Speaks these words from now on. @param {string} language @param {Dictionary} words */
export function speak(language, words) {
  [tongue, dictionary] = [language, words];
}

export const language = () => tongue;

/** Returns a text with values in its places. An unknown key stands for itself. @param {string} key @param {(string | number)[]} values */
export function word(key, ...values) {
  const text = Object.hasOwn(dictionary, key) ? dictionary[key] : key;
  return values.reduce((/** @type {string} */ filled, value, n) => filled.replaceAll(`{${n}}`, () => String(value)), text);
}

/** The writers of numbers with units: to make one takes longer than to use it. @type {Map<string, Intl.NumberFormat>} */
const writers = new Map();

/** Returns a number with its unit, such as `2 hours`, as the language counts. @param {number} count @param {string} unit
 * @param {"long" | "short"} [display] */
function counted(count, unit, display = "long") {
  const key = `${tongue} ${unit} ${display}`;
  const writer = writers.get(key) ?? new Intl.NumberFormat(tongue, { style: "unit", unit, unitDisplay: display });
  writers.set(key, writer);
  return writer.format(count);
}

/** Returns a time in hours, minutes and seconds. @param {number} seconds @param {"long" | "short"} [display] */
export function timeWords(seconds, display = "long") {
  const parts = [[Math.floor(seconds / 3600), "hour"], [Math.floor(seconds / 60) % 60, "minute"], [seconds % 60, "second"]];
  const said = parts.filter(([count]) => count !== 0).map(([count, unit]) => counted(Number(count), String(unit), display));
  return said.join(" ") || counted(0, "second", display);
}

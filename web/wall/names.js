// Names on a screen that is read from afar: shortened by words, never in the middle of a letter.

/** @typedef {(text: string) => number} Measure the width of a text */

/** What a person reads as one letter, with the marks that belong to it. @param {string} text */
const letters = (text) => [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);

/** Returns shorter and shorter forms of a name. `Kowalska-Zielińska, Anna Maria` becomes `…, Anna M.`, `…, A. M.`, `…, A.` and then
 * the family's name alone. @param {string} name */
export function forms(name) {
  const [family, given = ""] = name.split(/\s*,\s*/, 2);
  const words = given.split(/\s+/).filter(Boolean);
  const short = (/** @type {string} */ word) => (letters(word).length > 1 ? `${letters(word)[0]}.` : word);
  const all = [name];
  for (let at = words.length - 1; at >= 0; at -= 1) all.push(`${family}, ${[...words.slice(0, at), ...words.slice(at).map(short)].join(" ")}`);
  if (words.length > 0) all.push(`${family}, ${short(words[0])}`, family);
  return [...new Set(all)];
}

/** Returns the longest form of a name that is not wider than `width`. If none is, the last one loses whole letters, and a sign
 * says so. @param {string} name @param {number} width @param {Measure} measure */
export function fitName(name, width, measure) {
  const all = forms(name);
  const found = all.find((form) => measure(form) <= width);
  if (found !== undefined) return found;
  const rest = letters(all[all.length - 1]);
  while (rest.length > 1 && measure(`${rest.join("")}…`) > width) rest.pop();
  return `${rest.join("").trimEnd()}…`;
}

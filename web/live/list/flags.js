// Flags, drawn by few shapes: enough to be known at the height of a letter. A federation that is not here is shown by its
// letters alone, which stand beside every flag; so are players of none, who have the code FID.

import { EUROPE, OVERSEAS } from "./flag_shapes.js";

const SVG = "http://www.w3.org/2000/svg";
/** A flag is so wide and so high. */
const [WIDE, HIGH] = [30, 20];

/** A shape: its name in SVG and its attributes. @typedef {[string, Record<string, string | number>]} Shape */

/** Returns the picture of a flag; nothing for a federation that has none here.
 * @param {string} federation three letters @returns {SVGElement | null} */
export function flagPicture(federation) {
  const shapes = flagShapes(federation);
  if (!shapes.length) return null;
  const flag = document.createElementNS(SVG, "svg");
  flag.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
  flag.setAttribute("preserveAspectRatio", "none");
  for (const [tag, attributes] of shapes) {
    const el = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, String(value));
    flag.append(el);
  }
  return flag;
}

/** Returns the shapes of a flag, those at the back first. @param {string} federation @returns {Shape[]} */
export function flagShapes(federation) {
  const all = [EUROPE, OVERSEAS].find((some) => Object.hasOwn(some, federation));
  return all ? all[federation].split("|").flatMap(layer) : [];
}

/** What each letter draws; the words behind it are colours and numbers. @type {Record<string, (words: string[], ...numbers: number[]) => Shape[]>} */
const DRAWN = {
  h: (words) => stripes(words, false),
  v: (words) => stripes(words, true),
  n: (words) => cross(words, 11.5),
  c: (words) => cross(words, 15),
  r: ([colour], x, y, wide, high) => [rectangle(colour, x, y, wide, high)],
  t: ([colour], long) => [area(colour, [[0, 0], [long, HIGH / 2], [0, HIGH]])],
  p: ([colour, ...points]) => [["polygon", { fill: `#${colour}`, points: points.join(" ") }]],
  l: ([colour, wide, ...points]) => [["polyline", { fill: "none", stroke: `#${colour}`, "stroke-width": wide, points: points.join(" ") }]],
  o: ([colour], x, y, r) => [["circle", { fill: `#${colour}`, cx: x, cy: y, r }]],
  q: ([colour], x, y, r, wide) => [["circle", { fill: "none", stroke: `#${colour}`, "stroke-width": wide, cx: x, cy: y, r }]],
  "*": ([colour], x, y, r, turn = 0, points = 5, inner = r * 0.382) => [star(colour, x, y, r, turn, points, inner)],
  m: ([colour], x, y, r, x2, r2, turn = 0) => [crescent(colour, x, y, r, x2, r2, turn)],
  e: ([colour], x, y, r) => [rectangle(colour, x - r, y - r * 0.31, 2 * r, r * 0.62), rectangle(colour, x - r * 0.31, y - r, r * 0.62, 2 * r)],
  "/": ([colour], wide) => [bend(colour, wide, WIDE, HIGH, true)],
  "\\": ([colour], wide) => [bend(colour, wide, WIDE, HIGH, false)],
  x: ([colour], wide) => [bend(colour, wide, WIDE, HIGH, true), bend(colour, wide, WIDE, HIGH, false)],
  k: ([colour], x, y, wide, high, columns, rows) => grid(columns, rows).filter(([at, down]) => (at + down) % 2 === 0)
    .map(([at, down]) => rectangle(colour, x + (at * wide) / columns, y + (down * high) / rows, wide / columns, high / rows)),
  g: ([colour], x, y, wide, high, columns, rows, r) => grid(columns, rows)
    .map(([at, down]) => ["circle", { fill: `#${colour}`, cx: x + ((at + 0.5) * wide) / columns, cy: y + ((down + 0.5) * high) / rows, r }]),
  f: ([colour], x, y, far, r, count) => Array.from({ length: count }, (_, at) => {
    const turn = (2 * Math.PI * at) / count;
    return ["circle", { fill: `#${colour}`, cx: (x + far * Math.sin(turn)).toFixed(2), cy: (y - far * Math.cos(turn)).toFixed(2), r }];
  }),
  a: ([colour], x, y, size) => [area(colour, EAGLE.flatMap(([right, down]) => [[x + right * size, y + down * size]])
    .concat(EAGLE.toReversed().map(([right, down]) => [x - right * size, y + down * size])))],
  u: (_, wide, high) => union(wide, high),
};
/** The right half of an eagle with two heads, from the middle of the top to the tail. @type {[number, number][]} */
const EAGLE = [[0, -4], [1, -6], [3, -6.5], [4, -5], [2.2, -4.4], [2.2, -3], [6, -5.5], [8, -5], [7, -1], [5, 2], [2.4, 2], [3.6, 4], [1.6, 4.4], [0, 7]];

/** @param {string} text @returns {Shape[]} */
function layer(text) {
  const [letter, ...words] = text.trim().split(" ");
  return DRAWN[letter](words, ...words.slice(letter === "u" ? 0 : 1).map(Number));
}

/** @returns {Shape} @param {string} colour @param {number} x @param {number} y @param {number} width @param {number} height */
const rectangle = (colour, x, y, width, height) => ["rect", { fill: `#${colour}`, x, y, width, height }];

/** @returns {Shape} @param {string} colour @param {number[][]} points */
const area = (colour, points) => ["polygon", { fill: `#${colour}`, points: points.map((point) => point.map((it) => +it.toFixed(2)).join()).join(" ") }];

/** Stripes by their colours, with a weight behind a colon where it is not 1. Each goes on to the end below the next one, so
 * that no seam is seen. @param {string[]} words @param {boolean} stand @returns {Shape[]} */
function stripes(words, stand) {
  const weighed = words.map((word) => ({ colour: word.split(":")[0], weight: Number(word.split(":")[1] ?? 1) }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  let before = 0;
  return weighed.map(({ colour, weight }) => {
    const from = +((before / all) * (stand ? WIDE : HIGH)).toFixed(3);
    before += weight;
    return stand ? rectangle(colour, from, 0, WIDE - from, HIGH) : rectangle(colour, 0, from, WIDE, HIGH - from);
  });
}

/** A cross to the edges, and the line within it. @param {string[]} words ground, cross, line @param {number} x @returns {Shape[]} */
function cross([ground, outer, inner], x) {
  const beams = (/** @type {string} */ colour, /** @type {number} */ wide) => [
    rectangle(colour, x - wide / 2, 0, wide, HIGH), rectangle(colour, 0, (HIGH - wide) / 2, WIDE, wide),
  ];
  return [rectangle(ground, 0, 0, WIDE, HIGH), ...beams(outer, inner ? 5.2 : 4.4), ...(inner ? beams(inner, 2.5) : [])];
}

/** @param {string} colour @param {number} x @param {number} y @param {number} r @param {number} turn degrees
 * @param {number} points @param {number} inner how far its notches are from the middle */
function star(colour, x, y, r, turn, points, inner) {
  return area(colour, Array.from({ length: 2 * points }, (_, at) => {
    const angle = (Math.PI * at) / points + (Math.PI * turn) / 180;
    const far = at % 2 ? inner : r;
    return [x + far * Math.sin(angle), y - far * Math.cos(angle)];
  }));
}

/** What a disc leaves of another one: its horns point to the fly, unless it is turned. @returns {Shape}
 * @param {string} colour @param {number} x @param {number} y @param {number} r @param {number} x2 @param {number} r2 @param {number} turn */
function crescent(colour, x, y, r, x2, r2, turn) {
  const apart = x2 - x;
  const right = (apart * apart + r * r - r2 * r2) / (2 * apart);
  const [at, up] = [(x + right).toFixed(2), Math.sqrt(r * r - right * right)];
  const [top, foot] = [(y - up).toFixed(2), (y + up).toFixed(2)];
  const d = `M${at} ${top}A${r} ${r} 0 ${right > 0 ? 1 : 0} 0 ${at} ${foot}A${r2} ${r2} 0 ${right > apart ? 1 : 0} 1 ${at} ${top}`;
  return ["path", { fill: `#${colour}`, d, ...(turn ? { transform: `rotate(${turn} ${x} ${y})` } : {}) }];
}

/** A bar from corner to corner, cut at the edges. @param {string} colour @param {number} thick @param {number} wide
 * @param {number} high @param {boolean} rises */
function bend(colour, thick, wide, high, rises) {
  const long = Math.hypot(wide, high);
  const [across, down] = [(thick * long) / (2 * high), (thick * long) / (2 * wide)];
  const points = [[0, 0], [across, 0], [wide, high - down], [wide, high], [wide - across, high], [0, down]];
  return area(colour, rises ? points.map(([x, y]) => [x, high - y]) : points);
}

/** @param {number} wide @param {number} high @returns {Shape[]} */
function union(wide, high) {
  const [white, red] = [high * 0.3, high * 0.18];
  const beams = (/** @type {string} */ colour, /** @type {number} */ thick) => [
    rectangle(colour, (wide - thick) / 2, 0, thick, high), rectangle(colour, 0, (high - thick) / 2, wide, thick),
  ];
  const both = (/** @type {string} */ colour, /** @type {number} */ thick) => [bend(colour, thick, wide, high, true), bend(colour, thick, wide, high, false)];
  return [rectangle("027", 0, 0, wide, high), ...both("fff", high * 0.2), ...both("c12", high * 0.07), ...beams("fff", white), ...beams("c12", red)];
}

/** @param {number} columns @param {number} rows */
const grid = (columns, rows) => Array.from({ length: columns * rows }, (_, n) => [n % columns, Math.floor(n / columns)]);

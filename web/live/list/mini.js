// A small board, painted: one node of the page, however many pieces. Sixty-four boards of drawings would be thirty thousand.

import { placement, square } from "../../shared/board.js";

/** One stroke or body of a piece. @typedef {{path: Path2D, fill: string, stroke: string, width: number}} Part */

/** The pieces by their codes, such as `wK`, once they are read. @type {Map<string, Part[]>} */
const drawings = new Map();
/** The pieces painted at a size, by size and code. @type {Map<string, HTMLCanvasElement>} */
const painted = new Map();
/** The most sizes and pieces that are kept painted. */
const PAINTED_MAX = 120;

/** Reads the pieces out of the drawing that the page has loaded. @param {ParentNode} page */
export function readPieces(page) {
  painted.clear();
  for (const symbol of page.querySelectorAll(".sprite symbol")) drawings.set(symbol.id, parts(symbol, { fill: "#000", stroke: "none", width: 1 }));
}

/** @param {Element} el @param {Omit<Part, "path">} around what holds where an element says nothing @returns {Part[]} */
function parts(el, around) {
  const own = {
    fill: el.getAttribute("fill") ?? around.fill, stroke: el.getAttribute("stroke") ?? around.stroke,
    width: Number(el.getAttribute("stroke-width") ?? around.width),
  };
  const d = el.getAttribute("d");
  return d ? [{ path: new Path2D(d), ...own }] : [...el.children].flatMap((inner) => parts(inner, own));
}

/** @param {string} code @param {number} size in device pixels */
function piece(code, size) {
  const key = `${code}${size}`;
  const known = painted.get(key);
  if (known) return known;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [size, size];
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.scale(size / 100, size / 100);
    [pen.lineJoin, pen.lineCap] = ["round", "round"];
    for (const { path, fill, stroke, width } of drawings.get(code) ?? []) {
      [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [fill, stroke, width];
      if (fill !== "none") pen.fill(path);
      if (stroke !== "none") pen.stroke(path);
    }
  }
  if (painted.size >= PAINTED_MAX) painted.clear();
  painted.set(key, canvas);
  return canvas;
}

/** The colours of a theme. @typedef {{light: string, dark: string, last: string, edge: string}} Colours */

/** Returns the colours that the page's style sheet gives boards now. @returns {Colours} */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return { light: of("--square-light"), dark: of("--square-dark"), last: of("--last"), edge: of("--last-edge") };
}

export class MiniBoard {
  constructor() {
    this.el = document.createElement("canvas");
    this.el.className = "mini";
    this.el.setAttribute("aria-hidden", "true");
    this.fen = "";
    this.last = "";
    this.dashed = false;
    /** What is painted; empty when it has to be painted anew. */
    this.shown = "";
  }

  /** Says what is to be shown. @param {string} fen @param {import("../../shared/wire.js").MoveView | null} last the ply that led here */
  show(fen, last) {
    [this.fen, this.last, this.dashed] = [fen, last?.uci ?? "", Boolean(last?.provisional)];
    Object.assign(this.el.dataset, { fen, last: this.last });
  }

  /** Paints what is to be shown, if it is not there yet. @param {Colours} colours @param {number} side in CSS pixels */
  paint(colours, side) {
    // Whole pixels for each square, or the edges would be grey.
    const size = Math.max(1, Math.round((side * devicePixelRatio) / 8));
    const key = [this.fen, this.last, this.dashed, size, colours.light, colours.dark, drawings.size].join("|");
    const pen = key === this.shown ? null : this.el.getContext("2d", { alpha: false });
    if (!pen) return;
    this.shown = key;
    if (this.el.width !== size * 8) [this.el.width, this.el.height] = [size * 8, size * 8];
    for (let at = 0; at < 64; at += 1) {
      pen.fillStyle = (at + (at >> 3)) % 2 === 0 ? colours.dark : colours.light;
      pen.fillRect((at & 7) * size, (7 - (at >> 3)) * size, size, size);
    }
    if (this.last.length >= 4) for (const name of [this.last.slice(0, 2), this.last.slice(2, 4)]) this.#mark(pen, square(name), size, colours);
    for (const [at, code] of placement(this.fen)) pen.drawImage(piece(code, size), (at & 7) * size, (7 - (at >> 3)) * size);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} at @param {number} size @param {Colours} colours */
  #mark(pen, at, size, colours) {
    const edge = Math.max(1, size / 14);
    const [x, y] = [(at & 7) * size + edge / 2, (7 - (at >> 3)) * size + edge / 2];
    [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [colours.last, colours.edge, edge];
    pen.setLineDash(this.dashed ? [size / 6, size / 8] : []);
    if (!this.dashed) pen.fillRect(x, y, size - edge, size - edge);
    pen.strokeRect(x, y, size - edge, size - edge);
    pen.setLineDash([]);
  }
}

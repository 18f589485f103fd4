// What is drawn over a board: squares that differ, pieces in the air, the order of touches, and men that no sensor names.

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function draw(tag, attributes, text) {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, String(value));
  if (text !== undefined) el.textContent = text;
  return el;
}

/** @typedef {{differ?: number[], touches?: import("../model/states.js").Touch[], unknown?: number[]}} Marks */

export class Overlay {
  /** @param {import("../../../shared/board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.el = draw("g", { class: "overlay" });
    board.el.append(this.el);
    this.shown = "";
  }

  /** @param {Marks} marks */
  show({ differ = [], touches = [], unknown = [] }) {
    const key = JSON.stringify([differ, touches, unknown, this.board.flipped]);
    if (key === this.shown) return;
    this.shown = key;
    const parts = [];
    for (const at of unknown) parts.push(draw("circle", { class: "something", ...this.#middle(at), r: 30 }));
    for (const { square, piece, aloft } of touches) if (aloft) parts.push(this.#ghost(square, piece));
    for (const at of differ) {
      const { cx, cy } = this.#middle(at);
      const place = { x: cx - 45, y: cy - 45, width: 90, height: 90 };
      // Two lines, one light and one dark: they are seen on either square and in any theme.
      parts.push(draw("rect", { class: "differs casing", ...place }), draw("rect", { class: "differs", ...place }));
    }
    for (const touch of lastOn(touches)) parts.push(...this.#badge(touch));
    this.el.replaceChildren(...parts);
  }

  /** @param {number} at */
  #middle(at) {
    const seen = this.board.flipped ? 63 - at : at;
    return { cx: (seen & 7) * 100 + 50, cy: (7 - (seen >> 3)) * 100 + 50 };
  }

  /** @param {number} at @param {string} piece */
  #ghost(at, piece) {
    const { cx, cy } = this.#middle(at);
    if (!/[a-z]/i.test(piece) || piece === "x") return draw("circle", { class: "something ghost", cx, cy, r: 30 });
    const side = piece === piece.toUpperCase() ? "w" : "b";
    return draw("use", { class: "ghost", href: `#${side}${piece.toUpperCase()}`, x: cx - 50, y: cy - 50, width: 100, height: 100 });
  }

  /** @param {{square: number, orders: number[], aloft: boolean}} touch */
  #badge({ square, orders, aloft }) {
    const { cx, cy } = this.#middle(square);
    const text = orders.join(" ");
    const width = 22 + 17 * text.length;
    const place = { x: cx + 48 - width, y: cy - 48, width, height: 38, rx: 19 };
    return [
      draw("rect", { class: aloft ? "badge aloft" : "badge", ...place }),
      draw("text", { class: aloft ? "order aloft" : "order", x: place.x + width / 2, y: cy - 18, "text-anchor": "middle", "data-square": square }, text),
    ];
  }
}

/** Returns each touched square once, with all its places in the order.
 * @param {import("../model/states.js").Touch[]} touches */
function lastOn(touches) {
  /** @type {Map<number, {square: number, orders: number[], aloft: boolean}>} */
  const squares = new Map();
  for (const { square, order, aloft } of touches) {
    const known = squares.get(square) ?? { square, orders: [], aloft: false };
    known.orders.push(order);
    known.aloft ||= aloft;
    squares.set(square, known);
  }
  return squares.values();
}

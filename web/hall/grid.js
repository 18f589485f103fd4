// All tables at once, in as many rows and columns as make the boards largest.

import { Card } from "./card.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */
/** The layout of a card: `stack` has a strip above and below the board, `bold` has higher strips with larger clocks,
 * `tiny` has strips of one line, `side` has everything beside the board, and `list` is the phone's.
 * @typedef {"stack" | "bold" | "tiny" | "side" | "list"} Shape */
/** The layout of the grid. `gutter` is the room at the board's left, in boards, for the number and, if wide enough,
 * the last plies.
 * @typedef {{shape: Shape, columns: number, rows: number, board: number, gap: number, gutter: number}} Fit */

/** The width and height of a card in boards, by shape. hall.css draws cards with these numbers. */
const SIZES = { stack: [1.05, 1.35], bold: [1.05, 1.46], tiny: [1.06, 1.54], side: [1.72, 1.05] };
/** The least and the most room beside a board that is used, and the room from which on it holds the plies; in
 * boards. */
const GUTTER = { least: 0.16, plies: 0.3, most: 0.5 };
/** The size of a board in pixels below which its strips hold only one line. */
const TINY_PX = 170;
/** The size of a window in pixels below which it is held in a hand: it scrolls. */
const HAND_PX = { width: 600, height: 420 };

/** Returns rows, columns and the board's side in pixels for `count` tables in a window of this size.
 * @param {number} count @param {number} width @param {number} height @returns {Fit} */
export function fit(count, width, height) {
  if (width < HAND_PX.width) return { shape: "list", columns: 1, rows: count, board: Math.floor(width * 0.97), gap: 8, gutter: 0 };
  if (height < HAND_PX.height) {
    const columns = Math.max(1, Math.floor(width / 300));
    const board = Math.floor((width - 8 * (columns + 1)) / columns);
    return { shape: "list", columns, rows: Math.ceil(count / columns), board, gap: 8, gutter: 0 };
  }
  const gap = Math.max(4, Math.min(width, height) * 0.012);
  /** @type {Fit} */
  let best = { shape: "tiny", columns: 1, rows: count, board: 0, gap, gutter: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const rows = Math.ceil(count / columns) || 1;
    const across = (width - gap * (columns + 1)) / columns;
    const down = (height - gap * (rows + 1)) / rows;
    for (const shape of /** @type {const} */ (["stack", "bold", "tiny", "side"])) {
      const board = Math.floor(Math.min(across / SIZES[shape][0], down / SIZES[shape][1]));
      // A single row is read from afar, so its clocks are larger. Small boards have no room for a second line.
      const allowed = shape === (board < TINY_PX ? "tiny" : rows === 1 ? "bold" : "stack") || (shape === "side" && board >= 300);
      if (!allowed || board <= best.board) continue;
      const room = shape === "side" ? 0 : Math.min(GUTTER.most, across / board - SIZES[shape][0]);
      const tall = shape === "stack" && down / board >= SIZES.bold[1];
      best = { shape: tall ? "bold" : shape, columns, rows, board, gap, gutter: room < GUTTER.least ? 0 : room };
    }
  }
  return best;
}

export class Grid {
  /** @param {HTMLElement} el @param {import("../shared/follow/seen.js").Seen} seen */
  constructor(el, seen) {
    this.el = el;
    this.seen = seen;
    /** @type {Map<number, Card>} */
    this.cards = new Map();
    new ResizeObserver(() => this.layout()).observe(el);
  }

  /** Draws the changed tables again. @param {Map<number, TableView>} tables @param {number[]} changed */
  update(tables, changed) {
    let moved = false;
    for (const number of changed) {
      const table = tables.get(number);
      const card = this.cards.get(number);
      if (table && card) card.update(table);
      else if (table) {
        const card = new Card(table);
        this.cards.set(number, card);
        this.seen.watch(card.el);
        moved = true;
      } else if (card) {
        this.seen.forget(card.el);
        card.el.remove();
        this.cards.delete(number);
        moved = true;
      }
    }
    if (!moved) return;
    const cards = [...this.cards.values()].sort((a, b) => a.table.table - b.table.table);
    this.el.replaceChildren(...cards.map((card) => card.el));
    this.layout();
  }

  layout() {
    const { clientWidth, clientHeight } = this.el;
    if (clientWidth === 0) return;
    // A list is as high as its cards, so the height of the window decides.
    const height = this.el.dataset.shape === "list" ? window.innerHeight : clientHeight;
    const { shape, columns, rows, board, gap, gutter } = fit(this.cards.size, clientWidth, height);
    this.el.dataset.shape = shape;
    this.el.dataset.gutter = gutter === 0 ? "none" : gutter < GUTTER.plies ? "number" : "plies";
    this.el.style.setProperty("--gutter", `${gutter * board}px`);
    document.documentElement.classList.toggle("scrolls", shape === "list");
    this.el.style.setProperty("--board", `${board}px`);
    this.el.style.setProperty("--gap", `${gap}px`);
    this.el.style.gridTemplateColumns = `repeat(${columns}, auto)`;
    this.el.style.gridTemplateRows = shape === "list" ? "" : `repeat(${rows}, auto)`;
  }
}

// All tables at once: as many rows and columns as make the boards largest.

import { Card } from "./card.js";

/** @typedef {import("../shared/wire.js").TableView} TableView */
/** How a card is laid out: `stack` has a strip above and below the board, `bold` higher ones
 * with larger clocks, `tiny` one line a strip, `side` everything beside the board, `list` is the phone's.
 * @typedef {"stack" | "bold" | "tiny" | "side" | "list"} Shape */
/** `gutter` is the room at the board's left, in boards: for the number and, if wide enough, the last plies.
 * @typedef {{shape: Shape, columns: number, rows: number, board: number, gap: number, gutter: number}} Fit */

/** A card's width and height in boards, by shape. hall.css draws them with the same numbers. */
const SIZES = { stack: [1.05, 1.35], bold: [1.05, 1.46], tiny: [1.06, 1.54], side: [1.72, 1.05] };
/** The least and the most room beside a board that is used, and from where on it holds the plies; in boards. */
const GUTTER = { least: 0.16, plies: 0.3, most: 0.5 };
/** Below this many pixels a board's strips hold one line only. */
const TINY_PX = 170;
/** A window narrower or lower than this is a hand's: it scrolls. */
const HAND_PX = { width: 600, height: 420 };

/** Rows, columns and the board's side in pixels for `count` tables in a window of that size.
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
      // One row is read from afar: its clocks are larger. Small boards have no room for a second line.
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
  /** @param {HTMLElement} el */
  constructor(el) {
    this.el = el;
    /** @type {Map<number, Card>} */
    this.cards = new Map();
    new ResizeObserver(() => this.layout()).observe(el);
  }

  /** Draws the tables again that changed. @param {Map<number, TableView>} tables @param {number[]} changed */
  update(tables, changed) {
    let moved = false;
    for (const number of changed) {
      const table = tables.get(number);
      const card = this.cards.get(number);
      if (table && card) card.update(table);
      else if (table) {
        this.cards.set(number, new Card(table));
        moved = true;
      } else if (card) {
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
    // A list is as high as its cards: what counts for the choice is the window.
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

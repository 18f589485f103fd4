// What draws boards in a page of the measurements (bench_drawing.mjs): ours, and libraries that are known for it. Each shows
// positions only, without motion and without coordinates.

import { Board } from "../../../web/shared/board.js";
import { MiniBoard, colours, readPieces } from "../../../web/live/list/mini.js";
import { loadPieces } from "../../../web/shared/board.js";

/** A position and the ply that led to it. @typedef {{fen: string, uci: string}} Position */
/** Draws all boards into the page, or shows them other positions. @typedef {(positions: Position[]) => unknown} Draw */

/** The side of a board in CSS pixels. */
const SIDE = 112;

/** @param {string} uci @returns {import("../../../web/shared/wire.js").MoveView} */
const ply = (uci) => /** @type {any} */ ({ uci });

/** Modules that are not ours are found by the page alone. @param {string} address @returns {Promise<any>} */
const load = (address) => import(address);

/** @param {string} address */
async function sheet(address) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  const loaded = new Promise((resolve) => link.addEventListener("load", resolve));
  document.head.append(link);
  await loaded;
}

/** @param {Element} into */
function place(into) {
  const el = document.createElement("div");
  el.style.cssText = `width: ${SIDE}px; height: ${SIDE}px`;
  into.append(el);
  return el;
}

/** @type {Record<string, (into: Element) => Promise<Draw>>} */
const DRAWERS = {
  async "topboard, the list of /live"(into) {
    await sheet("/web/shared/base.css");
    await loadPieces("/web/shared/pieces.svg");
    readPieces(document);
    /** @type {MiniBoard[]} */
    const boards = [];
    return (positions) => positions.forEach(({ fen, uci }, n) => {
      if (!boards[n]) place(into).append((boards[n] = new MiniBoard()).el);
      boards[n].show(fen, ply(uci));
      boards[n].paint(colours(), SIDE);
    });
  },

  async "topboard, the drawing of one board"(into) {
    await sheet("/web/shared/base.css");
    await loadPieces("/web/shared/pieces.svg");
    /** @type {Board[]} */
    const boards = [];
    return (positions) => positions.forEach(({ fen, uci }, n) => {
      if (!boards[n]) place(into).append((boards[n] = new Board()).el);
      boards[n].show(fen, ply(uci));
    });
  },

  async chessground(into) {
    for (const name of ["base", "brown", "cburnett"]) await sheet(`/node_modules/chessground/assets/chessground.${name}.css`);
    const { Chessground } = await load("/node_modules/chessground/dist/chessground.js");
    /** @type {any[]} */
    const boards = [];
    const fixed = { viewOnly: true, coordinates: false, animation: { enabled: false }, drawable: { enabled: false, visible: false } };
    return (positions) => positions.forEach(({ fen, uci }, n) => {
      const shown = { fen, lastMove: [uci.slice(0, 2), uci.slice(2, 4)] };
      if (boards[n]) boards[n].set(shown);
      else boards[n] = Chessground(place(into), { ...fixed, ...shown });
    });
  },

  async "cm-chessboard"(into) {
    await sheet("/node_modules/cm-chessboard/assets/chessboard.css");
    const { Chessboard } = await load("/node_modules/cm-chessboard/src/Chessboard.js");
    /** @type {any[]} */
    const boards = [];
    const fixed = { assetsUrl: "/node_modules/cm-chessboard/assets/", style: { showCoordinates: false, animationDuration: 0 } };
    return (positions) => Promise.all(positions.map(({ fen }, n) => {
      if (boards[n]) return boards[n].setPosition(fen, false);
      boards[n] = new Chessboard(place(into), { ...fixed, position: fen });
      return boards[n].initialized;
    }));
  },
};

export const NAMES = Object.keys(DRAWERS);

/** The time until what was drawn is on the screen, in milliseconds. @param {() => unknown} act */
async function timed(act) {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const from = performance.now();
  await act();
  // Behind the picture that the browser makes next.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - from;
}

/** Draws the first positions, then each of the others. @param {string} name @param {Position[][]} games positions by game and ply */
export async function measure(name, games) {
  const into = /** @type {Element} */ (document.querySelector("main"));
  const draw = await DRAWERS[name](into);
  const before = document.querySelectorAll("*").length;
  const at = (/** @type {number} */ n) => games.map((game) => game[n]);
  const first = await timed(() => draw(at(0)));
  const later = [];
  for (let n = 1; n < games[0].length; n += 1) later.push(await timed(() => draw(at(n))));
  return { first, later, nodes: document.querySelectorAll("*").length - before };
}

// What the sensors had told and what the game believed after any number of entries. Every 200 entries a state is kept, so
// that any other is at most 200 entries away.

import { square } from "../../../shared/board.js";

/** The entries between two kept states. */
export const EVERY = 200;
/** The states of a ply that end a player's touches. */
const SETTLED = ["final", "completed"];

/** A touch of a square: the piece that was lifted from it, its place in the order of touches, when it was lifted, and
 * whether it is still in the air. @typedef {{square: number, piece: string, order: number, at: number, aloft: boolean}} Touch */
/** @typedef {{squares: string[] | null, touches: Touch[], landed: {piece: string, at: number}[], isOver: boolean,
 *   line: number[], base: string, link: string}} State */

/** @param {State} state @returns {State} */
const copy = (state) => ({
  ...state, squares: state.squares && [...state.squares], touches: state.touches.map((touch) => ({ ...touch })),
  landed: [...state.landed], line: [...state.line],
});

export class States {
  /** @param {import("./story.js").Story} story */
  constructor(story) {
    this.story = story;
    const { squares, start, link } = story.told;
    /** The time within which the order of two changes is open, in milliseconds. */
    this.open_ms = story.told.timing.square_early_ms;
    /** @type {State[]} */
    this.kept = [];
    /** @type {State} */
    const state = { squares: squares === null ? null : [...squares], touches: [], landed: [], isOver: false, line: [], base: start, link };
    story.entries.forEach((entry, place) => {
      if (place % EVERY === 0) this.kept.push(copy(state));
      apply(state, entry, this.open_ms);
    });
    if (this.kept.length === 0) this.kept.push(state);
  }

  /** Returns the state after the first `count` entries. @param {number} count */
  after(count) {
    const nearest = Math.min(this.kept.length - 1, Math.floor(count / EVERY));
    const state = copy(this.kept[nearest]);
    for (const entry of this.story.entries.slice(nearest * EVERY, count)) apply(state, entry, this.open_ms);
    return state;
  }

  /** Returns the position that the game believed. @param {State} state */
  fen({ line, base }) {
    const last = line.at(-1);
    return last === undefined ? base : this.story.told.plies[last].fen;
  }

  /** Returns the clock at a time: what it had been read to show, and how long ago. Between two readings its running time goes
   * down; when the readings end, it stops being known. @param {number} at */
  clock(at) {
    const { clocks } = this.story;
    const run = clocks.findLast(({ from }) => from <= at);
    if (!run) return null;
    const read = Math.min(at, run.until);
    const left = (/** @type {"white" | "black"} */ side) => Math.max(0, run[side] - (run.running === side ? read - run.from : 0));
    const silent = at - read;
    return { white: left("white"), black: left("black"), running: run.running, silent, isKnown: at <= run.known };
  }
}

/** @param {State} state @param {import("./wire.js").Entry} entry @param {number} openMs */
function apply(state, { at, kind, detail }, openMs) {
  switch (kind) {
    case "square":
      touch(state, at, square(detail), detail.slice(2), openMs);
      break;
    case "reading":
      state.squares = [...detail];
      [state.touches, state.landed] = [[], []];
      break;
    case "gap":
    case "turned":
    case "sides-unknown":
      [state.touches, state.landed] = [[], []];
      break;
    case "press":
      state.isOver = true;
      break;
    case "concluded":
      if (detail.what === "ply" && SETTLED.includes(detail.state)) state.isOver = true;
      break;
    case "link":
      state.link = detail;
      break;
    case "array":
      state.base = detail;
      state.line = [];
      break;
    case "line":
      state.line.length = Math.min(state.line.length, detail[0]);
      state.line.push(...detail[1]);
      break;
  }
}

/** @param {State} state @param {number} at @param {number} on @param {string} now @param {number} openMs */
function touch(state, at, on, now, openMs) {
  const before = state.squares?.[on] ?? "?";
  if (state.squares) state.squares[on] = now;
  if (state.isOver) {
    // The next player's touches begin; what is in the air stays there.
    state.touches = state.touches.filter(({ aloft }) => aloft);
    state.touches.forEach((one, place) => (one.order = place + 1));
    state.isOver = false;
  }
  if (now === ".") {
    const order = state.touches.reduce((most, one) => Math.max(most, one.order), 0) + 1;
    // One scan may tell of the square that a piece reached before the one that it left.
    const down = state.landed.findIndex(({ piece, at: since }) => piece === before && piece !== "x" && at - since <= openMs);
    if (down >= 0) state.landed.splice(down, 1);
    state.touches.push({ square: on, piece: before, order, at, aloft: down < 0 });
    return;
  }
  // A board that knows pieces tells which of them came down. One that does not leaves it open, unless one was lifted here.
  const down = state.touches.findLast((one) => one.aloft && one.square === on && (one.piece === now || now === "x"))
    ?? state.touches.find((one) => one.aloft && one.piece === now && now !== "x");
  if (down) down.aloft = false;
  else state.landed = [...state.landed.filter(({ at: since }) => at - since <= openMs), { piece: now, at }];
}

/** Returns the touches whose order is open: they are closer to each other than the error of their times.
 * @param {Touch[]} touches @param {number} openMs */
export function openOrder(touches, openMs) {
  const near = (/** @type {Touch | undefined} */ other, /** @type {Touch} */ one) => other !== undefined && Math.abs(other.at - one.at) <= openMs;
  return touches.filter((one, place) => near(touches[place - 1], one) || near(touches[place + 1], one));
}

/** Returns the squares on which the sensors tell something else than the position. @param {string[] | null} squares
 * @param {string} fen */
export function differing(squares, fen) {
  if (!squares) return [];
  const men = lettersOf(fen);
  return squares.flatMap((seen, at) => {
    const isSame = seen === "x" ? men[at] !== "." : seen === men[at];
    return isSame ? [] : [at];
  });
}

/** Returns a FEN's pieces as 64 letters, a1 first, as a review writes them. @param {string} fen */
export function lettersOf(fen) {
  const ranks = fen.split(" ")[0].split("/").reverse();
  return ranks.flatMap((rank) => [...rank].flatMap((sign) => (sign >= "1" && sign <= "8" ? Array(Number(sign)).fill(".") : [sign])));
}

/** Returns known pieces as the placement of a FEN; what is not known is empty. @param {string[]} squares */
export function fenOf(squares) {
  const ranks = Array.from({ length: 8 }, (_, down) => squares.slice((7 - down) * 8, (8 - down) * 8));
  return ranks.map((rank) => rank.map((sign) => (/[a-z]/i.test(sign) && sign !== "x" ? sign : "1")).join("").replace(/1+/g, (run) => String(run.length))).join("/");
}

/** Returns a square's name. @param {number} at */
export const nameOf = (at) => `${"abcdefgh"[at & 7]}${(at >> 3) + 1}`;

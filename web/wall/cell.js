// One table on a hall screen: a board between two strips, each of one line with a name and a clock. Every part of a strip has its
// own place, whose width does not depend on the moves, so nothing jumps.

import { ClockFace } from "../shared/game/clock.js";
import { Board } from "../shared/board.js";
import { make, write } from "../shared/make.js";
import { ageText } from "../shared/time.js";
import { CAPITAL } from "./density.js";
import { sentence, turnedFen, turnedUci } from "./facts.js";
import { fitName } from "./names.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("../shared/wire.js").Side} Side */
/** How wide a strip is, and how high its type, in pixels. @typedef {{width: number, type: number}} Size */

/** The widths of the parts of a strip, in sizes of its type. A clock has room for hours where the game has any. */
const PARTS = { badge: 1.9, wideBadge: 2.4, man: 1.2, shortClock: 3.75, clock: 4.85, ply: 5.6, note: 5.2, edges: 0.7 };
/** The least width of a name before the last move gets a place of its own, in sizes of the type. */
const NAME_FIRST = 7.5;
const HOUR_MS = 3_600_000;

const pen = document.createElement("canvas").getContext("2d");

/** Returns what measures texts of a size. @param {number} type @param {string} family @returns {(text: string) => number} */
function measure(type, family) {
  return (text) => {
    if (!pen) return Infinity;
    pen.font = `700 ${type}px ${family}`;
    return pen.measureText(text).width;
  };
}

let capital = 0;

/** Returns the height of a capital letter and of a digit, whichever is less, as a share of the size of the page's type. */
export function capitalShare() {
  if (capital > 0 || !pen) return capital || CAPITAL;
  // So large because Firefox rounds heights up to whole pixels: letters would be too small by as much.
  pen.font = `700 2000px ${getComputedStyle(document.body).fontFamily}`;
  const height = (/** @type {string} */ text) => pen.measureText(text).actualBoundingBoxAscent / 2000;
  capital = Math.min(height("H"), height("0")) || CAPITAL;
  return capital;
}

class Strip {
  /** @param {Side} side */
  constructor(side) {
    this.side = side;
    this.name = make("bdi", { class: "full" });
    this.ply = make("span", { class: "last-ply" });
    this.note = make("span", { class: "lost-note" });
    this.score = make("span", { class: "points" });
    this.clock = new ClockFace(side);
    this.time = make("span", { class: "time" }, [this.clock.el, this.score]);
    this.el = make("div", { class: `strip ${side}` }, [make("i", { class: "man" }), make("span", { class: "who" }, [this.name]), this.note, this.ply, this.time]);
    this.written = "";
  }

  /** @param {Facts} facts @param {Size} size @param {boolean} isLong @param {boolean} hasNote */
  show(facts, { width, type }, isLong, hasNote) {
    const { name, title, score } = facts[this.side];
    const badge = facts.table > 99 ? PARTS.wideBadge : PARTS.badge;
    const time = isLong ? PARTS.clock : PARTS.shortClock;
    const room = width / type - badge - PARTS.man - time - PARTS.edges;
    const ply = !hasNote && room - PARTS.ply >= NAME_FIRST ? PARTS.ply : 0;
    const left = room - ply - (hasNote ? PARTS.note : 0);
    this.el.style.gridTemplateColumns = `${badge}em ${PARTS.man}em minmax(0, 1fr) ${hasNote ? PARTS.note : 0}em ${ply}em ${time}em`;
    write(this.ply, ply > 0 && facts.plyBy === this.side ? facts.ply : "");
    write(this.score, score ?? "");
    this.time.classList.toggle("over", score !== null);
    const key = [name, title, left, type].join("|");
    if (key === this.written) return;
    this.written = key;
    const family = getComputedStyle(document.body).fontFamily;
    const wide = measure(type, family);
    const whole = title ? `${title} ${name}` : name;
    write(this.name, wide(whole) <= left * type ? whole : fitName(name, left * type, wide));
  }
}

export class Cell {
  constructor() {
    this.board = new Board();
    this.number = make("span", { class: "badge number" });
    this.move = make("span", { class: "badge move" });
    this.black = new Strip("black");
    this.white = new Strip("white");
    this.el = make("article", { class: "cell" });
    this.isMirrored = false;
    this.isLong = false;
    this.isNoted = false;
    /** @type {Facts | null} */
    this.facts = null;
    /** @type {Size} */
    this.size = { width: 100, type: 10 };
    this.#stand();
  }

  /** Puts White below, or above for those who sit behind Black. The table's number stays at the top. */
  #stand() {
    const [top, bottom] = this.isMirrored ? [this.white.el, this.black.el] : [this.black.el, this.white.el];
    top.prepend(this.number);
    bottom.prepend(this.move);
    this.el.replaceChildren(top, this.board.el, bottom);
  }

  /** @param {Facts} facts @param {Size} size @param {boolean} isMirrored */
  show(facts, size, isMirrored) {
    if (isMirrored !== this.isMirrored) {
      this.isMirrored = isMirrored;
      this.#stand();
    }
    if (facts.table !== this.facts?.table) this.isLong = false;
    this.facts = facts;
    this.size = size;
    const { white, black } = facts.times;
    this.isLong ||= Math.max(white ?? 0, black ?? 0) >= HOUR_MS - 60_000;
    const last = facts.last && { ...facts.last, uci: isMirrored ? turnedUci(facts.last.uci) : facts.last.uci };
    this.board.show(isMirrored ? turnedFen(facts.fen) : facts.fen, last);
    this.el.dataset.table = String(facts.table);
    this.el.setAttribute("aria-label", sentence(facts));
    write(this.number, String(facts.table));
    write(this.move, facts.move && `${facts.move}.`);
    this.#strips();
  }

  #strips() {
    if (!this.facts) return;
    this.black.show(this.facts, this.size, this.isLong, this.isNoted);
    this.white.show(this.facts, this.size, this.isLong, false);
  }

  /** @param {import("./facts.js").Facts["times"]} times @param {number} nowMs @param {boolean} stale */
  tick(times, nowMs, stale) {
    if (!this.facts) return;
    const { toMove, link } = this.facts;
    const isLong = Math.max(times.white ?? 0, times.black ?? 0) >= HOUR_MS - 60_000;
    for (const strip of [this.white, this.black]) strip.clock.show(times, toMove, stale);
    const note = link.state === "lost" ? `${link.held ? "held" : "lost"} ${ageText(nowMs - link.since_ms)}` : link.state === "absent" ? "no board" : "";
    write(this.black.note, note);
    this.el.classList.toggle("lost", note !== "");
    if ((note !== "") === this.isNoted && (this.isLong || !isLong)) return;
    this.isNoted = note !== "";
    this.isLong ||= isLong;
    this.#strips();
  }
}

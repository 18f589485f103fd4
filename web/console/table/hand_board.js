// A board whose pieces can be carried: dragged with a finger or a mouse, or picked up with one press and put down with another.
// Whether the move may be played is the program's to say; here it is a wish.

import { Board, placement } from "../../shared/board.js";

/** The way a pointer goes before it drags, in CSS pixels: less is a press. */
const DRAG_PX = 6;

/** @param {number} at */
const nameOf = (at) => `${"abcdefgh"[at & 7]}${(at >> 3) + 1}`;

export class HandBoard {
  /** @param {(from: string, to: string) => void} carried */
  constructor(carried) {
    this.carried = carried;
    this.board = new Board();
    this.el = this.board.el;
    this.el.classList.add("in-hand");
    this.fen = "";
    /** The square whose piece is in the hand. @type {number | null} */
    this.held = null;
    /** Where the pointer went down, and the drawing that it drags. @type {{x: number, y: number, el: SVGElement | null, drags: boolean} | null} */
    this.down = null;
    this.isOn = false;
    this.el.addEventListener("pointerdown", (event) => this.#press(event));
    this.el.addEventListener("pointermove", (event) => this.#drag(event));
    this.el.addEventListener("pointerup", (event) => this.#release(event));
    this.el.addEventListener("pointercancel", () => this.drop());
  }

  /** @param {string} fen @param {string} uci the last move, or nothing @param {boolean} isOn whether pieces may be carried */
  show(fen, uci, isOn) {
    if (fen !== this.fen || !isOn) this.drop();
    this.isOn = isOn;
    this.fen = fen;
    this.el.classList.toggle("movable", isOn);
    this.board.show(fen, { uci, san: "", fen });
  }

  /** Puts the piece back that is in the hand. */
  drop() {
    const from = this.held;
    this.held = null;
    this.down = null;
    this.el.querySelector(".picked")?.remove();
    // The next drawing of the same position puts a dragged piece back on its square.
    if (from !== null) this.#redraw();
  }

  #redraw() {
    for (const [at, { el }] of this.board.pieces) el.style.transform = `translate(${(at & 7) * 100}px, ${(7 - (at >> 3)) * 100}px)`;
  }

  /** Returns the square under a pointer; null outside the board. @param {PointerEvent} event */
  #at({ clientX, clientY }) {
    const box = this.el.getBoundingClientRect();
    const [file, down] = [Math.floor(((clientX - box.left) / box.width) * 8), Math.floor(((clientY - box.top) / box.height) * 8)];
    return file < 0 || file > 7 || down < 0 || down > 7 ? null : (7 - down) * 8 + file;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const at = this.#at(event);
    if (!this.isOn || at === null || event.button !== 0) return;
    const mover = this.fen.split(" ")[1] ?? "w";
    const own = placement(this.fen).get(at)?.[0] === mover;
    if (this.held !== null && !own) return this.#put(at);
    if (!own) return;
    event.preventDefault();
    this.drop();
    this.held = at;
    this.#mark(at);
    this.down = { x: event.clientX, y: event.clientY, el: this.board.pieces.get(at)?.el ?? null, drags: false };
    this.el.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const { down } = this;
    if (!down?.el) return;
    down.drags ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG_PX;
    if (!down.drags) return;
    const box = this.el.getBoundingClientRect();
    const scale = 800 / box.width;
    down.el.parentNode?.append(down.el);
    down.el.style.transform = `translate(${(event.clientX - box.left) * scale - 50}px, ${(event.clientY - box.top) * scale - 50}px)`;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const { down } = this;
    this.down = null;
    if (!down?.drags) return;
    const to = this.#at(event);
    if (to === null || to === this.held) return this.drop();
    this.#put(to);
  }

  /** @param {number} to */
  #put(to) {
    const from = this.held;
    this.drop();
    if (from !== null && from !== to) this.carried(nameOf(from), nameOf(to));
  }

  /** @param {number} at */
  #mark(at) {
    const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ class: "picked", x: (at & 7) * 100 + 5, y: (7 - (at >> 3)) * 100 + 5, width: 90, height: 90 })) mark.setAttribute(name, String(value));
    this.board.marks.append(mark);
  }
}

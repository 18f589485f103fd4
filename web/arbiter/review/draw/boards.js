// Two boards side by side: what the sensors saw, and what the game believed. In a comparison: what they saw at two moments.
// A phone has room for one of them; the other is one tap away.

import { Board } from "../../../shared/board.js";
import { make, write } from "../../make.js";
import { differing, fenOf, lettersOf, nameOf, openOrder } from "../model/states.js";
import { pieceWords, say } from "../words.js";
import { Overlay } from "./overlay.js";

/** @typedef {import("../model/states.js").State} State */

class Panel {
  /** @param {string} name */
  constructor(name) {
    this.board = new Board();
    // What was seen is shown as it was seen; nothing slid by itself.
    this.board.still = true;
    this.overlay = new Overlay(this.board);
    this.title = make("h2");
    this.said = make("p", { class: "spoken" });
    /** @type {string[] | null} */
    this.men = null;
    this.el = make("section", { class: `panel ${name}` }, [this.title, this.board.el, this.said]);
  }

  /** Shows pieces as the sensors told them. @param {string[] | null} squares @param {import("./overlay.js").Marks} marks */
  sensed(squares, marks) {
    const unknown = squares ? squares.flatMap((sign, at) => (sign === "x" ? [at] : [])) : [];
    this.board.show(squares ? fenOf(squares) : "8/8/8/8/8/8/8/8", null);
    this.overlay.show({ ...marks, unknown });
    this.el.classList.toggle("unread", squares === null);
    this.men = squares;
  }

  /** @param {string} fen @param {import("./overlay.js").Marks} marks @param {string} uci */
  position(fen, marks, uci) {
    this.board.show(fen, { uci, san: "", fen });
    this.overlay.show(marks);
    this.el.classList.remove("unread");
    this.men = lettersOf(fen);
  }

  /** Says what stands there. */
  tell() {
    write(this.said, this.men ? listed(this.men) : say("notRead"));
  }
}

/** Returns all men in words, for who does not see the board. @param {string[]} squares */
function listed(squares) {
  return squares.flatMap((sign, at) => (sign === "." ? [] : [`${pieceWords(sign)} ${nameOf(at)}`])).join(", ");
}

export class Boards {
  /** @param {number} openMs the time within which the order of two touches is open, in milliseconds */
  constructor(openMs) {
    this.openMs = openMs;
    this.left = new Panel("left");
    this.right = new Panel("right");
    this.note = make("p", { class: "note" });
    this.pair = make("div", { class: "pair-of-boards" }, [this.left.el, this.right.el]);
    this.el = make("div", { class: "boards" }, [this.pair, this.note]);
  }

  /** Shows one moment. @param {State} state @param {string} fen @param {string} uci the last move that is believed */
  show(state, fen, uci) {
    const differ = differing(state.squares, fen);
    write(this.left.title, say("seen"));
    write(this.right.title, say("believed"));
    this.left.sensed(state.squares, { differ, touches: state.touches });
    this.right.position(fen, { differ }, uci);
    this.#write(state, differ);
  }

  /** Compares two moments of the sensors. @param {State} a @param {State} b */
  compare(a, b) {
    const differ = a.squares && b.squares ? a.squares.flatMap((seen, at) => (seen === b.squares?.[at] ? [] : [at])) : [];
    write(this.left.title, say("seenAtA"));
    write(this.right.title, say("seenAtB"));
    this.left.sensed(a.squares, { differ, touches: a.touches });
    this.right.sensed(b.squares, { differ, touches: b.touches });
    this.#write(b, differ);
  }

  /** @param {State} state @param {number[]} differ */
  #write({ squares, touches }, differ) {
    const up = touches.filter(({ aloft }) => aloft);
    const parts = [squares === null ? say("notRead") : differ.length ? say("differ", differ.map(nameOf).join(", ")) : say("agree")];
    if (up.length) parts.push(say("aloft", up.map(({ piece, square, order }) => `${order}. ${pieceWords(piece)} ${nameOf(square)}`).join(", ")));
    else if (touches.length) parts.push(say("touched", touches.map(({ piece, square, order }) => `${order}. ${pieceWords(piece)} ${nameOf(square)}`).join(", ")));
    const open = openOrder(touches, this.openMs);
    if (open.length) parts.push(say("orderOpen", open.map(({ order, square }) => `${order}. ${nameOf(square)}`).join(", ")));
    write(this.note, parts.join(" "));
  }

  /** Says what stands on both boards, once the moment stays. */
  tell() {
    this.left.tell();
    this.right.tell();
  }

  /** Turns the boards; where there is room for one, shows the other instead. */
  flip() {
    if (getComputedStyle(this.pair).getPropertyValue("--boards").trim() === "1") {
      this.pair.classList.toggle("shows-right");
      return;
    }
    for (const { board, overlay } of [this.left, this.right]) {
      board.flip(!board.flipped);
      overlay.shown = "";
    }
    this.pair.classList.toggle("flipped", this.left.board.flipped);
  }
}

// One chess board as a drawing. It shows the position it is given and knows no rules.

const SVG = "http://www.w3.org/2000/svg";

/** Returns the pieces by square (0 = a1, 63 = h8), such as `wK`. @param {string} fen @returns {Map<number, string>} */
export function placement(fen) {
  const pieces = new Map();
  const ranks = fen.split(" ")[0].split("/");
  ranks.forEach((rank, down) => {
    let file = 0;
    for (const sign of rank) {
      if (sign >= "1" && sign <= "8") file += Number(sign);
      else {
        const side = sign === sign.toUpperCase() ? "w" : "b";
        pieces.set((7 - down) * 8 + file, side + sign.toUpperCase());
        file += 1;
      }
    }
  });
  return pieces;
}

/** Returns whose turn it is in a FEN. @param {string} fen @returns {import("./wire.js").Side} */
export function turn(fen) {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}

/** @param {string} name `e4` @returns {number} */
export function square(name) {
  return (Number(name[1]) - 1) * 8 + name.charCodeAt(0) - 97;
}

/** @param {string} tag @param {Record<string, string | number>} attributes @returns {SVGElement} */
function draw(tag, attributes) {
  const el = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, String(value));
  return el;
}

/** @param {number} at */
const place = (at) => `translate(${(at & 7) * 100}px, ${(7 - (at >> 3)) * 100}px)`;

const DARK = Array.from({ length: 64 }, (_, s) => s)
  .filter((s) => (s + (s >> 3)) % 2 === 0)
  .map((s) => `M${(s & 7) * 100} ${(7 - (s >> 3)) * 100}h100v100h-100z`)
  .join("");

/** Says whether the viewer wants no motion. */
const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)") ?? { matches: true };

/** Loads the piece drawings into the page once. Afterwards a board needs nothing from the server.
 * @param {string} [from] where they are */
export async function loadPieces(from = "shared/pieces.svg") {
  const text = await (await fetch(from)).text();
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(sprite, true));
}

export class Board {
  constructor() {
    this.el = /** @type {SVGSVGElement} */ (draw("svg", { class: "board", viewBox: "0 0 800 800" }));
    this.el.setAttribute("aria-hidden", "true");
    this.marks = draw("g", { class: "marks" });
    this.men = draw("g", { class: "men" });
    this.el.append(
      draw("rect", { class: "light", width: 800, height: 800 }),
      draw("path", { class: "dark", d: DARK }),
      this.marks,
      coordinates(),
      this.men,
    );
    /** @type {Map<number, {code: string, el: SVGElement}>} */
    this.pieces = new Map();
    this.shown = "";
    this.flipped = false;
    /** Whether pieces are set down without a motion. */
    this.still = false;
  }

  /** Shows the board from White's side, or from Black's. @param {boolean} flipped */
  flip(flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.shown = "";
    for (const [at, { el }] of this.pieces) el.style.transform = place(this.#seen(at));
    this.el.querySelector(".coordinates")?.replaceWith(coordinates(flipped));
  }

  /** Returns where a square is drawn. @param {number} at */
  #seen(at) {
    return this.flipped ? 63 - at : at;
  }

  /** @param {string} fen @param {import("./wire.js").MoveView | null} last the ply that led here */
  show(fen, last) {
    const key = [fen, last?.uci, last?.check, last?.provisional].join("|");
    if (key === this.shown) return;
    this.shown = key;
    this.el.dataset.fen = fen;
    this.el.dataset.last = last?.uci ?? "";
    const wanted = placement(fen);
    this.#arrange(wanted);
    this.#mark(wanted, turn(fen), last);
  }

  /** Moves the drawings of pieces that stay, so that a move is seen as a motion. @param {Map<number, string>} wanted */
  #arrange(wanted) {
    const next = new Map();
    const spare = [];
    for (const [at, piece] of this.pieces) {
      if (wanted.get(at) === piece.code) next.set(at, piece);
      else spare.push({ ...piece, at });
    }
    const slides = !this.still && spare.length <= 4 && this.el.clientWidth > 0 && !calm.matches;
    for (const [at, code] of wanted) {
      if (next.has(at)) continue;
      const same = spare.findIndex((piece) => piece.code === code);
      const from = same >= 0 ? spare.splice(same, 1)[0] : null;
      const el = from?.el ?? draw("use", { href: `#${code}`, width: 100, height: 100 });
      el.style.transform = place(this.#seen(at));
      // The last element is drawn on top: it passes over the pieces, which need not be painted again meanwhile.
      this.men.append(el);
      if (from && slides) el.animate([{ transform: place(this.#seen(from.at)) }, { transform: place(this.#seen(at)) }], { duration: 180, easing: "ease-out" });
      next.set(at, { code, el });
    }
    for (const piece of spare) piece.el.remove();
    this.pieces = next;
  }

  /** @param {Map<number, string>} pieces @param {import("./wire.js").Side} side
   * @param {import("./wire.js").MoveView | null} last */
  #mark(pieces, side, last) {
    const marks = [];
    if (last && last.uci.length >= 4) {
      const kind = last.provisional ? "last provisional" : "last";
      for (const name of [last.uci.slice(0, 2), last.uci.slice(2, 4)]) {
        const at = this.#seen(square(name));
        marks.push(draw("rect", { class: kind, x: (at & 7) * 100 + 4, y: (7 - (at >> 3)) * 100 + 4, width: 92, height: 92 }));
      }
    }
    if (last?.check) {
      for (const [on, code] of pieces) {
        if (code !== (side === "white" ? "wK" : "bK")) continue;
        const at = this.#seen(on);
        const place = { cx: (at & 7) * 100 + 50, cy: (7 - (at >> 3)) * 100 + 50, r: 44 };
        marks.push(draw("circle", { class: "check casing", ...place }), draw("circle", { class: "check", ...place }));
      }
    }
    this.marks.replaceChildren(...marks);
  }
}

function coordinates(flipped = false) {
  const group = draw("g", { class: "coordinates" });
  for (let n = 0; n < 8; n += 1) {
    const rank = draw("text", { class: n % 2 ? "on-light" : "on-dark", x: 4, y: (7 - n) * 100 + 18 });
    rank.textContent = String(flipped ? 8 - n : n + 1);
    const file = draw("text", { class: n % 2 ? "on-light" : "on-dark", x: n * 100 + 97, y: 796, "text-anchor": "end" });
    file.textContent = "abcdefgh"[flipped ? 7 - n : n];
    group.append(rank, file);
  }
  return group;
}

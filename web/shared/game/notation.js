// The notation of moves: with the letters of SAN, those of another language, or figurines (PL09 C.2 and C.3, RU20
// 17.2).

/** @typedef {"english" | "polish" | "russian" | "figurine"} Notation */

/** @type {Record<Notation, Record<string, string>>} */
const LETTERS = {
  english: { K: "K", Q: "Q", R: "R", B: "B", N: "N" },
  polish: { K: "K", Q: "H", R: "W", B: "G", N: "S" },
  russian: { K: "Кр", Q: "Ф", R: "Л", B: "С", N: "К" },
  figurine: { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" },
};

/** @type {Notation} */
let current = "english";

/** Sets the notation from now on; an unknown one means English. @param {string | null} wanted */
export function useNotation(wanted) {
  current = wanted !== null && Object.hasOwn(LETTERS, wanted) ? /** @type {Notation} */ (wanted) : "english";
}

/** Returns a move as people read it.
 * @param {string} san @param {Notation} [notation] the page's own unless another is named */
export function written(san, notation = current) {
  if (notation === "english") return san;
  if (san.startsWith("O")) return san.replaceAll("O", "0");
  return san.replace(/^[KQRBN]|(?<==)[QRBN]/g, (letter) => LETTERS[notation][letter]);
}

// Tables as text with commas (RFC 4180), for spreadsheets.

/** The sign by which spreadsheets know that a text is in Unicode. */
const UNICODE = "\ufeff";

/** Returns rows as text. A text that a spreadsheet would take for a formula gets an apostrophe; a result such as `+/-` is none.
 * @param {(string | number | undefined)[][]} rows */
export function csv(rows) {
  return UNICODE + rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** @param {string | number | undefined} value */
function cell(value) {
  const text = String(value ?? "").replace(/[\r\n]+/g, " ");
  const tame = /^[=+\-@\t]/.test(text) && !/^[+-]\/[+-]$/.test(text) ? `'${text}` : text;
  return /[",]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}

/** Returns the rows of a round's list. @param {import("./state.js").Row[]} rows @param {(key: string) => string} word */
export function pairingRows(rows, word) {
  const heads = ["board", "table", "number", "title", "white", "rating", "result", "number", "title", "black", "rating"].map(word);
  const side = (/** @type {import("./state.js").Numbered | undefined} */ it) => [it?.number, it?.title, it?.name, it?.elo];
  const lines = rows.map(({ board, table, white, black, result }) => {
    const [no, title, name, elo] = side(black);
    return [board, table, ...side(white), result === "*" ? "" : result, no, title, name, elo];
  });
  return [heads, ...lines];
}

/** Returns the rows of standings. @param {import("./state.js").Standings} standings @param {(key: string) => string} word */
export function standingRows({ tie_breaks, rows }, word) {
  const heads = [...["rank", "number", "title", "player", "federation", "rating", "points"], ...tie_breaks].map(word);
  const lines = rows.map(({ rank, player, points, values }) => [
    rank, player.number, player.title, player.name, player.federation, player.elo, points, ...values,
  ]);
  return [heads, ...lines];
}

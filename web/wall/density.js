// How many boards a screen shows and how large, from how large the screen is and how far away it is read.
//
// Two rules decide. A piece must be seen under an angle of so many minutes of arc, 20 for comfort and 16 at the limit
// (ISO 9241-3); a piece is 85 % of its square, and 78 % of a row's height counts as the board. A letter must be 2.5 mm high
// for each metre, as signs are. What is drawn is larger than what is counted wherever there is room.

/** @typedef {"comfort" | "limit"} Sight */
/** The part of a screen in which boards stand, and from where they are read. `count` is how many boards there are.
 * @typedef {{widthMm: number, heightMm: number, metres: number, sight: Sight, count: number}} Region */
/** A layout. Lengths are in millimetres; `letterMm` is the height of a capital letter in a strip. `isTooFar` says that no
 * number of boards can be read from there, and `reachMetres` from how far this layout can.
 * @typedef {{rows: number, columns: number, boardMm: number, stripMm: number, letterMm: number, gapMm: number,
 *   reachMetres: number, share: number, isTooFar: boolean}} Layout */

/** The angle under which a piece is seen, in minutes of arc. */
const MINUTES = { comfort: 20, limit: 16 };
const PIECE_OF_SQUARE = 0.85;
const BOARD_OF_ROW = 0.78;
/** The height of a letter for each metre, in millimetres. */
const LETTER_MM = 2.5;
/** The height of a capital letter as a share of the size of a common type, and that of a strip in sizes of its type. */
export const CAPITAL = 0.7;
const STRIP_OF_TYPE = 1.15;
/** The share of a strip that a row has if nothing else decides, and the most where the screen is too small for its hall. */
const STRIP_OF_ROW = { usual: 0.075, most: 0.11, far: 0.073 };
/** How many sizes of type a strip is long at least, if letters can be smaller for it. */
const TYPES_ACROSS = 15;
/** The share of the picture that boards take at least, where any layout does; and what that is above the line at the foot. */
export const LEAST_SHARE = 0.75;
const LEAST_ABOVE = 0.7705;
/** The gaps around the boards of one row, as a share of the height; with more rows they are less. */
const GAP = 0.006;
/** The distance from which the line at the foot is read, in metres. */
const FOOT_METRES = 3;
const MM_PER_INCH = 25.4;
/** No screen has more rows or columns: a board would be smaller than a hand. */
const MOST = 12;

/** Returns the width and height of a screen that has so many pixels, in millimetres.
 * @param {number} inches the diagonal @param {number} width @param {number} height */
export function sizeOf(inches, width, height) {
  const mmPerPixel = (inches * MM_PER_INCH) / Math.hypot(width, height);
  return { widthMm: width * mmPerPixel, heightMm: height * mmPerPixel };
}

/** Returns the height in millimetres that a piece needs. @param {number} metres @param {Sight} sight */
export const pieceMm = (metres, sight) => metres * 1000 * Math.tan((MINUTES[sight] / 60) * (Math.PI / 180));

/** Returns the height in millimetres that a capital letter needs. @param {number} metres */
export const letterMm = (metres) => metres * LETTER_MM;

/** Returns from how far away so many rows are read, in metres. @param {number} heightMm @param {number} rows @param {Sight} sight */
export const reach = (heightMm, rows, sight) => (BOARD_OF_ROW * PIECE_OF_SQUARE * heightMm) / rows / 8 / pieceMm(1, sight);

/** Returns the height of the line at the foot, and of a capital letter in it, in millimetres. @param {number} heightMm */
export function footOf(heightMm) {
  const type = Math.max(letterMm(FOOT_METRES) / CAPITAL, heightMm * 0.016);
  return { heightMm: type * 1.35, letterMm: type * CAPITAL };
}

/** Returns one layout: the boards as large as the strips let them be. @param {Region} region @param {number} rows @param {number} columns
 * @param {number} [least] the share that the boards are to take, if letters can be small for it
 * @param {number} [most] the share of a row that a strip takes at most @returns {Layout} */
function layout({ widthMm, heightMm, metres, sight }, rows, columns, least = LEAST_ABOVE + 0.011, most = STRIP_OF_ROW.most) {
  const gapMm = (GAP * heightMm) / rows;
  const across = (widthMm - gapMm * (columns + 1)) / columns;
  const down = (heightMm - gapMm * (rows + 1)) / rows;
  const needed = Math.min((letterMm(metres) / CAPITAL) * STRIP_OF_TYPE, most * down);
  const preferred = Math.max(needed, STRIP_OF_ROW.usual * down);
  const area = widthMm * heightMm;
  const enough = Math.sqrt((least * area) / (rows * columns));
  // Letters give up what they do not need before boards fall short of their share.
  const boardMm = Math.min(across, down - 2 * needed, Math.max(down - 2 * preferred, enough));
  const stripMm = (down - boardMm) / 2;
  // Larger letters than are needed would leave no room for names.
  const type = Math.max(needed / STRIP_OF_TYPE, across / TYPES_ACROSS);
  const letter = Math.min(stripMm / STRIP_OF_TYPE, type) * CAPITAL;
  const isSeen = reach(heightMm, rows, sight) >= metres && (boardMm / 8) * PIECE_OF_SQUARE >= pieceMm(metres, sight);
  const reachMetres = Math.min(reach(heightMm, rows, sight), ((boardMm / 8) * PIECE_OF_SQUARE) / pieceMm(1, sight));
  return {
    rows, columns, boardMm, stripMm, letterMm: letter, gapMm, reachMetres,
    share: (rows * columns * boardMm ** 2) / area, isTooFar: !isSeen || letter < letterMm(metres) - 1e-9,
  };
}

/** Returns the layout of a region: as many boards as can be read from there and fill their share, and if there are fewer
 * boards than that, those as large as they can be.
 * @param {Region} region @returns {Layout} */
export function choose(region) {
  const all = [];
  for (let rows = 1; rows <= MOST; rows += 1) for (let columns = 1; columns <= MOST; columns += 1) all.push(layout(region, rows, columns));
  const seen = all.filter(({ isTooFar }) => !isTooFar);
  // From too far away nothing is read well, and least of all many boards: the fewest that fill the screen are shown.
  const far = all.filter(({ rows }) => seen.length === 0 && (rows === 1 || region.heightMm > region.widthMm));
  const known = seen.length > 0 ? seen : far.map(({ rows, columns }) => layout(region, rows, columns, undefined, STRIP_OF_ROW.far));
  const filled = known.filter(({ share }) => share >= LEAST_ABOVE);
  const cells = (/** @type {Layout} */ it) => it.rows * it.columns;
  const fullest = [...known].sort((a, b) => b.share - a.share)[0];
  const sorted = [...filled].sort((a, b) => (seen.length > 0 ? cells(b) - cells(a) : cells(a) - cells(b)) || b.boardMm - a.boardMm);
  const most = sorted[0] ?? fullest;
  const count = Math.max(1, region.count);
  if (count >= cells(most)) return most;
  const roomy = known.filter((it) => cells(it) >= count);
  return roomy.sort((a, b) => b.boardMm - a.boardMm || cells(a) - cells(b))[0] ?? most;
}

/** Returns the layout with one large board at one side and others beside it, or below it on a screen that stands. `grid` is
 * null where no other board could be read.
 * @param {Region} region @returns {{feature: Layout, grid: Layout | null, isStanding: boolean, featureMm: number}} */
export function chooseFeature(region) {
  const isStanding = region.heightMm > region.widthMm;
  const alone = { ...region, count: 1 };
  const whole = layout(alone, 1, 1, 0);
  if (isStanding) {
    const featureMm = Math.min(region.heightMm * 0.62, region.widthMm / (1 - 2 * STRIP_OF_ROW.usual));
    const feature = layout({ ...alone, heightMm: featureMm }, 1, 1, 0);
    const rest = choose({ ...region, heightMm: region.heightMm - featureMm, count: region.count - 1 });
    return { feature, grid: rest.isTooFar || region.count < 2 ? null : rest, isStanding, featureMm };
  }
  const featureMm = whole.boardMm + 2 * whole.gapMm;
  const rest = choose({ ...region, widthMm: region.widthMm - featureMm, count: region.count - 1 });
  return { feature: whole, grid: rest.isTooFar || region.count < 2 ? null : rest, isStanding, featureMm };
}

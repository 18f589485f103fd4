// A client of protocol 2 of the hall feed (web/PROTOCOL.md, "Protocol 2"), without a rules engine: frames in, tables and
// their positions out. The module holds no connection and no clock.

/** @typedef {{n: string, t?: string, e?: number, f?: string, m?: string}} Person */
/** @typedef {{b: number, r: number, p?: number, g?: number, w?: Person, bl?: Person, st?: string, from?: number, m?: string,
 *   u?: (number | null)[], a?: (number | null)[], pv?: number[], ir?: number[], x?: Record<string, string>, n?: number, pos?: string,
 *   last?: string, c?: [number, number, "w" | "b" | null, number], res?: string, sc?: string, over?: boolean, k?: string | [string, number]}} TableFrame */
/** @typedef {{uci: string, san: string, left: number | null, used: number | null, irregular: boolean, provisional: boolean,
 *   position?: string}} Ply */
/** @typedef {{number: number, revision: number, game: number, white: Person, black: Person, start: string, plies: Ply[],
 *   clock: TableFrame["c"] | null, result: string, score: string | null, over: boolean, link: string | [string, number]}} Table */
/** @typedef {{event: import("./wire.js").EventView, n: number[], head?: import("./wire.js").HeadView}} HallPart */
/** @typedef {{v: number, epoch: string, s: number, t: number, hall: HallPart, tables: TableFrame[]}} Snapshot2 */
/** A position: 64 pieces from a8 to h1, as FEN writes them, with blanks between; and who moves.
 * @typedef {{squares: string[], turn: "w" | "b"}} Placement */

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const NOBODY = { n: "" };

export class Hall2 {
  constructor() {
    this.epoch = "";
    /** The change up to which this client has everything. It goes into `since` after a connection was lost. */
    this.seq = 0;
    /** @type {HallPart | null} */
    this.hall = null;
    /** @type {Map<number, Table>} */
    this.tables = new Map();
    /** The tables of which something was missed: ask for them with `get`. @type {Set<number>} */
    this.gaps = new Set();
  }

  /** Takes everything at once. A snapshot may be a second old: with `keepsNewer` a table that is known at a later revision
   * of the epoch stays, because what followed the snapshot is not sent once more. Returns the numbers of the tables that
   * changed, came or went.
   * @param {Snapshot2} snapshot @param {boolean} [keepsNewer] */
  snapshot(snapshot, keepsNewer = false) {
    const known = this.tables;
    const comparable = keepsNewer && snapshot.epoch === this.epoch;
    const tables = new Map(snapshot.tables.map((frame) => [frame.b, newer(comparable ? known.get(frame.b) : undefined, whole(frame))]));
    this.epoch = snapshot.epoch;
    this.seq = snapshot.s;
    this.hall = snapshot.hall;
    this.tables = tables;
    this.gaps.clear();
    return [...new Set([...tables.keys(), ...known.keys()])].filter((number) => tables.get(number) !== known.get(number));
  }

  /** Returns whether all that a snapshot has is known, with its clocks or without. @param {Snapshot2} snapshot @param {boolean} clocks */
  reaches({ hall, tables }, clocks) {
    const isKnown = tables.every(({ b, r, c }) => {
      const table = this.tables.get(b);
      if (!table) return !this.hall?.n.includes(b);
      const isRead = !clocks || !c || (table.clock && table.clock[3] >= c[3]);
      return table.revision > r || (table.revision === r && isRead);
    });
    return isKnown && JSON.stringify(hall) === JSON.stringify(this.hall);
  }

  /** Takes a frame. Returns the number of the table that changed; nothing for other frames. @param {any} frame */
  apply(frame) {
    if (frame.b !== undefined) return this.#table(frame);
    if (frame.hall) {
      this.hall = frame.hall;
      const all = new Set(frame.hall.n);
      for (const number of this.tables.keys()) if (!all.has(number)) this.tables.delete(number);
    } else if (frame.epoch !== undefined && frame.epoch !== this.epoch) {
      // Another run of the server: nothing of before can be compared.
      [this.epoch, this.seq] = [frame.epoch, 0];
      this.tables.clear();
      this.gaps.clear();
    } else if (frame.s !== undefined && frame.epoch === undefined) {
      this.seq = Math.max(this.seq, frame.s);
    }
    return undefined;
  }

  /** @param {TableFrame} frame */
  #table(frame) {
    const known = this.tables.get(frame.b);
    // The hall is told before its new tables are.
    const isThere = known || !this.hall || this.hall.n.includes(frame.b);
    let next = null;
    if (frame.g !== undefined) next = isThere ? newer(known, whole(frame)) : null;
    // A change, or a clock, that is known already.
    else if (known && frame.r < known.revision + (frame.p === undefined ? 0 : 1)) return undefined;
    else if (known && (frame.p ?? frame.r) === known.revision) next = changed(known, frame);
    if (!next) {
      this.gaps.add(frame.b);
      return undefined;
    }
    if (frame.g !== undefined && next.revision === frame.r) this.gaps.delete(frame.b);
    if (next === known) return undefined;
    this.tables.set(frame.b, next);
    return frame.b;
  }
}

/** Returns the later state of a table. @param {Table | undefined} known @param {Table} told */
function newer(known, told) {
  if (!known || known.revision < told.revision) return told;
  if (known.revision > told.revision) return known;
  // A clock that was read does not count for the revision; of what does, both know the same.
  return readAt(known) < readAt(told) ? told : known;
}

/** @param {Table} table */
const readAt = ({ clock }) => (clock ? clock[3] : -1);

/** @param {TableFrame} frame @returns {Table} */
function whole(frame) {
  return {
    number: frame.b, revision: frame.r, game: frame.g ?? 0, white: frame.w ?? NOBODY, black: frame.bl ?? NOBODY,
    start: frame.st ?? START, plies: plies(frame, []), clock: frame.c ?? null, result: frame.res ?? "*",
    score: frame.sc ?? null, over: frame.over ?? false, link: frame.k ?? "live",
  };
}

/** Returns a table after a change; nothing if the change keeps plies that are not there.
 * @param {Table} table @param {TableFrame} frame @returns {Table | null} */
function changed(table, frame) {
  if (frame.from !== undefined && !(frame.from <= table.plies.length)) return null;
  const next = { ...table, revision: frame.r };
  if (frame.from !== undefined) next.plies = plies(frame, table.plies.slice(0, frame.from));
  if (frame.w) next.white = frame.w;
  if (frame.bl) next.black = frame.bl;
  if (frame.c && frame.c[3] >= readAt(table)) next.clock = frame.c;
  if (frame.res) [next.result, next.score] = [frame.res, frame.sc ?? null];
  if (frame.k) next.link = frame.k;
  return next;
}

/** Those plies, with the plies of a frame behind them. @param {TableFrame} frame @param {Ply[]} plies */
function plies(frame, plies) {
  const words = frame.m ? frame.m.split(" ") : [];
  for (let index = 0; 2 * index < words.length; index += 1) {
    const number = plies.length;
    const [used, added] = [frame.u?.[index] ?? null, frame.a?.[index] ?? null];
    const left = added === null ? null : leftBefore(plies) - (used ?? 0) + added;
    const [irregular, provisional] = [frame.ir?.includes(number) ?? false, frame.pv?.includes(number) ?? false];
    const [uci, san] = words.slice(2 * index, 2 * index + 2);
    plies.push({ uci, san, left, used, irregular, provisional, position: frame.x?.[number] });
  }
  return plies;
}

/** What was last known to be left to the side that moves next. @param {Ply[]} plies */
function leftBefore(plies) {
  for (let index = plies.length - 2; index >= 0; index -= 2) {
    const { left } = plies[index];
    if (left !== null) return left;
  }
  return 0;
}

/** The positions that were asked for, by the ply that led there: a ply object has but one history.
 * @type {WeakMap<Ply, Placement>} */
const reached = new WeakMap();

/** The position after so many plies; after all of them if no number is given. Draughts has none.
 * @param {{start: string, plies: Ply[]}} table @param {number} [count] @returns {Placement | null} */
export function positionAfter({ start, plies }, count = plies.length) {
  if (start === "") return null;
  let at = Math.min(count, plies.length);
  while (at > 0 && !reached.has(plies[at - 1])) at -= 1;
  let place = (at > 0 && reached.get(plies[at - 1])) || placement(start);
  for (const ply of plies.slice(at, count)) place = ply.position ? placement(ply.position) : played(place, ply.uci);
  if (count > 0 && plies.length > 0) reached.set(plies[Math.min(count, plies.length) - 1], place);
  return place;
}

/** Reads the first two fields of a FEN. @param {string} fen @returns {Placement} */
export function placement(fen) {
  const [ranks, turn] = fen.split(" ");
  const squares = [...ranks.replaceAll("/", "").replace(/\d/g, (count) => " ".repeat(Number(count)))];
  return { squares, turn: turn === "b" ? "b" : "w" };
}

/** Plays a legal move. Castling is the king's square and the rook's. @param {Placement} place @param {string} uci @returns {Placement} */
export function played({ squares, turn }, uci) {
  const next = [...squares];
  const [from, to] = [square(uci.slice(0, 2)), square(uci.slice(2, 4))];
  const piece = squares[from];
  const [king, rook, pawn] = turn === "w" ? ["K", "R", "P"] : ["k", "r", "p"];
  next[from] = " ";
  if (piece === king && squares[to] === rook) {
    const row = from - (from % 8);
    next[to] = " ";
    const [kingTo, rookTo] = to > from ? [6, 5] : [2, 3];
    next[row + kingTo] = king;
    next[row + rookTo] = rook;
  } else {
    // A pawn that goes to an empty square of another file takes en passant: what stands beside it.
    if (piece === pawn && from % 8 !== to % 8 && squares[to] === " ") next[from - (from % 8) + (to % 8)] = " ";
    const promoted = uci[4];
    next[to] = promoted ? (turn === "w" ? promoted.toUpperCase() : promoted) : piece;
  }
  return { squares: next, turn: turn === "w" ? "b" : "w" };
}

/** The index of a square: a8 is 0, h1 is 63. @param {string} name */
const square = (name) => (8 - Number(name[1])) * 8 + name.charCodeAt(0) - 97;

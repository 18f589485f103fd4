// The hall as the operators' feed tells it: a snapshot, and the tables that changed since. Nothing here touches the page.

/** @typedef {{name: string, title?: string}} Player */
/** @typedef {{san: string, uci: string, irregular?: boolean, provisional?: boolean, left_ms?: number}} Ply */
/** @typedef {{uci: string, san: string}} MoveName */
/** @typedef {{white_ms: number, black_ms: number, running: "white" | "black" | null, read_ms: number}} Clock */
/** @typedef {{state: "absent"} | {state: "live"} | {state: "lost", since_ms: number, held?: boolean}} Link */
/** @typedef {{dead: string[], stuck: string[], wiring: boolean}} Sensors */
/** A table as crates/relay/src/operator/message.rs writes it, and since when this page knows that its board stands astray.
 * @typedef {{table: number, game: number, white: Player, black: Player, start: string, fen: string, moves: Ply[],
 *   clock: Clock | null, result: string, score?: string, link: Link, round: import("../../arbiter/wire.js").Round,
 *   asked?: {t_ms: number, ply: number, alternatives: MoveName[]}, ended?: boolean, astray?: boolean, played_on?: boolean, fault?: string | null,
 *   astray_since?: number, heard_ms?: number, battery?: number, ailment?: "deaf" | "deaf-but-followed" | "no-parity", sensors?: Sensors}} OperatorTable */
/** @typedef {{kind: "hello", name: string | null, role: string, may: string[]}} Hello */
/** @typedef {{kind: "snapshot" | "update" | "beat", seq: number, now_ms: number, tables?: OperatorTable[],
 *   clocks?: Record<string, Clock>, event?: {name: string, round: string}, rules?: {language: string},
 *   disk?: import("../../arbiter/wire.js").Disk}} Frame */

export class HallState {
  constructor() {
    /** @type {Map<number, OperatorTable>} */
    this.tables = new Map();
    this.seq = -1;
    this.event = { name: "", round: "" };
    this.language = "";
    /** @type {import("../../arbiter/wire.js").Disk} */
    this.disk = { state: "well" };
  }

  /** Takes a frame. Says what it was: `gap` if something is missing, so that a snapshot has to be asked for.
   * @param {Frame} frame @returns {"snapshot" | "update" | "beat" | "gap" | "old"} */
  take(frame) {
    const { kind, seq } = frame;
    const before = new Map(this.tables);
    if (kind === "snapshot") {
      this.tables.clear();
      this.event = frame.event ?? this.event;
      this.language = frame.rules?.language ?? "";
    } else if (this.seq < 0 || (kind === "update" && seq > this.seq + 1) || (kind === "beat" && seq !== this.seq)) {
      return "gap";
    } else if (kind === "update" && seq <= this.seq) return "old";
    this.seq = seq;
    this.disk = frame.disk ?? this.disk;
    for (const table of frame.tables ?? []) {
      if (table.astray) table.astray_since = before.get(table.table)?.astray_since ?? frame.now_ms;
      this.tables.set(table.table, table);
    }
    for (const [number, clock] of Object.entries(frame.clocks ?? {})) {
      const table = this.tables.get(Number(number));
      if (table) table.clock = clock;
    }
    return kind;
  }

  /** Returns the tables in the order of their numbers. */
  all() {
    return [...this.tables.values()].sort((a, b) => a.table - b.table);
  }
}

/** Returns whether a result of the game on the board stands. @param {OperatorTable} table */
export const isSettled = ({ result, score }) => result !== "*" || score !== undefined;

/** Returns whether moves were made and nobody has confirmed a result. @param {OperatorTable} table */
export const goesOn = (table) => table.moves.length > 0 && !isSettled(table);

/** Returns the number of the move that was made last, or is to be made first. @param {OperatorTable} table */
export function moveNumber({ start, moves }) {
  const [, side, , , , first] = start.split(" ");
  return Number(first ?? 1) + Math.floor((Math.max(0, moves.length - 1) + (side === "b" ? 1 : 0)) / 2);
}

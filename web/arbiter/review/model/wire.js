// The types of the document of a review, as crates/report/src/review/json.rs writes it. This file has no code.

/** @typedef {"white" | "black"} Side */
/** White's and Black's time, whose time runs, and for how long readings agreed.
 * @typedef {[white: number, black: number, running: Side | "", agreed: number]} ClockDetail */
/** @typedef {{from: number, moves: string[], points: number, items: [assumed: string, points: number, squares: string[]][], common?: number}} Weighed */
/** @typedef {{what: string, ply?: number, move?: string, state?: string, reason?: string, by?: Side, among?: string[],
 *   weighed?: Weighed[]}} Concluded */
/** @typedef {{ply: number, by: Side, uci: string, san: string, fen: string, touched_ms: number, made_ms: number,
 *   pressed_ms?: number, left_ms?: number, state: string, reason: string, irregular?: boolean, estimated?: boolean}} Node */
/** @typedef {{t_ms: number, command: Record<string, any>, refused?: string}} Said */
/** @typedef {{name: string, title?: string}} Player */
/** @typedef {{table: number, game: number, white: Player, black: Player, result: string, span_ms: [number, number],
 *   times: [number, number][], timing: import("../../wire.js").Timing, start: string, squares: string | null, link: string,
 *   clock: [number, ClockDetail] | null, log: [number, number, string, any][], left_out: number, plies: Node[], line: number[],
 *   said: Said[], incidents: import("../../wire.js").Incident[], names: Record<string, Record<string, string>>, damage?: string}} Document */
/** An entry of the log. What `detail` is follows from `kind`. @typedef {{at: number, seq: number, kind: string, detail: any}} Entry */
/** A time in which the board was not followed. @typedef {{from: number, until: number, link: string}} Gap */
/** A run of readings of the clock. @typedef {{from: number, until: number, known: number, white: number, black: number, running: Side | ""}} Run */

export {};

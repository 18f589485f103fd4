// The types of the arbiter's feed, as crates/relay/src/arbiter/message.rs writes them. This file has no code.

/** @typedef {{uci: string, san: string}} MoveName */
/** @typedef {{opponent_ms?: number, restore_fen?: string, legal: MoveName[], place?: string, outcome?: string,
 *   move_counter?: number}} Remedy */
/** @typedef {{decision: string, author?: string, t_ms: number}} Ruling */
/** @typedef {{no: number, game: number, t_ms: number, ply: number, rule: string, kind: "violation" | "hint" | "info",
 *   by?: "white" | "black", articles: string[], remedy?: Remedy, text: Record<string, string>, status: string,
 *   window: string, closed_ms?: number, rulings: Ruling[], open: boolean, until_ply?: number, unsaved?: number,
 *   repeated?: {count: number, last_ms: number, last_ply: number}}} Incident */
/** @typedef {{san: string, uci: string, irregular?: boolean, unknown_piece?: boolean, left_ms?: number}} Ply */
/** @typedef {{t_ms: number, command: Record<string, any>, unsaved?: number}} Said */
/** A decision that was prepared; `command` announces it, and `why` says why it no longer can.
 * @typedef {{no: number, t_ms: number, author?: string, command: Record<string, any>, why?: Record<string, string>}} Staged */
/** @typedef {{name: string, title?: string}} Player */
/** @typedef {{white_ms: number, black_ms: number, running: "white" | "black" | null, read_ms: number}} Clock */
/** The errors that the times of a table may have.
 * @typedef {{square_early_ms: number, press_early_ms: number, clock_late_ms: number}} Timing */
/** A question, and when it was first asked. If perhaps no move was played, the last alternative is `-`.
 * @typedef {{t_ms: number, ply: number, alternatives: MoveName[]}} Asked */
/** A game that is no longer on the board.
 * @typedef {{game: number, white: Player, black: Player, start: string, plies: number, result: string, score?: string,
 *   proposed?: string, asked?: Asked}} Earlier */
/** @typedef {{table: number, game: number, white: Player, black: Player, start: string, fen: string, moves: Ply[],
 *   illegal: {white_suspected: number, white_confirmed: number, black_suspected: number, black_confirmed: number},
 *   adjournment?: {stage: string, words: Record<string, string>, envelope: Record<string, string[]>}, clock: Clock | null, timing: Timing, result: string, score?: string, played_on?: boolean, proposed?: string, revisions: number,
 *   asked?: Asked, earlier: Earlier[], link: {state: string, since_ms?: number}, fault?: string,
 *   round: Round, desks: {no: number, steps: Step[]}[], incidents: Incident[], said: Said[], staged?: Staged[], unsaved?: number}} TableView */
/** @typedef {"right" | "wrong" | "unknown" | "absent"} Look */
/** @typedef {{state: "ready" | "not-ready" | "playing" | "over", pieces?: Look, orientation?: Look, clock?: Look, lever?: Look,
 *   todo?: Record<string, string[]>}} Round */
/** @typedef {{task: string, done: boolean | null, text: Record<string, string>}} Step */
/** @typedef {{edition: string, notes?: Record<string, string[]>, discipline: string, supervised: boolean, language: string,
 *   names?: Record<string, Record<string, string>>}} Rules */
/** @typedef {{state: "well" | "holding" | "deaf", since_ms?: number, why?: string, todo?: Record<string, string>}} Disk */
/** @typedef {{kind: string, may?: string[], epoch: string, seq: number, now_ms: number, event: {name: string, round: string, time_control?: string},
 *   rules: Rules, tables: TableView[], clocks?: Record<string, Clock>, disk?: Disk}} Frame */

export {};

// The frames of the hall feed, as crates/relay/src/message.rs sends them and web/PROTOCOL.md explains them. The file
// holds types only: nothing in it runs.

/** @typedef {{name: string, site: string, date: string, round: string, time_control: string,
 *   delay_ms?: number}} EventView */
/** @typedef {{name: string, title?: string, elo?: number, federation?: string, team?: string}} PlayerView */
/** @typedef {{san: string, uci: string, fen: string, check?: boolean, provisional?: boolean, left_ms?: number,
 *   spent_ms?: number}} MoveView */
/** @typedef {{white_ms: number, black_ms: number, running: "white" | "black" | null, read_ms: number}} ClockView */
/** @typedef {{state: "absent"} | {state: "live"} | {state: "lost", since_ms: number, held?: boolean}} LinkView */
/** @typedef {{table: number, game: number, rev: number, white: PlayerView, black: PlayerView, start: string,
 *   moves: MoveView[], clock: ClockView | null, result: string, score?: string, link: LinkView}} TableView */
/** @typedef {{table: number, game: number, rev: number, from?: number, moves?: MoveView[], white?: PlayerView,
 *   black?: PlayerView, start?: string, clock?: ClockView, result?: string, score?: string, link?: LinkView}} TableChange */
/** @typedef {{seq: number, head: string, key: string}} HeadView */
/** @typedef {{kind: "snapshot", epoch: string, seq: number, now_ms: number, event: EventView,
 *   tables: TableView[], head?: HeadView}} Snapshot */
/** @typedef {{kind: "update", seq: number, now_ms: number, tables: TableChange[], head?: HeadView}} Update */
/** @typedef {{kind: "beat", seq: number, now_ms: number}} Beat */
/** @typedef {Snapshot | Update | Beat} Frame */
/** @typedef {"white" | "black"} Side */

export {};

// The hall as it is drawn. It has the shape of a snapshot of protocol 1 (web/PROTOCOL.md), so that the two can be
// compared. The file holds types only: nothing in it runs.

/** @typedef {{name: string, site: string, date: string, round: string, time_control: string,
 *   delay_ms?: number}} EventView */
/** @typedef {{name: string, title?: string, elo?: number, federation?: string, team?: string}} PlayerView */
/** @typedef {{san: string, uci: string, fen: string, check?: boolean, irregular?: boolean, provisional?: boolean,
 *   left_ms?: number, spent_ms?: number}} MoveView */
/** @typedef {{white_ms: number, black_ms: number, running: "white" | "black" | null, read_ms: number}} ClockView */
/** @typedef {{state: "absent"} | {state: "live"} | {state: "lost", since_ms: number, held?: boolean}} LinkView */
/** @typedef {{table: number, game: number, rev: number, white: PlayerView, black: PlayerView, start: string,
 *   moves: MoveView[], clock: ClockView | null, result: string, score?: string, over?: boolean, link: LinkView}} TableView */
/** @typedef {{seq: number, head: string, key: string}} HeadView */
/** @typedef {{kind: "snapshot", epoch: string, seq: number, now_ms: number, event: EventView,
 *   tables: TableView[], head?: HeadView}} Snapshot */
/** @typedef {"white" | "black"} Side */

export {};

// The types of what a page needs of the world to follow the hall, and of what it can say of its connection.

/** @typedef {"connecting" | "open" | "lost"} Link */
/** @typedef {"waiting" | "asking" | "opening" | "following" | "polling"} Phase */
/** The state of the connection, since when, and when it is tried again.
 * @typedef {{link: Link, sinceMs: number, retryMs: number | null}} State */
/** A line to the server. It says nothing after it was closed.
 * @typedef {{say: (wish: Record<string, unknown>) => void, close: () => void}} Line */
/** What comes over a line: that it can be spoken to, the text of a frame, its end.
 * @typedef {{opened: () => void, frame: (text: string) => void, closed: () => void}} Heard */
/** What comes of a question for a snapshot: its head, all of it, or nothing.
 * @typedef {{head: () => void, taken: (snapshot: any) => void, failed: () => void}} Answer */
/** What a connection needs of the world. `snapshot`, `socket` and `events` return how to end what they began.
 * @typedef {{now: () => number, chance: () => number, after: (ms: number, act: () => void) => () => void,
 *   snapshot: (isFresh: boolean, answer: Answer) => () => void, socket: (heard: Heard) => Line,
 *   events: (query: string, heard: Heard) => Line}} World */
/** Who takes what comes: a snapshot, after which a line is opened, and frames. `query` says what is asked for where nothing can be
 * said later.
 * @typedef {{taken: (snapshot: any) => void, opened: () => void, frame: (text: string) => void, query: () => string,
 *   link: (link: Link) => void}} Owner */

export {};

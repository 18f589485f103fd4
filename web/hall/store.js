// The store: what is known of the event, from a snapshot and the updates after it.
//
// Invariant: the tables equal the server's at sequence `seq` of epoch `epoch`, or `behind` says that they do not and
// that only a snapshot can help. A frame that does not fit changes nothing.

/** @typedef {import("../shared/wire.js").Frame} Frame */
/** @typedef {import("../shared/wire.js").TableView} TableView */
/** @typedef {import("../shared/wire.js").TableChange} TableChange */
/** The result of taking a frame: `gap` asks for a snapshot, `restart` is a snapshot of another epoch.
 * @typedef {"snapshot" | "restart" | "update" | "beat" | "old" | "gap" | "unknown"} Verdict */

/** @type {import("../shared/wire.js").EventView} */
const NO_EVENT = { name: "", site: "", date: "", round: "", time_control: "" };

export class Store {
  constructor() {
    this.epoch = "";
    this.seq = -1;
    this.event = NO_EVENT;
    /** The journal's head as last signed. @type {import("../shared/wire.js").HeadView | null} */
    this.head = null;
    /** @type {Map<number, TableView>} in the order of their numbers */
    this.tables = new Map();
    this.behind = true;
    this.unknown = 0;
  }

  /** Takes a frame. `changed` names the tables to be drawn again.
   * @param {Frame} frame @returns {{verdict: Verdict, changed: number[]}} */
  apply(frame) {
    switch (frame.kind) {
      case "snapshot":
        return this.#snapshot(frame);
      case "update":
        return this.#update(frame);
      case "beat":
        if (this.behind || frame.seq > this.seq) return this.#gap();
        return { verdict: frame.seq < this.seq ? "old" : "beat", changed: [] };
      default:
        // A newer server may send kinds that this page does not know. They are counted, and the page goes on.
        this.unknown += 1;
        return { verdict: "unknown", changed: [] };
    }
  }

  /** @param {import("../shared/wire.js").Snapshot} frame @returns {{verdict: Verdict, changed: number[]}} */
  #snapshot(frame) {
    const restart = frame.epoch !== this.epoch;
    if (!restart && frame.seq < this.seq) return { verdict: "old", changed: [] };
    const gone = [...this.tables.keys()];
    this.epoch = frame.epoch;
    this.seq = frame.seq;
    this.event = frame.event;
    this.head = frame.head ?? null;
    this.tables = new Map([...frame.tables].sort((a, b) => a.table - b.table).map((t) => [t.table, t]));
    this.behind = false;
    return { verdict: restart ? "restart" : "snapshot", changed: [...new Set([...gone, ...this.tables.keys()])] };
  }

  /** @param {import("../shared/wire.js").Update} frame @returns {{verdict: Verdict, changed: number[]}} */
  #update(frame) {
    if (this.behind) return this.#gap();
    if (frame.seq <= this.seq) return { verdict: "old", changed: [] };
    if (frame.seq !== this.seq + 1) return this.#gap();
    const merged = frame.tables.map((change) => merge(this.tables.get(change.table), change));
    if (merged.includes(null)) return this.#gap();
    for (const table of merged) if (table) this.tables.set(table.table, table);
    this.seq = frame.seq;
    this.head = frame.head ?? this.head;
    return { verdict: "update", changed: frame.tables.map((change) => change.table) };
  }

  /** @returns {{verdict: Verdict, changed: number[]}} */
  #gap() {
    this.behind = true;
    return { verdict: "gap", changed: [] };
  }
}

/** Returns the table after a change, or null when the change does not fit what is known.
 * @param {TableView | undefined} known @param {TableChange} change @returns {TableView | null} */
export function merge(known, change) {
  if (!known) return null;
  const next = { ...known, game: change.game, rev: change.rev };
  if (change.game !== known.game) {
    Object.assign(next, { moves: [], clock: null, result: "*" });
    delete next.score;
  }
  if (change.from !== undefined) {
    if (change.from > next.moves.length) return null;
    next.moves = [...next.moves.slice(0, change.from), ...(change.moves ?? [])];
  }
  if (change.white) next.white = change.white;
  if (change.black) next.black = change.black;
  if (change.start) next.start = change.start;
  if (change.clock) next.clock = change.clock;
  if (change.result) {
    next.result = change.result;
    if (change.score) next.score = change.score;
    else delete next.score;
  }
  if (change.link) next.link = change.link;
  return next;
}

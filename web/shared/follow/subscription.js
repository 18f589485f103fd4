// What one connection was asked to send, and up to where the page knows the tables it did not ask for.
//
// Invariant: whatever happened to a table up to change `upTo(table)` is known, so that it can be asked for again from
// there on.

/** The length of a list of tables, in characters, above which all tables are asked for: a message has at most 1,024. */
const LIST_MAX = 800;

/** @typedef {{sub: "all" | number[], clocks: boolean, since?: number}} Wish */

export class Subscription {
  /** @param {number} base the change up to which every table is known from the snapshot */
  constructor(base) {
    this.base = base;
    /** The change up to which all tables of the subscription were sent. */
    this.settled = base;
    /** The tables that were subscribed to and are not now. @type {Map<number, number>} */
    this.left = new Map();
    /** @type {Set<number>} */
    this.tables = new Set();
    /** @type {Wish["sub"] | null} */
    this.sub = null;
    this.clocks = true;
    /** The question by whose answer the server says that it has read the last wish. */
    this.awaited = -Infinity;
  }

  /** @param {number} table */
  upTo(table) {
    return this.tables.has(table) ? this.settled : (this.left.get(table) ?? this.base);
  }

  /** Changes the subscription. Returns what is to be said; nothing if nothing changes.
   * @param {Set<number>} wanted @param {number[]} all the tables of the hall @param {boolean} clocks @returns {Wish | null} */
  change(wanted, all, clocks) {
    const list = all.filter((table) => wanted.has(table));
    const sub = list.length === all.length || String(list).length > LIST_MAX ? "all" : list;
    const tables = new Set(sub === "all" ? all : sub);
    const added = [...tables].filter((table) => !this.tables.has(table));
    if (this.sub !== null && String(sub) === String(this.sub) && added.length === 0 && clocks === this.clocks) return null;
    const since = added.length > 0 ? Math.min(...added.map((table) => this.upTo(table))) : undefined;
    for (const table of this.tables) if (!tables.has(table)) this.left.set(table, this.settled);
    if (since !== undefined) this.settled = Math.min(this.settled, since);
    [this.sub, this.tables, this.clocks] = [sub, tables, clocks];
    return { sub, clocks, since };
  }

  /** Takes the answer to a question. @param {number} question */
  answered(question) {
    if (question >= this.awaited) this.awaited = -Infinity;
  }

  /** Takes a heartbeat. What was sent before the last wish was read says nothing of the tables in it. @param {number} seq */
  beat(seq) {
    if (this.awaited === -Infinity) this.settled = Math.max(this.settled, seq);
  }
}

// Stretches of a journal that were not signed in time, and their length.
// crates/journal/src/evidence/{unsigned,accepted}.rs say why they are evidence.

/** @typedef {import("./evidence.js").Stretch} Stretch */

/** The longest time that may stand unsigned at the end of a journal, in milliseconds. */
export const UNSIGNED_MAX_MS = 60_000;
/** The longest time between a record and its signature, in milliseconds. Earlier versions let a minute pass first. */
const LATE_MAX_MS = 90_000;

/** A watch for stretches without a signature, record after record. */
export class Unsigned {
  constructor() {
    /** The stretch that waits for a signature. @type {Stretch | null} */
    this.open = null;
    /** The first stretch that was signed too late. @type {Stretch | null} */
    this.late = null;
  }

  /** @param {number} seq @param {string} body */
  see(seq, body) {
    const ms = worthMs(body);
    if (ms === null) return;
    this.open ??= { from: seq, to: seq, fromMs: ms, toMs: ms };
    this.open.to = seq;
    this.open.toMs = Math.max(this.open.toMs, ms);
  }

  /** Takes a signature of everything so far. */
  sign() {
    if (this.open && this.open.toMs - this.open.fromMs > LATE_MAX_MS) this.late ??= this.open;
    this.open = null;
  }
}

/** Returns the journal time of a record that is worth a signature; null for any other record. @param {string} body */
function worthMs(body) {
  const leading = /^\{"t":(\d+),"/.exec(body);
  if (leading && !/^(?:wall_ms|key|signed)"/.test(body.slice(leading[0].length))) return Number(leading[1]);
  if (!body.includes('"t":')) return null;
  const record = parsed(body);
  if (record === null || typeof record.t !== "number") return null;
  const keys = Object.keys(record).filter((key) => key !== "t");
  const isOf = (/** @type {string[]} */ ...idle) => keys.every((key) => idle.includes(key));
  return isOf("key") || isOf("signed") || isOf("wall_ms", "synced", "stepped_ms") ? null : record.t;
}

/** Returns what a person accepted in this record; null where it is no such remark.
 * @param {string} body @returns {{by: string, found: string[]} | null} */
export function acceptedIn(body) {
  if (!body.includes('"accepted":')) return null;
  const said = parsed(body)?.accepted;
  const isRead = typeof said?.by === "string" && Array.isArray(said.found) && said.found.every((/** @type {unknown} */ text) => typeof text === "string");
  return isRead ? { by: said.by, found: said.found } : null;
}

/** @param {string} body @returns {any} */
function parsed(body) {
  try {
    const value = JSON.parse(body);
    return value !== null && typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

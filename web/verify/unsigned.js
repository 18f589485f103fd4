// What of a book nobody signed in time, and for how long: crates/journal/src/evidence/{unsigned,accepted}.rs say why that is evidence.

/** @typedef {import("./evidence.js").Stretch} Stretch */

/** So long may stand unsigned at the end of a book. */
export const UNSIGNED_MAX_MS = 60_000;
/** So long after it was written a record may have been signed: earlier versions let a minute pass first. */
const LATE_MAX_MS = 90_000;

/** Watches for stretches without a signature, record after record. */
export class Unsigned {
  constructor() {
    /** What waits for a signature. @type {Stretch | null} */
    this.open = null;
    /** The first that was signed too late. @type {Stretch | null} */
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

  /** Everything so far is signed. */
  sign() {
    if (this.open && this.open.toMs - this.open.fromMs > LATE_MAX_MS) this.late ??= this.open;
    this.open = null;
  }
}

/** The journal time of a record that is worth a signature; null for the others. @param {string} body */
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

/** What somebody accepted in this record. @param {string} body @returns {{by: string, found: string[]} | null} */
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

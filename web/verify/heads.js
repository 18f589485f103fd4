// Heads of a journal: one that was kept elsewhere, and one that was signed.

/** @typedef {{seq: number | null, head: string, key: string | null}} KnownHead */
/** @typedef {{seq: number, head: string, key: string, sig: string}} SignedHead */

import { digits } from "./digest.js";

/** Reads a head from a QR code or the feed; else null. @param {string} text @returns {KnownHead | null} */
export function readHead(text) {
  const trimmed = text.trim();
  const parts = /^TOPBOARD-HEAD:1:(\d+):([0-9A-F]{64})(?::([0-9A-F]{64}))?$/i.exec(trimmed);
  if (parts) return { seq: Number(parts[1]), head: parts[2].toLowerCase(), key: parts[3]?.toLowerCase() ?? null };
  const head = digits(trimmed, 32);
  return head === null ? null : { seq: null, head, key: null };
}

/** Reads a signed head; else null. @param {unknown} value @returns {SignedHead | null} */
export function readSigned(value) {
  const { seq, head, key, sig } = /** @type {any} */ (value ?? {});
  const read = { seq, head: digits(head, 32), key: digits(key, 32), sig: digits(sig, 64) };
  const good = Number.isSafeInteger(seq) && seq >= 0 && read.head !== null && read.key !== null && read.sig !== null;
  return good ? /** @type {SignedHead} */ (read) : null;
}

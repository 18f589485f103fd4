// The tombstone of erased records, and where the chain of a file begins.

/** The facts that are kept of erased records, from the first to the last of them.
 * @typedef {{from: number, to: number, before: string, head: string, event: string, round: string, by: string, why: string,
 *   wallMs: number | null, synced: boolean | null, keys: string[], key: string}} Tombstone */

import { digits, isSigned } from "../digest.js";

/** The length of `,"sig":"`, 128 digits and `"}}`. */
const STONE_SIGNATURE = 139;

/** Returns the tombstone in this body, when it is one; a string says what is wrong with it.
 * @param {string} body @param {boolean} canSign @returns {Promise<Tombstone | string | null>} */
export async function readTombstone(body, canSign) {
  if (!body.startsWith('{"journal":') || !body.includes(',"erased":{')) return null;
  const wrong = "the tombstone cannot be read";
  /** @type {any} */
  let value;
  try {
    value = JSON.parse(body);
  } catch {
    return wrong;
  }
  const place = openingOf(body);
  const { to, head, event, round, t, by, why, keys, key, sig, wall_ms, synced } = value?.erased ?? {};
  const isText = [value?.epoch, event, round, by, why].every((text) => typeof text === "string");
  if (!place || !isText || !Number.isSafeInteger(to) || to <= place.seq || digits(head, 32) === null || digits(key, 32) === null
    || digits(sig, 64) === null || !Array.isArray(t) || !Array.isArray(keys) || keys.some((told) => digits(told, 32) === null)) {
    return wrong;
  }
  if (canSign && !(await isSigned(`topboard erased 1\n${body.slice(0, -STONE_SIGNATURE)}`, key, sig))) {
    return "the signature of the tombstone is false: it was changed, or not made by the key it names";
  }
  return { from: place.seq + 1, to, before: place.head, head: head.toLowerCase(), event, round, by, why,
    wallMs: Number.isSafeInteger(wall_ms) ? wall_ms : null, synced: typeof synced === "boolean" ? synced : null,
    keys: keys.map((told) => told.toLowerCase()), key: key.toLowerCase() };
}

/** Returns the chain before the file that this body begins, and the file's number.
 * @param {string} body @returns {{number: number, seq: number, head: string} | null} */
export function openingOf(body) {
  const parts = body.startsWith('{"journal":') ? /"segment":\[(\d+),(\d+),"([0-9a-fA-F]{64})"\]/.exec(body) : null;
  return parts ? { number: Number(parts[1]), seq: Number(parts[2]), head: parts[3].toLowerCase() } : null;
}

// Digits, hashes and signatures. SHA-256 and Ed25519 are the browser's own (WebCrypto).

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the bytes of digits in either case; null unless there are exactly `count`.
 * @param {unknown} text @param {number} count */
export function unhex(text, count) {
  if (typeof text !== "string" || text.length !== 2 * count || !/^[0-9a-fA-F]*$/.test(text)) return null;
  return Uint8Array.from({ length: count }, (_, n) => parseInt(text.slice(2 * n, 2 * n + 2), 16));
}

/** Returns digits as we write them; null unless they make exactly `count` bytes.
 * @param {unknown} text @param {number} count */
export const digits = (text, count) => (unhex(text, count) ? /** @type {string} */ (text).toLowerCase() : null);

/** @param {Uint8Array} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
}

/** Returns whether this browser can check Ed25519 signatures. */
export async function hasEd25519() {
  // The y coordinate is that of the base point, which every implementation knows.
  const point = new Uint8Array(32).fill(0x66);
  point[0] = 0x58;
  return crypto.subtle.importKey("raw", point, { name: "Ed25519" }, false, ["verify"]).then(() => true, () => false);
}

/** @param {string} message @param {string} key @param {string} sig */
export async function isSigned(message, key, sig) {
  try {
    const raw = /** @type {BufferSource} */ (unhex(key, 32));
    const imported = await crypto.subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
    const bytes = new TextEncoder().encode(message);
    return await crypto.subtle.verify({ name: "Ed25519" }, imported, /** @type {BufferSource} */ (unhex(sig, 64)), bytes);
  } catch {
    return false;
  }
}

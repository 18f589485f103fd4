// Archived files of a journal, packed with gzip, which the browser unpacks itself. Packing changes no proof.

import { auditJournal } from "../evidence.js";

/** @typedef {import("../evidence.js").Audited} Audited */
/** @typedef {import("../evidence.js").Expected} Expected */

/** Returns the plain bytes of a file that may be packed with gzip. `broken` says that it cannot be unpacked to its
 * end; the bytes until there are returned.
 * @param {Uint8Array} bytes @returns {Promise<{bytes: Uint8Array, broken: boolean}>} */
export async function unpack(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { bytes, broken: false };
  const source = new Blob([/** @type {BlobPart} */ (bytes)]).stream();
  const reader = source.pipeThrough(new DecompressionStream("gzip")).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let broken = false;
  for (;;) {
    /** @type {ReadableStreamReadResult<Uint8Array>} */
    let read;
    try {
      read = await reader.read();
    } catch {
      broken = true;
      break;
    }
    if (read.done) break;
    parts.push(read.value);
  }
  const plain = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    plain.set(part, at);
    at += part.length;
  }
  return { bytes: plain, broken };
}

/** Checks a journal whose files may be packed.
 * @param {Uint8Array[]} files @param {Expected} expected @param {(share: number) => void} [progress]
 * @param {import("../heads.js").KnownHead | null} [beside] @returns {Promise<Audited>} */
export async function auditFiles(files, expected, progress, beside = null) {
  return auditUnpacked(await Promise.all(files.map(unpack)), expected, progress, beside);
}

/** @param {{bytes: Uint8Array, broken: boolean}[]} plain @param {Expected} expected
 * @param {((share: number) => void) | undefined} progress @param {import("../heads.js").KnownHead | null} beside
 * @returns {Promise<Audited>} */
export async function auditUnpacked(plain, expected, progress, beside) {
  const broken = plain.findIndex((file) => file.broken);
  const sound = broken < 0 ? plain : plain.slice(0, broken + 1);
  const audited = await auditJournal(sound.map((file) => file.bytes), expected, progress, beside);
  if (broken >= 0 && !["altered", "foreign"].includes(audited.finding.kind)) {
    const why = "the archive cannot be unpacked from here on: it was changed or cut after it was packed";
    audited.finding = { kind: "altered", record: audited.records + 1, line: 0, offset: 0, why };
  }
  return audited;
}

// A line of a journal: its check, its text, and the chain over it.

import { hex, sha256 } from "../digest.js";

/** The length of a line, in bytes, from which on it is no record. */
export const LINE_MAX = 1 << 20;
const CARRIED = "a carriage return was put at its end, and nothing else was changed in it: ask for the file as it was written";
/** Says so. */
export const TOO_LONG = "it is longer than a mebibyte";

/** Checks one line without its line feed, and the chain over it. A string says what is wrong.
 * @param {Uint8Array} line @param {Uint8Array} head the head before it
 * @returns {Promise<{body: string, head: Uint8Array} | string>} */
export async function readLine(line, head) {
  if (line.length >= LINE_MAX) return TOO_LONG;
  if (line.length < 16) return "it is too short for a record";
  if (line[16] !== 32) return "there is no space after its check";
  const bytes = line.subarray(17);
  const chained = new Uint8Array(32 + bytes.length);
  chained.set(head);
  chained.set(bytes, 32);
  const next = await sha256(chained);
  const check = hex(next.subarray(0, 8));
  for (let n = 0; n < 16; n += 1) {
    if (line[n] !== check.charCodeAt(n)) {
      return (await isCarried(line, head)) ? CARRIED : "its check does not fit: it or a line before it was changed, dropped or moved";
    }
  }
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), head: next };
  } catch {
    return "it is not UTF-8 text";
  }
}

/** Returns whether a carriage return was put at the line's end in carrying, and nothing else was changed.
 * @param {Uint8Array} line @param {Uint8Array} head */
async function isCarried(line, head) {
  return line.at(-1) === 13 && typeof (await readLine(line.subarray(0, -1), head)) !== "string";
}

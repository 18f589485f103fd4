// The audit of a journal: is it what it was when it was written? It asks what `topboard verify` asks, and answers
// alike. crates/journal/src/{reader,evidence/audit,evidence/witness}.rs give the reasons.
//
// The audit knows no page, network or file. Where the browser has no Ed25519, `canSign` is false in the answer: only
// the chain was checked, no signature.

/** @typedef {import("./heads.js").KnownHead} KnownHead */
/** @typedef {import("./journal/tombstone.js").Tombstone} Tombstone */
/** Records that are worth a signature and have none: the first and the last, with their journal times.
 * @typedef {{from: number, to: number, fromMs: number, toMs: number}} Stretch */
/** @typedef {{kind: "whole"} | {kind: "torn", kept: number, cut: number}
 *   | {kind: "altered", record: number, line: number, offset: number, why: string} | {kind: "page", why: string}
 *   | {kind: "cut", record: number, why: string} | {kind: "foreign", record: number, key: string}
 *   | {kind: "unsigned"} | {kind: "unproven", stretch: Stretch, why: string} | {kind: "erased", from: number, to: number}} Finding */
/** The result of an audit. `after`: the record before the first one read. `signedSeq`: the last record signed for.
 * `withheld`: the number of records kept back in a report; `unreached`: that of records which no signature reaches
 * therefore. `unsigned`: the stretch after the last signature. `accepted`: the findings that people accepted.
 * @typedef {{finding: Finding, after: number, records: number, head: string, signatures: number, signedSeq: number,
 *   keys: string[], canSign: boolean, erased: Tombstone[], withheld: number, unreached: number, unsigned: Stretch | null,
 *   accepted: {record: number, by: string, found: string[]}[]}} Audited */
/** @typedef {{key: string | null, head: KnownHead | null}} Expected */

import { hasEd25519, unhex } from "./digest.js";
import { hasHole, wasSafe } from "./journal/hole.js";
import { LINE_MAX, TOO_LONG, readLine } from "./journal/line.js";
import { openingOf, readTombstone } from "./journal/tombstone.js";
import { Witness } from "./witness.js";

const LF = 10;
const NO_HEAD = "0".repeat(64);

/** Audits a journal: its files in their order, or one of them alone.
 * @param {Uint8Array[]} files @param {Expected} expected @param {(share: number) => void} [progress]
 * @param {KnownHead | null} [beside] a head that lies beside it @returns {Promise<Audited>} */
export async function auditJournal(files, expected, progress, beside = null) {
  const journal = new Uint8Array(files.reduce((sum, file) => sum + file.length, 0));
  const starts = files.map((file, n) => files.slice(0, n).reduce((sum, before) => sum + before.length, 0));
  files.forEach((file, n) => journal.set(file, starts[n]));
  const witness = new Witness(expected, await hasEd25519(), new Uint8Array(32), 0);
  witness.told = new Set();
  witness.part = "journal";
  if (beside) witness.heads.push({ known: beside, beside: true, found: false });
  let offset = 0;
  let lines = 0;
  for (;;) {
    const end = journal.indexOf(LF, offset);
    if (end < 0) return witness.audited(ending(journal, offset, lines + 1, starts, witness));
    const line = journal.subarray(offset, end);
    if (lines === 0) open(line, witness);
    const read = await readLine(line, witness.head);
    if (typeof read === "string") {
      const torn = hasHole(journal, offset, end + 1, starts) && !wasSafe(journal, end + 1, witness.seq + 1);
      if (torn) return witness.audited(torn_(journal, offset, starts, witness));
      return witness.audited({ kind: "altered", record: witness.seq + 1, line: lines + 1, offset, why: read });
    }
    const stone = await readTombstone(read.body, witness.canSign);
    if (typeof stone === "string") witness.alter(lines + 1, offset, stone);
    else if (stone) witness.bury(stone, lines + 1, offset);
    else await witness.take(read.body, read.head, lines + 1, offset);
    if (witness.flaw) return witness.audited(witness.flaw);
    lines += 1;
    offset = end + 1;
    if (progress && lines % 2000 === 0) {
      progress(offset / journal.length);
      // The pause lets the page draw.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

/** Opens a file that is given alone: its first record says where the chain stood before it.
 * @param {Uint8Array} line @param {Witness} witness */
function open(line, witness) {
  const body = new TextDecoder().decode(line.subarray(17));
  const place = openingOf(body);
  // The tombstone of a journal's first file says that nothing stands before it.
  if (!place || (place.seq === 0 && place.head === NO_HEAD)) return;
  witness.head = /** @type {Uint8Array} */ (unhex(place.head, 32));
  witness.seq = place.seq;
  witness.after = witness.seq;
  witness.told = null;
  witness.part = "later";
}

/** Returns the finding for the bytes after the last line feed.
 * @param {Uint8Array} journal @param {number} offset @param {number} line @param {number[]} starts
 * @param {Witness} witness @returns {Finding} */
function ending(journal, offset, line, starts, witness) {
  if (offset === journal.length) return witness.conclude({ kind: "whole" });
  let used = journal.length;
  // A power cut can leave any number of NUL bytes.
  while (used > offset && journal[used - 1] === 0) used -= 1;
  if (used - offset >= LINE_MAX && !hasHole(journal, offset, journal.length, starts)) {
    return { kind: "altered", record: witness.seq + 1, line, offset, why: TOO_LONG };
  }
  return torn_(journal, offset, starts, witness);
}

/** @param {Uint8Array} journal @param {number} offset @param {number[]} starts @param {Witness} witness @returns {Finding} */
function torn_(journal, offset, starts, witness) {
  if (offset < starts[starts.length - 1]) {
    const why = "the file ends within it, but a later file follows";
    return { kind: "altered", record: witness.seq + 1, line: 0, offset, why };
  }
  return witness.conclude({ kind: "torn", kept: offset, cut: journal.length - offset });
}

// The files of a journal as a person chose them: put in order, and compared with their content.
// crates/topboard/src/journal_files/inventory.rs asks the same questions.

import { isSigned } from "../digest.js";
import { readSigned } from "../heads.js";
import { auditUnpacked, unpack } from "./packed.js";
import { openingOf } from "./tombstone.js";

/** @typedef {import("../evidence.js").Audited} Audited */
/** @typedef {import("../evidence.js").Expected} Expected */
/** @typedef {import("../heads.js").KnownHead} KnownHead */
/** @typedef {{name: string, bytes: Uint8Array}} Chosen */
/** @typedef {{name: string, number: number | null, bytes: Uint8Array, broken: boolean}} Part */
/** The result of a check. `remarks`: what is wrong with the files. `beside`: the head in evidence.head, when it was
 * chosen, too.
 * @typedef {{audited: Audited, remarks: string[], beside: KnownHead | null}} Checked */

const HEAD_NAME = "evidence.head";
const plainName = (/** @type {string} */ name) => name.replace(/\.gz$/, "");
const numberOf = (/** @type {string} */ name) => {
  const found = /^hall(?:\.(\d{4,}))?\.journal$/.exec(plainName(name));
  return found ? Number(found[1] ?? 1) : null;
};

/** Checks a journal.
 * @param {Chosen[]} chosen @param {Expected} expected @param {(share: number) => void} [progress]
 * @returns {Promise<Checked>} */
export async function auditChosen(chosen, expected, progress) {
  const kept = chosen.find(({ name }) => name === HEAD_NAME);
  const named = chosen.filter(({ name }) => name !== HEAD_NAME && name !== "index").sort(byNumber);
  /** @type {string[]} */
  const remarks = [];
  /** @type {Part[]} */
  const parts = [];
  for (const { name, bytes } of named) {
    const part = { name: plainName(name), number: numberOf(name), ...(await unpack(bytes)) };
    const twin = parts.at(-1);
    if (twin?.name !== part.name) parts.push(part);
    else if (!isBegunBy(twin.bytes, part.bytes) && !isErased(twin.bytes)) {
      remarks.push(`${twin.name} is not what its archive beside it holds: one of the two was changed`);
      if (twin.bytes.length === 0) parts[parts.length - 1] = part;
    }
  }
  const beside = kept ? await readKept(kept.bytes) : null;
  if (kept && !beside) remarks.push(`${HEAD_NAME} is no signed head`);
  const audited = await auditUnpacked(parts, expected, progress, beside);
  const wrong = misplaced(parts, remarks, audited);
  if (wrong && ["whole", "torn", "unproven"].includes(audited.finding.kind)) audited.finding = wrong;
  return { audited, remarks, beside };
}

/** Orders files by number, a plain file before its archive. The first file has no number: hall.journal,
 * hall.0002.journal.
 * @param {Chosen} a @param {Chosen} b */
function byNumber(a, b) {
  const [left, right] = [plainName(a.name), plainName(b.name)];
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : a.name.length - b.name.length);
}

/** Remarks on what is wrong with the files. Returns what follows from it where every record fits.
 * @param {Part[]} parts @param {string[]} remarks @param {Audited} audited
 * @returns {import("../evidence.js").Finding | null} */
function misplaced(parts, remarks, audited) {
  /** @type {import("../evidence.js").Finding | null} */
  let wrong = null;
  const cut = (/** @type {string} */ why) => { wrong ??= { kind: "cut", record: 0, why }; };
  const alter = (/** @type {string} */ why) => { wrong ??= { kind: "altered", record: 1, line: 0, offset: 0, why }; };
  const last = parts.findLastIndex(({ bytes }) => bytes.length > 0);
  const isAll = parts.length > 1;
  if (isAll && parts[0].bytes.length === 0) cut("the first file of the journal is empty");
  else if (isAll && (parts[0].number ?? 1) > 1) cut("the first file of the journal is not there");
  else if (isAll && audited.after > 0) cut("the first file of the journal does not begin with record 1");
  // The remarks on a file and its archive count here.
  if (remarks.some((remark) => remark.includes("archive"))) alter("an archive lies beside its file and holds what that does not: one of the two was changed");
  for (const [n, { name, number, bytes }] of parts.entries()) {
    const before = parts[n - 1]?.number ?? null;
    if (number !== null && before !== null && number !== before + 1) {
      remarks.push(`Between ${parts[n - 1].name} and ${name} a file is missing: choose all files of the journal together`);
      alter("a file of the journal is not there");
    }
    if (bytes.length === 0 && n < last) {
      remarks.push(`${name} is empty, and a later file is not`);
      alter("a file of the journal is empty");
    }
    const says = firstOpening(bytes)?.number ?? null;
    if (number !== null && says !== null && says !== number && isAll) {
      remarks.push(`${name} says that it is file ${says} of its journal`);
      alter("the file says that it is another one of its journal than its name says");
    }
  }
  return wrong;
}

/** @param {Uint8Array} bytes */
function firstBody(bytes) {
  const end = bytes.indexOf(10);
  return new TextDecoder().decode(bytes.subarray(17, end < 0 ? 17 : end));
}

const firstOpening = (/** @type {Uint8Array} */ bytes) => openingOf(firstBody(bytes));
/** Returns whether a file begins with a tombstone. It stands in the place of its archive's content until the archive
 * is removed.
 * @param {Uint8Array} bytes */
const isErased = (bytes) => firstBody(bytes).includes(',"erased":{');

/** Returns whether the plain file begins with all that its archive holds: it may have been continued since.
 * @param {Uint8Array} plain @param {Uint8Array} packed */
const isBegunBy = (plain, packed) => packed.length <= plain.length && packed.every((byte, at) => plain[at] === byte);

/** Returns the head in evidence.head; null where it holds none.
 * @param {Uint8Array} bytes @returns {Promise<KnownHead | null>} */
async function readKept(bytes) {
  try {
    const signed = readSigned(JSON.parse(new TextDecoder().decode(bytes)));
    if (!signed || !(await isSigned(`topboard journal head 1\n${signed.seq}\n${signed.head}\n`, signed.key, signed.sig))) return null;
    return { seq: signed.seq, head: signed.head, key: null };
  } catch {
    return null;
  }
}

// The audit of a journal: is it what it was when it was written? It asks what `topboard verify` asks, and answers
// alike. crates/journal/src/{reader,evidence/audit,evidence/witness}.rs give the reasons.
//
// The audit knows no page, network or file. Where the browser has no Ed25519, `canSign` is false in the answer: only
// the chain was checked, no signature.

/** Records that are worth a signature and have none: the first and the last, with their journal times.
 * @typedef {{from: number, to: number, fromMs: number, toMs: number}} Stretch */
/** @typedef {{kind: "whole"} | {kind: "torn", kept: number, cut: number}
 *   | {kind: "altered", record: number, line: number, offset: number, why: string} | {kind: "page", why: string}
 *   | {kind: "cut", record: number, why: string} | {kind: "foreign", record: number, key: string}
 *   | {kind: "unsigned"} | {kind: "unproven", stretch: Stretch, why: string} | {kind: "erased", from: number, to: number}} Finding */
/** The facts that are kept of erased records, from the first to the last of them.
 * @typedef {{from: number, to: number, before: string, head: string, event: string, round: string, by: string, why: string,
 *   wallMs: number | null, synced: boolean | null, keys: string[], key: string}} Tombstone */
/** The result of an audit. `after`: the record before the first one read. `signedSeq`: the last record signed for.
 * `withheld`: the number of records kept back in a report; `unreached`: that of records which no signature reaches
 * therefore. `unsigned`: the stretch after the last signature. `accepted`: the findings that people accepted.
 * @typedef {{finding: Finding, after: number, records: number, head: string, signatures: number, signedSeq: number,
 *   keys: string[], canSign: boolean, erased: Tombstone[], withheld: number, unreached: number, unsigned: Stretch | null,
 *   accepted: {record: number, by: string, found: string[]}[]}} Audited */
/** @typedef {{seq: number | null, head: string, key: string | null}} KnownHead */
/** @typedef {{key: string | null, head: KnownHead | null}} Expected */
/** @typedef {{seq: number, head: string, key: string, sig: string}} SignedHead */

import { digits, hasEd25519, hex, isSigned, sha256, unhex } from "./digest.js";
import { hasHole, wasSafe } from "./hole.js";
import { Unsigned, UNSIGNED_MAX_MS, acceptedIn } from "./unsigned.js";

const LINE_MAX = 1 << 20;
const LF = 10;
/** The length of `,"sig":"`, 128 digits and `"}}`. */
const STONE_SIGNATURE = 139;
const NO_HEAD = "0".repeat(64);
const CARRIED = "a carriage return was put at its end, and nothing else was changed in it: ask for the file as it was written";
const TOO_LONG = "it is longer than a mebibyte";

/** Reads a head from a QR code or the feed; else null. @param {string} text @returns {KnownHead | null} */
export function readHead(text) {
  const trimmed = text.trim();
  const parts = /^TOPBOARD-HEAD:1:(\d+):([0-9A-F]{64})(?::([0-9A-F]{64}))?$/i.exec(trimmed);
  if (parts) return { seq: Number(parts[1]), head: parts[2].toLowerCase(), key: parts[3]?.toLowerCase() ?? null };
  const head = digits(trimmed, 32);
  return head === null ? null : { seq: null, head, key: null };
}

/** Returns the value of a body's top-level key. Bodies without its letters are not parsed.
 * @param {string} body @param {string} key */
function valueOf(body, key) {
  if (!body.includes(`"${key}":`)) return undefined;
  try {
    const value = JSON.parse(body);
    return value !== null && typeof value === "object" && Object.hasOwn(value, key) ? value[key] : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {SignedHead | null} */
export function readSigned(value) {
  const { seq, head, key, sig } = /** @type {any} */ (value ?? {});
  const read = { seq, head: digits(head, 32), key: digits(key, 32), sig: digits(sig, 64) };
  const good = Number.isSafeInteger(seq) && seq >= 0 && read.head !== null && read.key !== null && read.sig !== null;
  return good ? /** @type {SignedHead} */ (read) : null;
}

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

/** The state of a chain and the evidence of its records so far. */
export class Witness {
  /** @param {Expected} expected @param {boolean} canSign @param {Uint8Array} head @param {number} seq */
  constructor(expected, canSign, head, seq) {
    this.expected = expected;
    this.canSign = canSign;
    this.head = head;
    this.seq = seq;
    this.after = seq;
    /** The keys announced so far; null where the part that announced them is absent. @type {Set<string> | null} */
    this.told = null;
    this.signatures = 0;
    this.signedSeq = 0;
    /** @type {Set<string>} */
    this.keys = new Set();
    /** The heads that must be in it: kept elsewhere, or lying beside it.
     * @type {{known: KnownHead, beside: boolean, found: boolean}[]} */
    this.heads = expected.head ? [{ known: expected.head, beside: false, found: false }] : [];
    this.unsigned = new Unsigned();
    /** @type {Audited["accepted"]} */
    this.accepted = [];
    /** The part that is read: "journal" before its first line, then "begun" or "headless"; "later" for a later file. */
    this.part = "excerpt";
    /** @type {Tombstone[]} */
    this.erased = [];
    /** The keys of tombstones not known otherwise so far, with the first record that each erased.
     * @type {Map<string, number>} */
    this.unproven = new Map();
    this.hasTold = false;
    this.withheld = 0;
    this.unreached = 0;
    /** The number of records since the last one that is kept back, or since the last signature. */
    this.run = 0;
    /** The fault of the record that was just taken. @type {Finding | null} */
    this.flaw = null;
  }

  get key() {
    return this.expected.key ?? this.expected.head?.key ?? null;
  }

  /** @param {number} line @param {number} offset @param {string} why */
  alter(line, offset, why) {
    this.flaw ??= { kind: "altered", record: this.seq + 1, line, offset, why };
  }

  /** Takes a record whose check fits. Nothing changes when it is flawed.
   * @param {string} body @param {Uint8Array} head the head after it @param {number} line @param {number} offset */
  async take(body, head, line, offset) {
    if (this.part === "journal") this.part = body.startsWith('{"journal":') ? "begun" : "headless";
    const told = valueOf(body, "key");
    const key = digits(told, 32);
    if (told !== undefined && key === null) this.alter(line, offset, "the key it tells is not 64 hexadecimal digits");
    else if (key !== null) {
      this.told?.add(key);
      this.hasTold = true;
      this.unproven.delete(key);
    }
    const value = valueOf(body, "signed");
    if (value !== undefined) {
      const signed = readSigned(value);
      if (!signed) this.alter(line, offset, "the signature it holds cannot be read");
      else await this.sign(signed, line, offset);
    }
    this.compare(head, this.seq + 1, line, offset);
    if (this.flaw !== null) return;
    this.head = head;
    this.seq += 1;
    this.run += 1;
    this.unsigned.see(this.seq, body);
    const accepted = acceptedIn(body);
    if (accepted) this.accepted.push({ record: this.seq, ...accepted });
  }


  /** Compares a head with the kept heads.
   * @param {Uint8Array} head @param {number} seq @param {number} line @param {number} offset */
  compare(head, seq, line, offset) {
    if (this.flaw !== null || this.heads.length === 0) return;
    const text = hex(head);
    for (const wanted of this.heads) {
      const { known } = wanted;
      if (known.head === text) wanted.found = known.seq === null || known.seq === seq;
      if (known.seq !== seq || wanted.found) continue;
      const kept = wanted.beside ? "in evidence.head beside the journal" : "that was kept elsewhere";
      const why = `its head is not the one ${kept}: it or a record before it was changed`;
      this.flaw = { kind: "altered", record: seq, line, offset, why };
    }
  }

  /** Goes on behind erased records. @param {Tombstone} stone @param {number} line @param {number} offset */
  bury(stone, line, offset) {
    if (stone.from !== this.seq + 1 || stone.before !== hex(this.head)) {
      return this.alter(line, offset, "the tombstone stands in another place than what was erased");
    }
    if (this.part === "journal") this.part = "begun";
    if (this.key !== null && this.key !== stone.key) {
      this.flaw ??= { kind: "foreign", record: stone.from, key: stone.key };
      return;
    }
    if (this.told) {
      if (!this.told.has(stone.key) && !this.unproven.has(stone.key)) this.unproven.set(stone.key, stone.from);
      for (const key of stone.keys) this.told.add(key);
    }
    // A tombstone also signs for the head before it.
    this.unsigned.sign();
    this.erased.push(stone);
    const head = /** @type {Uint8Array} */ (unhex(stone.head, 32));
    this.compare(head, stone.to, line, offset);
    if (this.flaw !== null) return;
    this.head = head;
    this.seq = stone.to;
  }

  /** Passes over an absent record of which only the head is known.
   * @param {Uint8Array} head @param {number} line @param {number} offset */
  passOver(head, line, offset) {
    this.withheld += 1;
    this.unreached += this.run;
    this.run = 0;
    this.compare(head, this.seq + 1, line, offset);
    this.head = head;
    this.seq += 1;
  }

  /** Takes a signature of the present head. @param {SignedHead} signed @param {number} line @param {number} offset */
  async sign(signed, line, offset) {
    if (signed.seq !== this.seq || signed.head !== hex(this.head)) {
      const why = "it signs another head than that of the records before it: they were changed after it was signed";
      return this.alter(line, offset, why);
    }
    const message = `topboard journal head 1\n${signed.seq}\n${signed.head}\n`;
    if (this.canSign && !(await isSigned(message, signed.key, signed.sig))) {
      return this.alter(line, offset, "the signature it holds is false: it was not made by the key it names");
    }
    if ((this.told && !this.told.has(signed.key)) || (this.key !== null && this.key !== signed.key)) {
      this.flaw ??= { kind: "foreign", record: this.seq + 1, key: signed.key };
      return;
    }
    this.signatures += 1;
    this.signedSeq = signed.seq;
    this.keys.add(signed.key);
    this.unproven.delete(signed.key);
    this.unsigned.sign();
    this.run = 0;
  }

  /** Returns the verdict, when everything that was read is sound. @param {Finding} end @returns {Finding} */
  conclude(end) {
    // Where only tombstones are left, nothing here can say whose they are.
    const [unproven] = this.unproven;
    if (unproven && (this.hasTold || this.keys.size > 0)) return { kind: "foreign", record: unproven[1], key: unproven[0] };
    const lacking = this.heads.find(({ found }) => !found);
    if (lacking) {
      const { known } = lacking;
      const stone = this.erased.find(({ from, to }) => known.seq !== null && known.seq >= from && known.seq < to);
      if (stone) return { kind: "erased", from: stone.from, to: stone.to };
      const why = lacking.beside ? "evidence.head beside the journal is of a later record: the end is missing, or it is an older copy"
        : known.seq !== null ? "the head that was kept elsewhere stands after a later record"
        : this.erased.length > 0 ? "the head that was kept elsewhere is not among its heads: it stood in what was erased, or records are missing from its end, or it is another journal"
        : "the head that was kept elsewhere is not among its heads: records are missing from its end, or it is another journal";
      return { kind: "cut", record: this.seq, why };
    }
    const isSigned = this.signatures > 0 || this.erased.length > 0;
    if (this.key !== null && !isSigned) return { kind: "unsigned" };
    if (this.part === "headless" && !isSigned) {
      return { kind: "cut", record: 0, why: "the first line, which every journal begins with, is not there" };
    }
    return this.unprovenPart(isSigned) ?? end;
  }

  /** Returns the finding for a late or missing signature. @param {boolean} isSigned @returns {Finding | null} */
  unprovenPart(isSigned) {
    const { late, open } = this.unsigned;
    if (late) {
      return { kind: "unproven", stretch: late, why: "it was signed long after it was written, and until then whoever had the file could have changed it" };
    }
    if (open && open.toMs - open.fromMs > UNSIGNED_MAX_MS) {
      return { kind: "unproven", stretch: open, why: "nobody signed it, and the program signs every minute: whoever had the file could have written it" };
    }
    if (!open || this.part !== "later" || isSigned) return null;
    const why = "it is a later file of its journal and holds no signature: whoever had the file could have written it";
    return { kind: "unproven", stretch: { ...open, to: this.seq }, why };
  }

  /** @param {Finding} finding @returns {Audited} */
  audited(finding) {
    const { after, signatures, signedSeq, canSign, erased, withheld } = this;
    const unreached = withheld > 0 ? this.unreached + this.run : 0;
    return { finding, after, records: this.seq, head: hex(this.head), signatures, signedSeq, canSign,
      keys: [...this.keys].sort(), erased, withheld, unreached, unsigned: this.unsigned.open, accepted: this.accepted };
  }
}

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

/** Returns the chain before the file that this body begins, and the file's number.
 * @param {string} body @returns {{number: number, seq: number, head: string} | null} */
export function openingOf(body) {
  const parts = body.startsWith('{"journal":') ? /"segment":\[(\d+),(\d+),"([0-9a-fA-F]{64})"\]/.exec(body) : null;
  return parts ? { number: Number(parts[1]), seq: Number(parts[2]), head: parts[3].toLowerCase() } : null;
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

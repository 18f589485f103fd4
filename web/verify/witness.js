// What the records of a journal prove: the chain over them, its signatures, and what is missing.

import { digits, hex, isSigned, unhex } from "./digest.js";
import { readSigned } from "./heads.js";
import { Unsigned, UNSIGNED_MAX_MS, acceptedIn } from "./unsigned.js";

/** @typedef {import("./evidence.js").Audited} Audited */
/** @typedef {import("./evidence.js").Expected} Expected */
/** @typedef {import("./evidence.js").Finding} Finding */
/** @typedef {import("./heads.js").KnownHead} KnownHead */
/** @typedef {import("./heads.js").SignedHead} SignedHead */
/** @typedef {import("./journal/tombstone.js").Tombstone} Tombstone */

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

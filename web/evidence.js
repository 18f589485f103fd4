// Is this journal, or this report, what it was when it was written? The same questions as `topboard verify` asks, and
// the same answers: crates/journal/src/{reader,audit,excerpt,seal}.rs say why each is asked.
//
// Nothing here knows the page, the network or a file; SHA-256 and Ed25519 are the browser's own (WebCrypto). Where it
// has no Ed25519, `canSign` is false in the answer and no signature was checked: the chain was.

/** @typedef {{kind: "whole"} | {kind: "torn", kept: number, cut: number}
 *   | {kind: "altered", record: number, line: number, offset: number, why: string} | {kind: "page", why: string}
 *   | {kind: "cut", record: number, why: string} | {kind: "foreign", record: number, key: string}
 *   | {kind: "unsigned"}} Finding */
/** `after`: the record before the first that was read. `signedSeq`: the last record that is signed for.
 * @typedef {{finding: Finding, after: number, records: number, head: string, signatures: number, signedSeq: number,
 *   keys: string[], canSign: boolean}} Audited */
/** @typedef {{seq: number | null, head: string, key: string | null}} KnownHead */
/** @typedef {{key: string | null, head: KnownHead | null}} Expected */
/** @typedef {{seq: number, head: string, key: string, sig: string}} SignedHead */
/** @typedef {{audited: Audited, from: number, to: number, sealedBy: string | null}} AuditedPage */

const LINE_MAX = 1 << 20;
const SECTOR = 512;
const LF = 10;
const TOO_LONG = "it is longer than a mebibyte";

/** No report: the reason is the message. */
export class NoReport extends Error {}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Bytes from digits in either case; null unless there are exactly so many. @param {unknown} text @param {number} count */
export function unhex(text, count) {
  if (typeof text !== "string" || text.length !== 2 * count || !/^[0-9a-fA-F]*$/.test(text)) return null;
  return Uint8Array.from({ length: count }, (_, n) => parseInt(text.slice(2 * n, 2 * n + 2), 16));
}

/** The digits as we write them; null for what are not so many. @param {unknown} text @param {number} count */
const digits = (text, count) => (unhex(text, count) ? /** @type {string} */ (text).toLowerCase() : null);

/** A head as a QR code or the feed gives it; null for anything else. @param {string} text @returns {KnownHead | null} */
export function readHead(text) {
  const trimmed = text.trim();
  const parts = /^TOPBOARD-HEAD:1:(\d+):([0-9A-F]{64})(?::([0-9A-F]{64}))?$/i.exec(trimmed);
  if (parts) return { seq: Number(parts[1]), head: parts[2].toLowerCase(), key: parts[3]?.toLowerCase() ?? null };
  const head = digits(trimmed, 32);
  return head === null ? null : { seq: null, head, key: null };
}

/** @param {Uint8Array} bytes */
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
}

/** Whether this browser can check Ed25519 signatures. */
export async function hasEd25519() {
  // The base point's y coordinate: a point every implementation knows.
  const point = new Uint8Array(32).fill(0x66);
  point[0] = 0x58;
  return crypto.subtle.importKey("raw", point, { name: "Ed25519" }, false, ["verify"]).then(() => true, () => false);
}

/** @param {string} message @param {string} key @param {string} sig */
async function isSigned(message, key, sig) {
  try {
    const raw = /** @type {BufferSource} */ (unhex(key, 32));
    const imported = await crypto.subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
    const bytes = new TextEncoder().encode(message);
    return await crypto.subtle.verify({ name: "Ed25519" }, imported, /** @type {BufferSource} */ (unhex(sig, 64)), bytes);
  } catch {
    return false;
  }
}

/** The value of a body's top-level key. Bodies without its letters are not parsed at all.
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
function readSigned(value) {
  const { seq, head, key, sig } = /** @type {any} */ (value ?? {});
  const read = { seq, head: digits(head, 32), key: digits(key, 32), sig: digits(sig, 64) };
  const good = Number.isSafeInteger(seq) && seq >= 0 && read.head !== null && read.key !== null && read.sig !== null;
  return good ? /** @type {SignedHead} */ (read) : null;
}

/** The state of a chain and what its records said so far. */
class Witness {
  /** @param {Expected} expected @param {boolean} canSign @param {Uint8Array} head @param {number} seq */
  constructor(expected, canSign, head, seq) {
    this.expected = expected;
    this.canSign = canSign;
    this.head = head;
    this.seq = seq;
    this.after = seq;
    /** Keys told so far; null where the part that told them is not here. @type {Set<string> | null} */
    this.told = null;
    this.signatures = 0;
    this.signedSeq = 0;
    /** @type {Set<string>} */
    this.keys = new Set();
    this.headFound = false;
    /** What is wrong with the record that was just taken. @type {Finding | null} */
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
    const told = valueOf(body, "key");
    const key = digits(told, 32);
    if (told !== undefined && key === null) this.alter(line, offset, "the key it tells is not 64 hexadecimal digits");
    else if (key !== null) this.told?.add(key);
    const value = valueOf(body, "signed");
    if (value !== undefined) {
      const signed = readSigned(value);
      if (!signed) this.alter(line, offset, "the signature it holds cannot be read");
      else await this.sign(signed, line, offset);
    }
    const known = this.expected.head;
    if (known && this.flaw === null) {
      if (known.head === hex(head)) this.headFound = known.seq === null || known.seq === this.seq + 1;
      if (known.seq === this.seq + 1 && !this.headFound) {
        this.alter(line, offset, "its head is not the one that was kept elsewhere: it or a record before it was changed");
      }
    }
    if (this.flaw !== null) return;
    this.head = head;
    this.seq += 1;
  }

  /** A signature under the head as it stands. @param {SignedHead} signed @param {number} line @param {number} offset */
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
  }

  /** The verdict, when everything that was read is sound. @param {Finding} end @returns {Finding} */
  conclude(end) {
    const known = this.expected.head;
    if (known && !this.headFound) {
      const why = known.seq !== null ? "the head that was kept elsewhere stands after a later record"
        : "the head that was kept elsewhere is not among its heads: records are missing from its end, or it is another book";
      return { kind: "cut", record: this.seq, why };
    }
    return this.key !== null && this.signatures === 0 ? { kind: "unsigned" } : end;
  }

  /** @param {Finding} finding @returns {Audited} */
  audited(finding) {
    const { after, signatures, signedSeq, canSign } = this;
    return { finding, after, records: this.seq, head: hex(this.head), signatures, signedSeq, canSign,
      keys: [...this.keys].sort() };
  }
}

/** Checks one line without its line feed, and the chain over it. A string says what is wrong.
 * @param {Uint8Array} line @param {Uint8Array} head the head before it
 * @returns {Promise<{body: string, head: Uint8Array} | string>} */
async function readLine(line, head) {
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
      return "its check does not fit: it or a line before it was changed, dropped or moved";
    }
  }
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), head: next };
  } catch {
    return "it is not UTF-8 text";
  }
}

/** Checks a book: its files in their order, or one of them alone.
 * @param {Uint8Array[]} files @param {Expected} expected @param {(share: number) => void} [progress]
 * @returns {Promise<Audited>} */
export async function auditBook(files, expected, progress) {
  const book = new Uint8Array(files.reduce((sum, file) => sum + file.length, 0));
  const starts = files.map((file, n) => files.slice(0, n).reduce((sum, before) => sum + before.length, 0));
  files.forEach((file, n) => book.set(file, starts[n]));
  const witness = new Witness(expected, await hasEd25519(), new Uint8Array(32), 0);
  witness.told = new Set();
  let offset = 0;
  let lines = 0;
  for (;;) {
    const end = book.indexOf(LF, offset);
    if (end < 0) return witness.audited(ending(book, offset, lines + 1, starts, witness));
    const line = book.subarray(offset, end);
    if (lines === 0) open(line, witness);
    const read = await readLine(line, witness.head);
    if (typeof read === "string") {
      const torn = hasHole(book, offset, end + 1, starts) && !wasSafe(book, end + 1, witness.seq + 1);
      if (torn) return witness.audited(torn_(book, offset, starts, witness));
      return witness.audited({ kind: "altered", record: witness.seq + 1, line: lines + 1, offset, why: read });
    }
    await witness.take(read.body, read.head, lines + 1, offset);
    if (witness.flaw) return witness.audited(witness.flaw);
    lines += 1;
    offset = end + 1;
    if (progress && lines % 2000 === 0) {
      progress(offset / book.length);
      // Lets the page draw.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

/** A file that is given alone says in its first record where the chain stood before it. @param {Uint8Array} line
 * @param {Witness} witness */
function open(line, witness) {
  const body = new TextDecoder().decode(line.subarray(17));
  const parts = body.startsWith('{"journal":') ? /"segment":\[(\d+),(\d+),"([0-9a-fA-F]{64})"\]/.exec(body) : null;
  if (!parts) return;
  witness.head = /** @type {Uint8Array} */ (unhex(parts[3], 32));
  witness.seq = Number(parts[2]);
  witness.after = witness.seq;
  witness.told = null;
}

/** What to say of the bytes after the last line feed. @param {Uint8Array} book @param {number} offset
 * @param {number} line @param {number[]} starts @param {Witness} witness @returns {Finding} */
function ending(book, offset, line, starts, witness) {
  if (offset === book.length) return witness.conclude({ kind: "whole" });
  let used = book.length;
  // A power cut can leave any number of NUL bytes.
  while (used > offset && book[used - 1] === 0) used -= 1;
  if (used - offset >= LINE_MAX && !hasHole(book, offset, book.length, starts)) {
    return { kind: "altered", record: witness.seq + 1, line, offset, why: TOO_LONG };
  }
  return torn_(book, offset, starts, witness);
}

/** @param {Uint8Array} book @param {number} offset @param {number[]} starts @param {Witness} witness @returns {Finding} */
function torn_(book, offset, starts, witness) {
  if (offset < starts[starts.length - 1]) {
    const why = "the file ends within it, but a later file follows";
    return { kind: "altered", record: witness.seq + 1, line: 0, offset, why };
  }
  return witness.conclude({ kind: "torn", kept: offset, cut: book.length - offset });
}

/** Whether these bytes hold what a page looks like that was never written. @param {Uint8Array} book
 * @param {number} from @param {number} to @param {number[]} starts */
function hasHole(book, from, to, starts) {
  const start = starts.findLast((begins) => begins <= from) ?? 0;
  const isSector = (/** @type {number} */ at) => (at - start) % SECTOR === 0;
  for (let at = book.indexOf(0, from); at >= 0 && at < to; at = book.indexOf(0, at)) {
    let end = at;
    while (end < to && book[end] === 0) end += 1;
    if ((at === from || isSector(at)) && isSector(end)) return true;
    at = end;
  }
  return false;
}

/** Whether a later line says that this record had been safe. @param {Uint8Array} book @param {number} from
 * @param {number} seq */
function wasSafe(book, from, seq) {
  const rest = new TextDecoder("latin1").decode(book.subarray(from));
  return rest.split("\n").some((line) => Number(/^\{"safe":(\d{1,20})\}$/.exec(line.slice(17))?.[1] ?? -1) >= seq);
}

const EVIDENCE = '<script type="application/topboard-evidence+json">';
const SEAL = '<script type="application/topboard-seal+json">';
const CLOSE = "<\/script>";

/** Checks a page: the excerpt in it, then its seal. @param {string} page @param {Expected} expected
 * @returns {Promise<AuditedPage>} */
export async function auditPage(page, expected) {
  const isTorn = !page.endsWith("</html>\n");
  const key = expected.key ?? expected.head?.key ?? null;
  const found = findExcerpt(page);
  if (typeof found === "string") {
    if (!isTorn || !page.includes("application/topboard-evidence+json")) throw new NoReport(found);
    const witness = new Witness(expected, await hasEd25519(), new Uint8Array(32), 0);
    const cut = new TextEncoder().encode(page).length;
    return { audited: witness.audited({ kind: "torn", kept: 0, cut }), from: 0, to: 0, sealedBy: null };
  }
  const audited = await auditExcerpt(found, { ...expected, key });
  const seal = await readSeal(page, audited.canSign);
  if (audited.finding.kind === "whole") {
    if ("why" in seal) {
      audited.finding = isTorn ? { kind: "torn", kept: page.length, cut: 0 } : { kind: "page", why: seal.why };
    } else if (seal.key !== null) {
      const ours = key !== null ? seal.key === key : audited.keys.length === 0 || audited.keys.includes(seal.key);
      if (!ours) audited.finding = { kind: "foreign", record: audited.records, key: seal.key };
    }
  }
  return { audited, from: found.from_seq, to: found.to_seq, sealedBy: "why" in seal ? null : seal.key };
}

/** @param {string} page @returns {any} the excerpt; a string says why there is none */
function findExcerpt(page) {
  const at = page.indexOf(EVIDENCE);
  if (at < 0) return "it holds no evidence element";
  const end = page.indexOf(CLOSE, at);
  if (end < 0) return "its evidence element has no end";
  if (page.indexOf(EVIDENCE, end) >= 0) return "it holds more than one evidence element";
  /** @type {any} */
  let value;
  try {
    value = JSON.parse(page.slice(at + EVIDENCE.length, end));
  } catch {
    return "its evidence element is not JSON";
  }
  const isLines = (/** @type {unknown} */ lines) =>
    Array.isArray(lines) && lines.every((line) => typeof line === "string" && !line.includes("\n"));
  const isCount = (/** @type {unknown} */ count) => Number.isSafeInteger(count) && Number(count) >= 0;
  const good = value !== null && typeof value === "object" && isCount(value.journal_first_seq) && isCount(value.from_seq)
    && value.from_seq > 0 && isCount(value.to_seq) && unhex(value.head_before, 32) && unhex(value.head_after, 32)
    && isLines(value.records) && isLines(value.later_links)
    && (value.signature === null || readSigned(value.signature) !== null);
  return good ? value : "its evidence element lacks a part or holds one that cannot be read";
}

/** @param {any} excerpt @param {Expected} expected @returns {Promise<Audited>} */
async function auditExcerpt(excerpt, expected) {
  const lines = [...excerpt.records, ...excerpt.later_links];
  const known = expected.head;
  const isInside = known !== null && known.seq !== null && known.seq >= excerpt.from_seq
    && known.seq < excerpt.from_seq + lines.length;
  const before = /** @type {Uint8Array} */ (unhex(excerpt.head_before, 32));
  const witness = new Witness({ key: expected.key, head: isInside ? known : null }, await hasEd25519(), before,
    excerpt.from_seq - 1);
  const encoder = new TextEncoder();
  let offset = 0;
  let after = { seq: witness.seq, head: witness.head };
  for (const [n, text] of lines.entries()) {
    const line = encoder.encode(text);
    const read = await readLine(line, witness.head);
    if (typeof read === "string") witness.alter(n + 1, offset, read);
    else await witness.take(read.body, read.head, n + 1, offset);
    if (witness.flaw) return witness.audited(witness.flaw);
    offset += line.length + 1;
    if (n < excerpt.records.length) after = { seq: witness.seq, head: witness.head };
  }
  const signed = readSigned(excerpt.signature);
  if (signed) {
    await witness.sign(signed, lines.length, offset);
    if (witness.flaw) return witness.audited(witness.flaw);
  }
  if (after.seq < excerpt.to_seq) {
    return witness.audited({ kind: "cut", record: after.seq, why: "it says that it holds later records" });
  }
  if (after.seq !== excerpt.to_seq || hex(after.head) !== excerpt.head_after.toLowerCase()) {
    const why = "the head after it is not the one that was noted";
    return witness.audited({ kind: "altered", record: excerpt.to_seq, line: excerpt.records.length, offset: 0, why });
  }
  return witness.audited(witness.conclude({ kind: "whole" }));
}

/** The key that sealed the page, if one did. @param {string} page @param {boolean} canSign
 * @returns {Promise<{key: string | null} | {why: string}>} */
async function readSeal(page, canSign) {
  const at = page.lastIndexOf(SEAL);
  if (at < 0) return { why: "it has no seal" };
  const tail = page.slice(at);
  const sha = hex(await sha256(new TextEncoder().encode(page.slice(0, at))));
  /** @type {any} */
  let value = null;
  try {
    value = JSON.parse(tail.slice(SEAL.length, tail.indexOf(CLOSE)));
  } catch {
    return { why: "its seal cannot be read" };
  }
  const isBare = value?.key === undefined && value?.sig === undefined;
  const key = digits(value?.key, 32);
  const sig = digits(value?.sig, 64);
  if (!isBare && (key === null || sig === null)) return { why: "its seal cannot be read" };
  const json = isBare ? `{"sha256":"${sha}"}` : `{"sha256":"${sha}","key":"${key}","sig":"${sig}"}`;
  if (tail !== `${SEAL}${json}${CLOSE}\n</body>\n</html>\n`) return { why: "the text of the page or its seal was changed" };
  if (key === null || sig === null) return { key: null };
  if (canSign && !(await isSigned(`topboard page 1\n${sha}\n`, key, sig))) {
    return { why: "the signature of its seal is false" };
  }
  return { key };
}

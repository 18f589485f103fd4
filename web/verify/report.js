// The audit of a report: is it what it was when it was written? Its records come first, then its text.
// crates/journal/src/evidence/{excerpt,seal}.rs say how a report proves itself.

import { digits, hasEd25519, hex, isSigned, sha256, unhex } from "./digest.js";
import { readSigned } from "./heads.js";
import { readLine } from "./journal/line.js";
import { Witness } from "./witness.js";

/** @typedef {import("./evidence.js").Audited} Audited */
/** @typedef {import("./evidence.js").Expected} Expected */
/** @typedef {{audited: Audited, from: number, to: number, sealedBy: string | null}} AuditedPage */

/** The error for a page that is no report: the message says why. */
export class NoReport extends Error {}

const EVIDENCE = '<script type="application/topboard-evidence+json">';
const SEAL = '<script type="application/topboard-seal+json">';
const CLOSE = "<\/script>";

/** Checks a page: the excerpt in it, then its seal.
 * @param {string} page @param {Expected} expected @returns {Promise<AuditedPage>} */
export async function auditPage(page, expected) {
  const isTorn = !page.endsWith("</html>\n");
  const key = expected.key ?? expected.head?.key ?? null;
  const found = findExcerpt(page);
  if (typeof found === "string") {
    if (page.includes("TOPBOARD-HEAD:")) {
      throw new NoReport("it is a result sheet, which a journal is checked with; choose the journal, and give the text of the sheet’s code as the head");
    }
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
  // A record that is kept back has only its head, and perhaps its words without the names.
  const isLink = (/** @type {any} */ link) => (typeof link === "string" ? !link.includes("\n")
    : unhex(link?.withheld, 32) !== null && (link.concealed === undefined || typeof link.concealed === "string"));
  const isLines = (/** @type {unknown} */ lines) => Array.isArray(lines) && lines.every(isLink);
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
    if (typeof text !== "string") {
      witness.passOver(/** @type {Uint8Array} */ (unhex(text.withheld, 32)), n + 1, offset);
      if (witness.flaw) return witness.audited(witness.flaw);
      if (n < excerpt.records.length) after = { seq: witness.seq, head: witness.head };
      continue;
    }
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

/** Returns the key that sealed the page, if one did.
 * @param {string} page @param {boolean} canSign @returns {Promise<{key: string | null} | {why: string}>} */
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

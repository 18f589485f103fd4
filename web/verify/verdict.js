// The answer about a journal or a report: first what was found and what it does not prove, then the rest. The words
// are those of `topboard verify`: crates/topboard/src/commands/verify/sentence.rs.

/** @typedef {import("./evidence.js").Audited} Audited */
/** @typedef {import("./evidence.js").Expected} Expected */
/** @typedef {{kind: string, verdict: string, sentence: string, details: string[]}} Said */

const VERDICTS = { whole: "Whole", torn: "Torn", altered: "Altered", page: "Altered", cut: "Cut", foreign: "Foreign key",
  unsigned: "Unsigned", unproven: "Unproven", erased: "Erased" };

/** Returns the answer about a journal.
 * @param {import("./journal/files.js").Checked} checked @param {Expected} expected @returns {Said} */
export function ofJournal({ audited, remarks, beside }, expected) {
  return said(audited, notProved(audited, expected, beside), remarks.map((remark) => `${remark}.`));
}

/** Returns the answer about a report.
 * @param {import("./report.js").AuditedPage} page @param {Expected} expected @returns {Said} */
export function ofReport(page, expected) {
  const lacking = notProved(page.audited, expected, null, true);
  return said(page.audited, lacking, [range(page), withheld(page), seal(page)]);
}

/** @param {Audited} audited @param {string[]} lacking @param {string[]} more @returns {Said} */
function said(audited, lacking, more) {
  const { finding } = audited;
  const isFound = finding.kind === "whole" || (finding.kind === "torn" && audited.records > audited.after);
  const rest = isFound && lacking.length > 0 ? ` Not proved: ${lacking.join("; ")}.` : "";
  const details = [signed(audited), ...more, ...audited.accepted.map(accepted), ...audited.erased.map(gone),
    `The head after record ${audited.records} is ${audited.head}.`];
  return { kind: finding.kind, verdict: VERDICTS[finding.kind], sentence: sentence(audited) + rest,
    details: details.filter((line) => line !== "") };
}

/** Returns what a verdict that finds nothing wrong does not prove.
 * @param {Audited} audited @param {Expected} expected @param {import("./heads.js").KnownHead | null} beside
 * @param {boolean} [isReport] @returns {string[]} */
function notProved(audited, expected, beside, isReport = false) {
  const lacking = [];
  const isSigned = audited.signatures > 0 || audited.erased.length > 0;
  if (!isSigned) lacking.push("who wrote it, for nobody signed it");
  else if (expected.key === null && (expected.head?.key ?? null) === null) lacking.push("whose key signed it (give the key)");
  if (audited.after > 0 && !isReport) lacking.push(`what stood before record ${audited.after + 1}`);
  const seq = Math.max(expected.head?.seq ?? 0, beside?.seq ?? 0);
  if (!isReport && seq + 1 < audited.records) {
    lacking.push(seq > 0 ? `whether more followed (the last head it was compared with is of record ${seq})`
      : expected.head ? "whether more followed the head you gave" : "whether its end is there (give a head, or choose evidence.head, too)");
  }
  if (audited.unsigned && isSigned) lacking.push(`${span(audited.unsigned)}, which nobody signed`);
  return lacking;
}

/** @param {import("./evidence.js").Stretch} stretch */
function span({ from, to, fromMs, toMs }) {
  const [hours, minutes] = [Math.floor(fromMs / 3_600_000), Math.floor(fromMs / 60_000) % 60];
  const seconds = (Math.floor(fromMs / 100) % 600) / 10;
  const at = `${hours}:${String(minutes).padStart(2, "0")}:${seconds.toFixed(1).padStart(4, "0")}`;
  return `${from === to ? `record ${from}` : `records ${from} to ${to}`} (${Math.ceil((toMs - fromMs) / 1000)} s from ${at} on)`;
}

/** @param {Audited["accepted"][number]} remark */
const accepted = ({ record, by, found }) => `Record ${record}: ${by} went on with it though ${found.join("; ")}.`;

/** @param {{from: number, to: number}} page */
const range = (page) => (page.to > 0 ? `It holds the records ${page.from} to ${page.to} of the journal.` : "");

/** @param {import("./report.js").AuditedPage} page */
const seal = ({ audited, sealedBy }) => (sealedBy !== null ? `The page is sealed with the key ${sealedBy}.`
  : audited.unreached > 0 ? "The page is sealed without a key: whoever changed it could have made its seal anew."
  : "The page is sealed without a key: its records are proven, its text is not. Compare the two.");

/** @param {Audited} audited */
function sentence({ finding, records, after, erased }) {
  const buried = erased.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  switch (finding.kind) {
    case "whole":
      return buried === 0 ? `All ${records - after} records are as they were written.`
        : `All ${records - after - buried} records that are left are as they were written; ${buried} were erased.`;
    case "torn":
      return records === 0 ? "Its end is missing, and nothing before that is proven."
        : `Its end was not finished: what stands up to record ${records} is sound, ${finding.cut} bytes after it are not.`;
    case "altered":
      return `Record ${finding.record}${finding.line > 0 ? ` (line ${finding.line}, byte ${finding.offset})` : ""}: ${finding.why}. ${sound(records - after)}`;
    case "page":
      return `The records in the page are sound, but ${finding.why}.`;
    case "cut":
      return finding.record === 0 ? `Its beginning is missing: ${finding.why}.` : `It ends after record ${finding.record}: ${finding.why}.`;
    case "foreign":
      return `Record ${finding.record} is signed by ${finding.key}, which is not the key of this journal.`;
    case "erased":
      return `The head you gave is of the records ${finding.from} to ${finding.to}, which were erased: it cannot be compared. Everything else is whole.`;
    case "unproven":
      return `The chain fits, but ${span(finding.stretch)}: ${finding.why}.`;
    case "unsigned":
      return "The chain fits, but the key you gave signed nothing in it.";
  }
}

/** @param {number} before how many records stand before the first bad one */
function sound(before) {
  if (before === 0) return "No record stands before it: perhaps this is no journal, or another program saved it anew.";
  return before === 1 ? "The record before it is sound." : `The ${before} records before it are sound.`;
}

/** @param {import("./journal/tombstone.js").Tombstone} stone */
function gone({ from, to, event, round, by, why, wallMs, synced, key }) {
  const what = [round && `Round ${round}`, event].filter((part) => part !== "").join(" of ") || "A part of the journal";
  const day = wallMs === null ? "" : ` on ${new Date(wallMs).toISOString().slice(0, 16).replace("T", " at ")} UTC`;
  const trust = wallMs === null || synced === true ? "" : ", by a clock that nobody kept,";
  return `${what} (records ${from} to ${to}) was erased${day}${trust} by ${by}: ${why}. The key ${key} vouches for that.`;
}

/** Returns what a report without names keeps back. @param {import("./report.js").AuditedPage} page */
function withheld({ audited, sealedBy }) {
  const voucher = sealedBy !== null ? "the page’s seal stands" : "nothing in this file stands";
  return audited.withheld === 0 ? "" : `${audited.withheld} records are kept back or without their names: only the heads after them are `
    + `here. Of the others no signature reaches ${audited.unreached} without them; for those ${voucher}, until they are compared with the journal.`;
}

/** @param {Audited} audited */
function signed({ canSign, signatures, signedSeq, keys, finding, records, after }) {
  // The sentence is empty where nothing is sound, or where another sentence already names a signature.
  if (signatures === 0 && (finding.kind === "foreign" || records === after)) return "";
  if (signatures === 0 && finding.kind === "altered") return "No signature stands before that: who had the file could have written it.";
  if (signatures === 0) return "It holds no signature: who has the file could have written all of it.";
  if (!canSign) {
    return "This browser has no Ed25519: the signatures were NOT checked, only the chain. Use a newer browser, or `topboard verify`.";
  }
  return `It is signed up to record ${signedSeq} by ${keys.join(" and ")}.`;
}

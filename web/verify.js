// The page that checks a journal or a report: reads the files somebody chose, asks evidence.js, says the answer.
//
// It is served, and saved, as one file: what is imported here is put in front of it (crates/topboard/src/pages.rs).

import { readHead, unhex } from "./evidence.js";
import { auditFiles } from "./packed.js";
import { NoReport, auditPage } from "./report.js";

/** @typedef {import("./evidence.js").Audited} Audited */

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
/** The files last chosen. @type {File[]} */
let chosen = [];
/** Counts the checks: an old one that ends late says nothing. */
let running = 0;

/** What the person expects; a string says what is wrong with it.
 * @returns {import("./evidence.js").Expected | string} */
function expected() {
  const key = field("key").value.trim().toLowerCase();
  const head = field("head").value.trim();
  if (key !== "" && !unhex(key, 32)) return "The key is not 64 hexadecimal digits.";
  const known = head === "" ? null : readHead(head);
  if (head !== "" && known === null) return "The head is neither 64 hexadecimal digits nor the text of a result sheet’s QR code.";
  return { key: key === "" ? null : key, head: known };
}

async function check() {
  running += 1;
  const run = running;
  const wanted = expected();
  part("wrong").hidden = typeof wanted !== "string";
  part("wrong").textContent = typeof wanted === "string" ? wanted : "";
  if (typeof wanted === "string" || chosen.length === 0) {
    part("result").hidden = true;
    return;
  }
  show("…", "Reading", "", []);
  try {
    // The first file has no number, the others have one: hall.journal, hall.0002.journal.
    const plainName = (/** @type {File} */ file) => file.name.replace(/\.gz$/, "");
    const sorted = [...chosen].sort((a, b) => plainName(a).length - plainName(b).length
      || (plainName(a) < plainName(b) ? -1 : plainName(a) > plainName(b) ? 1 : a.name.length - b.name.length));
    // A file may lie beside its own archive: one of them is enough.
    const files = sorted.filter((file, n) => n === 0 || plainName(file) !== plainName(sorted[n - 1]));
    const bytes = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
    if (bytes.every((file) => file.length === 0)) throw new NoReport("it is empty, and holds no record");
    const start = new TextDecoder().decode(bytes[0].subarray(0, 64)).trimStart();
    if (files.length === 1 && start.startsWith("<!")) {
      const page = await auditPage(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes[0]), wanted);
      if (run === running) tell(page.audited, [range(page), withheld(page), seal(page)]);
    } else {
      const progress = (/** @type {number} */ share) =>
        run === running && show("…", `Reading: ${Math.floor(share * 100)} %`, "", []);
      const audited = await auditFiles(bytes, wanted, progress);
      if (run === running) tell(audited, [missing(files), audited.after > 0 ? `It begins after record ${audited.after}: a later file of its journal.` : ""]);
    }
  } catch (error) {
    if (run !== running) return;
    const why = error instanceof NoReport ? `This cannot be checked: ${error.message}.` : `The file cannot be read: ${error}`;
    show("wrong file", "Not checked", why, []);
  }
}

/** A file that was not chosen, before the last that was. A later one alone is told by its own first record.
 * @param {File[]} files in their order */
function missing(files) {
  const numbers = files.map((file) => Number(/^hall(?:\.(\d+))?\.journal(?:\.gz)?$/.exec(file.name)?.[1] ?? 1));
  const at = numbers.findIndex((number, n) => n > 0 && number !== numbers[n - 1] + 1);
  return at < 0 ? "" : `Between ${files[at - 1].name} and ${files[at].name} a file is missing: choose all files of the journal together.`;
}

/** @param {{from: number, to: number}} page */
const range = (page) => (page.to > 0 ? `It holds the records ${page.from} to ${page.to} of the journal.` : "");

/** @param {import("./report.js").AuditedPage} page */
const seal = ({ audited, sealedBy }) => (sealedBy !== null ? `The page is sealed with the key ${sealedBy}.`
  : audited.unreached > 0 ? "The page is sealed without a key: whoever changed it could have made its seal anew."
  : "The page is sealed without a key: its records are proven, its text is not. Compare the two.");

/** @param {Audited} audited @param {string[]} more */
function tell(audited, more) {
  const { finding } = audited;
  const words = { whole: "Whole", torn: "Torn", altered: "Altered", page: "Altered", cut: "Cut", foreign: "Foreign key",
    unsigned: "Unsigned", erased: "Erased" };
  show(finding.kind, words[finding.kind], sentence(audited), [signed(audited), ...audited.erased.map(gone), ...more,
    `The head after record ${audited.records} is ${audited.head}.`].filter((line) => line !== ""));
}

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
      return `It ends after record ${finding.record}: ${finding.why}.`;
    case "foreign":
      return `Record ${finding.record} is signed by ${finding.key}, which is not the key of this journal.`;
    case "erased":
      return `The head you gave is of the records ${finding.from} to ${finding.to}, which were erased: it cannot be compared. Everything else is whole.`;
    case "unsigned":
      return "The chain fits, but the key you gave signed nothing in it.";
  }
}

/** @param {number} before how many records stand before the first bad one */
function sound(before) {
  if (before === 0) return "No record stands before it: perhaps this is no journal, or another program saved it anew.";
  return before === 1 ? "The record before it is sound." : `The ${before} records before it are sound.`;
}

/** @param {import("./evidence.js").Tombstone} stone */
function gone({ from, to, event, round, by, why, wallMs, synced, key }) {
  const what = [round && `Round ${round}`, event].filter((part) => part !== "").join(" of ") || "A part of the journal";
  const day = wallMs === null ? "" : ` on ${new Date(wallMs).toISOString().slice(0, 16).replace("T", " at ")} UTC`;
  const trust = wallMs === null || synced === true ? "" : ", by a clock that nobody kept,";
  return `${what} (records ${from} to ${to}) was erased${day}${trust} by ${by}: ${why}. The key ${key} vouches for that.`;
}

/** What a report without names keeps back. @param {import("./report.js").AuditedPage} page */
function withheld({ audited, sealedBy }) {
  const voucher = sealedBy !== null ? "the page’s seal stands" : "nothing in this file stands";
  return audited.withheld === 0 ? "" : `${audited.withheld} records are kept back or without their names: only the heads after them are `
    + `here. Of the others no signature reaches ${audited.unreached} without them; for those ${voucher}, until they are compared with the journal.`;
}

/** @param {Audited} audited */
function signed({ canSign, signatures, signedSeq, keys, finding, records, after }) {
  // Nothing is sound, or the sentence names a signature already.
  if (signatures === 0 && (finding.kind === "foreign" || records === after)) return "";
  if (signatures === 0 && finding.kind === "altered") return "No signature stands before that: who had the file could have written it.";
  if (signatures === 0) return "It holds no signature: who has the file could have written all of it.";
  if (!canSign) {
    return "This browser has no Ed25519: the signatures were NOT checked, only the chain. Use a newer browser, or `topboard verify`.";
  }
  return `It is signed up to record ${signedSeq} by ${keys.join(" and ")}.`;
}

/** @param {string} kind @param {string} verdict @param {string} sentence @param {string[]} details */
function show(kind, verdict, sentence, details) {
  part("result").hidden = false;
  part("verdict").dataset.verdict = kind;
  part("verdict").textContent = verdict;
  part("sentence").textContent = sentence;
  part("details").replaceChildren(...details.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

/** @param {Iterable<File>} files */
function choose(files) {
  chosen = [...files];
  void check();
}

/** Where the page came from decides what the browser lets it do. */
function begin() {
  if (location.protocol !== "file:") {
    const save = Object.assign(document.createElement("a"), { href: location.href, download: "topboard-verify.html" });
    save.textContent = "Save this page to check without a network.";
    part("offline").append(save);
  }
  if (globalThis.crypto?.subtle) return;
  part("missing").hidden = false;
  part("missing").textContent = "The browser gives no SHA-256 to a page that came over plain HTTP from another computer. "
    + "Save this page and open the saved file, or use `topboard verify`.";
  field("files").disabled = true;
}

begin();
part("form").addEventListener("submit", (event) => event.preventDefault());
field("files").addEventListener("change", () => choose(field("files").files ?? []));
for (const id of ["key", "head"]) field(id).addEventListener("change", () => void check());
addEventListener("dragover", (event) => {
  event.preventDefault();
  part("drop").classList.add("over");
});
addEventListener("dragleave", () => part("drop").classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  part("drop").classList.remove("over");
  if (event.dataTransfer && !field("files").disabled) choose(event.dataTransfer.files);
});

// The page that checks a journal or a report: it reads the chosen files, asks evidence.js, and shows the answer.
//
// The page is served, and saved, as one file: its imports are put in front of it
// (crates/topboard/src/public/pages.rs).

import { unhex } from "./digest.js";
import { auditChosen } from "./journal/files.js";
import { readHead } from "./heads.js";
import { NoReport, auditPage } from "./report.js";
import { ofJournal, ofReport } from "./verdict.js";

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
/** The last files chosen. @type {File[]} */
let chosen = [];
/** The number of checks begun: an old check that ends late says nothing. */
let running = 0;

/** Returns what the person expects; a string says what is wrong with it.
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
    const files = await Promise.all(chosen.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
    if (files.every(({ bytes }) => bytes.length === 0)) throw new NoReport("it is empty, and holds no record");
    const start = new TextDecoder().decode(files[0].bytes.subarray(0, 64)).trimStart();
    if (files.length === 1 && start.startsWith("<!")) {
      const page = await auditPage(new TextDecoder("utf-8", { ignoreBOM: true }).decode(files[0].bytes), wanted);
      if (run === running) tell(ofReport(page, wanted));
    } else {
      const progress = (/** @type {number} */ share) =>
        run === running && show("…", `Reading: ${Math.floor(share * 100)} %`, "", []);
      const checked = await auditChosen(files, wanted, progress);
      if (run === running) tell(ofJournal(checked, wanted));
    }
  } catch (error) {
    if (run !== running) return;
    const why = error instanceof NoReport ? `This cannot be checked: ${error.message}.` : `The file cannot be read: ${error}`;
    show("wrong file", "Not checked", why, []);
  }
}

/** @param {import("./verdict.js").Said} said */
const tell = ({ kind, verdict, sentence, details }) => show(kind, verdict, sentence, details);

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

/** Starts the page. Where it came from decides what the browser lets it do. */
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

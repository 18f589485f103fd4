// The page that checks a journal: served by the program, saved and opened without a network, and against a real journal
// that was tampered with.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { report, signedJournal } from "../lib/journal.js";
import { assertNoComplaints, eventually, launch, visitor } from "../lib/browser.js";
import { BIN, Program, freePort } from "../lib/program.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Program} */
let program;
const folder = mkdtempSync(join(tmpdir(), "topboard-verify-"));
const saved = join(folder, "saved.html");
const journal = join(folder, "data/journal/hall.journal");
/** The journal, ended in order; its lines; its head as the command tells it. */
let bytes = Buffer.alloc(0);
/** @type {string[]} */
let lines = [];
let head = "";
let key = "";

before(async () => {
  browser = await launch();
  const port = await freePort();
  const args = ["demo", "--tables", "1", "--rounds", "0", "--speed", "100", "--port", String(port), "--data", join(folder, "data")];
  program = await new Program(args, port).start();
  writeFileSync(saved, await (await fetch(`${program.url}/verify`)).text());
  // A few moves are enough.
  await eventually(async () => assert.ok(readFileSync(journal).length > 12_000), 60_000);
  await program.end();
  bytes = readFileSync(journal);
  lines = bytes.toString().split("\n").slice(0, -1);
  const told = spawnSync(BIN, ["verify", journal, "--json"]);
  assert.equal(told.status, 0, told.stdout.toString());
  const said = JSON.parse(told.stdout.toString());
  [head, key] = [said.head, said.signed.keys[0]];
  await program.start();
});
after(async () => {
  await browser?.close();
  await program?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Gives the page a file and reads its answer.
 * @param {Page} page @param {Buffer} file @param {{key?: string, head?: string, name?: string}} [given] */
async function ask(page, file, { key = "", head = "", name = "hall.journal" } = {}) {
  await page.locator("#key").fill(key);
  await page.locator("#head").fill(head);
  await page.evaluate(() => document.getElementById("verdict")?.replaceChildren());
  await page.locator("#files").setInputFiles([]);
  await page.locator("#files").setInputFiles([{ name, mimeType: "", buffer: file }]);
  await page.waitForFunction(() => !["", "Reading"].includes(document.getElementById("verdict")?.textContent?.split(":")[0] ?? ""));
  return {
    verdict: await page.locator("#verdict").textContent(),
    text: `${await page.locator("#sentence").textContent()} ${await page.locator("#details").textContent()}`,
  };
}

/** @param {string[]} changed */
const joined = (changed) => Buffer.from(changed.map((line) => `${line}\n`).join(""));

/** A visitor of the saved page, without any network. */
async function offline() {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file:") || complaints.push(request.url()));
  await page.goto(pathToFileURL(saved).href);
  return { page, complaints, context };
}

test("the page of the program finds the program's journal whole and signed", async () => {
  const { page, complaints, context } = await visitor(browser);
  await page.goto(`${program.url}/verify`);
  const { verdict, text } = await ask(page, bytes, { key, head });
  assert.equal(verdict, "Whole");
  assert.match(text, new RegExp(`signed up to record ${lines.length - 1} by ${key}`));
  assert.match(text, new RegExp(head));
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Save this page").click()]);
  assert.equal(readFileSync(await download.path()).toString(), readFileSync(saved).toString());
  assertNoComplaints(complaints);
  await context.close();
});

test("the saved page works without a network and tells every kind of damage apart", async () => {
  const { page, complaints, context } = await offline();
  const middle = Math.floor(lines.length / 2);
  const other = signedJournal();
  const sheet = `TOPBOARD-HEAD:1:${lines.length}:${head}:${key}`.toUpperCase();
  /** @type {[string, Buffer, {key?: string, head?: string}, string, RegExp][]} */
  const cases = [
    ["whole", bytes, { head: sheet }, "Whole", /All \d+ records/],
    ["torn", bytes.subarray(0, bytes.length - 5), {}, "Torn", new RegExp(`up to record ${lines.length - 1} is sound`)],
    ["dropped", joined(lines.toSpliced(middle, 1)), {}, "Altered", new RegExp(`Record ${middle + 1} `)],
    ["doubled", joined(lines.toSpliced(middle, 0, lines[middle])), {}, "Altered", new RegExp(`Record ${middle + 2} `)],
    ["swapped", joined(lines.with(3, lines[middle]).with(middle, lines[3])), {}, "Altered", /Record 4 /],
    ["cut, and nobody knows", joined(lines.slice(0, middle)), {}, "Whole", new RegExp(`All ${middle} records.*Not proved: .*whether its end is there`)],
    ["cut", joined(lines.slice(0, middle)), { head: sheet }, "Cut", new RegExp(`after record ${middle}`)],
    ["cut, by the feed's head", joined(lines.slice(0, middle)), { head }, "Cut", /missing from its end/],
    ["foreign", bytes, { key: other.key }, "Foreign key", new RegExp(key)],
    ["unsigned", joined(lines.slice(0, 2)), { key }, "Unsigned", /signed nothing/],
    ["report", Buffer.from(report(other, 3, 6)), { key: other.key }, "Whole", /records 3 to 6.*sealed with the key/],
    ["report, unsealed", Buffer.from(report(other, 3, 6, false)), {}, "Whole", /its text is not/],
    ["report, text changed", Buffer.from(report(other, 3, 6).replace("advisory", "decisive")), {}, "Altered", /text of the page/],
    ["report, record changed", Buffer.from(report(other, 3, 6).replace("8e05341b", "8e05341c")), {}, "Altered", /Record 3 /],
    ["report, torn", Buffer.from(report(other, 3, 6).slice(0, 500)), {}, "Torn", /nothing before that/],
    ["no report", Buffer.from("<!doctype html><p>hello</p>"), {}, "Not checked", /no evidence element/],
    ["result sheet", Buffer.from(`<!doctype html><p>${sheet}</p>\n</body>\n</html>\n`), {}, "Not checked", /is a result sheet.*as the head/],
    ["empty", Buffer.from(""), {}, "Not checked", /it is empty, and holds no record/],
    ["a letter", Buffer.from("Dear arbiter,\nthe game was drawn.\n"), {}, "Altered", /No record stands before it: perhaps this is no journal/],
    ["carried", Buffer.from(bytes.toString().replaceAll("\n", "\r\n")), {}, "Altered", /Record 1 .*a carriage return was put at its end/],
  ];
  for (const [name, file, given, verdict, words] of cases) {
    const said = await ask(page, file, given);
    assert.equal(said.verdict, verdict, `${name}: ${said.text}`);
    assert.match(said.text, words, name);
  }
  const foreign = await ask(page, bytes, { key: other.key });
  assert.doesNotMatch(foreign.text, /holds no signature/, "it has just named one");
  await page.locator("#key").fill("");
  const kept = new URL("../../journals/two-rounds/", import.meta.url);
  await page.locator("#files").setInputFiles([["hall.journal", "hall.journal"], ["hall.0002.journal", "hall.0003.journal"]].map(([from, name]) =>
    ({ name, mimeType: "", buffer: readFileSync(new URL(from, kept)) })));
  await page.getByText("Between hall.journal and hall.0003.journal a file is missing").waitFor();
  await page.locator("#key").fill("12");
  await page.locator("#key").blur();
  await page.getByText("The key is not 64 hexadecimal digits.").waitFor();
  assertNoComplaints(complaints);
  await context.close();
});

test("archived files and erased rounds are read as the program leaves them", async () => {
  const { page, complaints, context } = await offline();
  const archive = join(folder, "archived.journal");
  writeFileSync(archive, bytes);
  assert.equal(spawnSync(BIN, ["archive", archive]).status, 0);
  const packed = readFileSync(`${archive}.gz`);
  const whole = await ask(page, packed, { key, head, name: "hall.journal.gz" });
  assert.equal(whole.verdict, "Whole", whole.text);
  assert.match(whole.text, new RegExp(head));
  const cut = await ask(page, packed.subarray(0, packed.length / 2), { name: "hall.journal.gz" });
  assert.equal(cut.verdict, "Altered");
  assert.match(cut.text, /cannot be unpacked from here on/);
  const kept = new URL("../../journals/round-erased/", import.meta.url);
  await page.locator("#key").fill("");
  await page.locator("#head").fill("");
  await page.locator("#files").setInputFiles(["hall.0002.journal", "hall.journal"].map((name) =>
    ({ name, mimeType: "", buffer: readFileSync(new URL(name, kept)) })));
  await page.getByText("All 248 records that are left are as they were written; 257 were erased.").waitFor();
  await page.getByText(/Round 1 of Spring Open \(records 1 to 257\) was erased on 2026-11-21 at .* by A\. Nowak, organiser/).waitFor();
  assertNoComplaints(complaints);
  await context.close();
});

test("flipped bytes all over the journal are found in their lines", async () => {
  const { page, context } = await offline();
  const last = bytes.length - 2;
  for (let n = 0; n <= 40; n += 1) {
    const at = Math.floor((last * n) / 40);
    const touched = Buffer.from(bytes);
    touched[at] ^= 1 << n % 8;
    const line = bytes.subarray(0, at).filter((byte) => byte === 10).length + 1;
    const { verdict, text } = await ask(page, touched);
    assert.equal(verdict, "Altered", `byte ${at}: ${text}`);
    assert.match(text, new RegExp(`Record ${line} \\(line ${line}, `), `byte ${at}`);
  }
  await context.close();
});

test("the page and the command say the same of a report", async () => {
  const journal = signedJournal();
  const file = join(folder, "report.html");
  /** @type {[string, number][]} */
  const cases = [[report(journal, 3, 6), 0], [report(journal, 3, 6).replace("advisory", "decisive"), 1],
    [report(journal, 3, 6).slice(0, -20), 2], [report(journal, 10, 10), 1]];
  for (const [page, code] of cases) {
    writeFileSync(file, page);
    const told = spawnSync(BIN, ["verify", file, "--key", journal.key]);
    assert.equal(told.status, code, told.stdout.toString() + told.stderr.toString());
  }
});

test("a browser without Ed25519, and one without SHA-256, are told plainly", async () => {
  const { page, context } = await visitor(browser);
  await page.addInitScript(() => {
    const real = SubtleCrypto.prototype.importKey;
    SubtleCrypto.prototype.importKey = function (format, data, algorithm, ...rest) {
      const isNew = /** @type {any} */ (algorithm)?.name === "Ed25519";
      // @ts-expect-error the overloads do not matter here
      return isNew ? Promise.reject(new DOMException("no", "NotSupportedError")) : real.call(this, format, data, algorithm, ...rest);
    };
  });
  await page.goto(`${program.url}/verify`);
  const { verdict, text } = await ask(page, bytes);
  assert.equal(verdict, "Whole");
  assert.match(text, /no Ed25519: the signatures were NOT checked/);
  const bare = await context.newPage();
  await bare.addInitScript(() => Object.defineProperty(Crypto.prototype, "subtle", { get: () => undefined }));
  await bare.goto(`${program.url}/verify`);
  await bare.getByText("gives no SHA-256").waitFor();
  assert.ok(await bare.locator("#files").isDisabled());
  await context.close();
});

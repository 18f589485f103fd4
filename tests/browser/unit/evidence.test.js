// The checker of the page, against journals that were tampered with in every way.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readHead } from "../../../web/verify/heads.js";
import { auditFiles } from "../../../web/verify/journal/packed.js";
import { altered, audit } from "../lib/audited.js";
import { signedJournal } from "../lib/journal.js";

test("a signed journal is whole, and its signatures and head are told", async () => {
  const journal = signedJournal();
  const head = { seq: 10, head: journal.heads[10], key: journal.key };
  const found = await audit(journal.bytes(), { key: journal.key, head });
  assert.deepEqual(found, { finding: { kind: "whole" }, after: 0, records: 10, head: journal.heads[10], signatures: 2,
    signedSeq: 8, canSign: true, keys: [journal.key], erased: [], withheld: 0, unreached: 0,
    unsigned: { from: 10, to: 10, fromMs: 5000, toMs: 5000 }, accepted: [] });
});

test("the golden journal of version 1 is whole, with the head that was noted", async () => {
  const file = (/** @type {string} */ name) => readFileSync(new URL(`../../../crates/journal/testdata/${name}`, import.meta.url));
  const found = await audit(file("version-1.journal"));
  assert.equal(found.finding.kind, "whole");
  assert.equal(found.head, file("version-1.head").toString().trim());
});

test("every flipped bit is found in its line, every truncation is torn or cut", async () => {
  const journal = signedJournal();
  const bytes = journal.bytes();
  const lineOf = (/** @type {number} */ at) => bytes.subarray(0, at).filter((byte) => byte === 10).length + 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const touched = Buffer.from(bytes);
    touched[at] ^= 1 << at % 8;
    const found = await audit(touched);
    if (at === bytes.length - 1) assert.equal(found.finding.kind, "torn");
    else altered(lineOf(at))(found);

    const cut = bytes.subarray(0, at);
    const kept = cut.lastIndexOf(10) + 1;
    const { finding } = await audit(cut);
    assert.deepEqual(finding, kept === at ? { kind: "whole" } : { kind: "torn", kept, cut: at - kept });
    for (const seq of [10, null]) {
      const known = await audit(cut, { key: null, head: { seq, head: journal.heads[10], key: null } });
      assert.equal(known.finding.kind, "cut");
    }
  }
});

test("every dropped, doubled and moved line is found in its place", async () => {
  const { lines } = signedJournal();
  const audited = (/** @type {string[]} */ changed) => audit(Buffer.from(changed.map((line) => `${line}\n`).join("")));
  for (const [n, line] of lines.entries()) {
    if (n < lines.length - 1) altered(n + 1)(await audited(lines.toSpliced(n, 1)));
    altered(n + 2)(await audited(lines.toSpliced(n, 0, line)));
    for (let m = n + 1; m < lines.length; m += 1) altered(n + 1)(await audited(lines.with(n, lines[m]).with(m, line)));
  }
});

test("a journal that was chained anew is found at its next signature, and by another's key", async () => {
  const journal = signedJournal();
  const other = signedJournal();
  const bodies = journal.lines.map((line) => line.slice(17));
  const again = (/** @type {string[]} */ changed) => {
    const anew = Object.assign(signedJournal(), { head: Buffer.alloc(32), seq: 0, lines: [], heads: [] });
    for (const body of changed) anew.append(body);
    return audit(anew.bytes());
  };
  altered(5)(await again(bodies.with(2, '{"t":1290,"rx":[1,"8e05341c"]}')));
  altered(9)(await again(bodies.with(6, '{"t":3100,"rx":[1,"8e05341c"]}')));
  altered(5)(await again(bodies.with(4, bodies[4].replace(/"sig":"../, '"sig":"00'))));
  assert.equal((await again(bodies.toSpliced(4, 1))).finding.kind, "altered", "the second signature misses the first");
  assert.equal((await again(bodies.slice(0, 4))).signatures, 0);
  assert.deepEqual((await again(bodies.with(1, other.lines[1].slice(17)).slice(0, 4))).finding, { kind: "whole" });
  const foreign = await audit(journal.bytes(), { key: other.key, head: null });
  assert.deepEqual(foreign.finding, { kind: "foreign", record: 5, key: journal.key });
  const unsigned = await audit(Buffer.from(journal.lines.slice(0, 4).join("\n") + "\n"), { key: journal.key, head: null });
  assert.equal(unsigned.finding.kind, "unsigned");
});

test("an unwritten page at the end is torn, and damage when a later record says that it had been safe", async () => {
  const { lines } = signedJournal();
  const start = Buffer.from(`${lines[0]}\n`);
  const hole = Buffer.alloc(512 - (start.length % 512));
  assert.equal((await audit(Buffer.concat([start, hole]))).finding.kind, "torn");
  const rest = Buffer.from(`xx\n${lines[5]}\n`);
  altered(2)(await audit(Buffer.concat([start, hole, rest])));
  assert.equal((await audit(Buffer.concat([start, hole, Buffer.from("xx\n")]))).finding.kind, "torn");
});

test("a head is read as it is printed and as the feed gives it", () => {
  const head = "ab".repeat(32);
  assert.deepEqual(readHead(` ${head.toUpperCase()} `), { seq: null, head, key: null });
  assert.deepEqual(readHead(`TOPBOARD-HEAD:1:990:${head.toUpperCase()}:${"CD".repeat(32)}`), { seq: 990, head, key: "cd".repeat(32) });
  assert.deepEqual(readHead(`topboard-head:1:990:${head}`), { seq: 990, head, key: null });
  for (const bad of ["", "ab", "g".repeat(64), `TOPBOARD-HEAD:2:1:${head}`]) assert.equal(readHead(bad), null);
});

test("whatever is erased, the rest is whole and the tombstone is told", async () => {
  const journal = signedJournal();
  for (const [from, to] of [[1, 4], [3, 4], [6, 9], [10, 10], [1, 10]]) {
    const known = { key: journal.key, head: { seq: 10, head: journal.heads[10], key: null } };
    const found = await audit(journal.without(from, to), known);
    assert.deepEqual([found.finding.kind, found.records, found.head], ["whole", 10, journal.heads[10]], `${from} to ${to}`);
    const [stone] = found.erased;
    assert.deepEqual([stone.from, stone.to, stone.round, stone.by, stone.key], [from, to, "3", "A. Nowak", journal.key]);
    assert.equal((await audit(journal.without(from, to))).finding.kind, "whole");
    if (to - from < 2) continue;
    const inside = { key: null, head: { seq: from + 1, head: journal.heads[from + 1], key: null } };
    assert.deepEqual((await audit(journal.without(from, to), inside)).finding, { kind: "erased", from, to });
  }
});

test("a tombstone that was changed, forged, moved or signed by another is found", async () => {
  const journal = signedJournal();
  const other = signedJournal();
  const bytes = journal.without(6, 9);
  const from = bytes.indexOf('{"journal":1,"epoch":"5f3a","segment"') - 17;
  const to = bytes.indexOf("\n", from);
  for (let at = from; at < to; at += 1) {
    const touched = Buffer.from(bytes);
    touched[at] ^= 1;
    altered(6)(await audit(touched));
  }
  // Who mends the check, too, is found by the signature.
  const forged = Object.assign(signedJournal(), journal, { lines: journal.lines, heads: journal.heads, key: journal.key });
  forged.privateKey = other.privateKey;
  altered(6)(await audit(journal.without(6, 9, { signer: forged })));
  for (const [first, last] of [[1, 4], [6, 9], [10, 10]]) {
    const foreign = await audit(journal.without(first, last, { signer: other, keys: [journal.key, other.key] }));
    assert.deepEqual(foreign.finding, { kind: "foreign", record: first, key: other.key });
  }
  const lines = bytes.toString().split("\n").slice(0, -1);
  altered(5)(await audit(Buffer.from(lines.toSpliced(4, 1).map((line) => `${line}\n`).join(""))));
  altered(10)(await audit(Buffer.from(lines.toSpliced(6, 0, lines[5]).map((line) => `${line}\n`).join(""))));
});

test("the kept journal whose first round was erased is whole, with the head that was noted", async () => {
  const file = (/** @type {string} */ name) => readFileSync(new URL(`../../journals/round-erased/${name}`, import.meta.url));
  const head = "19f3b9395f726ba5771ff1a8387643b6723355d6d9e097ef62381f14d3d455a7";
  const key = "ad010a9d9a1e2e5f347ad5db7ecefaa6d28454e6f6c2d9f1c5c30dc387571b1b";
  const found = await auditFiles([file("hall.journal"), file("hall.0002.journal")], { key, head: { seq: 505, head, key: null } });
  assert.deepEqual([found.finding.kind, found.records, found.erased.length, found.erased[0].to], ["whole", 505, 1, 257]);
});

test("a stretch of more than a minute that nobody signed in time is never whole", async () => {
  const grown = (/** @type {number[]} */ times, signs = false) => {
    const journal = signedJournal();
    for (const t of times) journal.append(`{"t":${t},"rx":[1,"00"]}`);
    if (signs) journal.append(JSON.stringify({ t: times.at(-1), signed: journal.signed() }));
    return audit(journal.bytes());
  };
  assert.equal((await grown([65_000])).finding.kind, "whole", "a minute to the millisecond");
  const late = await grown([65_001]);
  assert.deepEqual([late.finding.kind, late.unsigned], ["unproven", { from: 10, to: 11, fromMs: 5000, toMs: 65_001 }]);
  assert.equal((await grown([95_000], true)).finding.kind, "whole", "earlier versions signed so");
  assert.equal((await grown([95_001], true)).finding.kind, "unproven");
  const { lines } = signedJournal();
  const bodies = lines.map((line) => line.slice(17)).filter((body) => !body.includes('"signed"'));
  const again = Object.assign(signedJournal(), { head: Buffer.alloc(32), seq: 0, lines: [], heads: [] });
  for (const body of bodies.slice(1)) again.append(body);
  assert.deepEqual((await audit(again.bytes())).finding.kind, "cut", "nothing says what it is");
});

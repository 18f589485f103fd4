// The checker of the page, against what people choose to have checked: journals of several files, packed ones, and reports.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { auditJournal } from "../../../web/verify/evidence.js";
import { auditChosen } from "../../../web/verify/journal/files.js";
import { auditFiles } from "../../../web/verify/journal/packed.js";
import { NoReport, auditPage } from "../../../web/verify/report.js";
import { ofJournal } from "../../../web/verify/verdict.js";
import { NOTHING, altered } from "../lib/audited.js";
import { report, signedJournal } from "../lib/journal.js";

test("several files are one journal, and a later one can be read alone", async () => {
  const journal = signedJournal();
  const after = journal.heads[10];
  journal.append(`{"journal":1,"program":"test","epoch":"5f3a","segment":[2,10,"${after}"]}`);
  journal.append(JSON.stringify({ t: 6000, signed: journal.signed() }));
  const bytes = journal.bytes();
  const border = Buffer.from(journal.lines.slice(0, 10).map((line) => `${line}\n`).join("")).length;
  const files = [bytes.subarray(0, border), bytes.subarray(border)];
  assert.equal((await auditJournal(files, NOTHING)).finding.kind, "whole");
  const alone = await auditJournal([files[1]], { key: journal.key, head: null });
  assert.deepEqual([alone.finding.kind, alone.after, alone.records], ["whole", 10, 12]);
  altered(10)(await auditJournal([files[0].subarray(0, border - 4), files[1]], NOTHING));
});

test("a report is whole, and every changed byte and every cut of it is found", async () => {
  const journal = signedJournal();
  for (const keyed of [true, false]) {
    const page = report(journal, 3, 6, keyed);
    const whole = await auditPage(page, { key: journal.key, head: null });
    assert.equal(whole.audited.finding.kind, "whole");
    assert.deepEqual([whole.from, whole.to, whole.sealedBy, whole.audited.signedSeq], [3, 6, keyed ? journal.key : null, 8]);
    for (let at = 0; at < page.length; at += 1) {
      const changed = page.slice(0, at) + String.fromCharCode(page.charCodeAt(at) ^ 1) + page.slice(at + 1);
      const kind = await auditPage(changed, NOTHING).then(({ audited }) => audited.finding.kind, (error) => {
        assert.ok(error instanceof NoReport, String(error));
        return "no report";
      });
      assert.notEqual(kind, "whole", `byte ${at}`);
    }
    for (let kept = page.indexOf("evidence+json") + 20; kept < page.length; kept += 1) {
      assert.equal((await auditPage(page.slice(0, kept), NOTHING)).audited.finding.kind, "torn", `${kept} bytes`);
    }
  }
  const other = signedJournal();
  assert.equal((await auditPage(report(journal, 3, 6), { key: other.key, head: null })).audited.finding.kind, "foreign");
  assert.equal((await auditPage(report(journal, 10, 10), { key: journal.key, head: null })).audited.finding.kind, "unsigned");
});

test("packed files are the same journal, and a changed or cut archive is named", async () => {
  const journal = signedJournal();
  const bytes = journal.bytes();
  const border = Buffer.from(journal.lines.slice(0, 6).map((line) => `${line}\n`).join("")).length;
  const files = [bytes.subarray(0, border), bytes.subarray(border)];
  const plain = await auditFiles(files, NOTHING);
  for (const packed of [[gzipSync(files[0]), files[1]], [files[0], gzipSync(files[1])], files.map((file) => gzipSync(file))]) {
    assert.deepEqual(await auditFiles(packed, NOTHING), plain);
  }
  const packed = gzipSync(files[0]);
  for (let at = 10; at < packed.length; at += 1) {
    const touched = Buffer.from(packed);
    touched[at] ^= 1;
    assert.equal((await auditFiles([touched, files[1]], NOTHING)).finding.kind, "altered", `byte ${at}`);
    const { finding } = await auditFiles([packed.subarray(0, at), files[1]], NOTHING);
    assert.equal(finding.kind, "altered", `${at} bytes`);
  }
});

test("a report with records kept back says how far it is proven", async () => {
  const journal = signedJournal();
  for (const [from, to, unreached] of [[3, 7, 1], [2, 9, 2], [6, 9, 1]]) {
    const withheld = (/** @type {any} */ evidence) => {
      evidence.records[6 - from] = { withheld: journal.heads[6], concealed: "{}" };
    };
    const page = report(journal, from, to, true, withheld);
    const { audited } = await auditPage(page, NOTHING);
    assert.deepEqual([audited.finding.kind, audited.withheld], ["whole", 1], `${from} to ${to}`);
    assert.equal(audited.unreached, unreached, `${from} to ${to}`);
    const touched = report(journal, from, to, true, (evidence) => {
      withheld(evidence);
      evidence.records[6 - from].withheld = "00".repeat(32);
    });
    altered(7)((await auditPage(touched, NOTHING)).audited);
  }
  const bad = report(journal, 3, 7, true, (evidence) => { evidence.records[1] = { withheld: "12" }; });
  await assert.rejects(auditPage(bad, NOTHING), NoReport);
});

test("files are put in order, and one that is empty, missing or another one is found", async () => {
  const journal = signedJournal();
  journal.append(`{"journal":1,"program":"test","epoch":"5f3a","segment":[2,10,"${journal.heads[10]}"]}`);
  const kept = JSON.stringify(journal.signed());
  journal.append(JSON.stringify({ t: 6000, signed: JSON.parse(kept) }));
  const bytes = journal.bytes();
  const border = Buffer.from(journal.lines.slice(0, 10).map((line) => `${line}\n`).join("")).length;
  const [one, two] = [bytes.subarray(0, border), bytes.subarray(border)];
  const ask = async (/** @type {[string, Uint8Array][]} */ chosen, expected = NOTHING) => {
    const checked = await auditChosen(chosen.map(([name, bytes]) => ({ name, bytes })), expected);
    return [checked.audited.finding.kind, ofJournal(checked, expected).sentence];
  };
  const head = /** @type {[string, Uint8Array]} */ (["evidence.head", Buffer.from(kept)]);
  const [verdict, sentence] = await ask([["hall.0002.journal", two], head, ["hall.journal", one]]);
  assert.equal(verdict, "whole");
  assert.match(sentence, /Not proved: whose key signed it \(give the key\)\.$/);
  assert.match((await ask([["hall.journal", one]]))[1], /whether its end is there.*record 10 \(0 s from 0:00:05\.0 on\), which nobody signed/);
  /** @type {[[string, Uint8Array][], string][]} */
  const cases = [
    [[["hall.journal", new Uint8Array()], ["hall.0002.journal", two]], "cut"],
    [[["hall.journal", one], head], "cut"],
    [[["hall.journal", one], ["hall.0003.journal", two]], "altered"],
    [[["hall.journal", one], ["hall.0002.journal", two], ["hall.journal.gz", gzipSync(one)]], "whole"],
    [[["hall.journal", new Uint8Array()], ["hall.0002.journal", two], ["hall.journal.gz", gzipSync(one)]], "altered"],
    [[["hall.0002.journal", two]], "whole"],
  ];
  for (const [chosen, kind] of cases) assert.equal((await ask(chosen))[0], kind, chosen.map(([name]) => name).join(" "));
});

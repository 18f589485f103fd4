// The report of a case as an arbiter opens it: from the disk, with the network off, on a screen and on A4.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { assertNoComplaints, launch } from "../lib/browser.js";
import { BIN } from "../lib/program.js";

const JOURNAL = fileURLToPath(new URL("../../journals/illegal-move.journal", import.meta.url));
/** No side of A4 is wasted on a case of two moves. */
const SIDES_MAX = 6;

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;
before(async () => {
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), "topboard-case-"));
  const span = ["--table", "1", "--ply", "3..4", "--utc-offset", "+01:00"];
  execFileSync(BIN, ["export", JOURNAL, `--case=${join(folder, "case.html")}`, ...span]);
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the report without a network; collects what it must never do. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 800, height: 1000 }, ...options });
  await context.setOffline(true);
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("request", (request) => {
    if (!request.isNavigationRequest()) complaints.push(`request to ${request.url()}`);
  });
  await page.goto(pathToFileURL(join(folder, "case.html")).href);
  return { page, complaints, context };
}

test("it opens from the disk without network, script or complaint", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, complaints, context } = await open({ javaScriptEnabled });
    assert.match(await page.title(), /^Case report: table 1, game 1, Kowalska, Anna – O'Neil <i>, "Jan"$/);
    assert.equal(await page.getByText("It advises; the arbiter decides.").count(), 2);
    assert.equal(await page.getByRole("heading", { name: /^Incident \d+: illegal-move-completed/ }).count(), 1);
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("the boards are drawn with pieces and told to those who cannot see them", async () => {
  const { page, context } = await open();
  const boards = page.getByRole("img");
  assert.equal(await boards.count(), 3);
  assert.match((await boards.first().getAttribute("aria-label")) ?? "", /^The game before: rnbqkbnr\/pppp1ppp/);
  const drawn = await boards.first().evaluate((board) => {
    const box = board.querySelector("use")?.getBoundingClientRect();
    return { pieces: board.querySelectorAll("use").length, wide: box?.width ?? 0 };
  });
  assert.equal(drawn.pieces, 32);
  assert.ok(drawn.wide > 10, `a piece is ${drawn.wide} pixels wide`);
  await context.close();
});

test("tables have captions and headings, and no text is wider than the page", async () => {
  for (const width of [800, 360]) {
    const { page, context } = await open({ viewport: { width, height: 900 } });
    const faults = await page.evaluate(() => {
      const bare = [...document.querySelectorAll("table")].filter(
        (table) => !table.caption || !table.querySelector("thead th[scope=col]") || !table.querySelector("tbody th[scope=row]"),
      );
      return { bare: bare.length, tables: document.querySelectorAll("table").length, overflow: document.documentElement.scrollWidth - innerWidth };
    });
    assert.equal(faults.bare, 0);
    assert.ok(faults.tables >= 5);
    assert.ok(faults.overflow <= 0, `${faults.overflow} pixels too wide`);
    await context.close();
  }
});

test("it prints on few sides of A4", async () => {
  const { page, context } = await open();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const sides = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(sides >= 1 && sides <= SIDES_MAX, `${sides} sides`);
  const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf);
  assert.ok(box, "the PDF says how large its sides are");
  assert.ok(Math.abs(Number(box[1]) - 595) < 2 && Math.abs(Number(box[2]) - 842) < 2, `${box[1]} x ${box[2]} points`);
  await context.close();
});

// The disk is full: the arbiter is told at once, in their language, sees on, and their orders are taken once; the hall's page stands
// still and says so; when there is space again everything is as before.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, visitor } from "../lib/browser.js";
import { cards } from "../lib/live_page.js";
import { demo } from "../lib/program.js";

/** A small disk that nobody else sees; the program takes this shell's place. */
const SHELL = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=1m none "$1" && shift && exec "$@"', "small-disk"];
const folder = mkdtempSync(join(tmpdir(), "topboard-disk-"));
const canMount = (() => {
  try {
    execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  if (!canMount) return;
  browser = await launch();
  program = await demo({ speed: 4, tables: 3, data: folder, shell: [...SHELL, folder] });
});
after(async () => {
  await browser?.close();
  await program?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes until nothing more fits. @param {string} path */
function fill(path) {
  const file = openSync(path, "w");
  for (let size = 4096; size >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size = Math.floor(size / 2);
    }
  }
  closeSync(file); // what is removed while it is open stays on the disk
}

test("a full disk", { skip: canMount ? false : "this system lets nobody mount a small disk" }, async () => {
  const arbiter = await visitor(browser);
  const { page } = arbiter;
  await page.goto(program.link());
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  const hall = await visitor(browser);
  await open(hall.page, `${program.url}/live`);
  await eventually(async () => assert.ok((await program.snapshot()).tables.every((table) => table.moves.length >= 4)), 60_000);
  assert.equal(await page.locator("#disk").isVisible(), false);

  const root = `/proc/${program.child?.pid}/root${folder}`;
  assert.ok(readdirSync(root).length > 0, "the program's own disk");
  fill(`${root}/filler`);
  const banner = page.locator("#disk");
  await banner.waitFor({ timeout: 30_000 });
  for (const [code, words] of /** @type {const} */ ([["pl", /Dysk dziennika nic nie przyjmuje od[\s\S]*Zwolnij miejsce/],
    ["ru", /Диск журнала ничего не принимает[\s\S]*Освободите место/], ["en", /takes nothing since \d\d:\d\d:\d\d[\s\S]*Free disk space[\s\S]*No space left/]])) {
    await page.selectOption("#language", code);
    await eventually(async () => assert.match(await banner.innerText(), words));
  }

  // The hall stands still and says so; its clocks do not tick.
  await hall.page.locator("#link", { hasText: "Held up" }).waitFor();
  const still = await cards(hall.page);
  assert.ok(still.every((card) => card.held === 2 && card.words.endsWith("Held up: nothing new can be shown.")), JSON.stringify(still));
  await hall.page.waitForTimeout(2500);
  const later = await cards(hall.page);
  assert.deepEqual(later.map(({ whiteClock, blackClock, last }) => [whiteClock, blackClock, last]),
    still.map(({ whiteClock, blackClock, last }) => [whiteClock, blackClock, last]));

  // The arbiter sees on, and is told what of it is not safe. What they order twice is done once.
  await eventually(async () => assert.match(await page.locator("#tables").innerText(), /not yet safe/), 30_000);
  await page.fill("#author", "Chief Arbiter");
  await page.getByRole("button", { name: "Table 1", exact: true }).click();
  const note = page.locator("#desk form[data-form=note]");
  await note.locator("textarea").fill("Both players were warned.");
  await note.getByRole("button").click();
  await eventually(async () => assert.match(await note.locator(".why").innerText(), /not yet safe.*Do not say it again/));
  await note.locator("textarea").fill("Both players were warned.");
  await note.getByRole("button").click();
  await eventually(async () => assert.match(await page.locator("#desk .said").innerText(), /Both players were warned/));
  await eventually(async () => assert.match(await banner.innerText(), /Orders of this page that wait: 1/));
  assert.equal(await page.locator("#desk .said li[data-unsaved]", { hasText: "warned" }).count(), 1);
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "disk.png") });
  if (process.env.PICTURES) await hall.page.screenshot({ path: join(process.env.PICTURES, "held.png") });

  rmSync(`${root}/filler`);
  await banner.waitFor({ state: "hidden", timeout: 30_000 });
  await eventually(async () => assert.equal(await note.locator(".why").innerText(), ""));
  await eventually(async () => assert.equal(await page.locator(".unsaved, [data-unsaved]").count(), 0), 30_000);
  assert.equal((await page.locator("#desk .said").innerText()).match(/Both players were warned/g)?.length, 1);
  await hall.page.locator("#link", { hasText: "Live" }).waitFor();
  await eventually(async () => assert.ok((await cards(hall.page)).some((card) => card.held < 2)));
  assert.ok(statSync(`${root}/journal`).isDirectory());
  assertNoComplaints([...arbiter.complaints, ...hall.complaints]);
});

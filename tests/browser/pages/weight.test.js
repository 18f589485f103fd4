// What the first load of the pages of an arbiter and an operator weighs: of each page with all of its scripts and sheets, as they
// come over the line.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, launch, visitor } from "../lib/browser.js";
import { logIn } from "../lib/desk.js";
import { demo } from "../lib/program.js";

/** The bytes, compressed, below which the first load of a page stays. Pieces are not counted, for a browser has them from any page,
 * nor is what the program tells of the hall. */
const WEIGHT_MAX = 90_000;
const PIECES = /\/shared\/pieces\.svg$/;
const TOLD = /\/api\//;

/** The pages by their address, and what each says when it shows what it is for. */
const PAGES = /** @type {const} */ ([
  ["the operator's console", "console/", "seq"], ["the arbiter's desk", "", "seq"], ["a review", "review/?table=1&game=1", "entries"],
  ["the page of rounds", "rounds/", "revision"],
]);

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {import("../lib/desk.js").Login} */
let login;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 12, seed: 5, tables: 6, illegal: true })]);
  login = await logIn(browser, program);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

for (const [name, path, said] of PAGES) test(`the first load of ${name} weighs less than 90 kB beside pieces`, async (t) => {
  // A browser without a file of any page.
  const { page, complaints, context } = await visitor(browser, { storageState: login.state });
  await page.goto(login.url + path);
  await page.waitForFunction((said) => document.documentElement.dataset[said] !== undefined, said);
  await page.waitForLoadState("networkidle");
  const loaded = await page.evaluate(() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .map((entry) => /** @type {PerformanceResourceTiming} */ (entry))
    .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize })));
  const files = loaded.filter(({ name }) => !PIECES.test(name) && !TOLD.test(name)).sort((a, b) => b.size - a.size);
  assert.ok(files.length > 20, `every file is counted: ${files.length}`);
  assert.deepEqual(files.filter(({ size }) => size === 0), []);
  const sum = files.reduce((sum, { size }) => sum + size, 0);
  t.diagnostic(`${name}: ${sum} bytes in ${files.length} files`);
  assert.ok(sum < WEIGHT_MAX, `${sum} bytes: ${JSON.stringify(files.slice(0, 8))}`);
  assertNoComplaints(complaints);
  await context.close();
});

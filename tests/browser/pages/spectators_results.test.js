// Standings, crosstable and players on the page of spectators: what the program worked out, with a way to the boards, and for nobody
// who wants no results.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, slow, visitor } from "../lib/browser.js";
import { entered, give } from "../lib/event.js";
import { SPECTATORS, faults } from "../lib/faults.js";
import { watch } from "../lib/live_page.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** The organiser's side. @type {import("playwright-core").Page} */
let organiser;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 1, seed: 3, tables: 3 });
  organiser = (await visitor(browser)).page;
  await organiser.goto(program.link());
  await organiser.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  await give(organiser, entered(3));
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** The program's own standings. */
async function told() {
  const { tournaments } = await (await fetch(`${program.url}/api/v1/rounds`)).json();
  return tournaments[0].standings.rows.map((/** @type {any} */ { player, points }) => [player.name, points]);
}

/** The names and points of the table that is shown. @param {import("playwright-core").Page} page @param {number} points the column */
const shown = (page, points) => page.locator("#results .wide tbody tr").evaluateAll((rows, points) => rows.map((row) => {
  const cells = /** @type {HTMLTableRowElement} */ (row).cells;
  return [cells[1].querySelector("bdi")?.textContent, cells[points].textContent];
}), points);

test("before the first round there is a word, and no script of results before somebody wants them", async () => {
  /** @type {string[]} */
  const asked = [];
  const { page, complaints, context } = await watch(browser, program.url, {
    before: async (page) => void page.on("request", (request) => asked.push(new URL(request.url()).pathname)),
  });
  assert.deepEqual(asked.filter((path) => path.includes("results") || path.includes("rounds")), []);
  await page.getByRole("link", { name: "Standings" }).click();
  await page.getByText("No round has begun yet.").waitFor();
  assert.equal(asked.filter((path) => path.includes("/results-")).length, 2, "a script and its style sheet");
  assert.equal(await page.locator("#list").isVisible(), false);
  assertNoComplaints(complaints);
  await context.close();
});

test("standings and crosstable are those of the program, follow it, and lead to the boards", async () => {
  assert.equal(await give(organiser, { do: "open", key: "A", round: 1 }), 200);
  assert.equal(await give(organiser, { do: "result", key: "A", round: 1, board: 2, result: "1-0", how: "agreement" }), 200);
  await eventually(async () => assert.equal((await told())[0][1], "1"));
  const { page, complaints, context } = await watch(browser, program.url, { address: "/live#standings" });
  await eventually(async () => assert.deepEqual(await shown(page, 2), await told()));
  assert.equal(await page.locator("#results h2").innerText(), "Standings after round 1");
  assert.equal(await page.locator("#results .wide caption").innerText(), "Standings after round 1");
  assert.match(await page.locator("#results").innerText(), /Games are still missing\./);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "the table scrolls within itself");

  // Another result comes in while somebody looks.
  assert.equal(await give(organiser, { do: "result", key: "A", round: 1, board: 3, result: "0-1", how: "agreement" }), 200);
  await eventually(async () => assert.deepEqual((await told()).map((/** @type {any} */ it) => it[1]).slice(0, 3), ["1", "1", "½"], "with a half-point bye"));
  await eventually(async () => assert.deepEqual(await shown(page, 2), await told()), 25_000);

  // Who is followed is marked by a star and a bar, in every view; their game is among one's own players.
  const [first] = (await told())[0];
  const star = page.getByRole("button", { name: first });
  await star.click();
  await page.locator("tr.followed .star.on").waitFor();
  assert.equal(await star.getAttribute("aria-pressed"), "true");
  assert.ok(await star.evaluate((el) => el === document.activeElement), "the focus stays though the table is drawn anew");
  await page.getByRole("link", { name: "Crosstable" }).click();
  await eventually(async () => assert.deepEqual((await shown(page, 2)).sort(), (await told()).sort()));
  assert.equal(await page.locator("tr.followed").count(), 1);
  assert.match(await page.locator("tr.followed").innerText(), /followed/);
  await page.getByRole("link", { name: "Players" }).click();
  await page.locator("article.player", { hasText: first }).waitFor();
  assert.equal(await page.locator("article.player").count(), 1, "who follows somebody sees whom they follow");
  assert.match(await page.locator("article.player").innerText(), /Rank 1.*Points: 1/s);

  // A search finds by name; and a name leads to its board, and back.
  await page.getByRole("link", { name: "Standings" }).click();
  await page.locator("#search-players").fill(first.slice(0, 5).toUpperCase());
  await page.getByText(/^Players found: \d/).waitFor();
  assert.ok((await shown(page, 2)).every(([name]) => name?.toLowerCase().includes(first.slice(0, 5).toLowerCase())));
  await page.locator("#results .watch").first().click();
  await page.locator("#table .board").waitFor();
  assert.equal(await page.locator("#results").isVisible(), false);
  await page.goBack();
  await page.locator("#results .wide").waitFor();
  assertNoComplaints(complaints);
  await context.close();
});

test("whoever wants no results is offered none, and is sent none", async () => {
  const { page, complaints, context } = await watch(browser, program.url, { address: "/live?results=no#standings" });
  await page.locator("#list .card").first().waitFor();
  assert.deepEqual(await page.locator("#views a").allInnerTexts(), ["Boards", "Players"]);
  const answer = page.waitForResponse(/\/api\/v1\/rounds/);
  await page.getByRole("link", { name: "Players" }).click();
  const text = await (await answer).text();
  await eventually(async () => assert.ok((await page.locator("article.player").count()) > 2, "who follows nobody sees all"));
  await page.getByText("Press the star beside a player").waitFor();
  assert.doesNotMatch(text, /"1-0"|"0-1"|"points"/);
  await page.locator("#search-players").fill((await told())[0][0].slice(0, 5));
  await page.locator("article.player").first().waitFor();
  assert.doesNotMatch(await page.locator("#results").innerText(), /Points|Rank/);
  assertNoComplaints(complaints);
  await context.close();
});

for (const [lang, options] of /** @type {const} */ ([["en", {}], ["ru", slow()]])) {
  test(`axe finds no fault in standings, crosstable and players (${lang})`, options, async () => {
    for (const view of ["standings", "crosstable", "players"]) {
      const { page, complaints, context } = await watch(browser, program.url, { address: `/live?lang=${lang}#${view}` });
      if (view === "players") await page.locator("#search-players").fill("a");
      await page.locator("#results .wide").first().waitFor();
      assert.deepEqual(await faults(page, SPECTATORS), [], view);
      assertNoComplaints(complaints);
      await context.close();
    }
  });
}

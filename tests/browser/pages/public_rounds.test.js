// The public page of rounds: what has begun, and nothing else.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { IS_FIREFOX, assertNoComplaints, eventually, launch, open, visitor } from "../lib/browser.js";
import { NAMES, entered, give } from "../lib/event.js";
import { Description } from "../lib/openapi.js";
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
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** Waits until everybody may read what was just ordered. @param {string} path @param {RegExp} wanted */
const published = (path, wanted) =>
  eventually(async () => assert.match(await (await fetch(program.url + path)).text(), wanted));

test("a round is public when it has begun, with its results and the standings", async () => {
  await give(organiser, entered(3));
  const { page, complaints, context } = await visitor(browser, { locale: "en-GB" });
  /** @type {Set<string>} */
  const asked = new Set();
  page.on("request", (request) => asked.add(new URL(request.url()).pathname));
  await page.goto(`${program.url}/rounds/`);
  await eventually(async () => assert.match(await page.locator("#empty").innerText(), /No round has begun/));
  assert.doesNotMatch(await page.locator("body").innerText(), /Nowak/);
  const { page: hall } = await visitor(browser, { locale: "en-GB" });
  const way = hall.getByRole("link", { name: "Rounds and standings" });
  const asksForRounds = async () => {
    await open(hall, `${program.url}/live`);
    const answer = hall.waitForResponse(/\/api\/v1\/rounds/);
    await hall.locator("#menu").click();
    await answer;
  };
  await asksForRounds();
  await hall.getByLabel("Language").waitFor();
  assert.equal(await way.isVisible(), false);

  assert.equal(await give(organiser, { do: "open", key: "A", round: 1 }), 200);
  assert.equal(await give(organiser, { do: "result", key: "A", round: 1, board: 2, result: "1/2-1/2", how: "agreement" }), 200);
  await published("/api/v1/rounds", /"1\/2-1\/2"/);
  await page.reload();
  const table = page.locator("#pairings table");
  await table.waitFor();
  assert.equal(await table.locator("caption").innerText(), "Pairings of round 1");
  assert.deepEqual(await table.locator("thead th").evaluateAll((heads) => heads.map((th) => [th.textContent, th.getAttribute("scope")])),
    [["Board", "col"], ["White", "col"], ["Result", "col"], ["Black", "col"]]);
  assert.equal(await table.locator("tbody th[scope=row]").count(), 3);
  assert.match(await table.locator("tr").nth(2).innerText(), /2\s+Wiśniewska, Ewa 2498\s+½–½\s+<img src=x onerror=alert\(1\)> 2497/);
  assert.match(await page.locator("#pairings ul").innerText(), /Иванова, Мария[^]*: bye \(½ point\)/);
  await page.locator("#standings table").waitFor();
  assert.match(await page.locator("#standings").innerText(), /Games are still missing\.[^]*½/);
  assert.match(await page.locator("#crosstable").innerText(), /Crosstable after round 1[^]*\dw½/);
  const mayBeAsked = ["/api/v1/rounds", "/api/v1/tournaments/A/rounds/1/standings"];
  for (const path of asked) assert.ok(!path.startsWith("/api/") || mayBeAsked.includes(path), path);

  await asksForRounds();
  await way.click();
  await hall.locator("#pairings table").waitFor();
  // A link leads to an electronic board as soon as its game has begun.
  const watch = hall.locator("#pairings tbody a");
  if (await watch.count()) {
    assert.match((await watch.first().getAttribute("aria-label")) ?? "", /^Watch table [123]$/);
    await watch.first().click();
    await hall.locator("#table .board").waitFor();
  }
  assertNoComplaints(complaints);
  await context.close();
});

test("the reader's language is chosen by the browser, and by a switch that is remembered", async () => {
  const heads = [];
  for (const [locale, head] of /** @type {[string, string][]} */ ([["pl-PL", "Białe"], ["ru-RU", "Белые"], ["de-DE", "Weiß"], ["fr-FR", "Blancs"], ["es-MX", "Blancas"], ["it-IT", "White"]])) {
    const { page, complaints, context } = await visitor(browser, { locale, colorScheme: "dark" });
    await page.goto(`${program.url}/rounds/`);
    await page.locator("#pairings table").waitFor();
    heads.push(await page.locator("#pairings thead").innerText());
    assert.match(heads[heads.length - 1], new RegExp(head));
    assert.equal(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme].join()), `${locale === "it-IT" ? "en" : locale.slice(0, 2)},dark`);
    await page.selectOption("#language", "ru");
    await page.reload();
    await eventually(async () => assert.match(await page.locator("#pairings thead").innerText(), /Белые/));
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("long and strange names fit a phone and stay text", async () => {
  const { page, complaints, context } = await visitor(browser, { viewport: { width: 360, height: 640 } });
  await page.goto(`${program.url}/rounds/#A/1`);
  await page.locator("#pairings table").waitFor();
  const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= shown, `${wide} > ${shown}`);
  const inside = await page.locator("#pairings .wide").evaluate((el) => el.scrollWidth - el.clientWidth);
  assert.equal(inside, 0, "the pairings need no scrolling sideways");
  const names = await page.locator("#pairings bdi").allInnerTexts();
  for (const name of NAMES.slice(0, 6)) assert.ok(names.includes(name), name);
  assert.equal(await page.locator("#pairings img").count(), 0);
  assertNoComplaints(complaints);
  await context.close();
});

test("a round stays at its address as it was signed, with what was corrected since", async () => {
  for (const [board, result] of /** @type {[number, string][]} */ ([[1, "1-0"], [2, "1/2-1/2"], [3, "0-1"]])) {
    assert.equal(await give(organiser, { do: "result", key: "A", round: 1, board, result }), 200);
  }
  assert.equal(await give(organiser, { do: "close", key: "A", round: 1 }), 200);
  assert.equal(await give(organiser, { do: "open", key: "A", round: 2 }), 200);
  const { page, complaints, context } = await visitor(browser, { locale: "en-GB" });
  await page.goto(`${program.url}/rounds/#A/1`);
  const [pairings, standings, corrections] = ["#pairings", "#standings", "#corrections"].map((id) => page.locator(id));
  await eventually(async () => assert.match(await standings.innerText(), /Standings after round 1[^]*As it was when the round ended/));
  const signed = await standings.innerText();
  assert.equal(await page.locator("#versions").isVisible(), false);

  assert.equal(await give(organiser, { do: "result", key: "A", round: 1, board: 1, result: "0-1" }), 200);
  await published("/api/v1/tournaments/A/rounds/1/standings", /"corrections":\[\{/);
  await page.reload();
  await eventually(async () => assert.match(await corrections.innerText(), /Corrected since the round ended[^]*Round 1, board 1: 1–0 became 0–1 \(Nowak, Anna/));
  assert.equal(await standings.innerText(), signed);
  assert.match(await pairings.locator("tr").nth(1).innerText(), /1–0 → 0–1/);

  // Each version has its address, and the way back leads through them.
  await page.locator("#versions a", { hasText: "With corrections" }).click();
  await eventually(async () => assert.match(await standings.innerText(), /With the corrections since the round ended/));
  assert.equal(new URL(page.url()).hash, "#A/1/corrected");
  await page.locator("#numbers a", { hasText: "2" }).click();
  await eventually(async () => assert.match(await standings.innerText(), /Standings after round 2/));
  await page.goBack();
  await eventually(async () => assert.match(await standings.innerText(), /With the corrections since/));
  await page.goBack();
  await eventually(async () => assert.equal(await standings.innerText(), signed));

  const files = await page.locator("#save a").evaluateAll((links) => links.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
  assert.equal(files.length, 3);
  for (const file of files) {
    const answer = await fetch(file);
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "text/csv; charset=utf-8"], file);
    assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="A-round1-[a-z]+\.csv"$/);
    assert.deepEqual([...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)], [0xef, 0xbb, 0xbf], file);
  }
  // On paper there is nothing to press. WebDriver BiDi shows none of Firefox's.
  await page.emulateMedia({ media: "print" });
  for (const id of IS_FIREFOX ? [] : ["#versions", "#save", "#numbers", "#print", "#theme", "#language"]) assert.equal(await page.locator(id).isVisible(), false, id);
  assert.equal(await standings.isVisible(), true);
  assert.equal(await page.locator("#crosstable").isVisible(), true);
  assertNoComplaints(complaints);
  await context.close();
});

test("the sheet of a round is what the document promises", async () => {
  const description = new Description(JSON.parse(readFileSync(new URL("../../../web/openapi.json", import.meta.url), "utf8")));
  for (const operation of description.operations().filter(({ path }) => path.includes("{round}") || path === "/api/v1/rounds")) {
    for (const query of ["", "?corrected=true"]) {
      const path = operation.path.replace(/{(key|uuid)}/, "A").replace(/{(round|board)}/g, "1");
      const address = path + query;
      // A game may begin between two questions.
      await eventually(async () => {
        const answer = await fetch(program.url + address);
        assert.equal(answer.status, 200, address);
        const tag = answer.headers.get("etag") ?? "";
        assert.equal(await description.complaint(operation, answer), "", address);
        const again = await fetch(program.url + address, { headers: { "if-none-match": tag } });
        assert.equal(again.status, 304, address);
      });
    }
  }
});

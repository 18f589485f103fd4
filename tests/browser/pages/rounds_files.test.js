// The organiser's page of rounds: the file that brings the pairings, and what goes out on paper and into a spreadsheet.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, notFirefox } from "../lib/browser.js";
import { entered, give, told } from "../lib/event.js";
import { pageOfRounds, title } from "../lib/organiser.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());
const organiser = () => pageOfRounds(browser);

test("a file of pairings is looked at, its problems are told, and it is taken over", notFirefox("WebDriver BiDi tells no body of a request"), async () => {
  const { program, page, complaints } = await organiser();
  try {
    await give(page, { do: "enter", key: "A", name: "Open" });
    await eventually(async () => assert.equal(await title(page), "Open · Round 1 · no pairings"));
    /** @type {string[]} */
    const asked = [];
    const three = (/** @type {string} */ text) => ({ en: text, pl: `${text} (pl)`, ru: `${text} (ru)` });
    await page.route("**/api/v1/event/import?*", async (route) => {
      const query = new URL(route.request().url()).searchParams;
      asked.push(`${query.get("tournament")}/${query.get("round")} ${query.get("apply")} ${route.request().postData()?.length}`);
      const applied = query.get("apply") === "true";
      if (applied) await give(page, entered(2));
      const problems = [{ line: 3, text: "<i>Nowk, Anna</i>", words: three("the name is not known"), proposal: three("Nowak, Anna"), error: false }];
      await route.fulfill({ json: { format: "CSV", problems, order: entered(2), applied } });
    });
    const panel = page.locator("#import");
    await panel.locator("textarea").fill("1;Nowak;Kowalski");
    await panel.getByRole("button", { name: "Look what is in it" }).click();
    await panel.getByRole("button", { name: "Take over" }).waitFor();
    const found = await panel.locator(".found").innerText();
    assert.match(found, /Read as CSV\.[^]*5 players; round 1: 2 boards[^]*3\s+<i>Nowk, Anna<\/i>\s+the name is not known\s+Nowak, Anna/);
    await panel.getByRole("button", { name: "Take over" }).click();
    await eventually(async () => assert.equal(await page.locator("#pairings tbody tr").count(), 2));
    assert.deepEqual(asked, ["A/1 false 16", "A/1 true 16"]);

    // What the program itself finds: an error in a line keeps all of the list out.
    await page.unroute("**/api/v1/event/import?*");
    await page.locator("#numbers button").nth(1).click();
    await panel.locator("summary").first().click();
    await panel.locator("textarea").fill("Board;White;Black\n1;Nowak, Anna;Kowalski, Jan\n2;Nowak, Anna;Wiśniewska, Ewa");
    await panel.getByRole("button", { name: "Look what is in it" }).click();
    await eventually(async () => assert.match(await panel.locator(".found").innerText(), /error:[^]*cannot be taken over/));
    await panel.locator("textarea").fill("Board;White;Black\n1;Kowalski, Jan;Nowak, Anna");
    await panel.getByRole("button", { name: "Look what is in it" }).click();
    await panel.getByRole("button", { name: "Take over" }).click();
    await eventually(async () => assert.match(await page.locator("#pairings tbody").innerText(), /Kowalski, Jan[^]*Nowak, Anna/));
    await eventually(async () => {
      const { pairings } = (await told(page)).event.tournaments.A.rounds[2];
      assert.deepEqual(Object.values(pairings).map(({ white, black }) => [white, black]), [[2, 1]]);
    });
    // The same list once more is no mistake, and there is nothing to take over.
    await panel.locator("summary").first().click();
    await panel.locator("textarea").fill("Board;White;Black\n1;Kowalski, Jan;Nowak, Anna");
    await panel.getByRole("button", { name: "Look what is in it" }).click();
    await panel.getByText("All of it is entered already; nothing changes").waitFor();
    assert.equal(await panel.getByRole("button", { name: "Take over" }).count(), 0);
    assert.doesNotMatch(await panel.locator(".found").innerText(), /cannot be taken over/);
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

test("a list that would be refused says so before anybody takes it over", async () => {
  const { program, page, complaints } = await organiser();
  try {
    await give(page, entered(2));
    await give(page, { do: "open", key: "A", round: 1 });
    assert.equal(await give(page, { do: "result", key: "A", round: 1, board: 1, result: "1-0" }), 200);
    await eventually(async () => assert.match(await title(page), /Round 1 /));
    const panel = page.locator("#import");
    await panel.locator("summary").first().click();
    await panel.locator("textarea").fill("Board;White;Black\n1;Kowalski, Jan;Nowak, Anna");
    await panel.getByRole("button", { name: "Look what is in it" }).click();
    await panel.getByText(/^It would be refused: .*board 1/).waitFor();
    assert.match(await panel.locator(".found").innerText(), /round 1: 1 boards[^]*It would be refused: board 1 has a result/);
    assert.equal(await panel.getByRole("button", { name: "Take over" }).count(), 0);
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

test("a list that is opened while the program is slow to answer stays open", async () => {
  const { program, page, complaints } = await organiser();
  try {
    await give(page, { ...entered(2), rounds_planned: 3 });
    await eventually(async () => assert.equal(await page.locator("#numbers button").count(), 3));
    await page.getByText("Nothing is missing.").or(page.locator("#bar .items")).first().waitFor();
    // The program says what is missing when the test lets it.
    let say = () => {};
    const said = new Promise((resolve) => (say = () => resolve(null)));
    await page.route("**/api/v1/event/ready?*", async (route) => {
      await said;
      await route.continue();
    });
    const panel = page.locator("#import");
    await page.locator("#numbers button").nth(1).click();
    await eventually(async () => assert.equal(await title(page), "Open · Round 2 · not begun"));
    // What was said of round 1 is not said of round 2, and nothing begins before the answer.
    assert.equal(await page.locator("#bar .missing").innerText(), "What is missing is being asked…");
    assert.ok(await page.getByRole("button", { name: "Begin round 2" }).isDisabled());
    await panel.locator("summary").first().click();
    await panel.locator("textarea").fill("Board;White;Black");
    say();
    await eventually(async () => assert.ok(await page.getByRole("button", { name: "Begin round 2" }).isEnabled()));
    assert.equal(await panel.evaluate((el) => /** @type {HTMLDetailsElement} */ (el).open), true);
    assert.equal(await panel.locator("textarea").inputValue(), "Board;White;Black");
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

test("pairings go on paper and into a spreadsheet, and every language fits a phone", notFirefox("WebDriver BiDi tells of no file that a page made"), async () => {
  const { program, page, complaints } = await organiser();
  try {
    await give(page, entered(4));
    await give(page, { do: "open", key: "A", round: 1 });
    await give(page, { do: "result", key: "A", round: 1, board: 2, result: "-/+" });
    await eventually(async () => assert.match(await page.locator("#pairings").innerText(), /−\/\+/));
    const coming = page.waitForEvent("download");
    await page.locator("[data-csv=pairings]").click();
    const file = await coming;
    assert.equal(file.suggestedFilename(), "A-1-pairings.csv");
    const text = readFileSync(await file.path(), "utf8");
    assert.match(text, /\r\n2,2,3,,"Wiśniewska, Ewa",2498,-\/\+,4,,<img src=x onerror=alert\(1\)>,2497\r\n/);

    for (const [name, said] of /** @type {[string, RegExp][]} */ ([["Report for rating (TRF)", /Nowak, Anna/], ["Result sheet to sign", /Wiśniewska, Ewa/]])) {
      const href = await page.getByRole("link", { name }).getAttribute("href");
      const paper = await page.evaluate(async (href) => (await fetch(new URL(href ?? "", location.href))).text(), href);
      assert.match(paper, said);
    }

    await page.evaluate(() => (window.print = () => {}));
    for (const kind of ["wall", "sheet", "ranks"]) {
      await page.emulateMedia({ media: "screen" });
      await page.locator(`[data-paper=${kind}]`).click();
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator("main").isVisible(), false);
      assert.match(await page.locator("#paper").innerText(), /^Open\s[^]*Nowak, Anna/);
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    }
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 360, height: 640 });
    for (const id of ["settings", "import", "byes", "timing", "players", "ratings", "boards"]) await page.evaluate((id) => document.getElementById(id)?.setAttribute("open", ""), id);
    for (const language of ["en", "pl", "ru"]) {
      await page.selectOption("#language", language);
      const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= shown, `${language}: ${wide} > ${shown}`);
      const raw = await page.evaluate(() => document.body.innerText.match(/\{\d\}/g));
      assert.equal(raw, null, "a place for a value was not filled");
    }
    await page.getByRole("link", { name: "Стол арбитра" }).click();
    await page.locator("#todo").waitFor();
    assert.equal(await page.locator("header a[href='rounds/']").count(), 1);
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

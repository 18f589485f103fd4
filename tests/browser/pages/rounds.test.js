// The organiser's page of rounds: from an empty event to the second round, and back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch } from "../lib/browser.js";
import { entered, give, told } from "../lib/event.js";
import { pageOfRounds, title } from "../lib/organiser.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());
const organiser = () => pageOfRounds(browser);

/** Begins a round, and does so all the same where the simulated boards are not ready. @param {import("playwright-core").Page} page
 * @param {number} round */
async function begin(page, round) {
  await page.getByRole("button", { name: `Begin round ${round}` }).click();
  const state = async () => (await told(page)).event.tournaments.A.rounds[round].state;
  await eventually(async () => {
    const asked = page.getByRole("button", { name: "Do it all the same" });
    if (await asked.isVisible()) await asked.click();
    assert.equal(await state(), "open");
  });
}

test("a round is entered, begun, given results and ended, and the end is taken back", async () => {
  const { program, page, complaints } = await organiser();
  try {
    const form = page.locator("form[data-form=tournament]");
    await form.getByLabel("Key").fill("A");
    await form.getByLabel("Name").fill("Open <A>");
    await form.getByLabel("Rounds").fill("5");
    await form.getByRole("button", { name: "Save" }).click();
    await eventually(async () => assert.equal(await title(page), "Open <A> · Round 1 · no pairings"));
    assert.equal(await page.locator("#numbers button").count(), 5);

    assert.equal(await give(page, { ...entered(3), name: undefined }), 200);
    await eventually(async () => assert.equal(await page.locator("#pairings tbody tr").count(), 3));
    assert.match(await page.locator("#pairings tbody tr").nth(1).innerText(), /Wiśniewska, Ewa[^]*<img src=x onerror/);
    await begin(page, 1);
    await eventually(async () => assert.equal(await title(page), "Open <A> · Round 1 · in play"));

    // One touch for the usual result; the form for the rest. The focus stays at its board.
    await page.getByRole("button", { name: "Board 1: 1–0" }).click();
    await eventually(async () => assert.equal((await told(page)).event.tournaments.A.rounds[1].pairings[1].result, "1-0"));
    await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Change board 1"));
    await page.getByRole("button", { name: "Change board 2" }).click();
    const editor = page.locator("#editor");
    await editor.getByLabel("Result").selectOption("1/2-1/2");
    await editor.getByLabel("How it ended").selectOption("agreement");
    await editor.getByRole("button", { name: "Enter the result" }).click();
    await eventually(async () => assert.equal(await editor.isVisible(), false));
    const pairing = (await told(page)).event.tournaments.A.rounds[1].pairings[2];
    assert.deepEqual([pairing.result, pairing.how], ["1/2-1/2", "agreement"]);

    // What keeps the round from ending is listed, and refused in the language of the page.
    assert.match(await page.locator("#bar .missing").innerText(), /Boards without a result \(1\)/);
    await page.selectOption("#language", "pl");
    await page.getByRole("button", { name: "Zakończ rundę 1" }).click();
    await eventually(async () => assert.match(await page.locator("#bar .why").innerText(), /szachownic|wynik/i));
    await page.selectOption("#language", "en");
    await page.getByRole("button", { name: "Board 3: 0–1" }).click();
    await eventually(async () => assert.match(await page.locator("#bar .missing").innerText(), /All results are in/));
    await page.getByRole("button", { name: "End round 1" }).click();
    await eventually(async () => assert.equal(await title(page), "Open <A> · Round 2 · not begun"));
    assert.equal(await page.locator("#standings > .wide tbody tr").count(), 7);

    await page.getByRole("button", { name: "Take back: the end of the round" }).click();
    await eventually(async () => assert.equal(await title(page), "Open <A> · Round 1 · in play"));
    await page.getByRole("button", { name: "End round 1" }).click();
    await begin(page, 2);
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

test("a pairing is put right: name, colours, board, table, bye", async () => {
  const { program, page, complaints } = await organiser();
  try {
    await give(page, entered(3));
    const pairings = async () => (await told(page)).event.tournaments.A.rounds[1];
    const editor = page.locator("#editor");
    const change = async () => {
      await page.getByRole("button", { name: "Change board 1" }).click();
      await editor.waitFor();
    };
    const closed = () => eventually(async () => assert.equal(await editor.isVisible(), false));
    await change();
    const white = editor.locator("form[data-form=player]").first();
    await white.getByLabel("Name (Surname, Given)").fill("Nowak-Lis, Anna");
    await white.getByLabel("Fed.").fill("pol");
    await white.getByRole("button", { name: "Save" }).click();
    await closed();
    const corrected = (await told(page)).event.tournaments.A.players[1];
    assert.deepEqual([corrected.name, corrected.federation, corrected.elo], ["Nowak-Lis, Anna", "POL", 2500]);
    await change();
    await editor.getByRole("button", { name: "Swap White and Black" }).click();
    await closed();
    await change();
    await editor.getByLabel("Swap with board").selectOption("3");
    await editor.getByRole("button", { name: "Swap", exact: true }).click();
    await closed();
    await change();
    await editor.getByLabel("Play at table").fill("4");
    await editor.getByRole("button", { name: "Move", exact: true }).click();
    await closed();
    const { 1: one, 3: three } = (await pairings()).pairings;
    assert.deepEqual([one.white, one.black, one.table, three.white, three.black], [5, 6, 4, 2, 1]);

    await page.locator("#byes summary").click();
    await page.locator("#byes select").selectOption("pairing-bye");
    await eventually(async () => assert.deepEqual((await pairings()).unpaired, { 7: "pairing-bye" }));
    assert.equal(Object.keys((await pairings()).pairings).length, 3);

    // Without a name there is no order.
    await page.fill("#author", "");
    await page.locator("#boards summary").click();
    await page.getByRole("button", { name: "Find the board of table 2 by touching" }).click();
    await eventually(async () => assert.match(await page.locator("#boards .why").innerText(), /Say who you are/));
    await page.fill("#author", "Organiser");
    await page.getByRole("button", { name: "Find the board of table 2 by touching" }).click();
    // A piece that a simulated player moves may answer at once.
    await eventually(async () => assert.match(`${(await told(page)).finding ?? "found"}`, /^(2|found)$/));
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

test("what must be done before a round is asked about, and the rest is only shown", async () => {
  const { program, page, complaints } = await organiser();
  try {
    const words = (/** @type {string} */ text) => ({ en: text, pl: `${text} pl`, ru: `${text} ru` });
    const items = [{ kind: "pieces", severity: "look", table: 1, board: 1, words: words("pieces stand wrong"), what_to_do: words("put them right") },
      { kind: "no-board", severity: "stop", table: 2, board: 2, words: words("there is no board"), what_to_do: words("plug it in") }];
    await page.route("**/api/v1/event/ready?tournament=A&round=1", (route) => route.fulfill({ json: { ready: false, items } }));
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.revision !== undefined);
    await page.fill("#author", "Organiser");
    await give(page, entered(3));
    await eventually(async () => assert.match(await page.locator("#bar .items").innerText(), /^must be done Table 2: there is no board plug it in\s+have a look Table 1: pieces stand wrong/));
    await page.getByRole("button", { name: "Begin round 1" }).click();
    assert.match(await page.locator("#bar .confirm").innerText(), /must be done: 1/);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Cancel");
    await page.getByRole("button", { name: "Do it all the same" }).click();
    await eventually(async () => assert.equal((await told(page)).event.tournaments.A.rounds[1].state, "open"));
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

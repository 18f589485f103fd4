// The arbiter's desks: the list before the round, the steps of what is put right, scores PGN has no token for, a phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, visitor } from "../lib/browser.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** A desk that is open, of a demo played like this. @param {Parameters<typeof demo>[0]} options */
async function desk(options) {
  const program = await demo(options);
  const { page, complaints } = await visitor(browser);
  await page.goto(program.link());
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  await page.fill("#author", "Chief Arbiter");
  return { program, page, complaints };
}

test("before the round every table is one row of one list, until its game begins", async () => {
  const { program, page, complaints } = await desk({ speed: 1, seed: 3, tables: 4 });
  try {
    await eventually(async () => assert.equal(await page.locator("#round tbody tr").count(), 4));
    assert.match(await page.locator("#round h2").innerText(), /^Before the round: \d of 4 tables are ready$/);
    const words = await page.locator("#round tbody tr").first().locator("td.look .spoken").allInnerTexts();
    assert.equal(words.length, 4);
    for (const word of words) assert.match(word, /^(right|wrong|not known)$/);
    const list = await page.evaluate(async () => (await fetch("api/v1/arbiter/round")).json());
    assert.deepEqual(list.tables.map((/** @type {any} */ row) => row.table), [1, 2, 3, 4]);
    for (const row of list.tables) assert.match(row.state, /^(ready|not-ready|playing)$/);
    const heads = await page.locator("#round th").allInnerTexts();
    await page.selectOption("#language", "ru");
    assert.notDeepEqual(await page.locator("#round th").allInnerTexts(), heads);
    await eventually(async () => assert.equal(await page.locator("#round").isVisible(), false), 120_000);
    assertNoComplaints(complaints);
  } finally {
    await program.kill();
  }
});

test("a confirmed illegal move is a desk with steps, and every language fits a phone", async () => {
  const { program, page, complaints } = await desk({ speed: 12, seed: 5, tables: 6, illegal: true });
  try {
    const first = page.locator("#open article[data-rule=illegal-move-completed]").first();
    await first.waitFor({ timeout: 120_000 });
    await first.locator("button[data-decision=confirm]").click();
    const guide = page.locator("#open .guide:visible").first();
    await guide.waitFor();
    const tasks = await guide.locator("li").evaluateAll((items) => items.map((item) => /** @type {HTMLElement} */ (item).dataset.task));
    assert.deepEqual(tasks.slice(0, 3), ["stop-clocks", "put-back", "replace"]);
    assert.ok(tasks.includes("add-time") && tasks.includes("start-clock"), tasks.join(" "));
    assert.match(await guide.innerText(), /Add 1:00 to the time of (White|Black): the clock shows [\d:]+ \([^)]+ s\), set it to \d/);

    await page.getByRole("button", { name: "Table 1", exact: true }).first().click();
    await page.setViewportSize({ width: 360, height: 640 });
    for (const language of ["en", "pl", "ru"]) {
      await page.selectOption("#language", language);
      const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= shown, `${language}: ${wide} > ${shown}`);
    }
    assertNoComplaints(complaints);
  } finally {
    await program.kill();
  }
});

test("a clock is set only when its order was read and confirmed, in three languages", async () => {
  const { program, page, complaints } = await desk({ speed: 1, seed: 3, tables: 2 });
  try {
    await page.getByRole("button", { name: "Table 2", exact: true }).first().click();
    const form = page.locator("#desk form[data-form=clockOrder]");
    const confirm = form.locator(".confirm");
    const said = () => page.locator("#desk .said").innerText();
    const prepare = () => form.locator("button[type=submit]:not(.prepare)").click();
    await form.locator("select").first().selectOption("set");
    // Before the players switch their clock on, nothing answers.
    const read = form.getByRole("button", { name: "Times as last read" });
    await eventually(async () => assert.ok(await read.isEnabled()), 60_000);
    const [white, black] = [form.getByLabel("White", { exact: true }), form.getByLabel("Black", { exact: true })];

    // A time that is none is told, and nothing is asked.
    await white.fill("half an hour");
    await black.fill("32:00");
    await prepare();
    await eventually(async () => assert.match(await form.locator(".why").innerText(), /“half an hour” is no time/));
    assert.equal(await confirm.isVisible(), false);

    // The order in words; the key that made it does not send it, and another order is asked about anew.
    await white.fill("0:30:00");
    await white.press("Enter");
    await confirm.waitFor();
    assert.match(await confirm.innerText(), /clock of table 2 will show White 30:00, Black 32:00\. Both times stand\./);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Do not send");
    await page.keyboard.press("Enter");
    assert.equal(await confirm.isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Look at the order");
    await prepare();
    await confirm.waitFor();
    await black.fill("31:00");
    assert.equal(await confirm.isVisible(), false, "what was asked about is another order now");
    assert.doesNotMatch(await said(), /clock: set/);

    // Sent once it is confirmed, under the arbiter's name.
    await prepare();
    await form.getByRole("button", { name: "Send it to the clock" }).click();
    await eventually(async () => assert.match(await said(), /Chief Arbiter: clock: set the times, White 30:00, Black 31:00/));
    assert.equal((await said()).match(/clock: set/g)?.length, 1);

    // What changes nothing is not asked about, and the answer stands beside it.
    await form.locator("select").first().selectOption("version");
    assert.equal(await white.isVisible(), false);
    await eventually(async () => {
      // A clock that is still busy with the order before says so.
      await prepare();
      await form.locator(".done:not(:empty), .why:not(:empty)").first().waitFor();
      assert.match(await form.locator(".done, .why").allInnerTexts().then((said) => said.join(" ")), /the clock is a DGT 3000/);
    });

    await form.locator("select").first().selectOption("text");
    await form.getByLabel("Text, at most 8 signs").fill("PAUSE");
    const heads = new Set();
    for (const language of ["en", "pl", "ru"]) {
      await page.selectOption("#language", language);
      await prepare();
      await confirm.waitFor();
      assert.match(await confirm.innerText(), /PAUSE/);
      heads.add(await confirm.innerText());
      await confirm.locator("button.no").click();
    }
    assert.equal(heads.size, 3, "each language has its own words");

    // What no clock shows is refused in the language of the page.
    const shown = form.locator("input[maxlength]");
    for (const [language, why] of /** @type {[string, RegExp][]} */ ([["pl", /^zegar pokazuje od 1 do 8/], ["ru", /^часы показывают от 1 до 8/], ["en", /^a clock shows 1 to 8/]])) {
      await page.selectOption("#language", language);
      await shown.fill("żółw");
      await prepare();
      await confirm.waitFor();
      await confirm.locator("button:not(.no)").click();
      await eventually(async () => assert.match(await form.locator(".why").innerText(), why));
    }
    await shown.fill("PAUSE");

    // Another table is another clock.
    await prepare();
    await confirm.waitFor();
    await page.locator("#tables button").first().click();
    await eventually(async () => assert.equal(await confirm.isVisible(), false));
    assert.doesNotMatch(await said(), /PAUSE/);
    // Refusals were told beside the form.
    assertNoComplaints(complaints.filter((said) => !/status of 409/.test(said)));
  } finally {
    await program.kill();
  }
});

test("a game that was not played has its score on the desk, in the hall and in the PGN", async () => {
  const { program, page, complaints } = await desk({ speed: 1, seed: 3, tables: 2 });
  try {
    await page.getByRole("button", { name: "Table 2", exact: true }).first().click();
    const form = page.locator("#desk form[data-form=setResult]");
    await form.getByLabel("Result").selectOption("-/+");
    await form.locator("button[type=submit]:not(.prepare)").click();
    await eventually(async () => assert.match(await page.locator("#tables").innerText(), /-\/\+/));
    await eventually(async () => {
      const { tables } = await program.snapshot();
      assert.deepEqual([tables[1].result, tables[1].score], ["0-1", "-/+"]);
    });
    const { page: hall, context } = await visitor(browser);
    await hall.goto(`${program.url}/live`);
    await eventually(async () => assert.deepEqual(await hall.locator(".card").nth(1).locator(".score").allInnerTexts().then((texts) => texts.sort()), ["+", "−"].sort()));
    await context.close();
    await eventually(async () => {
      const pgn = await (await fetch(`${program.url}/all-games.pgn`)).text();
      assert.match(pgn, /\[Result "0-1"\][^]*\[Score "-\/\+"\]\n\[Termination "rules infraction"\]/);
    });
    assertNoComplaints(complaints);
  } finally {
    await program.kill();
  }
});

test("the result of a game whose table plays the next one is set on its desk", async () => {
  const { program, page, complaints } = await desk({ speed: 20, seed: 3, tables: 2 });
  try {
    await eventually(async () => assert.ok((await program.snapshot()).tables[0].moves.length > 4), 60_000);
    await page.getByRole("button", { name: "Table 1", exact: true }).first().click();
    const form = page.locator("#desk form[data-form=setResult]");
    const game = form.getByLabel("Game");
    assert.equal(await game.isVisible(), false, "there is one game alone");
    const begun = await page.evaluate(async () => {
      const body = JSON.stringify({ cmd: "start", author: "Chief Arbiter" });
      return (await fetch("api/v1/tables/1/commands", { method: "POST", headers: { "Content-Type": "application/json" }, body })).status;
    });
    assert.equal(begun, 200);
    await game.waitFor();
    assert.match((await game.locator("option").allInnerTexts()).join("; "), /^on the board; Game 1: .+ – .+ \(\*\)$/);
    await game.selectOption("1");
    await form.getByLabel("Result").selectOption("1/2-1/2");
    await form.locator("button[type=submit]:not(.prepare)").click();
    await eventually(async () => assert.match((await game.locator("option").allInnerTexts()).join("; "), /\(1\/2-1\/2\)$/));
    // The games are printed beside the main loop, at most once a second.
    await eventually(async () => {
      const pgn = await (await fetch(`${program.url}/all-games.pgn`)).text();
      const first = pgn.split("[Event ").filter((text) => /\[Board "1"\]/.test(text))[0];
      assert.match(first, /\[Result "1\/2-1\/2"\]/);
    });
    assert.equal((await program.snapshot()).tables[0].result, "*", "the game on the board has none");
    assertNoComplaints(complaints);
  } finally {
    await program.kill();
  }
});

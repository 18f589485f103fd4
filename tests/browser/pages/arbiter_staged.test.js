// Decisions that are prepared and announced later, and the desk of an adjourned game, on the arbiter's page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch } from "../lib/browser.js";
import { logIn, madeHall } from "../lib/desk.js";
import { incident, table } from "../lib/made.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
/** @type {import("../lib/desk.js").Login} */
let login;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 1, seed: 3, tables: 1 });
  login = await logIn(browser, program);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

const result = { no: 1, t_ms: 3_000_000, author: "Second Arbiter", command: { cmd: "result", result: "0-1", game: 1, staged: 1 } };

test("a result is prepared with one tap and announced with another, as it stands", async () => {
  const { page, complaints, context, orders, hand } = await madeHall(browser, login, { tables: [table(1), table(2)] });
  try {
    assert.equal(await page.locator("#staged").isVisible(), false);
    await page.getByRole("button", { name: "Table 2", exact: true }).first().click();
    const form = page.locator("#desk form[data-form=setResult]");
    await form.locator("select").last().selectOption("0-1");
    await form.locator("button.prepare").click();
    await eventually(async () => assert.equal(orders.length, 1));
    assert.deepEqual(orders[0], { table: 2, command: { cmd: "prepare", order: { cmd: "result", result: "0-1" }, game: 1, author: "Chief Arbiter" } });

    hand.send([table(2, { staged: [result] })]);
    const card = page.locator("#staged article");
    await card.waitFor();
    assert.match(await card.innerText(), /Table 2: .*result 0-1/);
    assert.match(await card.innerText(), /Prepared by Second Arbiter at \d\d:\d\d:\d\d.*, not yet announced/);
    await card.locator("button[data-act=announce]").click();
    await eventually(async () => assert.equal(orders.length, 2));
    assert.deepEqual(orders[1].command, { ...result.command, author: "Chief Arbiter" });

    // Changed, the next one takes its place; dropped, it is named by its number.
    await card.locator("button[data-act=change]").click();
    assert.equal(await form.locator("button.prepare").innerText(), "Prepare in place of decision 1");
    await form.locator("select").last().selectOption("1-0");
    await form.locator("button.prepare").click();
    await eventually(async () => assert.equal(orders.length, 3));
    assert.equal(orders[2].command.staged, 1);
    await card.locator("button[data-act=drop]").click();
    await eventually(async () => assert.equal(orders.length, 4));
    assert.deepEqual(orders[3].command, { cmd: "drop", staged: 1, game: 1, author: "Chief Arbiter" });

    const why = { en: "the game went on", pl: "gra potoczyła się dalej", ru: "игра продолжилась" };
    hand.send([table(2, { staged: [{ ...result, why }] })]);
    await eventually(async () => assert.equal(await card.locator("button[data-act=announce]").isDisabled(), true));
    for (const [language, said] of Object.entries(why)) {
      await page.selectOption("#language", language);
      assert.equal(await card.locator(".unfit").innerText(), said);
    }
    hand.send([table(2)]);
    await eventually(async () => assert.equal(await page.locator("#staged").isVisible(), false));
    assertNoComplaints(complaints);
  } finally {
    await context.close();
  }
});

test("that an illegal move stands is prepared on its card, and nothing is decided before the announcement", async () => {
  const illegal = incident({ no: 4, rule: "illegal-move-completed", articles: ["F23 7.5.1"], window: "until-next-move" });
  const { page, complaints, context, orders, hand } = await madeHall(browser, login, { tables: [table(1), table(2, { incidents: [illegal] })] });
  try {
    const card = page.locator("#open article");
    await card.locator("button.prepare").click();
    await eventually(async () => assert.equal(orders.length, 1));
    const order = { cmd: "rule", incident: 4, decision: "stands" };
    assert.deepEqual(orders[0], { table: 2, command: { cmd: "prepare", order, game: 1, author: "Chief Arbiter" } });

    // The arbiters' feed tells of the prepared ruling; the incident is still open.
    const command = { ...order, game: 1, staged: 1 };
    hand.send([table(2, { incidents: [illegal], staged: [{ no: 1, t_ms: 3_000_000, author: "Chief Arbiter", command }] })]);
    const staged = page.locator("#staged article");
    await staged.waitFor();
    assert.match(await staged.innerText(), /Table 2: .*it stands/i);
    assert.equal(await card.count(), 1);
    await staged.locator("button[data-act=announce]").click();
    await eventually(async () => assert.equal(orders.length, 2));
    assert.deepEqual(orders[1], { table: 2, command: { ...command, author: "Chief Arbiter" } });
    assertNoComplaints(complaints);
  } finally {
    await context.close();
  }
});

test("the desk of an adjourned game offers what is possible next, and its sheet is printed alone", async () => {
  const envelope = { en: ["White: A; Black: B.", "Number of the sealed move: 41."], pl: [], ru: [] };
  const at = (/** @type {string} */ stage) => table(1, { adjournment: { stage, words: { en: stage, pl: stage, ru: stage }, envelope } });
  const { page, complaints, context, orders, hand } = await madeHall(browser, login, { tables: [at("sealed")] });
  try {
    await page.getByRole("button", { name: "Table 1", exact: true }).first().click();
    const desk = page.locator("#desk .envelope");
    const steps = () => desk.locator("form").evaluateAll((forms) => forms.map((form) => /** @type {HTMLElement} */ (form).dataset.step));
    assert.deepEqual(await steps(), ["adjourn-envelope", "adjourn-concluded"]);
    await desk.locator("input").fill("tomorrow at ten");
    await desk.locator("form[data-step=adjourn-envelope] button").click();
    await eventually(async () => assert.equal(orders.length, 1));
    assert.deepEqual(orders[0].command, { cmd: "report", rule: "adjourn-envelope", text: "tomorrow at ten", author: "Chief Arbiter" });

    // Nothing asks for the move before the envelope is open.
    for (const stage of ["in-custody", "setup-checked", "replier-absent", "sealer-absent"]) {
      hand.send([at(stage)]);
      await eventually(async () => assert.match(await desk.innerText(), new RegExp(stage)));
      assert.equal(await desk.locator("input").count(), 0, stage);
    }
    hand.send([at("opened")]);
    await eventually(async () => assert.ok((await steps()).includes("adjourn-sealed-invalid")));

    // The diagram is the position before the sealed move: none where that has been made.
    assert.equal(await desk.locator(".board").count(), 0);
    const fen = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1 w kq - 0 6";
    hand.send([{ ...at("sealed"), fen }]);
    await eventually(async () => assert.equal(await desk.locator(".board").getAttribute("data-fen"), fen));
    assert.equal(await desk.locator(".board").isVisible(), false, "the board stands beside it");

    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => document.body.classList.add("envelope-alone"));
    const drawn = await desk.locator(".board").boundingBox();
    assert.ok(drawn && drawn.width > 300 && drawn.height === drawn.width, JSON.stringify(drawn));
    assert.equal(await desk.locator(".board .men use").count(), 32);
    assert.equal(await desk.locator(".board .men use").first().isVisible(), true);
    assert.equal(await desk.locator("li").first().isVisible(), true);
    assert.equal(await desk.locator(".signatures").isVisible(), true);
    assert.equal(await page.locator("h1").isVisible(), false);
    assert.equal(await desk.locator("button.print").isVisible(), false);
    assertNoComplaints(complaints);
  } finally {
    await context.close();
  }
});

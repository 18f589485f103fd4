// A guest of the organiser at the console: the chief arbiter lets them in, they see what operators see, and they change nothing.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, launch, visitor } from "../lib/browser.js";
import { dropFile, openConsole, ready } from "../lib/console.js";
import { entered, give } from "../lib/event.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 4, seed: 4, tables: 4 })]);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

test("a guest sees the console, finds nothing on it that gives an order, and is refused what is sent all the same", async () => {
  const { page: chief, context } = await openConsole(browser, program, { name: "Chief" });
  await chief.goto(new URL("/", program.link()).href);
  await chief.locator("#logins summary").click();
  const invite = chief.locator("form.invite");
  await invite.getByLabel("Name").fill("Gwen Guest");
  await invite.getByRole("combobox").selectOption("guest");
  await invite.getByRole("button").click();
  const link = await invite.locator("code").first().innerText();

  const { page } = await visitor(browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(link);
  // The link leads to the console at once, and signs for nobody else.
  await page.waitForURL(/\/console$/);
  await ready(page);
  await eventually(async () => assert.equal(await page.locator(".tile").count(), 4));
  assert.equal(await page.locator("#author").inputValue(), "Gwen Guest");
  await page.locator(".tile button").first().click();
  await page.locator("#table .ply").first().click();
  const names = await page.locator("main button:visible, main input:visible, main select:visible").evaluateAll((all) => all.map((el) => (el.closest("[data-table]") && "tile") || el.id || el.className || (el.textContent ?? "")));
  const harmless = /^(tile|search|order|ply.*|Close)$/;
  assert.deepEqual(names.filter((name) => !harmless.test(name)), [], "nothing here gives an order");
  assert.equal(await page.locator("#table .board.movable").count(), 0);

  const send = (/** @type {string} */ path, /** @type {unknown} */ body) => page.evaluate(async ([path, body]) => {
    const answer = await fetch(/** @type {string} */ (path), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return answer.status;
  }, [path, body]);
  for (const body of [{ cmd: "result", result: "1-0" }, { cmd: "correct", from_ply: 1, moves: [] }, { cmd: "start" }, { cmd: "clock", do: "version" }, { cmd: "note", text: "x" }]) {
    assert.equal(await send("/api/v1/tables/1/commands", body), 403, body.cmd);
  }
  for (const body of [{ do: "gate", table: 1 }, { do: "find-board", table: 1 }, { do: "undo" }, { do: "confirm-proved" }, { do: "open", key: "A", round: 1 }]) {
    assert.equal(await send("/api/v1/event", body), 403, body.do);
  }
  assert.equal(await send("/api/v1/links", { name: "Another", role: "guest" }), 403);
  // A file that is dropped is refused with who may, and nothing is entered.
  assert.equal(await give(chief, entered(2)), 200);
  await eventually(async () => {
    await dropFile(page, "round1.csv", "Board;White;Black\n1;A, B;C, D");
    await page.getByText(/may be done by: organiser, chief arbiter/).waitFor({ timeout: 2000 });
  });
  await context.close();
});

// Who is logged in: the list names devices, a login is ended from it with its page, and one's own by leaving.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { IS_FIREFOX, assertNoComplaints, eventually, launch, visitor } from "../lib/browser.js";
import { demo } from "../lib/program.js";

/** The browser of this test, as the program tells it. */
const HERE = IS_FIREFOX ? "Firefox" : "Chrome";
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 12, tables: 1 });
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

test("a second device is let in, listed, and ended", async () => {
  const first = await visitor(browser);
  await first.page.goto(program.link());
  await first.page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  await first.page.locator("#another").click();
  const link = await first.page.locator("#other-link code").first().innerText();
  assert.match(await first.page.locator("#other-link").innerText(), /Only this computer can open it/);
  const phone = await visitor(browser, {
    userAgent: "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36",
  });
  await phone.page.goto(link);
  await phone.page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);

  await first.page.locator("#logins summary").click();
  const rows = first.page.locator("#logins tbody tr");
  await eventually(async () => assert.equal(await rows.count(), 2));
  assert.match(await rows.nth(0).innerText(), new RegExp(`${HERE} · Linux \\(this browser\\)`));
  assert.match(await rows.nth(1).innerText(), /Chrome · Android\s+127\.0\.0\.1[\s\S]*open now/);
  assert.match(await first.page.locator("#logins .note").innerText(), /72 hours without use, and 30 days/);
  for (const [code, words] of [["pl", /Kto jest zalogowany/], ["ru", /Кто вошёл/], ["en", /Who is logged in/]]) {
    await first.page.selectOption("#language", String(code));
    assert.match(await first.page.locator("#logins summary").innerText(), /** @type {RegExp} */ (words));
  }

  await rows.nth(1).getByRole("button").click();
  assert.match(await first.page.locator("#logins .confirm").innerText(), /Chrome · Android at 127\.0\.0\.1/);
  await first.page.locator("#logins .confirm .yes").click();
  await eventually(async () => assert.equal(await rows.count(), 1));
  await eventually(async () => assert.match(await phone.page.locator("#entrance").innerText(), /desk is closed/));
  assert.equal(await first.page.locator("#link").getAttribute("data-state"), "live");

  // Somebody who was let in by name signs with it, and sees what their role may.
  await first.page.locator(".invite input").fill("Jan Kowal");
  await first.page.locator(".invite select").selectOption("operator");
  await first.page.locator(".invite button").click();
  await eventually(async () => assert.match(await first.page.locator(".invite p").first().innerText(), /Give Jan Kowal one of these/));
  const other = await visitor(browser);
  await other.page.goto(await first.page.locator(".invite code").first().innerText());
  // An operator begins at the console, and the desk is a link away.
  await other.page.waitForURL("**/console");
  await other.page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  assert.equal(await other.page.locator("#author").inputValue(), "Jan Kowal");
  await other.page.getByRole("link", { name: "Desk" }).click();
  await other.page.waitForFunction(() => document.documentElement.dataset.seq !== undefined && document.querySelector("#tables button"));
  const name = other.page.locator("#author");
  assert.deepEqual([await name.inputValue(), await name.isEditable()], ["Jan Kowal", false]);
  assert.deepEqual([await other.page.locator("#logins").isVisible(), await other.page.locator("#result-sheet").isVisible()], [false, false]);
  assert.equal(await first.page.locator("#author").isEditable(), true);
  await other.page.locator("#tables button").first().click();
  for (const [form, isShown] of [["correct", true], ["restore", true], ["claim", false], ["note", false], ["clockOrder", false], ["setResult", false]]) {
    assert.equal(await other.page.locator(`form[data-form=${form}]`).isVisible(), isShown, String(form));
  }
  assert.equal(await other.page.locator("#desk .report").isVisible(), false);
  await first.page.locator("#logins summary").click();
  await first.page.locator("#logins summary").click();
  await eventually(async () => assert.match(await rows.nth(1).innerText(), new RegExp(`Jan Kowal\\s+operator\\s+${HERE} · Linux`)));

  await rows.nth(0).getByRole("button").click();
  await eventually(async () => assert.match(await first.page.locator("#entrance").innerText(), /topboard link/));
  assertNoComplaints([...first.complaints, ...phone.complaints, ...other.complaints].filter((said) => !said.includes("401")));
});

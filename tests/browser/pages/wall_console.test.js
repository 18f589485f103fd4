// The operators' page of screens: a screen is found by its code, adopted, set up, and its reasons are read.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, fillAnew, launch, visitor } from "../lib/browser.js";
import { displays, hallWithScreens, nameOf } from "../lib/wall.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/wall.js").Wall} */
let wall;
before(async () => {
  wall = await hallWithScreens({ tables: 12, speed: 4 });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await wall?.program.kill();
});

/** Opens the page of screens as somebody who is logged in. @param {string} hash */
async function consolePage(hash) {
  const visit = await visitor(browser, { viewport: { width: 390, height: 844 } });
  const [name, value] = wall.cookie.split("=");
  await visit.context.addCookies([{ name, value, url: `${wall.origin}/api/v1` }]);
  await visit.page.goto(`${wall.origin}/screens${hash}`);
  return visit;
}

test("a phone that read the code adopts the screen and sets it up, and reads why it shows what it shows", async () => {
  const shown = await visitor(browser, { viewport: { width: 1920, height: 1080 } });
  await shown.page.goto(`${wall.url}/hall/`);
  const name = await nameOf(shown.page);
  const { page, complaints, context } = await consolePage(`#${name}`);
  const box = page.locator(`#${name}`);
  await page.waitForFunction((name) => document.getElementById(name)?.classList.contains("called"), name);
  assert.ok(await box.evaluate((el) => el.classList.contains("stranger")));
  await box.getByLabel("Where it hangs").fill("Stage, left");
  await box.getByRole("button", { name: "Adopt" }).click();
  await box.getByRole("heading", { name: /^Stage, left/ }).waitFor();
  await box.getByText("What it shows").click();
  await box.getByLabel("View").selectOption("One large board and others");
  await fillAnew(box.getByLabel("Diagonal, inches"), "65");
  await fillAnew(box.getByLabel("Farthest seat, metres"), "5");
  await box.getByLabel(/^Tables, such as/).fill("1-10");
  await fillAnew(box.getByLabel("Large board (empty: chosen)"), "4");
  await box.getByRole("button", { name: "Show this" }).click();
  await page.waitForFunction((name) => /Large board 4: pinned\..*Read from up to \d+\.\d m\./.test(document.getElementById(name)?.querySelector(".status")?.textContent ?? ""), name);
  await shown.page.waitForFunction(() => document.querySelectorAll(".large .cell[data-table='4']").length === 1);
  const [{ setup }] = await displays(wall);
  assert.deepEqual([setup.view, setup.tables, setup.feature], ["feature", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 4]);

  await box.getByLabel(/^Tables, such as/).fill("one");
  await box.getByRole("button", { name: "Show this" }).click();
  await page.waitForFunction((name) => /Tables, such as/.test(document.getElementById(name)?.querySelector(".said")?.textContent ?? ""), name);
  await box.getByLabel(/^Tables, such as/).fill("");
  await fillAnew(box.getByLabel("Farthest seat, metres"), "30");
  await box.getByRole("button", { name: "Show this" }).click();
  await page.waitForFunction((name) => /Too small for 30 m/.test(document.getElementById(name)?.querySelector(".status.warn")?.textContent ?? ""), name);
  await page.locator("#language").selectOption("pl");
  await box.getByRole("button", { name: "Pokaż nazwę" }).click();
  await shown.page.waitForFunction(() => document.querySelector("#name")?.checkVisibility());
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it fits a phone");
  await box.getByRole("button", { name: "Zapomnij", exact: true }).click();
  await box.getByRole("button", { name: "Zapomnij teraz" }).click();
  await page.waitForFunction((name) => document.getElementById(name)?.classList.contains("stranger"), name);
  assertNoComplaints(complaints);
  await context.close();
  await shown.context.close();
});

test("whoever is not logged in is told where to", async () => {
  const { page, context } = await visitor(browser);
  await page.goto(`${wall.origin}/screens`);
  await page.getByText("Log in at the arbiter's desk first.").waitFor();
  await context.close();
});

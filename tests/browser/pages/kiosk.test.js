// The computer behind a hall screen, from the unit that is shipped: the whole screen is the page, and a power cut leaves no question
// and no lost name.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { notFirefox, slow } from "../lib/browser.js";
import { Kiosk } from "../lib/kiosk.js";
import { assign, displays, enter, hallWithScreens, measured, nameOf } from "../lib/wall.js";

const TIMEOUT = { timeout: 180_000 };

/** @type {import("../lib/wall.js").Wall} */
let wall;
/** @type {Kiosk} */
let kiosk;
const data = mkdtempSync(join(tmpdir(), "topboard-kiosk-hall-"));
const isOn = { ...slow(notFirefox("the screen's browser is Chromium")), ...TIMEOUT };
before(async () => {
  if (isOn.skip) return;
  wall = await hallWithScreens({ tables: 2, data });
  kiosk = new Kiosk(wall.url);
});
after(async () => {
  await kiosk?.away();
  await wall?.program.kill();
  rmSync(data, { recursive: true, force: true });
});

test("the unit's own line fills a screen with boards, and after a power cut the picture, the name and then the boards are there again", isOn, async () => {
  const page = await kiosk.start();
  const name = await nameOf(page);
  await assign(wall, name, { view: "grid", inches: 65, metres: 10 });
  const shown = () => document.querySelectorAll(".cell .board[data-fen]").length === 2 && document.documentElement.dataset.link === "open";
  await page.waitForFunction(shown);
  assert.deepEqual(await page.evaluate(() => [innerWidth - screen.width, innerHeight - screen.height]), [0, 0], "nothing of the browser is on the screen");
  const before = await measured(page);
  assert.equal(before.cells.length, 2);

  // The browser writes down within seconds what it is to keep; a screen hangs for hours.
  await page.waitForTimeout(8000);

  // The mains of the hall fail: the screen's computer and the program's.
  await Promise.all([kiosk.cut(), wall.program.kill()]);
  const again = await kiosk.start();
  await again.waitForFunction(() => /^Old picture – no connection/.test(document.querySelector("#state")?.textContent ?? ""));
  assert.equal(await nameOf(again), name);
  assert.deepEqual(await again.evaluate(() => [innerWidth - screen.width, innerHeight - screen.height]), [0, 0], "no bubble, no bar");
  assert.equal((await measured(again)).cells.length, 2, "its last picture");

  await wall.program.start();
  Object.assign(wall, await enter(wall.program));
  await again.waitForFunction(shown, null, { timeout: 60_000 });
  assert.equal(await again.evaluate(() => document.querySelector("#state")?.textContent), "");
  assert.deepEqual((await displays(wall)).map(({ display, place }) => [display, place]), [[name, "Stage"]]);
});

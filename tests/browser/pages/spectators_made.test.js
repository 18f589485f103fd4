// The list of spectators in a made-up hall: which tables are in it, and how much of it can be read on a phone and on a large screen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, visitor } from "../lib/browser.js";
import { ready } from "../lib/live_page.js";
import { madeHall, played, seat } from "../lib/made_public.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** The pages are this program's; what is on them is the test's. @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 1, tables: 1 })]);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** @param {import("../../../web/shared/hall2.js").TableFrame[]} tables @param {{width: number, height: number}} viewport */
async function list(tables, viewport) {
  const guest = await visitor(browser, { locale: "en-GB", viewport });
  const hand = await madeHall(guest.page, tables);
  await guest.page.goto(`${program.url}/live`);
  await ready(guest.page);
  return { ...guest, hand };
}

test("a table at which nobody is paired is not in the list until somebody is", async () => {
  const vacant = { ...seat(2, { c: undefined }), w: undefined, bl: undefined };
  const { page, hand, complaints, context } = await list([seat(1), vacant, seat(3)], { width: 800, height: 600 });
  const tables = () => page.locator(".card").evaluateAll((all) => all.map((el) => /** @type {HTMLElement} */ (el).dataset.table).join());
  await eventually(async () => assert.equal(await tables(), "1,3"));
  hand.send({ b: 2, p: 2, r: 3, w: { n: "Okonkwo, Chidi" }, bl: { n: "Li, Wei" } });
  await eventually(async () => assert.equal(await tables(), "1,2,3"));
  assertNoComplaints(complaints);
  await context.close();
  const nobody = await list([vacant], { width: 800, height: 600 });
  await eventually(async () => assert.equal(await nobody.page.locator(".card").count(), 1), 5000);
  await nobody.context.close();
});

test("on a phone most names can be read beside a result, and on a large screen all is larger", async () => {
  const plies = "e2e4 e4 e7e5 e5 g1f3 Nf3 b8c6 Nc6";
  const tables = [1, 2, 3].map((b) => played(b, plies, { res: "1/2-1/2" }));
  const phone = await list(tables, { width: 360, height: 640 });
  const cut = await phone.page.locator(".card .full").evaluateAll((all) =>
    all.filter((el) => el.scrollWidth > el.clientWidth).map((el) => String(el.textContent)));
  assert.deepEqual(cut.filter((name) => name.length < 20), [], "a usual name is whole");
  const overlapping = await phone.page.locator(".card .strip").evaluateAll((all) => all.filter((el) => {
    const boxes = [".name", ".more", ".score", ".clock"].map((part) => /** @type {HTMLElement} */ (el.querySelector(part)).getBoundingClientRect());
    return boxes.some((one, at) => boxes.slice(at + 1).some((other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 3 && other.top < one.bottom - 3));
  }).length);
  assert.equal(overlapping, 0);
  await phone.context.close();
  const heights = [];
  for (const viewport of [{ width: 1920, height: 1080 }, { width: 3840, height: 2160 }]) {
    const { page, context } = await list(tables, viewport);
    heights.push(await page.locator(".card").first().evaluate((el) => el.getBoundingClientRect().height / innerHeight));
    await context.close();
  }
  assert.ok(heights[1] > heights[0] * 0.85, `a card takes ${heights.join(" and ")} of the height`);
});

// The page of spectators for everybody: screen readers, keyboards, no scripts, every size, the longest names, a full hall.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { contrast } from "../lib/colours.js";
import { assertNoComplaints, between, eventually, launch, notFirefox, quiet, visitor } from "../lib/browser.js";
import { SPECTATORS, faults } from "../lib/faults.js";
import { overlaps, ready, watch } from "../lib/live_page.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 10, seed: 3, tables: 4 })]);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds no fault in any part of the page (${colorScheme})`, async () => {
    const { page, context } = await watch(browser, program.url, { colorScheme, viewport: { width: 768, height: 1024 } });
    assert.deepEqual(await faults(page, SPECTATORS), [], "list");
    await page.locator("#menu").click();
    await page.getByLabel("Language").waitFor();
    assert.deepEqual(await faults(page, SPECTATORS), [], "settings");
    await page.goto(`${program.url}/live#2`);
    await page.locator("#table .board").waitFor();
    assert.deepEqual(await faults(page, SPECTATORS), [], "table");
    await page.getByRole("button", { name: "Share" }).click();
    await page.locator("dialog.share").waitFor();
    assert.deepEqual(await faults(page, SPECTATORS), [], "share");
    // By itself the page comes anew, for screens that nobody touches; who reads slowly can stop that.
    await page.goto(`${program.url}/live/plain`);
    await page.getByRole("link", { name: "Never anew by itself" }).click();
    assert.deepEqual(await faults(page, SPECTATORS), [], "plain");
    await context.close();
  });
}

test("pieces and marks have a contrast of 3:1 on both squares, in a theme that is chosen for good", async () => {
  const { page, context } = await watch(browser, program.url, { colorScheme: "light" });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  for (const colours of ["light", "dark"]) {
    assert.equal(await theme(), colours);
    const of = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return Object.fromEntries(["square-light", "square-dark", "last", "last-edge"].map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    });
    const dark = "#16181d"; // the bodies of the dark pieces and the outlines of the light ones
    for (const square of ["square-light", "square-dark", "last"]) assert.ok(contrast(dark, of[square]) >= 3, `${colours}: pieces on ${square}`);
    for (const square of ["square-light", "square-dark"]) assert.ok(contrast(of["last-edge"], of[square]) >= 3, `${colours}: the mark on ${square}`);
    if (colours === "dark") break;
    await page.locator("#menu").click();
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.reload();
    await ready(page);
  }
  await context.close();
});

test("a screen reader gets a card's table, players, clocks and move, and a board's squares, clocks and moves", async () => {
  const { page, context } = await watch(browser, program.url);
  await eventually(async () => {
    const card = await page.locator(".card").nth(1).ariaSnapshot();
    assert.match(card, /link "Table 2: (?:[A-Z]+ )?[^"]+, White, against [^"]+, Black\. [^"]+"/);
    assert.match(card, /\d+:\d\d[\s\S]*\d+:\d\d/, "both clocks");
  });
  await page.goto(`${program.url}/live#2`);
  await eventually(async () => assert.match(await page.locator("#table").ariaSnapshot(), /button "Move 1, White: /), 60_000);
  const board = await page.locator("#table").ariaSnapshot();
  assert.equal((board.match(/cell "[a-h][1-8] /g) ?? []).length, 64);
  assert.match(board, /heading "Table 2" \[level=2\]/);
  for (const name of ["Start position", "Previous move", "Next move", "Live: the newest position", "Turn the board", "Share"]) assert.ok(board.includes(`button "${name}"`), name);
  await context.close();
});

test("a full hall is drawn only where somebody looks", async () => {
  let count = 0;
  const { page, complaints, context } = await watch(browser, program.url, {
    before: (page) => between(page, {
      frame: quiet,
      snapshot: (snapshot) => {
        const tables = Array.from({ length: 64 }, (_, n) => ({ ...snapshot.tables[n % 4], b: n + 1 }));
        return { ...snapshot, tables, hall: { ...snapshot.hall, n: tables.map(({ b }) => b) } };
      },
    }),
  });
  await eventually(async () => {
    count = await page.locator(".card").count();
    assert.equal(count, 64);
  });
  const painted = () => page.locator(".mini").evaluateAll((all) => all.filter((el) => /** @type {HTMLElement} */ (el).dataset.fen).length);
  await eventually(async () => assert.ok((await painted()) >= 4));
  assert.ok((await painted()) < 20, `${await painted()} boards are painted`);
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(nodes < 64 * 40, `${nodes} nodes`);
  await page.locator(".card").last().scrollIntoViewIfNeeded();
  await eventually(async () => assert.ok(await page.locator(".card").last().locator(".mini").evaluate((el) => /** @type {HTMLElement} */ (el).dataset.fen)));
  assertNoComplaints(complaints);
  await context.close();
});

test("the longest names of any script, every result and no clock fit at every size", async () => {
  const long = "Wijeyesinghe-Ramachandran Venkatanarasimharajuvaripeta, Alexandria Konstantinopolitanskaya von und zu Hohen";
  const names = [long, "أحمد بن عبد الرحمن آل مكتوم الطويل جدا", "O", "Ng, Ka-Ying 吳家瑩", "", "ปรัชญานันท์ ณ อยุธยา"];
  for (const [width, height] of [[320, 568], [360, 640], [768, 1024], [1920, 1080], [3840, 2160]]) {
    const { page, complaints, context } = await watch(browser, program.url, {
      viewport: { width, height },
      before: (page) => between(page, {
        frame: quiet,
        snapshot: (snapshot) => {
          const results = ["1-0", "1/2-1/2", undefined, "*"];
          const tables = Array.from({ length: 8 }, (_, n) => ({
            ...snapshot.tables[n % 4], b: n === 7 ? 10_000 : n + 1, w: { n: names[n % 6], t: "WGM", e: 2812, f: "NOR", m: long }, bl: { n: names[(n + 3) % 6], f: "XXX" },
            res: results[n % 4], ...(n === 3 && { sc: "1/2-0" }), ...(n === 5 && { sc: "+/-" }), ...(n % 3 === 0 ? { c: undefined } : { c: [36_000_000, 35_999_000, "w", 0] }),
          }));
          return { ...snapshot, tables, hall: { ...snapshot.hall, event: { ...snapshot.hall.event, name: long, site: long }, n: tables.map(({ b }) => b) } };
        },
      }),
    });
    await eventually(async () => assert.equal(await page.locator(".card").count(), 8));
    assert.deepEqual(await overlaps(page), [], `list, ${width} × ${height}`);
    for (const table of [1, 2, 4]) {
      await page.goto(`${program.url}/live#${table}`);
      await page.locator("#table .board").waitFor();
      assert.deepEqual(await overlaps(page), [], `table ${table}, ${width} × ${height}`);
    }
    assert.equal(await page.locator("#link").evaluate((el) => el.getBoundingClientRect().right <= innerWidth), true);
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("without scripts there is a page of text, in the reader's language, with all moves a link away", notFirefox("WebDriver BiDi forbids Firefox no scripts"), async () => {
  const { page, complaints, context } = await visitor(browser, { javaScriptEnabled: false, locale: "pl-PL", viewport: { width: 320, height: 568 } });
  await page.goto(`${program.url}/live`);
  await page.waitForURL("**/live/plain");
  await eventually(async () => {
    await page.reload();
    assert.equal(await page.locator("section h2").count(), 4);
    // The first table is the one whose moves are looked at.
    assert.match(await page.locator("section:has(h2)").first().innerText(), /Ostatnie posunięcie: /);
  }, 60_000);
  assert.equal(await page.locator("html").getAttribute("lang"), "pl");
  assert.equal(await page.locator("meta[http-equiv=refresh]").getAttribute("content"), "30");
  await page.getByRole("link", { name: "Wszystkie posunięcia" }).first().click();
  assert.match(await page.locator("main").innerText(), /Posunięcia: 1\. /);
  await page.getByRole("link", { name: "Wszystkie stoły" }).click();
  await page.getByRole("link", { name: "Bez wyników" }).click();
  assert.match(page.url(), /results=no/);
  const wide = async () => (await page.locator("html").boundingBox())?.width ?? 0;
  assert.ok((await wide()) <= 320);
  assert.equal((await page.goto(`${program.url}/live/plain?table=77`))?.status(), 404);
  assertNoComplaints(complaints.filter((text) => !text.includes("404")));
  await context.close();
});

test("a phone that loses the network says so, keeps the last picture and comes back", async () => {
  const { page, context } = await watch(browser, program.url, { address: "/live#1" });
  await page.locator('#link[data-state="live"]').waitFor();
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await program.kill();
  await page.locator('#link[data-state="lost"]').waitFor();
  assert.match(await page.locator("#link").innerText(), /^No connection/);
  assert.ok(await page.locator("#table .clock.held").count(), "clocks that nobody reads are hatched");
  assert.ok(await page.locator("#table .men use").count());
  await context.setOffline(false);
  await program.start();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.locator('#link[data-state="live"]').waitFor();
  await context.close();
});

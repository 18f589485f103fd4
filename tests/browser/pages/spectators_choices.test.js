// What spectators choose on their page: language, letters, results, keys; what they share; what they hear on coming back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, between, eventually, launch, notFirefox, quiet } from "../lib/browser.js";
import { cards, ready, watch } from "../lib/live_page.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 30, seed: 5, tables: 6 })]);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** A page whose hall stands still, with these tables. @param {(snapshot: any) => any} snapshot @param {Parameters<typeof watch>[2]} [options] */
async function still(snapshot, options = {}) {
  /** @type {Awaited<ReturnType<typeof between>>} */
  let hand;
  const guest = await watch(browser, program.url, {
    ...options,
    before: async (page) => {
      hand = await between(page, { snapshot, frame: quiet });
    },
  });
  // @ts-expect-error It was set before the page was opened.
  return { ...guest, hand };
}

test("the page speaks the language of the browser, of the address, or the one that was chosen, for good", async () => {
  const search = /** @type {Record<string, string>} */ ({
    "en-GB": "Search a player", "pl-PL": "Szukaj zawodnika", "ru-RU": "Найти участника", "de-AT": "Spieler, Land", "fr-FR": "Chercher un joueur", "es-MX": "Buscar un jugador", "ja-JP": "Search a player",
  });
  for (const [locale, words] of Object.entries(search)) {
    const { page, complaints, context } = await watch(browser, program.url, { locale });
    assert.match((await page.locator("#search").getAttribute("placeholder")) ?? "", new RegExp(`^${words}`), locale);
    assert.equal(await page.locator("html").getAttribute("lang"), locale.startsWith("ja") ? "en" : locale.slice(0, 2));
    assertNoComplaints(complaints);
    await context.close();
  }
  const { page, complaints, context } = await watch(browser, program.url, { address: "/live?lang=fr" });
  assert.match((await page.locator("#search").getAttribute("placeholder")) ?? "", /^Chercher/);
  await page.locator("#menu").click();
  await page.getByLabel("Langue").selectOption("de");
  await eventually(async () => assert.match((await page.locator("#search").getAttribute("placeholder")) ?? "", /^Spieler/));
  await page.goto(`${program.url}/live`);
  await ready(page);
  assert.match((await page.locator("#search").getAttribute("placeholder")) ?? "", /^Spieler/);
  assert.match(await page.locator("#about").textContent() ?? "", /Runde 1.*3 Min\. \+ 2 Sek\. pro Zug/);
  await page.locator(".card .open").first().click();
  await page.locator("#menu").click();
  await page.getByLabel("Sprache").selectOption("es");
  await eventually(async () => assert.equal(await page.locator("#table .heading").innerText(), "Mesa 1"));
  assertNoComplaints(complaints);
  await context.close();
});

test("moves are figurines, letters of the language, or words", async () => {
  const { page, complaints, context } = await still((snapshot) => ({
    ...snapshot, tables: snapshot.tables.slice(0, 1).map((/** @type {any} */ table) => ({ ...table, m: "e2e4 e4 e7e5 e5 g1f3 Nf3", u: [1000, 1000, 1000], a: undefined, pv: undefined, res: undefined })),
  }), { locale: "de-DE" });
  const last = async () => (await cards(page))[0].last;
  assert.equal(await last(), "2. ♘f3");
  await page.locator("#menu").click();
  for (const [kind, wanted] of [["letters", "2. Sf3"], ["words", "2. Springer f3"], ["figurines", "2. ♘f3"]]) {
    await page.locator("#choices select").nth(1).selectOption(kind);
    await eventually(async () => assert.equal(await last(), wanted));
  }
  assertNoComplaints(complaints);
  await context.close();
});

test("who wants no results gets none: not in a byte of the snapshot, the socket, or a link", notFirefox("WebDriver BiDi tells no frames of a WebSocket"), async () => {
  await eventually(async () => assert.ok((await program.snapshot()).tables.some(({ result }) => result !== "*")), 120_000);
  /** @type {string[]} */
  const bytes = [];
  const { page, complaints, context } = await watch(browser, program.url, {
    address: "/live?results=no", viewport: { width: 1366, height: 1600 },
    before: async (page) => {
      page.on("response", (answer) => answer.url().includes("/api/") && void answer.text().then((text) => bytes.push(text), () => {}));
      page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => bytes.push(String(payload))));
    },
  });
  const over = page.locator(".card.over");
  await eventually(async () => assert.ok((await over.count()) > 0), 120_000);
  assert.match(await over.first().innerText(), /The game is over\./);
  assert.equal(await over.first().locator(".score").first().innerText(), "");
  const drawn = () => over.first().locator(".mini").evaluate((el) => /** @type {HTMLElement} */ (el).dataset.fen ?? "");
  await eventually(async () => assert.match(await drawn(), /^8\/8\//, "the last position would tell, too"));
  assert.ok(bytes.length > 3);
  for (const text of bytes) assert.ok(!/"(res|sc)":/.test(text), text.slice(0, 300));
  await over.first().locator(".open").click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.locator("dialog a").first().waitFor();
  const links = await page.locator("dialog a").evaluateAll((all) => all.map((el) => el.getAttribute("href") ?? ""));
  assert.ok(links.length > 0 && links.every((link) => link.endsWith("?results=no")), String(links));
  await page.getByRole("button", { name: "Close" }).click();
  await page.locator("#menu").click();
  await page.getByLabel("Show results").click();
  await page.waitForURL((url) => !url.search.includes("results"));
  await ready(page);
  await eventually(async () => assert.notEqual(await page.evaluate(() => document.querySelector(".strip.white .score")?.textContent), undefined));
  assert.equal(await page.locator(".card.over").count(), 0);
  assertNoComplaints(complaints);
  await context.close();
});

test("a table is shared by its address, as a frame, and as files that are there", async () => {
  const { page, complaints, context } = await watch(browser, program.url, { address: "/live#2" });
  await page.getByRole("button", { name: "Share" }).click();
  assert.equal(await page.getByLabel("Address").inputValue(), `${program.url}/live#2`);
  const frame = await page.getByLabel("For your own page").inputValue();
  const source = /src="([^"]+)"/.exec(frame)?.[1] ?? "";
  assert.equal((await fetch(source)).status, 200);
  const links = await page.locator("dialog a").evaluateAll((all) => all.map((el) => /** @type {HTMLAnchorElement} */ (el).href));
  assert.ok(links.length >= 2, String(links));
  for (const link of links) assert.equal((await fetch(link)).status, 200, link);
  await page.getByRole("button", { name: "Copy" }).first().click();
  await eventually(async () => assert.match(await page.locator("dialog [role=status]").innerText(), /Copied|Selected/));
  assertNoComplaints(complaints);
  await context.close();
});

test("keys do what their help says, letters only while they are wanted", async () => {
  const { page, complaints, context } = await watch(browser, program.url, { address: "/live#1", viewport: { width: 1366, height: 768 } });
  await page.keyboard.press("?");
  const help = page.locator("dialog.help");
  await help.waitFor();
  assert.equal(await help.locator("dt").count(), 12);
  await help.getByLabel("Single letters are shortcuts").uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  const flipped = () => page.locator(".stage.flipped").count();
  await page.keyboard.press("f");
  assert.equal(await flipped(), 0, "letters are off");
  await page.keyboard.press("Home");
  await eventually(async () => assert.match(await page.locator("#table .status").innerText(), /looking back/));
  await page.keyboard.press("End");
  await eventually(async () => assert.doesNotMatch(await page.locator("#table .status").innerText(), /looking back/));
  await page.keyboard.press("Escape");
  await page.locator("#list:not([hidden])").waitFor();
  await page.locator("#menu").click();
  await page.getByRole("button", { name: "Keys" }).click();
  await help.getByLabel("Single letters are shortcuts").check();
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "search");
  await page.keyboard.type("f?m/");
  assert.equal(await page.locator("#search").inputValue(), "f?m/", "in a field, letters are letters");
  assertNoComplaints(complaints);
  await context.close();
});

test("a page of an older program begins anew with the first touch", async () => {
  const { page, complaints, context } = await watch(browser, program.url);
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { later: "packed/later-0123456789abcdef.js", old: "" }));
  await page.locator("#menu").click();
  await page.waitForFunction(() => document.documentElement.dataset.old === undefined);
  await ready(page);
  await page.locator("#menu").click();
  await page.getByLabel("Language").waitFor();
  // Chromium tells what was answered, Firefox what that was not.
  assertNoComplaints(complaints.filter((text) => !/404|disallowed MIME type/.test(text)));
  await context.close();
});

test("a page whose script is lost on the way stays, and the next touch asks again", async () => {
  const { page, complaints, context } = await watch(browser, program.url);
  let asked = 0;
  await page.route(/\/packed\/later-/, (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { old: "" }));
  await page.locator("#menu").click();
  await eventually(async () => assert.ok(asked > 1, "it is asked whether the script is gone"));
  await eventually(async () => {
    await page.locator("#menu").click();
    await page.getByLabel("Language").waitFor({ timeout: 1000 });
  });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.old), "", "the page is the same");
  assertNoComplaints(complaints.filter((text) => !/ERR_FAILED|Loading failed|NS_ERROR/.test(text)));
  await context.close();
});

test("who comes back is told what happened meanwhile", async () => {
  let isLater = false;
  const { page, complaints, context, hand } = await still((snapshot) => {
    const tables = snapshot.tables.slice(0, 3).map((/** @type {any} */ table, /** @type {number} */ n) => ({
      ...table, g: 1, u: undefined, a: undefined, pv: undefined, ir: undefined, x: undefined, st: undefined, sc: undefined,
      m: n === 1 ? (isLater ? "e2e4 e4" : undefined) : "e2e4 e4 e7e5 e5", res: isLater && n === 0 ? "1-0" : undefined, r: table.r + (isLater ? 100_000 : 0),
    }));
    return { ...snapshot, tables, hall: { ...snapshot.hall, n: tables.map((/** @type {any} */ { b }) => b) } };
  });
  const look = (/** @type {string} */ state, /** @type {number} */ later) => page.evaluate(([state, later]) => {
    const real = Date.now();
    Date.now = () => real + Number(later);
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, /** @type {const} */ ([state, later]));
  await look("hidden", 0);
  await look("visible", 30_000);
  await page.waitForTimeout(300);
  assert.equal(await page.locator("#news").isHidden(), true, "half a minute is no absence");
  await look("hidden", 0);
  isLater = true;
  const before = hand.snapshots;
  await look("visible", 61_000);
  await page.locator("#news").waitFor();
  assert.equal(hand.snapshots, before + 1);
  const told = await page.locator("#news li").allInnerTexts();
  assert.deepEqual(told.map((text) => text.replace(/^.*: /, "")), ["White won.", "The game has begun."]);
  await page.locator("#news button").click();
  assert.equal(await page.locator("#news").isHidden(), true);
  assertNoComplaints(complaints);
  await context.close();
});

test("moves of the open table are said aloud to whoever wants it", async () => {
  const { page, complaints, context } = await watch(browser, program.url, {
    address: "/live#1", locale: "de-DE",
    before: (page) => page.addInitScript(() => {
      /** @type {string[]} */
      const said = [];
      Object.assign(window, { said });
      Object.defineProperty(window, "SpeechSynthesisUtterance", { value: class { lang = ""; constructor(/** @type {string} */ text) { this.text = text; } } });
      Object.defineProperty(window, "speechSynthesis", { value: { cancel() {}, speak: (/** @type {{text: string, lang: string}} */ it) => said.push(`${it.lang} ${it.text}`) } });
      // Firefox runs this before there is an address, too.
      if (location.protocol === "http:") localStorage.setItem("topboard-live", JSON.stringify({ spoken: true }));
    }),
  });
  await eventually(async () => assert.ok((await page.evaluate(() => /** @type {any} */ (window).said)).some((/** @type {string} */ text) => /^de Zug \d+, (Weiß|Schwarz): .*(Anna|Bella|Cesar|David|Eva|Felix|Gustav|Hector|Rochade)/.test(text))), 60_000);
  assertNoComplaints(complaints);
  await context.close();
});

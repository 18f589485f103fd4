// The page of spectators on a phone: how little it asks for, the list of pairings, one board with clocks and moves.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { assertNoComplaints, eventually, launch, placed, seconds } from "../lib/browser.js";
import { cards, cut, overlaps, ready, watch } from "../lib/live_page.js";
import { demo } from "../lib/program.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  [browser, program] = await Promise.all([launch(), demo({ speed: 12, seed: 3 })]);
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

test("a first load is six requests and less than 30 kB beside pieces and games, and the next asks for no file again", async () => {
  /** @type {string[]} */
  const asked = [];
  const { page, complaints, context } = await watch(browser, program.url, {
    before: async (page) => {
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      page.on("websocket", (socket) => asked.push(new URL(socket.url()).pathname));
    },
  });
  await page.locator("html[data-way=socket]").waitFor();
  await eventually(async () => assert.ok(asked.includes("/ws/v2")));
  assert.ok(asked.length <= 6, String(asked));
  const files = asked.filter((path) => path === "/live" || /\/live-\w+\.js$/.test(path));
  assert.equal(files.length, 2, String(asked));
  const texts = await Promise.all(files.map(async (path) => fetch(program.url + path, { headers: { "accept-encoding": "identity" } }).then((it) => it.text())));
  const weight = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  assert.ok(weight < 30_000, `${weight} bytes`);
  for (const path of asked.filter((path) => path.startsWith("/packed/"))) {
    const answer = await fetch(program.url + path);
    assert.match(answer.headers.get("cache-control") ?? "", /immutable/, path);
  }
  asked.length = 0;
  await page.goto(`${program.url}/live`);
  await ready(page);
  const packed = await page.evaluate(() => performance.getEntriesByType("resource").map((it) => /** @type {PerformanceResourceTiming} */ (it))
    .filter(({ name }) => name.includes("/packed/")).map(({ transferSize }) => transferSize));
  assert.deepEqual(packed, [0, 0], "the browser has both files");
  assertNoComplaints(complaints);
  await context.close();
});

test("the list shows what the server says, and follows it", async () => {
  const { page, complaints, context } = await watch(browser, program.url, { viewport: { width: 1366, height: 1600 } });
  for (let round = 0; round < 3; round += 1) {
    await eventually(async () => {
      const { tables } = await program.snapshot();
      const shown = await cards(page);
      assert.deepEqual(shown.map(({ table, white, black, fen, move, toMove }) => [table, white, black, placed(fen), move, toMove]), tables.map((table) => {
        const last = table.moves.at(-1);
        const fen = last?.fen ?? table.start;
        const toMove = table.result !== "*" || last?.san.endsWith("#") ? null : fen.split(" ")[1] === "w" ? "white" : "black";
        return [table.table, table.white.name || "?", table.black.name || "?", placed(fen), last?.uci ?? "", toMove];
      }));
    });
    await page.waitForTimeout(600);
  }
  assert.ok(await page.locator(".mini").first().evaluate((el) => {
    const canvas = /** @type {HTMLCanvasElement} */ (el);
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4) colours.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
    return canvas.width >= 8 * 12 && colours.size > 4;
  }), "board, pieces and marks are painted");
  assertNoComplaints(complaints);
  await context.close();
});

test("a search finds a player, and a followed player stands first, also the next day", async () => {
  // In real time, so that nobody's game ends meanwhile.
  const slow = await demo({ speed: 1, seed: 3 });
  try {
    const { page, complaints, context } = await watch(browser, slow.url);
    await page.locator("#search").fill("kaspar");
    await eventually(async () => assert.equal((await cards(page)).length, 1));
    assert.equal(await page.locator(".found").innerText(), "Boards found: 1");
    await page.locator("#search").fill("nobody at all");
    await eventually(async () => assert.equal(await page.locator(".found").innerText(), "Nobody is found."));
    await page.locator("#search").fill("kaspar");
    const [{ table, white }] = await cards(page);
    await page.locator(".card .open").click();
    await page.locator("#table .strip.white .star").click();
    assert.equal(await page.locator("#table .strip.white .star").getAttribute("aria-pressed"), "true");
    await page.goto(`${slow.url}/live`);
    await ready(page);
    await eventually(async () => assert.deepEqual((await cards(page)).slice(0, 1).map((it) => [it.table, it.white]), [[table, white]]));
    assert.ok(table > 1, "it would stand first without being followed");
    assertNoComplaints(complaints);
    await context.close();
  } finally {
    await slow.kill();
  }
});

test("a phone shows board, both clocks, the last move and the steps without scrolling", async () => {
  for (const [width, height] of [[360, 640], [390, 844], [768, 1024], [1920, 1080], [844, 390], [3840, 2160]]) {
    const { page, complaints, context } = await watch(browser, program.url, { address: "/live#2", viewport: { width, height } });
    await eventually(async () => assert.match(await page.locator("#table .status").innerText(), /\d+[.…]/));
    const parts = ["#table .board", "#table .strip.white .clock", "#table .strip.black .clock", "#table .strip.white .name", "#table .status", "#table .buttons"];
    assert.deepEqual(await cut(page, parts), [], `${width} × ${height}`);
    assert.deepEqual(await overlaps(page), [], `${width} × ${height}`);
    const board = await page.locator("#table .board").evaluate((el) => el.getBoundingClientRect().width);
    assert.ok(board >= (width < height ? Math.min(0.96 * width, 0.7 * height) : 0.5 * height), `${board} of ${width} × ${height}`);
    const small = await page.locator("button:visible, .all:visible").evaluateAll((all) => all.filter((el) => {
      const box = el.getBoundingClientRect();
      // A row of moves that was drawn anew meanwhile is no target any more.
      return el.isConnected && (box.width < 43.5 || box.height < 43.5);
    }).map((el) => el.outerHTML.slice(0, 60)));
    assert.deepEqual(small, [], "every target is as large as a finger");
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("stepping back shows the clocks of that move, new moves do not move the view, and live returns", async () => {
  // A game that goes on: some built-in games have 8 to 21 plies, all others 27 and more.
  const begun = async () => {
    const games = (await program.snapshot()).tables.filter(({ moves, result }) => result === "*" && moves.length >= 22 && moves.length <= 24);
    return games.sort((one, other) => one.moves.length - other.moves.length)[0]?.table;
  };
  await eventually(async () => assert.ok(await begun()), 60_000);
  const at = await begun();
  const { page, complaints, context } = await watch(browser, program.url, { address: `/live#${at}` });
  const said = async () => /** @type {import("../../../web/shared/wire.js").TableView} */ ((await program.snapshot()).tables.find(({ table }) => table === at));
  await page.getByRole("button", { name: "Start position" }).click();
  for (let ply = 0; ply < 4; ply += 1) await page.getByRole("button", { name: "Next move" }).click();
  const shown = () => page.locator("#table .board").evaluate((el) => /** @type {SVGElement} */ (el).dataset.fen);
  const { moves, game } = await said();
  assert.equal(placed(await shown()), placed(moves[3].fen));
  const clock = async (/** @type {string} */ side) => seconds(await page.locator(`#table .${side} .digits`).innerText());
  await eventually(async () => assert.deepEqual([await clock("white"), await clock("black")], [2, 3].map((ply) => Math.ceil((moves[ply].left_ms ?? 0) / 1000))));
  const count = (await said()).moves.length;
  await eventually(async () => assert.ok((await said()).moves.length > count), 60_000);
  assert.equal((await said()).game, game, "the game that is looked at goes on");
  await eventually(async () => assert.match(await page.getByRole("button", { name: "Live: the newest position" }).innerText(), /Live \+\d+/));
  assert.equal(placed(await shown()), placed(moves[3].fen), "the view stays");
  await page.keyboard.press("ArrowLeft");
  await eventually(async () => assert.equal(placed(await shown()), placed(moves[2].fen)));
  await page.getByRole("button", { name: "Live: the newest position" }).click();
  await eventually(async () => {
    const { moves } = await said();
    assert.equal(placed(await shown()), placed(moves.at(-1)?.fen));
  });
  assertNoComplaints(complaints);
  await context.close();
});

test("the board turns, with its players and its coordinates", async () => {
  const { page, complaints, context } = await watch(browser, program.url, { address: "/live#1" });
  const tops = () => page.evaluate(() => [".strip.black", ".board", ".strip.white"].map((part) => document.querySelector(`#table ${part}`)?.getBoundingClientRect().top ?? 0));
  const upright = await tops();
  assert.deepEqual([...upright].sort((one, other) => one - other), upright);
  const corner = () => page.locator("#table .men use").evaluateAll((all) => all.filter((el) => /translate\(0px(, 0px)?\)/.test(/** @type {SVGElement} */ (el).style.transform)).map((el) => el.getAttribute("href")));
  await page.getByRole("button", { name: "Start position" }).click();
  assert.deepEqual(await corner(), ["#bR"]);
  await page.getByRole("button", { name: "Turn the board" }).click();
  assert.deepEqual(await corner(), ["#wR"]);
  const turned = await tops();
  assert.deepEqual([...turned].sort((one, other) => other - one), turned);
  assert.equal(await page.locator("#table .coordinates text").first().textContent(), "8");
  assertNoComplaints(complaints);
  await context.close();
});

test("old addresses lead to the same table and letters", async () => {
  for (const [address, table] of [["/live#2", 2], ["/boards?table=2", 2], ["/boards?notation=polish#2", 2]]) {
    const { page, complaints, context } = await watch(browser, program.url, { address: String(address) });
    assert.equal(new URL(page.url()).pathname, "/live");
    await eventually(async () => assert.match(await page.locator("#table .heading").innerText(), new RegExp(`(Table|Stół) ${table}$`)));
    if (String(address).includes("notation")) await eventually(async () => assert.match(await page.locator("#table .moves").innerText(), /[HWGS][a-h1-8x]/), 60_000);
    assertNoComplaints(complaints);
    await context.close();
  }
  const { page, context } = await watch(browser, program.url, { address: "/live#99" });
  await eventually(async () => assert.equal(await page.locator("#empty").innerText(), "There is no table 99."));
  await page.goto(`${program.url}/live/`);
  assert.equal(new URL(page.url()).pathname, "/live");
  await context.close();
});

test("nothing on the page is the arbiter's", async () => {
  const { page, context } = await watch(browser, program.url);
  assert.equal(await page.locator("#notice").innerText(), "For information only – no claims (Laws 6.12.2).");
  for (const hash of ["#all", "#3"]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.locator(hash === "#3" ? "#table .board" : ".card").first().waitFor();
    const html = await page.evaluate(() => [...document.querySelectorAll("header, main, #announcer")].map((part) => part.outerHTML).join());
    assert.doesNotMatch(html, /illegal|flag fall|claim|threefold|repetition|not pressed|incident|arbiter|draw available/i);
  }
  await context.close();
});

// Pages in known states, in themes and sizes, against pictures that were looked at (../baselines), and as axe reads them. All halls are
// made up, and no time passes in them, so a picture differs for a change of a page alone. `REWRITE=1` keeps what is shown now.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertPicture, untried } from "../lib/baseline.js";
import { assertNoComplaints, launchWhole, pass, visitor } from "../lib/browser.js";
import { logIn, madeHall as madeDesk } from "../lib/desk.js";
import { entered, give } from "../lib/event.js";
import { SPECTATORS, faults } from "../lib/faults.js";
import { ready } from "../lib/live_page.js";
import { incident, table } from "../lib/made.js";
import { madeConsole } from "../lib/made_console.js";
import { madeHall, played, seat } from "../lib/made_public.js";
import { ARRAY, review } from "../lib/made_review.js";
import { demo } from "../lib/program.js";
import { assign, nameOf } from "../lib/wall.js";

/** @typedef {import("../lib/browser.js").Visit} Visit */
/** @typedef {import("../../../web/shared/hall2.js").TableFrame} TableFrame */

/** @type {Visit} */
const ALWAYS = { counter: "still", locale: "en-GB", timezoneId: "UTC", reducedMotion: "reduce", deviceScaleFactor: 1 };
const [PHONE, LAPTOP, WALL] = [{ width: 360, height: 640 }, { width: 1280, height: 800 }, { width: 1920, height: 1080 }];
/** A size and a theme, by the name that a picture has of it. @type {Record<string, Visit>} */
const LOOKS = {
  "phone-light": { viewport: PHONE, colorScheme: "light" }, "phone-dark": { viewport: PHONE, colorScheme: "dark" },
  "phone-contrast": { viewport: PHONE, colorScheme: "light", contrast: "more" },
  "laptop-light": { viewport: LAPTOP, colorScheme: "light" }, "laptop-dark": { viewport: LAPTOP, colorScheme: "dark" },
  "laptop-contrast": { viewport: LAPTOP, colorScheme: "light", contrast: "more" },
  "laptop-dark-contrast": { viewport: LAPTOP, colorScheme: "dark", contrast: "more" },
};

const MIDDLE = "e2e4 e4 e7e5 e5 g1f3 Nf3 b8c6 Nc6 f1c4 Bc4 f8c5 Bc5 e1h1 O-O g8f6 Nf6 d2d3 d3 d7d6 d6 c2c3 c3 a7a6 a6 a2a4 a4 c5a7 Ba7 h2h3 h3 e8h8 O-O b1d2 Nbd2";
const CHECK = "e2e4 e4 f7f5 f5 e4f5 exf5 e7e6 e6 d1h5 Qh5+";
const PROMOTION = "e2e4 e4 d7d5 d5 e4d5 exd5 c7c6 c6 d5c6 dxc6 g8f6 Nf6 c6b7 cxb7 b8d7 Nbd7 b7a8q bxa8=Q";
const MATE = "f2f3 f3 e7e5 e5 g2g4 g4 d8h4 Qh4#";
const STANDS = "rnbqkbnr/pppp1ppp/8/4p3/1B2P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2";

/** The halls that spectators see: what is at table 1, and what happens before the picture.
 * @type {Record<string, {first: TableFrame, looks: string[], then?: (page: import("playwright-core").Page, hand: {isGone: boolean, send: (frame: any) => void}) => Promise<unknown>}>} */
const STATES = {
  start: { first: seat(1), looks: ["phone-light", "laptop-light"] },
  middle: { first: played(1, MIDDLE), looks: ["phone-light", "phone-dark", "phone-contrast", "laptop-light", "laptop-dark"] },
  check: { first: played(1, CHECK), looks: ["phone-light", "phone-dark"] },
  promotion: { first: played(1, PROMOTION), looks: ["phone-light"] },
  provisional: { first: played(1, MIDDLE, { pv: [16] }), looks: ["phone-light"] },
  corrected: {
    first: played(1, MIDDLE), looks: ["phone-light"],
    then: async (page, hand) => {
      await page.locator("#table .status", { hasText: "bd2" }).waitFor();
      hand.send({ b: 1, r: 2, p: 1, from: 16, m: "f3d2 Nfd2", u: [20_000], a: [0] });
      await page.locator("#table .status", { hasText: "fd2" }).waitFor();
    },
  },
  result: { first: played(1, MATE, { res: "0-1" }), looks: ["phone-light", "laptop-dark"] },
  irregular: { first: played(1, "e2e4 e4 e7e5 e5 f1b4 f1b4", { ir: [2], x: { 2: STANDS } }), looks: ["phone-light"] },
  stale: {
    first: played(1, MIDDLE), looks: ["phone-light", "phone-dark", "phone-contrast"],
    then: async (page, hand) => {
      // Else the page would soon be told anew, and be live again.
      hand.isGone = true;
      await pass(page, 20_000);
      await page.locator('#link:not([data-state="live"])').waitFor();
      await page.locator("#table .clock.held").first().waitFor();
    },
  },
  "lost-board": { first: played(1, MIDDLE, { k: ["lost", 570_000] }), looks: ["phone-light"] },
};

/** Eight tables, each in another state. */
const EIGHT = [
  played(1, MIDDLE), played(2, CHECK), played(3, PROMOTION), played(4, MATE, { res: "0-1" }), seat(5), played(6, MIDDLE, { pv: [16] }),
  played(7, "e2e4 e4 c7c5 c5", { k: ["lost", 570_000] }), played(8, MIDDLE, { res: "1/2-1/2" }),
];

const NOW = 3_600_000;
/** @type {Partial<import("../lib/made_console.js").OperatorTable>[]} */
const TROUBLE = [{}, { heard_ms: NOW - 65_000 }, { link: { state: "absent" }, moves: [] }, {}, { astray: true }, { sensors: { dead: ["a1", "b2"], stuck: ["h8"], wiring: false } }, { battery: 3 },
  { link: { state: "lost", since_ms: NOW - 11_000 } }, { result: "1-0" }, {}, {}, {}];
/** @param {number} n @returns {any} */
const operators = (n) => {
  const { incidents, said, desks, illegal, timing, revisions, earlier, ...rest } = table(n, { clock: { white_ms: 5_000_000, black_ms: 4_900_000, running: "white", read_ms: NOW } });
  return { ...rest, ...TROUBLE[n - 1] };
};
/** Who looks at the hall, and what goes where. */
const FEEDS = {
  displays: { displays: [{ display: "amber-river-lantern", place: "Stage", seen_s: 1, setup: { view: "grid" }, report: { tables: [1, 2, 3, 4], stale: false } }] },
  broadcast: {
    audiences: [{ name: "spectators", viewers: 214, delay_s: 0 }, { name: "screens", viewers: 1, delay_s: 0 }], lichess: null, alerts: null,
    couriers: [{ name: "results.example", accepted: 12, accepted_s: 4, waiting: 3, retry_s: 20, failure: "the server answered 503" }],
  },
};
const ILLEGAL = incident({
  no: 3, t_ms: 3_500_000, ply: 3, rule: "illegal-move-completed", by: "white", articles: ["F23 7.5.1", "F23 7.5.5"], status: "suspected", window: "until-next-move",
  text: { en: "White played from f1 to b4, which is not a legal move, and pressed the clock.", pl: "x", ru: "x" },
  remedy: { opponent_ms: 60_000, restore_fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", legal: [{ san: "Be2", uci: "f1e2" }, { san: "Bd3", uci: "f1d3" }] },
});
const REVIEW = review([
  [2000, 1, "square", "e2."], [500, 1, "square", "e4P"], [600, 1, "press", "white"], [0, 1, "clock", [5_400_000, 5_400_000, "black", 3000]],
  [0, 1, "line", [0, [0]]], [0, 1, "concluded", { what: "ply", ply: 1, move: "e2e4", state: "final", reason: "press" }],
  [9000, 1, "square", "e7."], [3000, 1, "gap", 2000], [700, 1, "square", "e5p"], [900, 1, "square", "g1."], [800, 1, "square", "b1."],
], {
  white: { name: "Nowak, Anna", title: "WGM" }, black: { name: "Kim, Jun" }, squares: ARRAY, line: [0],
  plies: [{ ply: 1, by: "white", uci: "e2e4", san: "e4", fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", touched_ms: 3000, made_ms: 3500, pressed_ms: 4100, state: "completed", reason: "press" }],
});

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/wall.js").Wall} */
let wall;
/** @type {Awaited<ReturnType<typeof logIn>>} */
let login;
/** Why nothing is compared here; empty if it is. */
let why = "";
before(async () => {
  browser = await launchWhole();
  why = await untried(browser);
  const program = await demo({ tables: 1, speed: 1, screens: true });
  // Whatever fails from here on, it is ended.
  wall = { program, url: program.screens, origin: new URL(program.link()).origin, cookie: "" };
  login = await logIn(browser, program);
  wall.cookie = login.state.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
});
after(async () => {
  await browser?.close();
  await wall?.program.kill();
});

// Tells `./check` that the pictures were not tried: the tests below ask axe all the same.
test("the pictures are of this browser", (t) => {
  if (why) t.skip(why);
});

/** The pages that axe was asked about: each in its first state and look, and with SLOW in all. */
const asked = new Set();

/** Compares with the picture of this name, where that is of this browser, and asks axe, by what is asked of pages for spectators.
 * @param {import("playwright-core").Page} page @param {string} name */
async function assertLooks(page, name) {
  if (!why) await assertPicture(page, name);
  const [kind] = name.split("-");
  if (asked.has(kind) && !process.env.SLOW) return;
  asked.add(kind);
  assert.deepEqual(await faults(page, SPECTATORS), [], name);
}

for (const [state, { first, looks, then = async () => {} }] of Object.entries(STATES)) {
  test(`a board: ${state}`, async () => {
    for (const look of looks) {
      const { page, complaints, context } = await visitor(browser, { ...ALWAYS, ...LOOKS[look] });
      const hand = await madeHall(page, [first, seat(2)]);
      await page.goto(`${wall.program.url}/live#1`);
      await ready(page);
      await page.locator('#link[data-state="live"]').waitFor();
      await then(page, hand);
      await assertLooks(page, `board-${state}-${look}`);
      assertNoComplaints(complaints);
      await context.close();
    }
  });
}

test("the list of boards", async () => {
  for (const look of ["phone-light", "laptop-dark", "laptop-dark-contrast"]) {
    const { page, complaints, context } = await visitor(browser, { ...ALWAYS, ...LOOKS[look] });
    await madeHall(page, EIGHT);
    await page.goto(`${wall.program.url}/live`);
    await ready(page);
    await page.locator('#link[data-state="live"]').waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".mini[data-fen]").length >= 2);
    await assertLooks(page, `list-${look}`);
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("a screen in the hall: two boards, eight, and one large", async () => {
  const setups = /** @type {const} */ ([
    ["two-dark", 2, { inches: 65, metres: 6 }], ["eight-dark", 8, { inches: 65, metres: 5 }], ["eight-light", 8, { inches: 65, metres: 5, light: true }],
    ["feature-dark", 8, { view: "feature", feature: 1, inches: 65, metres: 5 }],
  ]);
  for (const [name, count, setup] of setups) {
    const { page, complaints, context } = await visitor(browser, { ...ALWAYS, viewport: WALL });
    await madeHall(page, EIGHT.slice(0, count));
    await page.goto(`${wall.url}/hall/`);
    await assign(wall, await nameOf(page), setup);
    await page.waitForFunction((metres) => document.documentElement.dataset.setup?.includes(` ${metres} `), setup.metres);
    await page.waitForFunction(() => document.querySelectorAll(".cell .board[data-fen]").length > 1 && document.documentElement.dataset.link === "open" && !document.querySelector("#name")?.checkVisibility());
    await assertLooks(page, `screen-${name}`);
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("the operator's console", async () => {
  for (const look of ["laptop-light", "laptop-dark", "laptop-contrast", "phone-light"]) {
    const { page, complaints, context } = await madeConsole(browser, login, {
      tables: TROUBLE.map((_, n) => operators(n + 1)), now: NOW, event: "City Open", answers: FEEDS, options: { ...ALWAYS, ...LOOKS[look] },
    });
    await page.locator(".task").first().waitFor();
    await assertLooks(page, `console-${look}`);
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("the arbiter's desk with an incident", async () => {
  for (const look of ["laptop-light", "laptop-dark", "phone-light"]) {
    const { page, complaints, context } = await madeDesk(browser, login, {
      tables: [table(1), table(2, { incidents: [ILLEGAL] }), table(3, { incidents: [incident({ no: 1 }), incident({ no: 2 })] })], control: "90*60+30", options: { ...ALWAYS, ...LOOKS[look] },
    });
    await page.locator("#open article").first().waitFor();
    await assertLooks(page, `desk-${look}`);
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("the review of a game", async () => {
  for (const look of ["laptop-light", "laptop-dark", "laptop-dark-contrast", "phone-light"]) {
    const { page, complaints, context } = await visitor(browser, { ...ALWAYS, ...LOOKS[look], storageState: login.state });
    await page.route(/\/review$/, (route) => route.fulfill({ json: REVIEW }));
    await page.goto(`${login.url}review/?table=1&game=1`);
    await page.waitForFunction(() => document.documentElement.dataset.entries !== undefined && document.querySelector(".sprite"));
    await assertLooks(page, `review-${look}`);
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("overlays for films", async () => {
  for (const [name, query, viewport] of /** @type {const} */ ([["board", "show=board&table=1", { width: 400, height: 528 }], ["ticker", "show=ticker", { width: 1280, height: 72 }]])) {
    const { page, complaints, context } = await visitor(browser, { ...ALWAYS, viewport });
    await madeHall(page, EIGHT);
    await page.goto(`${wall.program.url}/overlay?${query}`);
    await ready(page);
    await assertLooks(page, `overlay-${name}`);
    assertNoComplaints(complaints);
    await context.close();
  }
});

test("the page that checks a journal", async () => {
  for (const look of ["phone-dark", "laptop-light"]) {
    const { page, complaints, context } = await visitor(browser, { ...ALWAYS, ...LOOKS[look] });
    await page.goto(`${wall.program.url}/verify`);
    await page.locator("input[type=file]").first().waitFor({ state: "attached" });
    await assertLooks(page, `verify-${look}`);
    assertNoComplaints(complaints);
    await context.close();
  }
});

// The last: the hall has rounds from here on.
test("rounds, standings and crosstable", async () => {
  const { page: desk, context: organiser } = await visitor(browser, { storageState: login.state });
  await desk.goto(login.url);
  await desk.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  await give(desk, entered(3));
  await give(desk, { do: "open", key: "A", round: 1 });
  for (const [board, result] of [[1, "1-0"], [2, "1/2-1/2"]]) await give(desk, { do: "result", key: "A", round: 1, board, result, how: "agreement" });
  await organiser.close();
  for (const [address, look, part] of [["/rounds/", "phone-light", "#crosstable table"], ["/rounds/", "laptop-dark", "#crosstable table"], ["/live#standings", "phone-light", "main table"], ["/live#crosstable", "laptop-light", "main table"]]) {
    const { page, complaints, context } = await visitor(browser, { ...ALWAYS, ...LOOKS[look] });
    if (address !== "/rounds/") await madeHall(page, EIGHT);
    await page.goto(wall.program.url + address);
    await page.locator(part).first().waitFor();
    await assertLooks(page, `${address.replace(/\W+/g, "-").replace(/^-|-$/g, "")}-${look}`);
    assertNoComplaints(complaints);
    await context.close();
  }
});

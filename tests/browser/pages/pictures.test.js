// Pages in known states, in themes and sizes, against pictures that were looked at (../baselines), and as axe reads them. All halls are
// made up, and no time passes in them, so a picture differs for a change of a page alone. `REWRITE=1` keeps what is shown now.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertPicture, untried } from "../lib/baseline.js";
import { assertNoComplaints, launchWhole, visitor } from "../lib/browser.js";
import { logIn, madeHall as madeDesk } from "../lib/desk.js";
import { entered, give } from "../lib/event.js";
import { SPECTATORS, faults } from "../lib/faults.js";
import { ready } from "../lib/live_page.js";
import { incident, table } from "../lib/made.js";
import { madeConsole } from "../lib/made_console.js";
import { madeHall, seat } from "../lib/made_public.js";
import { ALWAYS, EIGHT, FEEDS, ILLEGAL, LOOKS, NOW, REVIEW, STATES, TROUBLE, WALL, operators } from "../lib/pictured.js";
import { demo } from "../lib/program.js";
import { assign, nameOf } from "../lib/wall.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/wall.js").Wall} */
let wall;
/** @type {import("../lib/desk.js").Login} */
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

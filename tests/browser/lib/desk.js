// A made-up hall for the arbiter's page: the page and its files are the program's, the frames are the test's.

import { assertNoComplaints, visitor } from "./browser.js";

/** @typedef {import("../../../web/arbiter/wire.js").TableView} TableView */
/** @typedef {Awaited<ReturnType<typeof logIn>>} Login */
/** @typedef {Awaited<ReturnType<typeof madeHall>>} Hall */

/** Logs in once: the link opens one browser, and its login serves every page of a test.
 * @param {import("playwright-core").Browser} browser @param {import("./program.js").Program} program */
export async function logIn(browser, program) {
  const { page, context } = await visitor(browser);
  await page.goto(program.link());
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  const { rules } = await page.evaluate(async () => (await fetch("api/v1/arbiter/snapshot")).json());
  const login = { state: await context.storageState(), url: new URL("/", program.link()).href, names: rules.names };
  await context.close();
  return login;
}

/** The arbiter's page with a hall of this test. `hand.send` brings tables to the page, and `orders` are those it gave.
 * @param {import("playwright-core").Browser} browser @param {Login} login
 * @param {{tables: TableView[], options?: import("./browser.js").Visit, query?: string, control?: string}} hall `control` is the time control */
export async function madeHall(browser, { state, url, names }, { tables, options, query = "", control = "" }) {
  const { page, complaints, context } = await visitor(browser, { ...options, storageState: state });
  /** @type {{table: number, command: any}[]} */
  const orders = [];
  const hand = { seq: 1, send: (/** @type {TableView[]} */ _) => {} };
  const frame = (/** @type {string} */ kind, /** @type {TableView[]} */ shown) => JSON.stringify({
    kind, epoch: "test", seq: hand.seq, now_ms: 3_600_000, tables: shown,
    ...(kind === "snapshot" && {
      event: { name: "City Open", round: "3", time_control: control }, disk: { state: "well" },
      rules: { edition: "fide23", discipline: "standard", supervised: true, notes: {}, language: "en", names },
    }),
  });
  await page.routeWebSocket(/\/ws\/arbiter$/, (socket) => {
    hand.send = (shown) => {
      hand.seq += 1;
      socket.send(frame("update", shown));
    };
    socket.onMessage(() => {});
    socket.send(frame("snapshot", tables));
  });
  await page.route(/\/api\/v1\/tables\/\d+\/commands$/, async (route) => {
    const number = Number(/tables\/(\d+)/.exec(route.request().url())?.[1]);
    orders.push({ table: number, command: route.request().postDataJSON() });
    await route.fulfill({ json: { done: true } });
  });
  await page.goto(url + query);
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
  await page.fill("#author", "Chief Arbiter");
  return { page, complaints, context, orders, hand };
}

/** Opens a made-up hall, and checks at the end that the page had nothing to complain about.
 * @param {import("playwright-core").Browser} browser @param {Login} login @param {Parameters<typeof madeHall>[2]} hall
 * @param {(hall: Hall) => Promise<void>} act */
export async function inMadeHall(browser, login, hall, act) {
  const made = await madeHall(browser, login, hall);
  try {
    await act(made);
    assertNoComplaints(made.complaints);
  } finally {
    await made.context.close();
  }
}

/** The entries of the arbiter's list. @param {Hall} hall */
export const entries = ({ page }) => page.locator(".entries > article");

/** The table whose entry has the focus, or what else has it. @param {Hall} hall */
export const focused = ({ page }) => page.evaluate(() => document.activeElement?.querySelector(".number")?.textContent ?? document.activeElement?.id);

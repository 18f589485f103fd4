// The console with a made-up hall: the page and its answers are the program's, the frames are the test's.

import { visitor } from "./browser.js";
import { ready } from "./console.js";

/** @typedef {import("../../../web/console/facts/hall.js").OperatorTable} OperatorTable */
/** The hall as it is told, and how it is told more. @typedef {{seq: number, now: number, send: (tables: OperatorTable[]) => void}} Hand */

/** Opens the console. Every order to a table is answered with its number. `answers` are the program's to questions by their path.
 * @param {import("playwright-core").Browser} browser @param {{state: any, url: string}} login
 * @param {{tables: OperatorTable[], now: number, event: string, answers?: Record<string, unknown>, options?: import("./browser.js").Visit}} hall */
export async function madeConsole(browser, { state, url }, { tables, now, event, answers = {}, options }) {
  const { page, complaints, context } = await visitor(browser, { viewport: { width: 1280, height: 900 }, ...options, storageState: state });
  /** @type {{table: number, command: any}[]} */
  const orders = [];
  /** @type {Hand} */
  const hand = { seq: 1, now, send: () => {} };
  const frame = (/** @type {string} */ kind, /** @type {OperatorTable[]} */ shown) => JSON.stringify({
    kind, epoch: "test", seq: hand.seq, now_ms: hand.now, tables: shown, ...(kind === "snapshot" && { event: { name: event, round: "3" }, rules: { language: "en" }, disk: { state: "well" } }),
  });
  await page.routeWebSocket(/\/ws\/arbiter\?feed=operator$/, (socket) => {
    hand.send = (shown) => {
      hand.seq += 1;
      socket.send(frame("update", shown));
    };
    socket.onMessage(() => {});
    socket.send(frame("snapshot", tables));
  });
  await page.route(/\/api\/v1\/tables\/\d+\/commands$/, async (route) => {
    orders.push({ table: Number(/tables\/(\d+)/.exec(route.request().url())?.[1]), command: route.request().postDataJSON() });
    await route.fulfill({ json: { done: true, order: orders.length } });
  });
  for (const [path, json] of Object.entries(answers)) await page.route(`**/api/v1/${path}`, (route) => route.fulfill({ json }));
  await page.goto(new URL("/console", url).href);
  await ready(page);
  await page.fill("#author", "Olga Operator");
  return { page, complaints, context, orders, hand };
}

// A demonstration with a listener for screens, the operator's login, and a hall screen of any size in a browser.

import assert from "node:assert/strict";
import { Program, freePort } from "./program.js";

/** @typedef {{url: string, origin: string, cookie: string, program: Program}} Wall */

/** Starts a demonstration whose screens have a listener. @param {{tables?: number, speed?: number, rounds?: number, data?: string}} [options] @returns {Promise<Wall>} */
export async function hallWithScreens({ tables = 8, speed = 8, rounds = 0, data } = {}) {
  const [port, arbiter, screens] = [await freePort(), await freePort(), await freePort()];
  const args = ["demo", "--speed", String(speed), "--port", String(port), "--arbiter-port", String(arbiter), "--screens-port", String(screens),
    "--tables", String(tables), "--rounds", String(rounds), ...(data ? ["--data", data] : [])];
  const program = await new Program(args, port).start();
  const link = new URL(program.link());
  const answer = await fetch(`${link.origin}/api/v1/session`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ key: link.hash.replace("#enter=", "") }),
  });
  assert.equal(answer.status, 200);
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0];
  return { url: `http://127.0.0.1:${screens}`, origin: link.origin, cookie, program };
}

/** Gives an order about a display, as an operator does. @param {Wall} wall @param {string} display @param {Record<string, unknown>} order */
export async function order({ origin, cookie }, display, order) {
  const answer = await fetch(`${origin}/api/v1/displays/${display}`, {
    method: "POST", headers: { cookie, "content-type": "application/json" }, body: JSON.stringify(order),
  });
  return { status: answer.status, told: await answer.json() };
}

/** @param {Wall} wall @returns {Promise<any[]>} */
export async function displays({ origin, cookie }) {
  const answer = await fetch(`${origin}/api/v1/displays`, { headers: { cookie } });
  return (await answer.json()).displays;
}

/** Adopts a display and sets it up. @param {Wall} wall @param {string} display @param {Record<string, unknown>} setup */
export async function assign(wall, display, setup) {
  assert.equal((await order(wall, display, { do: "adopt", place: "Stage" })).status, 200);
  const { status, told } = await order(wall, display, { do: "assign", setup });
  assert.equal(status, 200, JSON.stringify(told));
}

/** The name of a display, as its address says. @param {import("playwright-core").Page} page */
export async function nameOf(page) {
  await page.waitForURL(/\/hall\/[a-z]+-[a-z]+-[a-z]+$/);
  return new URL(page.url()).pathname.split("/").pop() ?? "";
}

/** What a person could measure on the screen: boxes in pixels, letters as the canvas measures them, and what is out of its place.
 * @param {import("playwright-core").Page} page */
export function measured(page) {
  return page.evaluate(() => {
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    const box = (/** @type {Element} */ el) => {
      const { left, top, right, bottom, width, height } = el.getBoundingClientRect();
      return { left, top, right, bottom, width, height };
    };
    const letter = (/** @type {Element} */ el) => {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(el);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      return Math.min(pen.measureText("H").actualBoundingBoxAscent, pen.measureText("0").actualBoundingBoxAscent);
    };
    const cells = [...document.querySelectorAll(".cell")].map((cell) => {
      const texts = [...cell.querySelectorAll(".number, .move, .who bdi, .digits, .points, .lost-note, .last-ply")].filter((el) => el.textContent !== "" && el.getClientRects().length > 0);
      return {
        table: Number(/** @type {HTMLElement} */ (cell).dataset.table), box: box(cell), board: box(/** @type {Element} */ (cell.querySelector(".board"))),
        texts: texts.map((el) => ({ kind: el.className || el.tagName, text: el.textContent ?? "", box: box(el), letter: letter(el),
          room: box(/** @type {Element} */ (el.tagName === "BDI" ? el.parentElement : el)) })),
      };
    });
    const foot = /** @type {Element} */ (document.querySelector("#notice"));
    return { cells, foot: { box: box(foot), letter: letter(foot), text: foot.textContent, cut: foot.scrollWidth - foot.clientWidth }, scroll: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight] };
  });
}

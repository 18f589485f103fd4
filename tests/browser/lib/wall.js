// A demonstration with a listener for screens, the operator's login, and a hall screen of any size in a browser.

import assert from "node:assert/strict";
import { demo } from "./program.js";

/** @typedef {import("./program.js").Program} Program */
/** @typedef {{url: string, origin: string, cookie: string, program: Program}} Wall */

/** Starts a demonstration whose screens have a listener. @param {{tables?: number, speed?: number, rounds?: number, data?: string, illegal?: boolean}} [options] @returns {Promise<Wall>} */
export async function hallWithScreens({ tables = 8, speed = 8, rounds = 0, data, illegal = false } = {}) {
  const program = await demo({ tables, speed, rounds, data, illegal, screens: true });
  return { url: program.screens, program, ...(await enter(program)) };
}

/** Logs in with the link that the program printed. @param {Program} program */
export async function enter(program) {
  const link = new URL(program.link());
  const answer = await fetch(`${link.origin}/api/v1/session`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ key: link.hash.replace("#enter=", "") }),
  });
  assert.equal(answer.status, 200);
  return { origin: link.origin, cookie: (answer.headers.get("set-cookie") ?? "").split(";")[0] };
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
  for (const said of [{ do: "adopt", place: "Stage" }, { do: "assign", setup }]) {
    const { status, told } = await order(wall, display, said);
    assert.equal(status, 200, JSON.stringify(told));
  }
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
      // Twenty times as large, because small letters are measured in whole pixels.
      pen.font = `${fontWeight} ${20 * parseFloat(fontSize)}px ${fontFamily}`;
      return Math.min(pen.measureText("H").actualBoundingBoxAscent, pen.measureText("0").actualBoundingBoxAscent) / 20;
    };
    const cells = [...document.querySelectorAll(".cell")].map((cell) => {
      const texts = [...cell.querySelectorAll(".number, .move, .who bdi, .digits, .points, .lost-note, .last-ply")].filter((el) => el.textContent !== "" && el.getClientRects().length > 0);
      return {
        table: Number(/** @type {HTMLElement} */ (cell).dataset.table), box: box(cell), board: box(/** @type {Element} */ (cell.querySelector(".board"))),
        texts: texts.map((el) => {
          const room = box(/** @type {Element} */ (el.tagName === "BDI" ? el.parentElement : el));
          const { left, right } = box(el);
          // The box of a text in a line is higher than the line; what is drawn of it is not.
          return { kind: el.className || el.tagName, text: el.textContent ?? "", box: { left, right, top: room.top, bottom: room.bottom }, letter: letter(el), room };
        }),
      };
    });
    const foot = /** @type {Element} */ (document.querySelector("#notice"));
    return { cells, foot: { box: box(foot), letter: letter(foot), text: foot.textContent, cut: foot.scrollWidth - foot.clientWidth }, scroll: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight] };
  });
}

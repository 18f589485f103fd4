// The operator's console as tests open it.

import { visitor } from "./browser.js";

/** @typedef {import("playwright-core").Page} Page */

/** Opens the console with the link that the program printed. @param {import("playwright-core").Browser} browser
 * @param {import("./program.js").Program} program @param {import("./browser.js").Options & {name?: string}} [options] */
export async function openConsole(browser, program, { name = "Olga Operator", ...options } = {}) {
  const guest = await visitor(browser, { viewport: { width: 1280, height: 900 }, ...options });
  await guest.page.goto(program.link().replace("#", "console/#"));
  await ready(guest.page);
  if (name) await guest.page.fill("#author", name);
  return guest;
}

/** Waits until the console shows the hall. @param {Page} page */
export async function ready(page) {
  await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined && document.querySelector(".tile") && document.querySelector(".sprite"));
}

/** A lamp of a table: its level, and what is read beside it. @param {Page} page @param {number} table @param {"link" | "sensors" | "game"} lamp */
export async function lamp(page, table, lamp) {
  // All at once: a lamp changes between two looks.
  return page.locator(`.tile[data-table="${table}"] [data-lamp="${lamp}"]`).evaluate((el) => ({
    level: /** @type {HTMLElement} */ (el).dataset.level ?? "", short: el.querySelector(".short")?.textContent ?? "", spoken: el.querySelector(".spoken")?.textContent ?? "",
  }));
}

/** Drops a file on the page, as a hand does that drags it in from a folder. @param {Page} page @param {string} name @param {string} text */
export async function dropFile(page, name, text) {
  const data = await page.evaluateHandle(({ name, text }) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name, { type: "text/csv" }));
    return data;
  }, { name, text });
  for (const kind of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("#wall", kind, { dataTransfer: data });
}

/** Drags a piece of the open table. @param {Page} page @param {string} from @param {string} to */
export async function drag(page, from, to) {
  const box = await page.locator("#table .board").boundingBox();
  if (!box) throw new Error("no board is open");
  const at = (/** @type {string} */ name) => /** @type {[number, number]} */ ([box.x + ((name.charCodeAt(0) - 96.5) * box.width) / 8, box.y + ((8.5 - Number(name[1])) * box.height) / 8]);
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

// The organiser's page of rounds, as tests open it.

import { visitor } from "./browser.js";
import { demo } from "./program.js";

/** The page of rounds of a demo with four tables. A refusal that a test provokes is no complaint.
 * @param {import("playwright-core").Browser} browser @param {string} [name] */
export async function pageOfRounds(browser, name = "Organiser") {
  const program = await demo({ speed: 1, seed: 3, tables: 4 });
  const { page, complaints } = await visitor(browser);
  await page.goto(program.link().replace("#", "rounds/#"));
  await page.waitForFunction(() => document.documentElement.dataset.revision !== undefined);
  if (name) await page.fill("#author", name);
  return { program, page, complaints: () => complaints.filter((said) => !/status of (404|409)/.test(said)) };
}

/** The round that is shown, and how far it is. @param {import("playwright-core").Page} page */
export const title = (page) => page.locator("#round-title").innerText();

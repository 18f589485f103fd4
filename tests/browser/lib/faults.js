// What a page does to readers who do not see it, or not as others do.

import { AxeBuilder } from "@axe-core/playwright";
import axe from "axe-core";

const EVERYBODY = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What is asked of pages for spectators, of whom nobody knows how they read. */
export const SPECTATORS = [...EVERYBODY, "wcag2aaa"];

/** What axe finds, a line for each rule. @param {import("playwright-core").Page} page @param {string[]} [rules] */
export async function faults(page, rules = EVERYBODY) {
  // The builder waits for a second, and no longer, until axe is in the page; on a busy computer that takes longer.
  await page.evaluate(axe.source);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 5).map(({ html }) => html.slice(0, 140)).join(" | ")}`);
}

// A rehearsal: a hall of boards with hands, the three pages of those who look after it, each as a person has it open, and
// everything that spectators are sent meanwhile.

import assert from "node:assert/strict";
import { eventually, launch } from "./browser.js";
import { openConsole } from "./console.js";
import { told } from "./event.js";
import { Overheard } from "./overheard.js";
import { rehearsedHall } from "./rehearsed_hall.js";

/** @typedef {import("playwright-core").Page} Page */

export class Rehearsal {
  /** @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof rehearsedHall>>} hall
   * @param {Awaited<ReturnType<typeof openConsole>>} first @param {Page} desk @param {Page} rounds @param {Overheard} spectator */
  constructor(browser, hall, first, desk, rounds, spectator) {
    this.browser = browser;
    this.hall = hall;
    this.console = first.page;
    this.complaints = first.complaints;
    this.context = first.context;
    this.desk = desk;
    this.rounds = rounds;
    this.spectator = spectator;
  }

  /** @param {number} tables @param {Record<number, string>} makers @param {string} name whoever rehearses */
  static async begin(tables, makers, name) {
    const [browser, hall] = await Promise.all([launch(), rehearsedHall(tables, makers)]);
    const first = await openConsole(browser, hall.program, { name });
    const another = async (/** @type {string} */ path) => {
      const page = await first.context.newPage();
      await page.goto(new URL(path, hall.program.link()).href);
      await page.getByLabel("Your name").fill(name);
      await page.keyboard.press("Tab");
      return page;
    };
    const [desk, rounds] = [await another("/"), await another("/rounds/")];
    await first.page.bringToFront();
    return new Rehearsal(browser, hall, first, desk, rounds, await Overheard.at(browser, hall.program.url));
  }

  async end() {
    await this.browser.close();
    await this.hall.end();
  }

  /** Presses keys at the console, where nothing is being written. @param {...string} keys */
  async press(...keys) {
    await this.console.locator("#tasks-title").focus();
    for (const key of keys) await this.console.keyboard.press(key);
  }

  /** Opens a table on the console by its number. @param {number} table */
  async open(table) {
    await this.press(...String(table), "Enter");
    await this.console.getByRole("heading", { name: new RegExp(`^Table ${table}:`) }).waitFor();
  }

  /** Waits for what the wall says before the round. @param {RegExp} pattern */
  says(pattern) {
    return eventually(async () => assert.match(await this.console.getByRole("region", { name: /^Before/ }).getByRole("status").first().innerText(), pattern), 30_000);
  }

  /** A task of the console by what it says. @param {RegExp} says */
  task(says) {
    return this.console.getByRole("region", { name: /^To do/ }).getByRole("listitem").filter({ hasText: says });
  }

  /** Enters a tournament on the page of rounds. @param {string} key @param {string} name */
  async enter(key, name) {
    const form = this.rounds.locator("form").filter({ hasText: "Key" });
    await form.getByLabel("Key").fill(key);
    await form.getByLabel("Name").fill(name);
    await form.getByRole("button", { name: "Save" }).click();
    await this.rounds.getByRole("heading", { name: `${name} · Round 1` }).waitFor();
  }

  /** Confirms the results that boards proposed on the page of rounds, until all are in. */
  async confirmAll() {
    await this.rounds.bringToFront();
    await eventually(async () => {
      const confirm = this.rounds.getByRole("button", { name: /^Confirm/ });
      if (await confirm.isVisible()) await confirm.click();
      await this.rounds.getByText("All results are in").waitFor({ timeout: 2000 });
    }, 60_000);
  }

  /** The round as the program has it. */
  async round() {
    // Whoever asks too often is put off.
    return eventually(async () => (await told(this.rounds)).event.tournaments.A.rounds[1]);
  }

  /** What spectators see of a table. @param {number} table */
  async seen(table) {
    const it = (await this.hall.program.snapshot()).tables.find((one) => one.table === table);
    return { moves: it?.moves.map(({ san }) => san) ?? [], result: it?.result ?? "*" };
  }

  /** Waits until spectators see these moves at a table. @param {number} table @param {string[]} moves */
  shows(table, moves) {
    return eventually(async () => assert.deepEqual((await this.seen(table)).moves, moves), 30_000);
  }
}

// A rehearsal of a round: twenty boards, from the file of pairings to results that are signed, with the troubles of a real
// evening, each put right from the pages as a person does it. The program is the real one, and so are the boards but for the wood:
// they talk over pseudo-terminals, and hands move their pieces.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, visitor } from "../lib/browser.js";
import { drag, dropFile, lamp, openConsole } from "../lib/console.js";
import { told } from "../lib/event.js";
import { rehearsedHall } from "../lib/rehearsed_hall.js";
import { Overheard } from "../lib/overheard.js";

/** @typedef {import("playwright-core").Page} Page */

const TABLES = 20;
/** The table whose board knows no pieces, only whether something stands on a square. */
const PLAIN = 11;
const OPENINGS = ["e4 e5 Nf3 Nc6 Bb5 a6", "d4 d5 c4 e6 Nc3 Nf6", "c4 e5 Nc3 Nf6 g3 d5", "Nf3 d5 g3 Nf6 Bg2 e6"].map((line) => line.split(" "));
/** How each table ends. */
const RESULTS = ["1-0", "0-1", "1/2-1/2"];
const player = (/** @type {number} */ n) => `Player${String(n).padStart(2, "0")}, Given`;
const opening = (/** @type {number} */ table) => OPENINGS[table % 4];
const ending = (/** @type {number} */ table) => RESULTS[table % 3];
/** The file that a pairing program writes. @param {Record<number, string>} [changed] another Black at these boards */
const pairings = (changed = {}) => ["Board;White;Black", ...Array.from({ length: TABLES }, (_, n) => `${n + 1};${player(2 * n + 1)};${changed[n + 1] ?? player(2 * n + 2)}`)].join("\n");

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof rehearsedHall>>} */
let hall;
/** @type {Page} */
let console_;
/** @type {Page} */
let desk;
/** @type {Page} */
let rounds;
/** @type {Overheard} */
let public_;
/** @type {string[]} */
let complaints;
let context;

before(async () => {
  [browser, hall] = await Promise.all([launch(), rehearsedHall(TABLES, { [PLAIN]: "home" })]);
  ({ page: console_, complaints, context } = await openConsole(browser, hall.program, { name: "Olga Operator" }));
  rounds = await context.newPage();
  await rounds.goto(new URL("rounds/", hall.program.link()).href);
  desk = await context.newPage();
  await desk.goto(new URL("/", hall.program.link()).href);
  public_ = await Overheard.at(browser, hall.program.url);
});
after(async () => {
  await browser?.close();
  await hall?.end();
});

/** The table that the console shows open. @param {number} table */
async function openTable(table) {
  await console_.locator("#tasks-title").focus();
  await console_.keyboard.type(String(table));
  await console_.keyboard.press("Enter");
  await console_.getByRole("heading", { name: new RegExp(`^Table ${table}:`) }).waitFor();
}
const mural = () => console_.locator("#mural .says").innerText();
const round = async () => (await told(rounds)).event.tournaments.A.rounds[1];
const says = (/** @type {RegExp} */ pattern) => eventually(async () => assert.match(await mural(), pattern), 30_000);
/** The moves that spectators see at a table. @param {number} table */
const sans = async (table) => (await hall.program.snapshot()).tables.find((it) => it.table === table)?.moves.map(({ san }) => san) ?? [];

test("the file of pairings is dropped on the console and taken over", async () => {
  await rounds.getByLabel("Your name").fill("Olga Operator");
  await rounds.getByLabel("Key").fill("A");
  await rounds.getByLabel("Name", { exact: true }).fill("Rehearsal Open");
  await rounds.getByRole("button", { name: "Save" }).click();
  await eventually(async () => assert.ok((await told(rounds)).event.tournaments.A));
  await eventually(async () => {
    await dropFile(console_, "round1.csv", pairings());
    await console_.getByRole("button", { name: "Take over" }).click({ timeout: 3000 });
  });
  await eventually(async () => assert.equal(Object.keys((await round()).pairings).length, TABLES));
});

test("before the round the wall names the boards that are not ready, and hands put them right", async () => {
  for (const table of hall.numbers) hall.at(table).setClock();
  // King and queen the wrong way, a clock with the wrong time, and one whose lever lets Black begin.
  hall.at(3).slowly("put d1 K", "put e1 Q");
  hall.at(6).slowly("clock 600000 600000 white");
  hall.at(14).setClock("black");
  await says(/^18 ready; not ready: 3, 6\./);
  console.log(await console_.locator("#mural").innerText());
  await says(/Have a look: .*14/);
});

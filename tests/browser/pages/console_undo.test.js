// Every action at the console is taken back by two keys, and what spectators are served is what it was before. The journal keeps the
// action and what took it back, each with who and when.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually } from "../lib/browser.js";
import { dropFile } from "../lib/console.js";
import { told } from "../lib/event.js";
import { Rehearsal } from "../lib/rehearsal.js";

const NAME = "Olga Operator";
/** @type {Rehearsal} */
let it;
before(async () => {
  it = await Rehearsal.begin(3, {}, NAME);
});
after(() => it?.end());

/** What is published: the tables as spectators are told of them, and the rounds. */
async function published(names = true) {
  const { tables } = await it.hall.program.snapshot();
  const games = tables.map(({ table, moves, result, white, black }) => [table, moves.map(({ san }) => san), result, names && white.name, names && black.name]);
  const rounds = await (await fetch(`${it.hall.program.url}/api/v1/rounds`)).json();
  return { games, rounds: rounds.tournaments?.map((/** @type {any} */ one) => one.rounds) };
}

/** The orders of whoever is at the console, as the journal has them, in the order of their times. */
const orders = () => it.hall.journal().filter((line) => line.includes(`"author":"${NAME}"`)).map((line) => JSON.parse(line.slice(line.indexOf("{"))))
  .sort((one, other) => one.t - other.t);

/** Does something, sees it, takes it back with two keys, and sees what was there before.
 * @param {() => Promise<unknown>} act @param {() => Promise<unknown>} look what it changes @param {string} says what the page calls it
 * @param {boolean} [names] whether the names at the tables are what they were, too */
async function doneAndUndone(act, look, says, names = true) {
  const [world, before, lines] = [await published(names), await look(), orders().length];
  await act();
  await eventually(async () => assert.notDeepEqual(await look(), before, says));
  const after = await look();
  await eventually(async () => assert.match(await it.console.locator("#undo-what").innerText(), new RegExp(says)));
  await it.press("u", "Enter");
  await eventually(async () => assert.deepEqual(await look(), before, says));
  await eventually(async () => assert.deepEqual(await published(names), world, says));
  assert.notDeepEqual(after, before);
  // Both are in the journal, the second behind the first.
  await eventually(async () => {
    const records = orders().slice(lines);
    assert.ok(records.length >= 2, `${says}: ${JSON.stringify(records)}`);
    assert.ok(records.every(({ t, event, command }) => t > 0 && (event ?? command).author === NAME), JSON.stringify(records));
  });
}

const round = async () => (await told(it.rounds)).event?.tournaments.A?.rounds?.[1] ?? null;
const press = (/** @type {string} */ name) => it.console.getByRole("button", { name }).click();

test("what is done before a round is undone: a file of pairings, an exchange of players, one of boards, the round's beginning", async () => {
  const { console, hall, rounds } = it;
  const form = rounds.locator("form").filter({ hasText: "Key" });
  await form.getByLabel("Key").fill("A");
  await form.getByRole("button", { name: "Save" }).click();
  await eventually(async () => assert.ok((await told(rounds)).event.tournaments.A));
  hall.numbers.forEach((table) => hall.at(table).setClock());
  const file = "Board;White;Black\n1;A, B;C, D\n2;E, F;G, H\n3;I, J;K, L";
  const take = () => eventually(async () => {
    await dropFile(console, "round1.csv", file);
    await console.getByRole("button", { name: "Take over" }).click({ timeout: 1000 });
  });
  const pairings = async () => (await round())?.pairings ?? {};
  await doneAndUndone(take, pairings, "Last order about the rounds");
  await take();
  await it.says(/^All ready: 3\./);
  await doneAndUndone(async () => {
    await it.press("x", "1", "Tab", "2");
    await press("Exchange the players");
  }, async () => Object.values(await pairings()).map(({ white }) => white), "Players of tables 1 and 2 exchanged");
  const serials = async () => {
    const { tables } = await told(rounds);
    return [1, 2, 3].map((table) => tables[table].serial);
  };
  await doneAndUndone(async () => {
    await it.press("x", "2", "Tab", "3");
    await press("Exchange the boards");
  }, serials, "Boards of tables 2 and 3 exchanged");
  await it.says(/^All ready: 3\./);
  // Tables keep the names of a round whose beginning was taken back, until a round begins.
  const begin = async () => {
    await press("Begin round 1");
    // A board that has just moved to another table may not be ready yet: the page asks once more.
    const again = console.getByRole("button", { name: "all the same" });
    await eventually(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1000 });
      assert.equal((await round())?.state, "open");
    });
  };
  await doneAndUndone(begin, async () => (await round())?.state ?? "planned", "Last order about the rounds", false);
  await it.says(/^All ready: 3\./);
  await begin();
});

test("what is done in a round is undone: a correction, a result, a result that a board proves", async () => {
  const { console, hall } = it;
  const line = ["e4", "e5", "Nf3", "Nc6"];
  await Promise.all([1, 2].map((table) => hall.at(table).begin().play(...line).done()));
  for (const table of [1, 2]) await it.shows(table, line);
  const seen = (/** @type {number} */ table) => () => it.seen(table);
  await it.open(1);
  await doneAndUndone(async () => {
    await press("From 2... Nc6");
    await console.getByLabel("Moves in your notation").fill("Nf6");
    await press("Show");
    await console.getByText("Instead: Nf6").waitFor();
    await press("Correct the game");
  }, seen(1), "Correction, table 1");
  await it.open(1);
  await doneAndUndone(() => press("½-½"), seen(1), "Result 1/2-1/2, table 1");
  await it.open(1);
  await doneAndUndone(async () => {
    await press("Begin a new game");
    await press("Yes, a new game at table 1");
  }, seen(1), "Begin a new game, table 1");
  hall.at(2).end("1-0");
  await it.task(/Confirm 1-0 at table 2/).waitFor({ timeout: 40_000 });
  await doneAndUndone(() => it.press("n", "Enter"), seen(2), "Result 1-0, table 2");
});

test("a result at the wrong table is told of while play goes on there, and taken back without a move lost", async () => {
  const { console, hall, rounds } = it;
  const result = async () => (await hall.program.snapshot()).tables.find(({ table }) => table === 3)?.result;
  hall.at(3).begin().play("d4", "d5");
  await it.shows(3, ["d4", "d5"]);
  await it.open(3);
  await console.getByRole("button", { name: "1-0", exact: true }).click();
  await eventually(async () => assert.equal(await result(), "1-0"));
  // One of the players may have been about to press.
  await hall.at(3).play("c4").done();
  const task = it.task(/Look at table 3: its result is 1-0, and play goes on/);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.equal(await task.count(), 0);
  hall.at(3).play("e6", "Nc3");
  await task.waitFor();
  await rounds.getByText("play goes on").waitFor();
  await task.getByRole("button", { name: "Take 1-0 back" }).click();
  await it.shows(3, ["d4", "d5", "c4", "e6", "Nc3"]);
  assert.equal(await result(), "*");
  await task.waitFor({ state: "detached" });
  await rounds.getByText("play goes on").waitFor({ state: "detached" });
  assertNoComplaints(it.complaints.filter((said) => !said.includes("status of 422")));
});

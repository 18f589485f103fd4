// A rehearsal of a round: twenty boards, from the file of pairings to results that are signed, with the troubles of a real
// evening, each put right from the pages as a person does it. The program is the real one, and so are the boards but for the wood:
// they talk over pseudo-terminals, and hands move their pieces.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, visitor } from "../lib/browser.js";
import { drag, dropFile, lamp } from "../lib/console.js";
import { told } from "../lib/event.js";
import { played } from "../lib/hands.js";
import { Rehearsal } from "../lib/rehearsal.js";
import { NAME, PLAIN, TABLES, boardOf, ending, gamesOf, opening, pairings, player } from "../lib/rehearsed_round.js";
import { nameOf } from "../lib/wall.js";

/** @type {Rehearsal} */
let it;
/** The hands at a table. @param {number} table */
const at = (table) => it.hall.at(table);
before(async () => {
  it = await Rehearsal.begin(TABLES, { [PLAIN]: "home" }, NAME);
});
after(() => it?.end());

test("a file of pairings is dropped on the console and taken over, and again when a pairing changes late", async () => {
  const { console, rounds } = it;
  await it.enter("A", "Rehearsal Open");
  for (const [file, last] of /** @type {const} */ ([[pairings(), player(24)], [pairings({ 12: "Late, Ewa" }), "Late, Ewa"]])) {
    const isIn = async () => {
      const { event } = await told(rounds);
      const { pairings } = event.tournaments.A.rounds[1];
      assert.equal(Object.keys(pairings ?? {}).length, TABLES);
      assert.equal(event.tournaments.A.players[pairings[12].black].name, last);
    };
    // The console hears of the tournament a while after it is entered, and of a file that is in already it asks nothing.
    await eventually(async () => {
      if (await isIn().then(() => true, () => false)) return;
      await dropFile(console, "round1.csv", file);
      await console.getByRole("button", { name: "Take over" }).click({ timeout: 5000 });
      await eventually(isIn, 5000);
    }, 60_000);
  }
});

test("the wall names the boards that are not ready, until hands put them right", async () => {
  it.hall.numbers.forEach((table) => at(table).setClock());
  // King and queen changed places, a clock has the wrong time, and one was put the wrong way: its lever lets Black begin.
  at(3).slowly("put d1 K", "put e1 Q");
  at(6).slowly("clock 600000 600000 white");
  at(14).setClock("black");
  await it.says(/^18 ready; not ready: 3, 6\. Have a look: 11, 14\.$/);
  await it.console.getByText("3: Not as in the start position: d1, e1.").waitFor();
  at(3).setUp();
  [6, 14].forEach((table) => at(table).setClock());
  // A board without times is heard at its first press.
  at(PLAIN).slowly("run white", "press", "press", "stop");
  // Of a lever without times nothing is heard before it is pressed.
  at(PLAIN).slowly("run white", "press", "press", "stop");
  await it.says(/^All ready: 20\.$/);
});

test("players at each other's boards are exchanged by dragging one table onto the other, and back, and by keys", async () => {
  const { console } = it;
  const whites = async () => {
    const { pairings } = await it.round();
    return [pairings[8].white, pairings[9].white];
  };
  const before = await whites();
  const field = (/** @type {number} */ table) => console.getByRole("button", { name: `table ${table}, ready` });
  await field(8).dragTo(field(9));
  await console.getByText("8: Player15, Given – Player16, Given ⇄ 9: Player17, Given – Player18, Given").waitFor();
  await console.keyboard.press("Enter");
  await eventually(async () => assert.deepEqual(await whites(), before.toReversed()));
  await it.press("u", "Enter");
  await eventually(async () => assert.deepEqual(await whites(), before));
  await it.press("x", "8", "Tab", "9", "Enter");
  await eventually(async () => assert.deepEqual(await whites(), before.toReversed()));
  await console.getByRole("button", { name: "Begin round 1" }).click();
  await eventually(async () => assert.equal((await it.round()).state, "open"));
  await eventually(async () => assert.equal(await console.getByRole("heading", { name: "Before round 1" }).isVisible(), false));
});

test("twenty games begin, and spectators see them move by move", async () => {
  await Promise.all(it.hall.numbers.map((table) => at(table).begin().play(...opening(table)).done()));
  for (const table of it.hall.numbers) await it.shows(table, opening(table));
});

test("a cable that was pulled is told and forgotten when it is back", async () => {
  // Troubles come together: a board dies, and of a capture no sensor sees which piece was taken, for it never leaves its square.
  at(7).do("mute");
  at(PLAIN).slowly("lift f3", "put d4 N", "press");
  at(2).do("unplug");
  await eventually(async () => assert.notEqual((await lamp(it.console, 2, "link")).level, "good"), 30_000);
  at(2).do("plug").slowly("wait 500");
  await eventually(async () => assert.equal((await lamp(it.console, 2, "link")).level, "good"), 40_000);
  at(2).play("cxd5", "Nxd5");
  await it.shows(2, at(2).game.history());
});

test("a dead board is replaced by another that is found by touching", async () => {
  const { hall } = it;
  const task = it.task(/^.*board 7: it is silent/);
  await task.waitFor({ timeout: 40_000 });
  await it.press("n");
  await task.getByRole("button", { name: "Find by touching" }).press("Enter");
  hall.replace(7);
  at(7).setUp().slowly("clock 880000 890000 white", "run white", "wait 500", "lift a1", "wait 500", "put a1 R");
  await eventually(async () => assert.equal((await lamp(it.console, 7, "link")).level, "good"), 30_000);
  at(7).play("O-O", "Be7");
  await it.shows(7, at(7).game.history());
});

test("a capture that no sensor saw is asked about, and the question is answered by keys", async () => {
  const task = it.task(/Pick the move at table 11, 4\./);
  await task.waitFor({ timeout: 40_000 });
  await it.press("n");
  // The likeliest answer has the focus; the others are a Tab away.
  const answer = task.getByRole("button", { name: "Nxd4" });
  if (!(await answer.evaluate((el) => el === document.activeElement))) await it.console.keyboard.press("Tab");
  assert.ok(await answer.evaluate((el) => el === document.activeElement));
  await it.console.keyboard.press("Enter");
  at(PLAIN).game.move("Nxd4");
  await it.shows(PLAIN, at(PLAIN).game.history());
});

test("a move that was made on the wrong square is corrected by dragging, and the moves behind it stay", async () => {
  const { console } = it;
  await it.open(4);
  await console.getByRole("button", { name: "From 3. Bc4" }).click();
  await drag(console, "f1", "b5");
  await console.getByText("Moves that stay behind it: 1.").waitFor();
  await console.getByRole("button", { name: "Correct the game" }).click();
  at(4).game = played("e4", "e5", "Nf3", "Nc6", "Bb5", "a6");
  at(4).slowly("lift c4", "put b5 B", "wait 400").play("Ba4", "Nf6");
  await it.shows(4, at(4).game.history());
  await console.getByRole("button", { name: "Close" }).click();
});

test("an illegal move is decided on the arbiter's page, and the game goes on from before it", async () => {
  const { desk } = it;
  at(9).slowly("lift c3", "put c5 N", "press");
  await desk.bringToFront();
  const card = desk.getByRole("article").filter({ hasText: /Illegal move · White/ }).first();
  await card.waitFor({ timeout: 30_000 });
  assert.match(await card.innerText(), /Table\s+9[^]*Put back this position[^]*Add to the opponent's clock\s+\+1:00|Table\s+9[^]*\+1:00[^]*Put back this position/);
  const before = at(9).game.history();
  await card.getByRole("button", { name: "Confirm" }).click();
  at(9).slowly("stop", "lift c5", "put c3 N", "run white", "wait 500").play("cxd5", "exd5");
  await it.shows(9, [...before, "cxd5", "exd5"]);
  await it.console.bringToFront();
});

test("the program is killed in the middle, and all goes on where it was", async () => {
  const { hall, console } = it;
  const before = await Promise.all(hall.numbers.map((table) => it.seen(table)));
  await hall.program.kill();
  at(5).play("cxd5");
  await hall.program.start();
  await eventually(async () => assert.equal(await console.locator("#link").getAttribute("data-state"), "live"), 30_000);
  await it.shows(5, at(5).game.history());
  for (const table of hall.numbers.filter((table) => table !== 5)) assert.deepEqual(await it.seen(table), before[table - 1]);
});

test("kings in the centre propose a result, which is nobody's before it is confirmed by two keys", async () => {
  at(10).end(ending(10));
  const task = it.task(/Confirm 0-1 at table 10/);
  await task.waitFor({ timeout: 40_000 });
  const { moves, result } = await it.seen(10);
  assert.deepEqual([moves, result], [at(10).game.history(), "*"]);
  await it.press("n", "Enter");
  await eventually(async () => assert.equal((await it.seen(10)).result, ending(10)));
});

test("a result that was entered wrong is undone by two keys", async () => {
  await it.open(13);
  await it.console.getByRole("group", { name: "Result" }).getByRole("button", { name: "1-0" }).click();
  await eventually(async () => assert.equal((await it.seen(13)).result, "1-0"));
  await it.press("u", "Enter");
  await eventually(async () => assert.equal((await it.seen(13)).result, "*"));
  await it.press("Escape");
});

test("a screen is found, hung and told to show other tables", async () => {
  const { browser, console, context, hall } = it;
  const screen = await visitor(browser, { viewport: { width: 1920, height: 1080 } });
  await screen.page.goto(`${hall.program.screens}/hall/`);
  const name = await nameOf(screen.page);
  await console.getByRole("region", { name: "Screens" }).getByText(/^new screen/).waitFor({ timeout: 40_000 });
  const [page] = await Promise.all([context.newPage(), 0]);
  await page.goto(new URL("/screens/", hall.program.link()).href);
  const box = page.locator(`#${name}`);
  await box.getByLabel("Where it hangs").fill("Stage");
  await box.getByRole("button", { name: "Adopt" }).click();
  await box.getByRole("heading", { name: /^Stage/ }).waitFor();
  await box.getByText("What it shows").click();
  const shown = () => screen.page.locator(".cell").evaluateAll((all) => all.map((el) => Number(/** @type {HTMLElement} */ (el).dataset.table)));
  for (const [tables, first] of /** @type {[string, number][]} */ ([["1-4", 1], ["17-20", 17]])) {
    await box.getByLabel(/^Tables, such as/).fill(tables);
    await box.getByRole("button", { name: "Show this" }).click();
    await eventually(async () => assert.ok((await shown()).length > 0 && (await shown()).every((table) => table >= first && table < first + 4), `${await shown()}`));
  }
  await console.getByRole("region", { name: "Screens" }).getByText("Stage").waitFor({ timeout: 20_000 });
  await Promise.all([page.close(), screen.context.close()]);
});

test("all twenty results are in and signed, the PGN is what was played, and spectators were never told what is the arbiter's", async () => {
  const { hall, rounds } = it;
  const left = hall.numbers.filter((table) => table !== 10 && table !== PLAIN);
  await Promise.all(left.map((table) => at(table).end(ending(table)).done()));
  // A board that knows no pieces cannot tell a king: its players say the result, and it is entered.
  await it.open(PLAIN);
  await it.console.getByRole("group", { name: "Result" }).getByRole("button", { name: "½-½" }).click();
  await eventually(async () => assert.equal((await it.seen(PLAIN)).result, ending(PLAIN)));
  await it.confirmAll();
  await rounds.getByRole("button", { name: "End round 1" }).click();
  await eventually(async () => assert.equal((await it.round()).state, "ended"));
  const games = await gamesOf(`${hall.program.url}/round-1/games.pgn`);
  assert.equal(games.length, TABLES);
  for (const game of games) {
    const { Round, White, Result } = game.getHeaders();
    const table = Number(Round?.split(".")[1]);
    assert.deepEqual([table, game.history(), Result], [table, at(table).game.history(), ending(table)]);
    assert.equal(White, player(2 * boardOf(table) - 1));
  }
  assert.deepEqual(it.spectator.found(["illegal", "incident", "remedy", "ruling", "proved", "astray", "F23 ", NAME]), []);
  // While the program was dead, browsers told of the requests that it did not answer.
  assertNoComplaints([...it.complaints, ...it.spectator.complaints].filter((said) => !said.includes("net::ERR_")));
});

test("the sheet that is signed has every result under its players' names, room to sign, and the journal's head", async () => {
  const { rounds, context } = it;
  const [sheet] = await Promise.all([context.waitForEvent("page"), rounds.getByRole("link", { name: "Result sheet to sign" }).click()]);
  await sheet.getByRole("heading", { name: "Rehearsal Open, round 1" }).waitFor();
  const rows = await sheet.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].slice(0, 4).map((cell) => cell.innerText.trim())));
  assert.deepEqual(rows, it.hall.numbers.map((board) => {
    const of = boardOf(board);
    return [String(board), player(2 * of - 1), ending(board).replaceAll("1/2", "½"), board === 12 ? "Late, Ewa" : player(2 * of)];
  }));
  assert.deepEqual(await sheet.locator(".sign span").allInnerTexts(), ["Arbiter", "Date and time"]);
  assert.ok(await sheet.locator("svg").isVisible());
  // The record that the sentence names is that of the code.
  const code = await sheet.locator(".code").innerText();
  assert.match(code, /^TOPBOARD-HEAD:1:/);
  const seq = Number(/journal up to record (\d+)\./.exec(await sheet.locator("section").innerText())?.[1]);
  assert.ok(seq > 0 && code.includes(`:${seq}:`), `${seq} of ${code}`);
  assert.equal(await sheet.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await sheet.close();
});

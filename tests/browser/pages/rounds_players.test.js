// The organiser's page of rounds: players who withdraw, pairings that go, tables opened by hand, the time of a round, a rating
// list and a round robin.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch } from "../lib/browser.js";
import { entered, give, told } from "../lib/event.js";
import { pageOfRounds } from "../lib/organiser.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** @param {import("playwright-core").Page} page */
const tournament = async (page) => (await told(page)).event.tournaments.A;
/** Unfolds a part of the page. @param {import("playwright-core").Page} page @param {string} id */
const unfold = (page, id) => page.locator(`#${id} > summary`).click();

test("a player withdraws and comes back, and a pairing is removed and taken back", async () => {
  const { program, page, complaints } = await pageOfRounds(browser);
  try {
    await give(page, entered(3));
    await unfold(page, "players");
    const players = page.locator("#players");
    await players.getByRole("button", { name: "Withdraw Kowalski, Jan" }).click();
    await eventually(async () => assert.equal((await tournament(page)).players[2].withdrawn_after, 0));
    await eventually(async () => assert.match(await players.innerText(), /Kowalski, Jan[^]*withdrawn before round 1/));
    await players.getByRole("button", { name: "Take the withdrawal of Kowalski, Jan back" }).click();
    await eventually(async () => assert.equal((await tournament(page)).players[2].withdrawn_after, undefined));
    await players.getByLabel("Last round played").fill("3");
    await players.getByRole("button", { name: "Withdraw Kowalski, Jan" }).click();
    await eventually(async () => assert.equal((await tournament(page)).players[2].withdrawn_after, 3));
    await page.getByRole("button", { name: "Take back: a withdrawal" }).click();
    await eventually(async () => assert.equal((await tournament(page)).players[2].withdrawn_after, undefined));

    const editor = page.locator("#editor");
    const remove = async (/** @type {number} */ board) => {
      await page.getByRole("button", { name: `Change board ${board}` }).click();
      await editor.getByRole("button", { name: "Remove this pairing" }).click();
      assert.match(await editor.locator(".confirm").innerText(), new RegExp(`Remove the pairing of board ${board}\\?`));
      await editor.getByRole("button", { name: "Do it all the same" }).click();
    };
    await remove(2);
    await eventually(async () => assert.deepEqual(Object.keys((await tournament(page)).rounds[1].pairings), ["1", "3"]));
    await eventually(async () => assert.equal(await page.locator("#pairings tbody tr").count(), 2));
    await page.getByRole("button", { name: "Take back: a pairing removed" }).click();
    await eventually(async () => assert.equal(await page.locator("#pairings tbody tr").count(), 3));

    // A pairing with a result stays, and the page says why in its language.
    await give(page, { do: "open", key: "A", round: 1 });
    await give(page, { do: "result", key: "A", round: 1, board: 3, result: "1-0" });
    await eventually(async () => assert.match(await page.locator("#round-title").innerText(), /in play/));
    await remove(3);
    await eventually(async () => assert.match(await editor.locator(".why").innerText(), /board 3 has a result/));
    assert.equal(Object.keys((await tournament(page)).rounds[1].pairings).length, 3);
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

test("a table is opened and closed by hand, and a round has its date and time", async () => {
  const { program, page, complaints } = await pageOfRounds(browser);
  try {
    await give(page, entered(3));
    await unfold(page, "boards");
    const boards = page.locator("#boards");
    const plan = async () => (await told(page)).tables[4].plan;
    assert.equal(await plan(), "closed");
    await boards.getByRole("button", { name: "Open table 4" }).click();
    await eventually(async () => assert.equal(await plan(), "free"));
    await eventually(async () => assert.match(await boards.locator("tbody tr").nth(3).innerText(), /open \(by hand\)/));
    await boards.getByRole("button", { name: "Close table 4" }).click();
    await eventually(async () => assert.equal((await told(page)).event.gates[4], false));
    await boards.getByRole("button", { name: "Let table 4 follow the rounds" }).click();
    await eventually(async () => assert.equal((await told(page)).event.gates, undefined));
    await boards.getByRole("button", { name: "Let table 4 follow the rounds" }).waitFor({ state: "detached" });

    const timing = page.locator("#timing");
    assert.match(await timing.locator("summary").innerText(), /Date and time of round 1: 2026\.11\.22/);
    await unfold(page, "timing");
    assert.equal(await timing.getByLabel("Date").inputValue(), "2026-11-22");
    await timing.getByLabel("Date").fill("2026-11-28");
    await timing.getByLabel("Begins at").fill("15:30");
    await timing.getByRole("button", { name: "Save" }).click();
    await eventually(async () => {
      const { date, starts_at: time, pairings } = (await tournament(page)).rounds[1];
      assert.deepEqual([date, time, Object.keys(pairings).length], ["2026.11.28", "15:30", 3]);
    });
    await eventually(async () => assert.match(await timing.locator("summary").innerText(), /2026\.11\.28 15:30/));
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

/** A rating list of fixed width. @param {[number, string, string, string, number, number][]} people */
function list(people) {
  const head = "ID Number      Name                                                         Fed Sex Tit  SRtng B-day Flag";
  const line = (/** @type {[number, string, string, string, number, number]} */ [id, name, federation, title, rating, born]) =>
    `${String(id).padEnd(15)}${name.padEnd(61)}${federation} F   ${title.padEnd(5)}${String(rating).padEnd(6)}${born}`;
  return Buffer.from([head, ...people.map(line)].join("\n") + "\n");
}

test("a rating list is compared, a person chooses among namesakes, and one order enters it", async () => {
  const { program, page, complaints } = await pageOfRounds(browser);
  try {
    const players = { 1: { name: "Nowak, Anna", fide_id: 1101 }, 2: { name: "Wilk, Ewa", federation: "POL" }, 3: { name: "Nobody, Known" } };
    await give(page, { do: "enter", key: "A", name: "Open", players });
    const panel = page.locator("#ratings");
    await eventually(async () => assert.equal(await panel.isVisible(), true));
    await unfold(page, "ratings");
    await panel.getByLabel("Rating list of FIDE").setInputFiles({ name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("Dear arbiter\n") });
    await panel.getByRole("button", { name: "Compare" }).click();
    await eventually(async () => assert.match(await panel.locator(".why").innerText(), /no rating list/));
    const people = /** @type {Parameters<typeof list>[0]} */ ([[1101, "Nowak, Anna", "POL", "WFM", 2105, 1990], [1102, "Wilk, Ewa", "POL", "", 1801, 1980], [1103, "Wilk, Ewa", "POL", "WCM", 1999, 2001]]);
    await panel.getByLabel("Rating list of FIDE").setInputFiles({ name: "standard_rating_list.txt", mimeType: "text/plain", buffer: list(people) });
    await panel.getByRole("button", { name: "Compare" }).click();
    await eventually(async () => assert.match(await panel.innerText(), /Entries in the list: 3; players found: 1\./));
    assert.match(await panel.locator(".found").innerText(), /Nowak, Anna\s+title: WFM; federation: POL; rating: 2105[^]*Wilk, Ewa\s+perhaps one of these[^]*Nobody, Known\s+not in the list/);
    assert.deepEqual((await tournament(page)).players[1], players[1], "a look changes nothing");
    const enter = panel.getByRole("button", { name: /^Enter the changes/ });
    assert.equal(await enter.innerText(), "Enter the changes (players: 1)");
    await panel.getByLabel("Who is Wilk, Ewa?").selectOption({ label: "WCM, Wilk, Ewa, POL, 1999, 2001, 1103" });
    assert.equal(await enter.innerText(), "Enter the changes (players: 2)");
    await enter.click();
    await eventually(async () => {
      const { 1: one, 2: two, 3: three } = (await tournament(page)).players;
      assert.deepEqual([one.title, one.elo, two.fide_id, two.title, three], ["WFM", 2105, 1103, "WCM", players[3]]);
    });
    await page.getByRole("button", { name: "Take back: players completed from a list" }).click();
    await eventually(async () => assert.deepEqual((await tournament(page)).players, players));
    assertNoComplaints(complaints().filter((said) => !/status of 422/.test(said)));
  } finally {
    await program.kill();
  }
});

test("a round robin is drawn, looked at, entered and taken back", async () => {
  const { program, page, complaints } = await pageOfRounds(browser);
  try {
    await give(page, { do: "enter", key: "A", name: "Masters" });
    await eventually(async () => assert.match(await page.locator("#round-title").innerText(), /Masters/));
    await unfold(page, "round-robin");
    const panel = page.locator("#round-robin");
    await panel.getByRole("button", { name: "Look what is in it" }).click();
    await eventually(async () => assert.match(await panel.locator(".why").innerText(), /at least two players/));
    await panel.locator("textarea").fill("Lis, Ewa\nNowak, Anna\nKos, Jan\nMazur, Piotr\n");
    assert.equal(await panel.getByLabel("Exchange the last two rounds").isDisabled(), true);
    await panel.getByLabel("Everybody meets everybody twice").check();
    await panel.getByLabel("Exchange the last two rounds").check();
    await panel.getByRole("button", { name: "Look what is in it" }).click();
    await panel.getByRole("button", { name: "Take over" }).waitFor();
    assert.equal(await panel.locator(".found details").count(), 6);
    await panel.locator(".found details summary").first().click();
    assert.match(await panel.locator(".found details").first().innerText(), /1\s+Lis, Ewa\s+Mazur, Piotr\s+2\s+Nowak, Anna\s+Kos, Jan/);
    await panel.getByRole("button", { name: "Take over" }).click();
    await eventually(async () => assert.equal(await page.locator("#pairings tbody tr").count(), 2));
    const { system, rounds } = await tournament(page);
    assert.deepEqual([system, Object.keys(rounds).length], ["round-robin", 6]);
    // The third table of Berger is played second.
    assert.deepEqual(rounds[2].pairings, { 1: { white: 2, black: 4 }, 2: { white: 3, black: 1 } });
    await panel.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Take back: what was entered last" }).click();
    await eventually(async () => assert.equal(await panel.isVisible(), true));
    assertNoComplaints(complaints());
  } finally {
    await program.kill();
  }
});

// The page shows what the server says: positions, players, last moves, results.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoComplaints, eventually, launch, open, readGrid, visitor } from "../lib/browser.js";
import { demo } from "../lib/program.js";

/** @typedef {import("../../../web/shared/wire.js").TableView} TableView */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  browser = await launch();
  program = await demo({ speed: 10, seed: 3 });
});
after(async () => {
  await browser?.close();
  await program?.kill();
});

/** What the server says, in the words of `readGrid`. @param {TableView} table */
function said(table) {
  const last = table.moves.at(-1);
  const scores = table.result === "*" ? ["", ""] : table.result.replaceAll("1/2", "½").split("-");
  return {
    table: table.table,
    placement: (last?.fen ?? table.start).split(" ")[0],
    last: last?.uci ?? "",
    marked: last ? 2 : 0,
    dashed: last?.provisional ? 2 : 0,
    check: Boolean(last?.check),
    white: table.white.name || "?",
    black: table.black.name || "?",
    whiteScore: scores[0],
    blackScore: scores[1],
  };
}

/** @param {Awaited<ReturnType<typeof readGrid>>["cards"][number]} card */
function shown(card) {
  const { table, placement, last, marked, dashed, check, white, black, whiteScore, blackScore } = card;
  return { table, placement, last, marked, dashed, check, white, black, whiteScore, blackScore };
}

test("every table shows the server's position, players, last move and result, again and again", async () => {
  const { page, complaints, context } = await visitor(browser);
  await open(page, `${program.url}/boards`);
  const seen = new Set();
  for (let round = 0; round < 5; round += 1) {
    await eventually(async () => {
      const snapshot = await program.snapshot();
      const grid = await readGrid(page);
      assert.deepEqual(grid.cards.map(shown), snapshot.tables.map(said));
      seen.add(snapshot.seq);
    });
    await page.waitForTimeout(700);
  }
  assert.ok(seen.size > 1, "nothing happened on the boards: the test would prove nothing");
  assertNoComplaints(complaints);
  await context.close();
});

test("the side to move is marked by a filled clock with a triangle while a game goes on", async () => {
  const { page, context } = await visitor(browser);
  await open(page, `${program.url}/boards`);
  await eventually(async () => {
    const { tables } = await program.snapshot();
    const { cards } = await readGrid(page);
    for (const [n, table] of tables.entries()) {
      const last = table.moves.at(-1);
      const fen = last?.fen ?? table.start;
      /** @type {"white" | "black" | null} */
      const expected = table.result !== "*" || last?.san.endsWith("#") ? null : fen.split(" ")[1] === "w" ? "white" : "black";
      assert.equal(cards[n].toMove, expected, `table ${table.table}`);
    }
  });
  await context.close();
});

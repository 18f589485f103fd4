// Protocol 2 of the real program while a simulated hall plays: every frame is as the schemas promise, and a client that
// knows no rules has the positions of protocol 1.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Hall2, placement, positionAfter } from "../../../web/shared/hall2.js";
import { complaint, kinds } from "../lib/hall2.js";
import { demo } from "../lib/program.js";

const LISTEN_MS = 12_000;

/** @type {import("../lib/program.js").Program} */
let program;
before(async () => {
  program = await demo({ speed: 10, seed: 5, tables: 4 });
});
after(() => program?.kill());

/** The events of the feed for a while. @param {string} query @param {number} ms @param {Record<string, string>} [headers]
 * @returns {Promise<{data: any, id?: string}[]>} */
async function listen(query, ms, headers = {}) {
  const end = new AbortController();
  const answer = await fetch(`${program.url}/api/v2/events${query}`, { headers, signal: end.signal });
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  const events = [];
  let text = "";
  setTimeout(() => end.abort(), ms);
  try {
    for await (const bytes of answer.body ?? []) {
      text += new TextDecoder().decode(bytes);
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const lines of blocks.map((block) => block.split("\n"))) {
        const line = (/** @type {string} */ name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const [data, id] = [line("data"), line("id")];
        if (data) events.push({ data: JSON.parse(data), id });
      }
    }
  } catch (error) {
    if (!end.signal.aborted) throw error;
  }
  return events;
}

test("what is sent is as promised, and positions are those of protocol 1", async () => {
  const hall = new Hall2();
  const snapshot = await (await fetch(`${program.url}/api/v2/hall`)).json();
  assert.deepEqual(kinds(snapshot), ["Snapshot"]);
  hall.snapshot(snapshot);
  const positions = await (await fetch(`${program.url}/api/v2/hall?moves=no`)).json();
  assert.deepEqual(kinds(positions), ["Positions"]);

  const events = await listen(`?since=${hall.epoch}:${hall.seq}`, LISTEN_MS);
  const seen = new Set();
  for (const { data } of events) {
    const found = kinds(data);
    assert.equal(found.length, 1, `${found}: ${complaint(data)}`);
    seen.add(found[0]);
    hall.apply(data);
  }
  for (const kind of ["Hello", "Beat", "Change", "Clock"]) assert.ok(seen.has(kind), `${kind} was among ${[...seen]}`);
  assert.equal(hall.gaps.size, 0);

  const first = await program.snapshot();
  let compared = 0;
  for (const view of first.tables) {
    const table = hall.tables.get(view.table);
    assert.ok(table, `table ${view.table}`);
    if (table.game !== view.game) continue;
    // Play has gone on, and the last moves may have been corrected meanwhile.
    for (const [index, move] of view.moves.slice(0, Math.max(0, table.plies.length - 2)).entries()) {
      assert.equal(table.plies[index].san, move.san, `table ${view.table}, ply ${index}`);
      assert.deepEqual(positionAfter(table, index + 1), placement(move.fen), `table ${view.table}, ply ${index}`);
      compared += 1;
    }
  }
  assert.ok(compared > 10, `${compared} positions`);
});

test("who comes back gets what followed, and only of the tables that were asked for", async () => {
  const before = await listen("?tables=2", 3_000);
  const id = before.map((event) => event.id).filter((id) => id).pop();
  assert.ok(id);
  const events = await listen("?tables=2", 3_000, { "last-event-id": id });
  assert.ok(events.length > 1);
  assert.ok(events.every(({ data }) => data.b === undefined || data.b === 2));
  const games = before.map(({ data }) => data.g).filter((game) => game !== undefined);
  assert.ok(!events.some(({ data }) => games.includes(data.g)), "no game that is known comes whole");
});

// A hall for a rehearsal: the program with a configuration as organisers write it, a board with hands at each table, and one
// board more that lies ready. The program can be killed and started again; boards and hands go on meanwhile.

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hands } from "./hands.js";
import { Program, freePort } from "./program.js";

/** Starts such a hall. @param {number} tables @param {Record<number, string>} [makers] whose boards those tables have that are no DGT board */
export async function rehearsedHall(tables, makers = {}) {
  const folder = mkdtempSync(join(tmpdir(), "topboard-rehearsal-"));
  mkdirSync(join(folder, "data"));
  const numbers = Array.from({ length: tables }, (_, n) => n + 1);
  const spare = tables + 1;
  const hands = new Map([...numbers, spare].map((table) => [table, new Hands(join(folder, `board-${table}`), { maker: makers[table], seed: table })]));
  const end = async () => {
    await program.kill();
    await Promise.all([...hands.values()].map((board) => board.quit()));
    rmSync(folder, { recursive: true, force: true });
  };
  const [port, arbiter, screens] = [await freePort(), await freePort(), await freePort()];
  const config = join(folder, "topboard.toml");
  writeFileSync(config, `[event]
name = "Rehearsal Open"
time_control = "900"
discipline = "rapid"
supervised = true
[server]
listen = "127.0.0.1:${port}"
screens = "127.0.0.1:${screens}"
[arbiter]
listen = "127.0.0.1:${arbiter}"
[data]
folder = "${join(folder, "data")}"
[devices]
discover = false
ports = ["${join(folder, `board-${spare}`)}"]
${numbers.map((table) => `[[table]]\nnumber = ${table}\nport = "${join(folder, `board-${table}`)}"\n`).join("")}`);
  const program = new Program(["run", "--config", config], port);
  program.screens = `http://127.0.0.1:${screens}`;
  try {
    await Promise.all([...hands.values()].map((board) => board.ready()));
    await program.start();
  } catch (error) {
    await end();
    throw error;
  }
  const at = (/** @type {number} */ table) => /** @type {Hands} */ (hands.get(table));
  /** Carries the spare board to a table whose board is dead: the game goes on there. @param {number} table */
  const replace = (table) => {
    at(spare).game = at(table).game;
    const dead = at(table);
    hands.set(table, at(spare));
    hands.set(spare, dead);
  };
  /** All lines of the journal, file by file: a round begins a new one. */
  const journal = () => {
    const files = join(folder, "data", "journal");
    return readdirSync(files).filter((name) => name.endsWith(".journal")).flatMap((name) => readFileSync(join(files, name), "utf8").split("\n"));
  };
  return { program, end, at, numbers, replace, journal };
}

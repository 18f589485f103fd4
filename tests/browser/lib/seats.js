// A hall as it is set up for real: the program with a configuration, and simulated boards on pseudo-terminals, which a test can
// silence as a pulled plug or a hung board would.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { BIN, Program, freePort } from "./program.js";

/** @typedef {import("node:child_process").ChildProcess} Child */
/** What sits at a table: the moves that are played there (without them those of well-known games), how fast, whose board it is, and who
 * plays. @typedef {{pgn?: string, speed?: number, maker?: string, seed?: number, white?: string, black?: string}} Seat */

/** Starts a hall with these seats, table by table. @param {Seat[]} seats @param {string} [more] lines of the configuration */
export async function hallWithBoards(seats, more = "") {
  const folder = mkdtempSync(join(tmpdir(), "topboard-seats-"));
  mkdirSync(join(folder, "data"));
  /** @type {Child[]} */
  const boards = [];
  const tables = seats.map(({ pgn, speed = 10, maker = "dgt", seed = 1, white = "", black = "" }, n) => {
    const [port, file] = [join(folder, `board-${n + 1}`), join(folder, `${n + 1}.pgn`)];
    if (pgn) writeFileSync(file, pgn);
    boards.push(spawn(BIN, ["sim", "--quiet", ...(pgn ? ["--pgn", file] : []), "--seed", String(seed), "--speed", String(speed), "--maker", maker, "--link", port], { stdio: "ignore" }));
    return { port, text: `[[table]]\nnumber = ${n + 1}\nport = "${port}"\nwhite = { name = "${white}" }\nblack = { name = "${black}" }\n` };
  });
  for (const end = Date.now() + 15_000; !tables.every(({ port }) => existsSync(port)); ) {
    if (Date.now() > end) throw new Error("a simulated board does not begin");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const [port, arbiter] = [await freePort(), await freePort()];
  const config = join(folder, "topboard.toml");
  writeFileSync(config, `${more}[server]\nlisten = "127.0.0.1:${port}"\n[arbiter]\nlisten = "127.0.0.1:${arbiter}"\n[data]\nfolder = "${join(folder, "data")}"\n[devices]\ndiscover = false\n${tables.map(({ text }) => text).join("")}`);
  const program = new Program(["run", "--config", config], port);
  const end = async () => {
    await program.kill();
    for (const board of boards.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      const gone = once(board, "exit");
      board.kill("SIGKILL");
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await program.start();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    program, end,
    /** Hangs the board of a table: it says nothing, and its plug is in. @param {number} table */
    hang: (table) => boards[table - 1].kill("SIGSTOP"),
    /** Lets a hung board go on. @param {number} table */
    wake: (table) => boards[table - 1].kill("SIGCONT"),
  };
}

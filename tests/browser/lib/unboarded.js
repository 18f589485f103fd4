// A hall as an organiser sets it up, before any board is connected, in a folder of its own.

import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Program } from "./program.js";

/** Starts the program with these sections of a configuration and with a table. `port` is where its table is seen first.
 * @param {string} sections @param {number} port
 * @param {{players?: string, table?: number, journal?: URL}} [options] `players` are lines of the table; the program goes on from
 * a copy of `journal`
 * @returns {Promise<{ program: Program, remove: () => Promise<void> }>} */
export async function unboarded(sections, port, { players = "", table = 4, journal } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "topboard-pages-"));
  const config = join(folder, "topboard.toml");
  if (journal) await cp(journal, join(folder, "data", "journal", "hall.journal"));
  await writeFile(config, `${sections}
[data]
folder = "${join(folder, "data")}"

[devices]
discover = false

[[table]]
number = ${table}
port = "${join(folder, "no-board-yet")}"
${players}
`);
  const program = new Program(["run", "--config", config], port);
  const remove = async () => {
    await program.kill();
    await rm(folder, { recursive: true, force: true });
  };
  await program.start().catch(async (error) => {
    await remove();
    throw error;
  });
  return { program, remove };
}

// The program under test, started and ended as a person would, or as a power cut would.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** The program under test. */
export const BIN = process.env.TOPBOARD_BIN ?? fileURLToPath(new URL("../../../target/release/topboard", import.meta.url));
const START_MS = 20_000;

/** @typedef {import("../../../web/shared/wire.js").Snapshot} Snapshot */

export class Program {
  /** @param {string[]} args @param {number} port @param {string[]} shell what starts it, if not it alone */
  constructor(args, port, shell = []) {
    this.command = [...shell, BIN, ...args];
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    /** The address of the screens, if they have a listener. */
    this.screens = "";
    this.said = "";
    /** What it said first of all. */
    this.printed = "";
    /** @type {import("node:child_process").ChildProcess | null} */
    this.child = null;
  }

  async start() {
    const child = spawn(this.command[0], this.command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    this.printed = "";
    child.stdout?.on("data", (text) => (this.printed = (this.printed + text).slice(0, 4000)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => (this.said = (this.said + text).slice(-4000)));
    }
    /** @type {Error | null} */
    let failure = null;
    child.on("error", (error) => (failure = error));
    const end = Date.now() + START_MS;
    while (Date.now() < end) {
      if (failure) throw new Error(`${BIN} cannot be started: ${failure}. Build it, or set TOPBOARD_BIN.`);
      if (child.exitCode !== null) throw new Error(`${BIN} ended with ${child.exitCode}:\n${this.said}`);
      const ready = await this.snapshot().then((snapshot) => snapshot.tables.length > 0, () => false);
      if (ready) return this;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await this.kill();
    throw new Error(`${BIN} shows no table after ${START_MS} ms:\n${this.said}`);
  }

  /** Asks it to end, and waits until it has. */
  async end() {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }

  /** Ends it without a warning. */
  async kill() {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  /** The arbiter's link, as it was printed. */
  link() {
    const link = /http:\/\/\S+#enter=\S+/.exec(this.printed)?.[0];
    if (!link) throw new Error(`no link for the arbiter was printed:\n${this.printed}`);
    return link;
  }

  /** @returns {Promise<Snapshot>} */
  async snapshot() {
    const answer = await fetch(`${this.url}/api/v1/hall/snapshot`, { signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`the snapshot answers ${answer.status}`);
    return /** @type {Promise<Snapshot>} */ (answer.json());
  }
}

/** A demo on free ports, without rounds: each table plays on by itself. @param {{speed: number, seed?: number, tables?: number, illegal?: boolean, data?: string,
 *   shell?: string[], screens?: boolean, rounds?: number}} options */
export async function demo({ speed, seed = 1, tables = 8, illegal = false, data, shell, screens = false, rounds = 0 }) {
  const [port, arbiter] = [await freePort(), await freePort()];
  const screensPort = screens ? await freePort() : 0;
  const args = ["demo", "--speed", String(speed), "--port", String(port), "--arbiter-port", String(arbiter), "--seed", String(seed),
    "--tables", String(tables), "--rounds", String(rounds), ...(screensPort ? ["--screens-port", String(screensPort)] : []), ...(illegal ? ["--illegal"] : []), ...(data ? ["--data", data] : [])];
  const program = new Program(args, port, shell);
  if (screensPort) program.screens = `http://127.0.0.1:${screensPort}`;
  return program.start();
}

/** @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

// The computer behind a hall screen: cage and Chromium, started by the very line of the unit that is shipped, on a screen that is
// only in memory. Its current can be cut.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { eventually } from "./browser.js";

const UNIT = new URL("../../../systemd/topboard-screen.service", import.meta.url);
/** Where the unit lets the browser keep things. */
const KEPT = "/var/lib/topboard-screen";

/** Cage and the browser's sandbox refuse root, as which tests may run; the unit has a user of its own. */
const NOBODY = process.getuid?.() === 0 ? 65534 : null;
const AS_NOBODY = NOBODY ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];

/** The words of the unit's command, its lines joined. @param {string} address of the screens @param {string} folder */
function command(address, folder) {
  const line = /^ExecStart=(.*)$/m.exec(readFileSync(UNIT, "utf8").replace(/\\\n\s*/g, ""))?.[1] ?? "";
  return line.replaceAll("${ADDRESS}", address).replaceAll(KEPT, folder).split(/\s+/);
}

export class Kiosk {
  /** @param {string} address of the screens */
  constructor(address) {
    this.folder = mkdtempSync(join(tmpdir(), "topboard-kiosk-"));
    if (NOBODY) chownSync(this.folder, NOBODY, NOBODY);
    this.command = [...AS_NOBODY, ...command(address, join(this.folder, "kept"))];
    /** @type {import("node:child_process").ChildProcess | null} */
    this.child = null;
    this.said = "";
  }

  /** Switches the computer on, and returns the page that it shows. */
  async start() {
    const told = join(this.folder, "kept", "DevToolsActivePort");
    rmSync(told, { force: true });
    // A test looks at the page through the port.
    const child = spawn(this.command[0], [...this.command.slice(1), "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"], {
      detached: true, stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, HOME: this.folder, XDG_RUNTIME_DIR: this.folder, WLR_BACKENDS: "headless", WLR_RENDERER: "pixman", WLR_LIBINPUT_NO_DEVICES: "1" },
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (this.said = (this.said + text).slice(-2000)));
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`the computer behind the screen ended with ${child.exitCode}:\n${this.said}`);
      if (!existsSync(told) || !readFileSync(told, "utf8").includes("\n")) throw new Error(`no browser:\n${this.said}`);
    }, 60_000);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${readFileSync(told, "utf8").split("\n")[0]}`);
    return eventually(async () => {
      const pages = browser.contexts().flatMap((context) => context.pages());
      if (pages.length !== 1) throw new Error(`${pages.length} pages`);
      return pages[0];
    });
  }

  /** Cuts the current: nothing is asked, nothing is put away. */
  async cut() {
    const child = this.child;
    this.child = null;
    if (!child?.pid || child.exitCode !== null) return;
    const gone = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await gone;
  }

  async away() {
    await this.cut();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

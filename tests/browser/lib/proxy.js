// A proxy before the program, as stands before many: it may let no socket through, hold answers back, or break; and what
// it lets through, it may lose, double, swap or tear.

import { createServer, request } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { Weather, ofEvent, ofSocket } from "./weather.js";

export class Proxy {
  /** What it does not let through. `slow` gives a snapshot's head, and of the rest nothing. */
  faults = { socket: false, events: false, snapshot: /** @type {"" | "503" | "slow"} */ ("") };
  /** What becomes of the frames that it lets through. */
  weather = new Weather();
  url = "";
  /** @type {Set<import("node:stream").Duplex | import("node:http").ServerResponse>} */
  #lines = new Set();

  /** @param {number} port the program's */
  constructor(port) {
    this.port = port;
    this.server = createServer((asked, answer) => this.#pass(asked, answer));
    this.server.on("upgrade", (asked, socket) => this.#upgrade(asked, socket));
  }

  async start() {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (this.server.address()).port}`;
    return this;
  }

  /** Breaks everything that lasts. */
  cut() {
    for (const line of this.#lines) line.destroy();
    this.#lines.clear();
  }

  end() {
    this.cut();
    this.server.closeAllConnections();
    this.server.close();
  }

  /** @param {import("node:http").IncomingMessage} asked @param {import("node:http").ServerResponse} answer */
  #pass(asked, answer) {
    const path = asked.url ?? "/";
    const isSnapshot = path === "/api/v2/hall";
    const isEvents = path.startsWith("/api/v2/events");
    if ((isEvents && this.faults.events) || (isSnapshot && this.faults.snapshot === "503")) return void answer.writeHead(503).end("Not now.\n");
    if (isEvents) this.#lines.add(answer);
    if (isSnapshot && this.faults.snapshot === "slow") {
      this.#lines.add(answer);
      return void answer.writeHead(200, { "content-type": "application/json" }).write("{");
    }
    const passed = request({ port: this.port, path, method: asked.method, headers: asked.headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      const frames = isEvents ? told.pipe(this.weather.over(ofEvent)) : told;
      for (const end of [told, frames]) end.on("error", () => answer.destroy());
      frames.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  }

  /** @param {import("node:http").IncomingMessage} asked @param {import("node:stream").Duplex} socket */
  #upgrade(asked, socket) {
    if (this.faults.socket) return void socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    const server = connect(this.port, "127.0.0.1");
    const head = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
    server.write(`GET ${asked.url} HTTP/1.1\r\n${head}\r\n`);
    const frames = this.weather.over(ofSocket());
    server.pipe(frames).pipe(socket).pipe(server);
    for (const end of [server, frames, socket]) {
      this.#lines.add(end);
      end.on("error", () => {});
      end.on("close", () => [server, frames, socket].forEach((it) => it.destroy()));
    }
  }
}

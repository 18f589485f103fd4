// The connection to a feed. It holds no state of the event: it brings frames, and reconnects when it is lost.

import { STALE_MS } from "./time.js";

/** @typedef {"connecting" | "open" | "lost"} Link */
/** The state of the connection, since when, and when it is tried again.
 * @typedef {{link: Link, sinceMs: number, retryMs: number | null}} State */
/** @typedef {{frame: (frame: import("./wire.js").Frame) => void, link: (link: Link) => void}} Listener */

const FIRST_MS = 500;
const LONGEST_MS = 8000;
/** The silence in milliseconds after which a socket is dead, whatever it says of itself. */
const DEAD_MS = STALE_MS + 4000;
/** The time that a snapshot may take, in milliseconds: a page hears nothing of a frame before all of it is there. The
 * server notices a dead line and lets it go. */
const SNAPSHOT_MS = 180_000;

/** Returns how long to wait before attempt `n` (from 0): anything up to a limit that doubles. Many screens that lost a
 * server then do not all come back at one instant.
 * @param {number} n @param {number} chance 0 to 1 */
export function backoffMs(n, chance) {
  return 100 + chance * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(n, 10));
}

export class Feed {
  /** @param {string} url @param {Listener} listener */
  constructor(url, listener) {
    this.url = url;
    this.listener = listener;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.attempt = 0;
    this.heardAt = 0;
    this.askedAt = -Infinity;
    this.retry = 0;
    this.retryAt = 0;
    /** Says whether anything came over this socket. */
    this.heard = false;
    /** @type {Link} */
    this.link = "connecting";
    /** The time since which there is a connection, or none. */
    this.since = performance.now();
    setInterval(() => this.#watch(), 1000);
  }

  connect() {
    clearTimeout(this.retry);
    this.#drop();
    this.#is("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.heardAt = performance.now();
    this.askedAt = -Infinity;
    this.heard = false;
    socket.onopen = () => this.#opened();
    socket.onmessage = (message) => this.#message(message.data);
    socket.onclose = () => this.#lost(socket);
  }

  /** @returns {State} */
  state() {
    const now = performance.now();
    const retryMs = this.link === "lost" ? Math.max(0, this.retryAt - now) : null;
    return { link: this.link, sinceMs: now - this.since, retryMs };
  }

  /** Asks for a snapshot. Asking again is useful only when no answer came. */
  ask() {
    const now = performance.now();
    if (now - this.askedAt < 3000 || this.socket?.readyState !== WebSocket.OPEN) return;
    this.askedAt = now;
    this.socket.send('{"want":"snapshot"}');
  }

  /** Tries again now, because there is reason to: the network is back, or the page is looked at again. */
  wake() {
    // A first snapshot on its way is not begun anew just because somebody looks at the page.
    const silent = performance.now() - this.heardAt > (this.heard ? STALE_MS : 5 * STALE_MS);
    const connecting = this.socket?.readyState === WebSocket.CONNECTING;
    if (this.socket && (connecting || !silent)) return;
    this.attempt = 0;
    this.connect();
  }

  #opened() {
    this.heardAt = performance.now();
    this.#is("open");
  }

  /** @param {Link} link */
  #is(link) {
    // The time without a connection is counted over all attempts.
    if ((this.link === "open") !== (link === "open")) this.since = performance.now();
    this.link = link;
    this.listener.link(link);
  }

  /** @param {unknown} data */
  #message(data) {
    this.heardAt = performance.now();
    this.heard = true;
    this.attempt = 0;
    let frame;
    try {
      frame = JSON.parse(String(data));
    } catch {
      return this.ask();
    }
    if (frame && typeof frame === "object") this.listener.frame(frame);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.socket) return;
    this.socket = null;
    const wait = backoffMs(this.attempt, Math.random());
    this.retryAt = performance.now() + wait;
    this.retry = window.setTimeout(() => this.connect(), wait);
    this.#is("lost");
    this.attempt += 1;
  }

  /** Closes the socket without waiting for a dead peer's answer. */
  #drop() {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #watch() {
    const socket = this.socket;
    const isComing = socket?.readyState === WebSocket.OPEN && (!this.heard || this.askedAt > this.heardAt);
    if (socket && performance.now() - this.heardAt > (isComing ? SNAPSHOT_MS : DEAD_MS)) {
      this.#drop();
      this.socket = socket;
      this.#lost(socket);
    }
  }
}

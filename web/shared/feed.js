// The connection to the feed of arbiters. It holds no state of the event: it brings frames, and reconnects when it is lost.

import { backoffMs } from "./backoff.js";
import { STALE_MS } from "./time.js";

/** @typedef {"connecting" | "open" | "lost"} Link */
/** @typedef {{frame: (frame: any) => void, link: (link: Link) => void}} Listener */

/** The silence in milliseconds after which a socket is dead, whatever it says of itself. */
const DEAD_MS = STALE_MS + 4000;
/** The time that a snapshot may take, in milliseconds: a page hears nothing of a frame before all of it is there. The
 * server notices a dead line and lets it go. */
const SNAPSHOT_MS = 180_000;

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
    /** Says whether anything came over this socket. */
    this.heard = false;
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
    this.retry = window.setTimeout(() => this.connect(), backoffMs(this.attempt, Math.random()));
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

// The hall as this page knows it: a snapshot, and what followed it, by whatever way the server can be reached.
//
// Invariant: every table that is wanted equals the server's as of the last frame, or the page is on its way to the next
// snapshot. There is no other mending, so there is no other road to test. Time, chance and lines come from outside.

import { Hall2 } from "../hall2.js";
import { Connection } from "./connection.js";
import { Subscription } from "./subscription.js";

/** @typedef {import("../hall2.js").Snapshot2} Snapshot2 */
/** `changed` names the tables to be drawn again, and says whether it is something that happened just now.
 * @typedef {{changed: (tables: number[], happened: boolean) => void, heard: () => void,
 *   link: (link: import("./world.js").Link) => void}} Listener */

/** The time after which events are asked for anew when other tables are wanted. */
const SETTLE_MS = 700;
/** The time between two looks at a snapshot, for tables that are not followed, and for what no number can tell. */
const CHECK_MS = 300_000;

export class Follower {
  #connection;
  /** How many lines in a row led to another server than the snapshot before. */
  #strangers = 0;
  /** The server's time in the last snapshot. The browser may have kept it, and then it says nothing of now. */
  #snapshotTime = -1;
  #checkedAt = 0;
  /** A snapshot that what comes over the line has to reach. @type {Snapshot2 | null} */
  #check = null;
  /** @type {Set<number>} */
  #wanted = new Set();
  #clocks = true;
  #subscription = new Subscription(0);

  /** @param {import("./world.js").World} world @param {import("../time.js").ServerTime} time @param {Listener} listener */
  constructor(world, time, listener) {
    this.world = world;
    this.time = time;
    this.listener = listener;
    this.hall = new Hall2();
    this.#connection = new Connection(world, {
      taken: (snapshot) => this.#take(snapshot), opened: () => this.#subscribe(), frame: (text) => this.#frame(text),
      query: () => this.#query(), link: (link) => listener.link(link),
    });
  }

  /** The way by which the page follows. */
  get way() {
    return this.#connection.way;
  }

  state() {
    return this.#connection.state();
  }

  /** Says which tables are looked at, and whether their clocks are. @param {Iterable<number>} tables */
  want(tables, clocks = true) {
    this.#wanted = new Set(tables);
    this.#clocks = clocks;
    this.#subscribe();
  }

  /** Begins, or begins anew. */
  begin() {
    this.#connection.begin();
  }

  /** Tries again now, because there is reason to: the page is looked at again, or the network is back. */
  wake(isOtherNetwork = false) {
    this.#connection.wake(isOtherNetwork);
  }

  /** Looks at the time. It is called about once a second. */
  tick() {
    this.#connection.tick();
    if (this.#connection.phase === "following" && this.#clocks && this.world.now() - this.#checkedAt > CHECK_MS) this.#look();
  }

  /** @param {Snapshot2} snapshot */
  #take(snapshot) {
    this.#check = null;
    /** @type {number[]} */
    let changed;
    try {
      if (snapshot.epoch !== this.hall.epoch) this.time.restart();
      changed = this.hall.snapshot(snapshot, true);
    } catch {
      return this.#connection.lost(true);
    }
    this.#timed(snapshot.t);
    this.#checkedAt = this.world.now() + CHECK_MS * (this.world.chance() - 0.5) / 2;
    this.listener.changed(changed, false);
    this.#subscription = new Subscription(snapshot.s);
    this.#connection.open();
    this.listener.heard();
  }

  /** Takes the time of a snapshot, unless it was known before. @param {number} now_ms */
  #timed(now_ms) {
    if (now_ms === this.#snapshotTime) return this.time.alive();
    this.#snapshotTime = now_ms;
    this.time.heard(now_ms);
  }

  /** Returns what is asked for where nothing can be said later. */
  #query() {
    this.#wish();
    const { sub, clocks, settled } = this.#subscription;
    // No table has the number 0.
    const tables = sub === "all" ? "" : `tables=${String(sub) || 0}&`;
    return `${tables}${clocks ? "" : "clocks=no&"}since=${this.hall.epoch}:${settled}`;
  }

  /** Returns what is wanted otherwise than before. A table that is not known is looked at in any case. */
  #wish() {
    const all = this.hall.hall?.n ?? [];
    const wanted = new Set([...this.#wanted, ...all.filter((table) => !this.hall.tables.has(table))]);
    return this.#subscription.change(wanted, all, this.#clocks);
  }

  #subscribe() {
    if (this.way === "socket" && this.#connection.isOpen) {
      const wish = this.#wish();
      if (!wish) return;
      const { since, ...rest } = wish;
      const isKnown = since !== undefined && [...this.#subscription.tables].every((table) => this.hall.tables.has(table));
      this.#subscription.awaited = this.#connection.say({ ...rest, ...(isKnown && { since: `${this.hall.epoch}:${since}` }) });
    } else if (this.way === "events" && this.#connection.phase === "following") {
      // Events cannot be changed: another line takes their place as soon as the page stands still.
      this.#connection.after(SETTLE_MS, () => this.#renew());
    }
  }

  #renew() {
    if (!this.#wish()) return;
    this.#check = null;
    this.#connection.renew();
  }

  /** @param {string} text */
  #frame(text) {
    this.time.alive();
    let changed;
    let frame;
    try {
      frame = JSON.parse(text);
      if (typeof frame !== "object") return this.#connection.amiss();
      const isOther = frame.v !== undefined && frame.epoch !== this.hall.epoch;
      if (frame.v !== undefined) this.#strangers = isOther ? this.#strangers + 1 : 0;
      // Events cannot be asked for anything else; snapshots alone need no line to the same server.
      if (isOther && this.way !== "socket") return this.#connection.unheard(1);
      // A server that was started anew has a snapshot, which is smaller.
      if (isOther && this.#strangers === 1) return this.#connection.amiss();
      changed = this.hall.apply(frame);
      if (isOther) this.#anew();
    } catch {
      return this.#connection.amiss();
    }
    if (this.hall.gaps.size > 0) return this.#connection.amiss();
    if (frame.ts !== undefined) {
      this.time.answered(frame.t, frame.ts);
      this.#subscription.answered(frame.ts);
    } else if (frame.t !== undefined) this.time.heard(frame.t);
    if (frame.v !== undefined) this.#connection.greeted();
    else if (frame.hall) this.#told();
    else if (frame.s !== undefined && frame.b === undefined) this.#beat(frame.s);
    if (changed !== undefined) this.listener.changed([changed], true);
    this.listener.heard();
  }

  /** Asks for everything: the snapshot came from another server than the line, as behind a balancer with several nodes. */
  #anew() {
    this.time.restart();
    this.#subscription = new Subscription(0);
    this.#subscribe();
  }

  /** Draws the hall again: tables may be gone, and those that came are asked for. */
  #told() {
    this.listener.changed([], true);
    this.#subscribe();
  }

  /** @param {number} seq */
  #beat(seq) {
    this.#connection.beat();
    this.#subscription.beat(seq);
    if (this.#check && this.#subscription.settled >= this.#check.s && !this.hall.reaches(this.#check, this.#clocks)) return this.#connection.amiss();
    if (this.#check && this.#subscription.settled >= this.#check.s) this.#check = null;
  }

  /** Looks at a snapshot: tables that are not followed are drawn again, and the others have to be at least there. */
  #look() {
    this.#checkedAt = this.world.now();
    this.#connection.look((/** @type {Snapshot2} */ snapshot) => {
      if (snapshot?.epoch !== this.hall.epoch) return this.#connection.amiss();
      const others = snapshot.tables.filter(({ b }) => !this.#subscription.tables.has(b));
      const changed = others.map((frame) => this.hall.apply(frame)).filter((table) => table !== undefined);
      this.listener.changed(changed, false);
      this.#check = snapshot;
    });
  }
}

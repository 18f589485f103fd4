// The hall as this page knows it: a snapshot, and what followed it, by whatever way the server can be reached.
//
//   ask for a snapshot ──▶ open a line from there on ──▶ follow ──▶ (a gap, or the line broke) ──▶ ask again
//
// Invariant: every table that is wanted equals the server's as of the last frame, or the page is on its way to the next
// snapshot. There is no other mending, so there is no other road to test. Time, chance and lines come from outside.

import { backoffMs } from "../backoff.js";
import { Hall2 } from "../hall2.js";
import { STALE_MS } from "../time.js";
import { Subscription } from "./subscription.js";

/** @typedef {import("../hall2.js").Snapshot2} Snapshot2 */
/** @typedef {"connecting" | "open" | "lost"} Link */
/** @typedef {"waiting" | "asking" | "opening" | "following" | "polling"} Phase */
/** The state of the connection, since when, and when it is tried again.
 * @typedef {{link: Link, sinceMs: number, retryMs: number | null}} State */
/** A line to the server. It says nothing after it was closed.
 * @typedef {{say: (wish: Record<string, unknown>) => void, close: () => void}} Line */
/** What comes over a line: that it can be spoken to, the text of a frame, its end.
 * @typedef {{opened: () => void, frame: (text: string) => void, closed: () => void}} Heard */
/** What comes of a question for a snapshot: its head, all of it, or nothing.
 * @typedef {{head: () => void, taken: (snapshot: any) => void, failed: () => void}} Answer */
/** What a follower needs of the world. `snapshot`, `socket` and `events` return how to end what they began.
 * @typedef {{now: () => number, chance: () => number, after: (ms: number, act: () => void) => () => void,
 *   snapshot: (isFresh: boolean, answer: Answer) => () => void, socket: (heard: Heard) => Line,
 *   events: (query: string, heard: Heard) => Line}} World */
/** `changed` names the tables to be drawn again, and says whether it is something that happened just now.
 * @typedef {{changed: (tables: number[], happened: boolean) => void, heard: () => void,
 *   link: (link: Link) => void}} Listener */

/** The ways to follow, the best first: a proxy may let no socket through, and another may hold events back. */
const WAYS = /** @type {const} */ (["socket", "events", "snapshots"]);
/** The number of lines that may fail before they say anything, while snapshots come, until the next way is tried. */
const TRIES = 2;
/** The time in milliseconds after which the best way is tried again. */
const AGAIN_MS = 600_000;
/** The time in milliseconds in which a new line has to say something, and how many times as long as the head of the snapshot
 * took is added to it: a server to which everybody comes back is slow, and a line behind a proxy is another matter. */
const GREETING_MS = 8000;
const SLOWNESS = 2;
/** The silence in milliseconds after which a line is dead, whatever it says of itself. */
const DEAD_MS = STALE_MS + 4000;
/** The times in milliseconds that the head of a snapshot, and all of it, may take: over a slow line it takes a while. */
const HEAD_MS = 20_000;
const SNAPSHOT_MS = 180_000;
/** The time between two snapshots, where nothing else comes. */
const POLL_MS = 3500;
/** The time after which events are asked for anew when other tables are wanted. */
const SETTLE_MS = 700;
/** The time between two looks at a snapshot, for tables that are not followed, and for what no number can tell. */
const CHECK_MS = 300_000;
/** The number of questions for the time at the beginning, and the pause between two later ones in milliseconds. */
const QUESTIONS = 4;
const QUESTION_MS = 30_000;

export class Follower {
  #turn = 0;
  /** Ends what is under way in this turn. @type {(() => void)[]} */
  #ends = [];
  /** @type {Phase} */
  #phase = "waiting";
  /** @type {Line | null} */
  #line = null;
  #isOpen = false;
  #hasHead = false;
  /** The time that the head of the last snapshot took. */
  #headMs = 0;
  #phaseAt = 0;
  #heardAt = 0;
  #retryAt = 0;
  #attempt = 0;
  #way = 0;
  #wayAt = 0;
  #failures = 0;
  /** How many lines in a row led to another server than the snapshot before. */
  #strangers = 0;
  /** Says that the browser may keep a broken snapshot. */
  #isBroken = false;
  /** The server's time in the last snapshot. The browser may have kept it, and then it says nothing of now. */
  #snapshotTime = -1;
  #asked = 0;
  #askedAt = 0;
  #checkedAt = 0;
  /** A snapshot that what comes over the line has to reach. @type {Snapshot2 | null} */
  #check = null;
  /** @type {Set<number>} */
  #wanted = new Set();
  #clocks = true;
  #subscription = new Subscription(0);
  /** @type {Link} */
  #link = "connecting";
  #since;

  /** @param {World} world @param {import("../time.js").ServerTime} time @param {Listener} listener */
  constructor(world, time, listener) {
    this.world = world;
    this.time = time;
    this.listener = listener;
    this.hall = new Hall2();
    this.#since = world.now();
  }

  /** The way by which the page follows. */
  get way() {
    return WAYS[this.#way];
  }

  /** @returns {State} */
  state() {
    const now = this.world.now();
    const retryMs = this.#phase === "waiting" ? Math.max(0, this.#retryAt - now) : null;
    return { link: this.#link, sinceMs: now - this.#since, retryMs };
  }

  /** Says which tables are looked at, and whether their clocks are. @param {Iterable<number>} tables */
  want(tables, clocks = true) {
    this.#wanted = new Set(tables);
    this.#clocks = clocks;
    this.#subscribe();
  }

  /** Begins, or begins anew. */
  begin() {
    this.#next("asking");
    this.#hasHead = false;
    this.#is("connecting");
    if (this.#way > 0 && this.world.now() - this.#wayAt > AGAIN_MS) [this.#way, this.#failures] = [0, 0];
    this.#ends.push(this.world.snapshot(this.#isBroken, this.#mine({
      head: () => {
        this.#hasHead = true;
        this.#headMs = this.world.now() - this.#phaseAt;
        this.#is("open");
      },
      taken: (/** @type {any} */ snapshot) => this.#take(snapshot),
      failed: () => this.#lost(),
    })));
  }

  /** Tries again now, because there is reason to: the page is looked at again, or the network is back. */
  wake(isOtherNetwork = false) {
    if (isOtherNetwork) [this.#wayAt, this.#failures] = [-Infinity, 0];
    const silent = this.world.now() - this.#heardAt;
    // A snapshot on its way is not begun anew just because somebody looks at the page.
    const patience = { waiting: 0, asking: 5 * STALE_MS, opening: Infinity, following: STALE_MS, polling: 0 }[this.#phase];
    if (silent < patience) return;
    this.#attempt = 0;
    this.begin();
  }

  /** Looks at the time. It is called about once a second. */
  tick() {
    const now = this.world.now();
    const [inPhase, silent] = [now - this.#phaseAt, now - this.#heardAt];
    if (this.#phase === "asking" && inPhase > (this.#hasHead ? SNAPSHOT_MS : HEAD_MS)) return this.#lost();
    if (this.#phase === "opening" && inPhase > GREETING_MS + SLOWNESS * this.#headMs) return this.#unheard(TRIES);
    if (this.#phase !== "following") return;
    if (silent > DEAD_MS) return this.#lost();
    if (this.way === "socket" && now - this.#askedAt > (this.#asked < QUESTIONS ? 900 : QUESTION_MS)) this.#say({});
    if (this.#clocks && now - this.#checkedAt > CHECK_MS) this.#look();
  }

  /** Leaves the turn behind: nothing of it is heard any more. @param {Phase} phase */
  #next(phase) {
    this.#turn += 1;
    for (const end of this.#ends.splice(0)) end();
    [this.#line, this.#isOpen, this.#check] = [null, false, null];
    this.#enter(phase);
    this.#heardAt = this.world.now();
  }

  /** @param {Phase} phase */
  #enter(phase) {
    [this.#phase, this.#phaseAt] = [phase, this.world.now()];
  }

  /** Returns these acts, which do nothing after the turn. @template {Record<string, (value?: any) => void>} T
   * @param {T} acts @returns {T} */
  #mine(acts) {
    const turn = this.#turn;
    const guarded = (/** @type {(value?: any) => void} */ act) => (/** @type {any} */ value) => turn === this.#turn && act(value);
    return /** @type {any} */ (Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, guarded(act)])));
  }

  /** @param {Link} link */
  #is(link) {
    // The time without a connection is counted over all attempts.
    if ((this.#link === "open") !== (link === "open")) this.#since = this.world.now();
    this.#link = link;
    this.listener.link(link);
  }

  /** @param {number} ms */
  #wait(ms) {
    this.#next("waiting");
    this.#retryAt = this.world.now() + ms;
    this.#ends.push(this.world.after(ms, () => this.begin()));
  }

  #lost() {
    if (this.#phase === "asking") this.#failures = 0;
    this.#wait(backoffMs(this.#attempt, this.world.chance()));
    this.#attempt += 1;
    this.#is("lost");
  }

  /** Leaves a line that brought something wrong, or not all. */
  #amiss() {
    this.#wait(this.#attempt === 0 ? 0 : backoffMs(this.#attempt - 1, this.world.chance()));
    this.#attempt += 1;
  }

  /** Leaves a line that said nothing, while the server can be asked for snapshots. @param {number} weight */
  #unheard(weight) {
    this.#failures += weight;
    if (this.#failures >= TRIES && this.#way < WAYS.length - 1) {
      [this.#way, this.#wayAt, this.#failures] = [this.#way + 1, this.world.now(), 0];
    }
    this.#wait(backoffMs(0, this.world.chance()));
  }

  /** @param {Snapshot2} snapshot */
  #take(snapshot) {
    this.#heardAt = this.world.now();
    /** @type {number[]} */
    let changed;
    try {
      if (snapshot.epoch !== this.hall.epoch) this.time.restart();
      changed = this.hall.snapshot(snapshot, true);
    } catch {
      this.#isBroken = true;
      return this.#lost();
    }
    this.#isBroken = false;
    this.#timed(snapshot.t);
    this.#checkedAt = this.world.now() + CHECK_MS * (this.world.chance() - 0.5) / 2;
    this.listener.changed(changed, false);
    this.#subscription = new Subscription(snapshot.s);
    this.#open();
    this.listener.heard();
  }

  /** Takes the time of a snapshot, unless it was known before. @param {number} now_ms */
  #timed(now_ms) {
    if (now_ms === this.#snapshotTime) return this.time.alive();
    this.#snapshotTime = now_ms;
    this.time.heard(now_ms);
  }

  #open() {
    if (this.way === "snapshots") {
      this.#enter("polling");
      this.#attempt = 0;
      const pause = POLL_MS * (0.8 + 0.4 * this.world.chance());
      this.#ends.push(this.world.after(pause, () => this.begin()));
      return;
    }
    this.#enter("opening");
    const heard = this.#mine({
      opened: () => {
        this.#isOpen = true;
        this.#asked = 0;
        this.#subscribe();
      },
      frame: (/** @type {string} */ text) => this.#frame(text),
      closed: () => (this.#phase === "opening" ? this.#unheard(1) : this.#lost()),
    });
    const line = this.way === "socket" ? this.world.socket(heard) : this.world.events(this.#query(), heard);
    this.#line = line;
    this.#ends.push(() => line.close());
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
    if (this.way === "socket" && this.#line && this.#isOpen) {
      const wish = this.#wish();
      if (!wish) return;
      const { since, ...rest } = wish;
      const isKnown = since !== undefined && [...this.#subscription.tables].every((table) => this.hall.tables.has(table));
      this.#subscription.awaited = this.#say({ ...rest, ...(isKnown && { since: `${this.hall.epoch}:${since}` }) });
    } else if (this.way === "events" && this.#phase === "following") {
      // Events cannot be changed: another line takes their place as soon as the page stands still.
      this.#ends.push(this.world.after(SETTLE_MS, () => this.#renew()));
    }
  }

  #renew() {
    if (!this.#wish()) return;
    this.#next("opening");
    this.#open();
  }

  /** Says something, with a question for the time. Returns the question. @param {Record<string, unknown>} wish */
  #say(wish) {
    const now = this.world.now();
    // Questions are counted up, so that an answer tells which wishes were read before it.
    const ts = Math.max(Math.round(now * 1000) / 1000, this.#askedAt + 0.001);
    [this.#askedAt, this.#asked] = [ts, this.#asked + 1];
    this.#line?.say({ ...wish, ts });
    return ts;
  }

  /** @param {string} text */
  #frame(text) {
    this.#heardAt = this.world.now();
    this.time.alive();
    let changed;
    let frame;
    try {
      frame = JSON.parse(text);
      if (typeof frame !== "object") return this.#amiss();
      const isOther = frame.v !== undefined && frame.epoch !== this.hall.epoch;
      if (frame.v !== undefined) this.#strangers = isOther ? this.#strangers + 1 : 0;
      // Events cannot be asked for anything else; snapshots alone need no line to the same server.
      if (isOther && this.way !== "socket") return this.#unheard(1);
      // A server that was started anew has a snapshot, which is smaller.
      if (isOther && this.#strangers === 1) return this.#amiss();
      changed = this.hall.apply(frame);
      if (isOther) this.#anew();
    } catch {
      return this.#amiss();
    }
    if (this.hall.gaps.size > 0) return this.#amiss();
    if (frame.ts !== undefined) {
      this.time.answered(frame.t, frame.ts);
      this.#subscription.answered(frame.ts);
    } else if (frame.t !== undefined) this.time.heard(frame.t);
    if (frame.v !== undefined) this.#greeted();
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

  #greeted() {
    this.#enter("following");
    this.#failures = 0;
    this.#is("open");
  }

  /** Draws the hall again: tables may be gone, and those that came are asked for. */
  #told() {
    this.listener.changed([], true);
    this.#subscribe();
  }

  /** @param {number} seq */
  #beat(seq) {
    this.#attempt = 0;
    this.#subscription.beat(seq);
    if (this.#check && this.#subscription.settled >= this.#check.s && !this.hall.reaches(this.#check, this.#clocks)) return this.#amiss();
    if (this.#check && this.#subscription.settled >= this.#check.s) this.#check = null;
  }

  /** Looks at a snapshot: tables that are not followed are drawn again, and the others have to be at least there. */
  #look() {
    this.#checkedAt = this.world.now();
    this.#ends.push(this.world.snapshot(false, this.#mine({
      head() {},
      taken: (/** @type {Snapshot2} */ snapshot) => {
        if (snapshot?.epoch !== this.hall.epoch) return this.#amiss();
        const others = snapshot.tables.filter(({ b }) => !this.#subscription.tables.has(b));
        const changed = others.map((frame) => this.hall.apply(frame)).filter((table) => table !== undefined);
        this.listener.changed(changed, false);
        this.#check = snapshot;
      },
      failed() {},
    })));
  }
}

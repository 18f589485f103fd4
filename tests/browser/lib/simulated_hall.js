// A server of protocol 2 under a clock of its own, as web/PROTOCOL.md describes it, and lines that lose, double, swap
// and spoil what goes over them. Everything follows from a seed.

import { Client, whole } from "./simulated_client.js";

/** @typedef {import("../../../web/shared/follow/world.js").World} World */
/** @typedef {import("./simulated_client.js").Slot} Slot */
/** @typedef {import("./timeline.js").Timeline} Timeline */

const CHANGES_MAX = 8;
const BEAT_MS = 2000;

/** What can go wrong, each as a chance from 0 to 1; and which ways are there at all. */
const FINE = { lost: 0, doubled: 0, swapped: 0, spoiled: 0, socket: true, events: true, snapshots: true };

export class SimulatedHall {
  /** @param {Timeline} timeline @param {() => number} chance */
  constructor(timeline, chance) {
    this.timeline = timeline;
    this.chance = chance;
    this.faults = { ...FINE };
    /** The texts of all frames that were sent over lines. @type {string[]} */
    this.sent = [];
    this.snapshots = 0;
    /** @type {{client: Client, tell: () => void, end: () => void, beat: () => void}[]} */
    this.lines = [];
    this.epoch = "first";
    this.s = 1;
    this.event = { name: "Open", site: "", date: "", round: "1", time_control: "" };
    this.hallSeq = 1;
    /** @type {Map<number, Slot>} */
    this.slots = new Map();
    timeline.every(BEAT_MS, () => this.lines.forEach((line) => line.beat()));
  }

  fine() {
    this.faults = { ...FINE };
  }

  /** @param {number} b */
  add(b) {
    this.s += 1;
    this.hallSeq = this.s;
    this.slots.set(b, { b, r: this.s, g: 1, w: { n: `Player ${b}` }, plies: [], res: "*", c: null, changes: [] });
    this.#tell();
  }

  /** @param {number} b */
  remove(b) {
    this.s += 1;
    this.hallSeq = this.s;
    this.slots.delete(b);
    this.#tell();
  }

  /** @param {string} round */
  rename(round) {
    this.s += 1;
    this.hallSeq = this.s;
    this.event = { ...this.event, round };
    this.#tell();
  }

  /** Keeps so many plies of a table, and plays others. @param {number} b @param {number} from @param {string[]} plies @param {string} [res] */
  play(b, from, plies, res) {
    const slot = this.#slot(b);
    slot.plies = [...slot.plies.slice(0, from), ...plies];
    slot.res = res ?? slot.res;
    this.#changed(slot, { from, ...(plies.length > 0 && { m: plies.join(" "), u: plies.map(() => 1000) }), ...(res && { res }) });
  }

  /** @param {number} b */
  newGame(b) {
    const slot = this.#slot(b);
    [slot.g, slot.plies, slot.res, slot.c, slot.changes] = [slot.g + 1, [], "*", null, []];
    this.s += 1;
    slot.r = this.s;
    this.#tell();
  }

  /** @param {number} b */
  readClock(b) {
    this.s += 1;
    this.#slot(b).c = [60_000 + this.s, 50_000, "w", this.timeline.now];
    this.#tell();
  }

  /** Starts anew: no line outlives it, and nothing can be compared. @param {string} epoch */
  restart(epoch) {
    this.epoch = epoch;
    [this.s, this.hallSeq] = [1, 1];
    for (const slot of this.slots.values()) [slot.r, slot.changes] = [1, []];
    this.cut();
  }

  /** Ends all lines. */
  cut() {
    for (const line of this.lines.splice(0)) line.end();
  }

  snapshot() {
    return { v: 2, epoch: this.epoch, s: this.s, t: this.time(), hall: this.hall(), tables: [...this.slots.values()].map(whole) };
  }

  /** The server's clock: another than the client's. */
  time() {
    return this.timeline.now + 5_000_000;
  }

  /** The world as a client sees it that is so far away. @param {number} [ms] @returns {World} */
  world(ms = 40) {
    const { timeline } = this;
    return {
      now: () => timeline.now,
      chance: this.chance,
      after: (wait, act) => timeline.after(wait, act),
      snapshot: (_, { head, taken, failed }) => timeline.after(ms, () => {
        this.snapshots += 1;
        if (!this.faults.snapshots) return failed();
        const text = JSON.stringify(this.snapshot());
        head();
        timeline.after(ms, () => {
          try {
            taken(JSON.parse(this.#spoiled(text)));
          } catch {
            failed();
          }
        });
      }),
      socket: (heard) => this.#line(ms, this.faults.socket, heard, null),
      events: (query, heard) => this.#line(ms, this.faults.events, heard, new URLSearchParams(query)),
    };
  }

  /** @param {number} ms @param {boolean} isThere @param {import("../../../web/shared/follow/world.js").Heard} heard
   * @param {URLSearchParams | null} query */
  #line(ms, isThere, heard, query) {
    let isOpen = true;
    /** @type {string | null} */
    let kept = null;
    const arrive = (/** @type {string} */ text) => void this.timeline.after(ms, () => isOpen && heard.frame(text));
    const send = (/** @type {any} */ frame) => {
      const text = JSON.stringify(frame);
      this.sent.push(text);
      const { lost, doubled, swapped } = this.faults;
      if (this.chance() < lost) return;
      if (kept === null && this.chance() < swapped) return void (kept = text);
      for (let n = this.chance() < doubled ? 2 : 1; n > 0; n -= 1) arrive(this.#spoiled(text));
      if (kept !== null) [kept] = [null, arrive(kept)];
    };
    const client = new Client();
    const line = {
      client,
      tell: () => {
        for (let frame = client.next(this); frame; frame = client.next(this)) send(frame);
      },
      beat: () => send({ s: this.s, t: this.time() }),
      end: () => {
        if (isOpen) heard.closed();
        isOpen = false;
      },
    };
    const close = () => {
      isOpen = false;
      this.lines = this.lines.filter((it) => it !== line);
    };
    this.timeline.after(ms, () => {
      if (!isOpen) return;
      if (!isThere) return line.end();
      this.lines.push(line);
      heard.opened();
      send({ v: 2, epoch: this.epoch, s: this.s, t: this.time() });
      if (!query) return;
      const tables = query.get("tables");
      client.wish(this, { sub: tables === null ? "all" : tables.split(",").map(Number), clocks: query.get("clocks") !== "no", since: query.get("since") });
      line.tell();
    });
    const say = (/** @type {any} */ wish) => void this.timeline.after(ms, () => {
      if (!isOpen || query) return;
      client.wish(this, wish);
      if (wish.ts !== undefined) send({ ts: wish.ts, t: this.time() });
      line.tell();
    });
    return { say, close };
  }

  #tell() {
    for (const line of this.lines) line.tell();
  }

  hall() {
    return { event: this.event, n: [...this.slots.keys()] };
  }

  /** @param {number} b */
  #slot(b) {
    const slot = this.slots.get(b);
    if (!slot) throw new Error(`no table ${b}`);
    return slot;
  }

  /** @param {Slot} slot @param {Record<string, unknown>} told */
  #changed(slot, told) {
    const p = slot.r;
    this.s += 1;
    slot.r = this.s;
    slot.changes = [...slot.changes, { p, r: slot.r, frame: { b: slot.b, r: slot.r, p, ...told } }].slice(-CHANGES_MAX);
    this.#tell();
  }

  /** Cuts a text somewhere, now and then. @param {string} text */
  #spoiled(text) {
    return this.chance() < this.faults.spoiled ? text.slice(0, Math.floor(this.chance() * text.length)) : text;
  }
}

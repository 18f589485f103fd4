// A server of protocol 2 under a clock of its own, as web/PROTOCOL.md describes it, and lines that lose, double, swap
// and spoil what goes over them. Everything follows from a seed.

/** @typedef {import("../../../web/shared/follow/world.js").World} World */
/** @typedef {{wanted: "all" | Set<number>, clocks: boolean, hall: number, sent: Map<number, {r: number, read: number}>}} Client */
/** @typedef {{b: number, r: number, g: number, w: {n: string}, plies: string[], res: string, c: [number, number, "w" | "b" | null, number] | null,
 *   changes: {p: number, r: number, frame: any}[]}} Slot */

const CHANGES_MAX = 8;
const BEAT_MS = 2000;

/** Numbers from a seed, from 0 to 1. @param {number} seed */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Time that passes when it is told to, and what is due then. */
export class Timeline {
  now = 1000;
  /** @type {{at: number, act: () => void}[]} */
  #due = [];

  /** @param {number} ms @param {() => void} act */
  after(ms, act) {
    const entry = { at: this.now + ms, act };
    this.#due.push(entry);
    return () => void (this.#due = this.#due.filter((it) => it !== entry));
  }

  /** @param {number} ms @param {() => void} act */
  every(ms, act) {
    this.after(ms, () => {
      act();
      this.every(ms, act);
    });
  }

  /** @param {number} ms */
  pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const next = this.#due.reduce((first, it) => (it.at < first.at ? it : first), { at: Infinity, act() {} });
      if (next.at > end) break;
      this.#due = this.#due.filter((it) => it !== next);
      this.now = next.at;
      next.act();
    }
    this.now = end;
  }
}

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
    return { v: 2, epoch: this.epoch, s: this.s, t: this.time(), hall: this.#hall(), tables: [...this.slots.values()].map(whole) };
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
    /** @type {Client} */
    const client = { wanted: new Set(), clocks: true, hall: 0, sent: new Map() };
    const line = {
      client,
      tell: () => {
        for (let frame = this.#next(client); frame; frame = this.#next(client)) send(frame);
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
      this.#wish(client, { sub: tables === null ? "all" : tables.split(",").map(Number), clocks: query.get("clocks") !== "no", since: query.get("since") });
      line.tell();
    });
    const say = (/** @type {any} */ wish) => void this.timeline.after(ms, () => {
      if (!isOpen || query) return;
      this.#wish(client, wish);
      if (wish.ts !== undefined) send({ ts: wish.ts, t: this.time() });
      line.tell();
    });
    return { say, close };
  }

  /** @param {Client} client @param {any} wish */
  #wish(client, wish) {
    if (wish.clocks !== undefined) client.clocks = wish.clocks;
    if (wish.sub) {
      client.wanted = wish.sub === "all" ? "all" : new Set(wish.sub);
      for (const b of client.sent.keys()) if (!wants(client, b)) client.sent.delete(b);
    }
    const [epoch, since] = (wish.since ?? ":").split(":");
    if (epoch !== this.epoch || since === "") return;
    if (this.hallSeq <= Number(since)) client.hall = this.hallSeq;
    for (const { b, r, changes } of this.slots.values()) {
      const at = r <= Number(since) ? r : changes.find((change) => change.p <= Number(since) && Number(since) < change.r)?.p;
      if (at !== undefined && wants(client, b) && !client.sent.has(b)) client.sent.set(b, { r: at, read: -1 });
    }
  }

  /** The next frame that a client lacks. @param {Client} client */
  #next(client) {
    if (client.wanted !== "all" && client.wanted.size === 0 && client.hall === this.hallSeq) return null;
    if (client.hall !== this.hallSeq) {
      client.hall = this.hallSeq;
      for (const b of client.sent.keys()) if (!this.slots.has(b)) client.sent.delete(b);
      return { hall: this.#hall() };
    }
    for (const slot of this.slots.values()) {
      if (!wants(client, slot.b)) continue;
      const known = client.sent.get(slot.b);
      const change = known && slot.changes.find(({ p }) => p === known.r);
      if (known?.r === slot.r) {
        if (!client.clocks || !slot.c || slot.c[3] <= known.read) continue;
        known.read = slot.c[3];
        return { b: slot.b, r: slot.r, c: slot.c };
      }
      client.sent.set(slot.b, { r: change ? change.r : slot.r, read: change ? (known?.read ?? -1) : (slot.c?.[3] ?? -1) });
      return change ? change.frame : whole(slot);
    }
    return null;
  }

  #tell() {
    for (const line of this.lines) line.tell();
  }

  #hall() {
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

/** @param {Client} client @param {number} b */
const wants = ({ wanted }, b) => wanted === "all" || wanted.has(b);

/** @param {Slot} slot */
function whole({ b, r, g, w, plies, res, c }) {
  const moves = plies.length > 0 ? { m: plies.join(" "), u: plies.map(() => 1000) } : {};
  return { b, r, g, w, ...moves, ...(res !== "*" && { res }), ...(c && { c }) };
}

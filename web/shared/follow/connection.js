// The way to the server: a snapshot is asked for, a line is opened from there on, and where it breaks all begins anew.
//
//   waiting ──▶ asking ──▶ opening ──▶ following ──▶ (a gap, or the line broke) ──▶ waiting
//                    └───▶ polling, where nothing but snapshots comes
//
// What comes is its owner's business. Time, chance and lines come from outside.

import { backoffMs } from "../backoff.js";
import { STALE_MS } from "../time.js";

/** @typedef {import("./world.js").Link} Link */

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
/** The number of questions for the time at the beginning, and the pause between two later ones in milliseconds. */
const QUESTIONS = 4;
const QUESTION_MS = 30_000;

export class Connection {
  #turn = 0;
  /** Ends what is under way in this turn. @type {(() => void)[]} */
  #ends = [];
  /** @type {import("./world.js").Line | null} */
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
  /** Says that the browser may keep a broken snapshot. */
  #isBroken = false;
  #asked = 0;
  #askedAt = 0;
  /** @type {Link} */
  #link = "connecting";
  #since;
  phase = /** @type {import("./world.js").Phase} */ ("waiting");

  /** @param {import("./world.js").World} world @param {import("./world.js").Owner} owner */
  constructor(world, owner) {
    this.world = world;
    this.owner = owner;
    this.#since = world.now();
  }

  /** The way that is gone. */
  get way() {
    return WAYS[this.#way];
  }

  /** Says whether there is a line that can be spoken to. */
  get isOpen() {
    return this.#line !== null && this.#isOpen;
  }

  /** @returns {import("./world.js").State} */
  state() {
    const now = this.world.now();
    const retryMs = this.phase === "waiting" ? Math.max(0, this.#retryAt - now) : null;
    return { link: this.#link, sinceMs: now - this.#since, retryMs };
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
      taken: (/** @type {any} */ snapshot) => {
        this.#heardAt = this.world.now();
        this.owner.taken(snapshot);
      },
      failed: () => this.lost(),
    })));
  }

  /** Tries again now, because there is reason to: the page is looked at again, or the network is back. */
  wake(isOtherNetwork = false) {
    if (isOtherNetwork) [this.#wayAt, this.#failures] = [-Infinity, 0];
    const silent = this.world.now() - this.#heardAt;
    // A snapshot on its way is not begun anew just because somebody looks at the page.
    const patience = { waiting: 0, asking: 5 * STALE_MS, opening: Infinity, following: STALE_MS, polling: 0 }[this.phase];
    if (silent < patience) return;
    this.#attempt = 0;
    this.begin();
  }

  /** Looks at the time. */
  tick() {
    const now = this.world.now();
    const [inPhase, silent] = [now - this.#phaseAt, now - this.#heardAt];
    if (this.phase === "asking" && inPhase > (this.#hasHead ? SNAPSHOT_MS : HEAD_MS)) return this.lost();
    if (this.phase === "opening" && inPhase > GREETING_MS + SLOWNESS * this.#headMs) return this.unheard(TRIES);
    if (this.phase !== "following") return;
    if (silent > DEAD_MS) return this.lost();
    if (this.way === "socket" && now - this.#askedAt > (this.#asked < QUESTIONS ? 900 : QUESTION_MS)) this.say({});
  }

  /** Leaves the turn behind: nothing of it is heard any more. @param {import("./world.js").Phase} phase */
  #next(phase) {
    this.#turn += 1;
    for (const end of this.#ends.splice(0)) end();
    [this.#line, this.#isOpen] = [null, false];
    this.#enter(phase);
    this.#heardAt = this.world.now();
  }

  /** @param {import("./world.js").Phase} phase */
  #enter(phase) {
    [this.phase, this.#phaseAt] = [phase, this.world.now()];
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
    this.owner.link(link);
  }

  /** @param {number} ms */
  #wait(ms) {
    this.#next("waiting");
    this.#retryAt = this.world.now() + ms;
    this.after(ms, () => this.begin());
  }

  /** Leaves a server that cannot be reached, or whose snapshot is broken. */
  lost(isBroken = this.#isBroken) {
    this.#isBroken = isBroken;
    if (this.phase === "asking") this.#failures = 0;
    this.#wait(backoffMs(this.#attempt, this.world.chance()));
    this.#attempt += 1;
    this.#is("lost");
  }

  /** Leaves a line that brought something wrong, or not all. */
  amiss() {
    this.#wait(this.#attempt === 0 ? 0 : backoffMs(this.#attempt - 1, this.world.chance()));
    this.#attempt += 1;
  }

  /** Leaves a line that said nothing, while the server can be asked for snapshots. @param {number} weight */
  unheard(weight) {
    this.#failures += weight;
    if (this.#failures >= TRIES && this.#way < WAYS.length - 1) {
      [this.#way, this.#wayAt, this.#failures] = [this.#way + 1, this.world.now(), 0];
    }
    this.#wait(backoffMs(0, this.world.chance()));
  }

  /** Opens a line, after a snapshot that is whole. */
  open() {
    this.#isBroken = false;
    if (this.way === "snapshots") {
      this.#enter("polling");
      this.beat();
      return this.after(POLL_MS * (0.8 + 0.4 * this.world.chance()), () => this.begin());
    }
    this.#enter("opening");
    const heard = this.#mine({
      opened: () => {
        this.#isOpen = true;
        this.#asked = 0;
        this.owner.opened();
      },
      frame: (/** @type {string} */ text) => {
        this.#heardAt = this.world.now();
        this.owner.frame(text);
      },
      closed: () => (this.phase === "opening" ? this.unheard(1) : this.lost()),
    });
    const line = this.way === "socket" ? this.world.socket(heard) : this.world.events(this.owner.query(), heard);
    this.#line = line;
    this.#ends.push(() => line.close());
  }

  /** Takes another line in place of the one that there is. */
  renew() {
    this.#next("opening");
    this.open();
  }

  /** The server has said who it is. */
  greeted() {
    this.#enter("following");
    this.#failures = 0;
    this.#is("open");
  }

  /** The line brings what it should: whatever fails next is the first to fail. */
  beat() {
    this.#attempt = 0;
  }

  /** Says something, with a question for the time. Returns the question. @param {Record<string, unknown>} wish */
  say(wish) {
    const now = this.world.now();
    // Questions are counted up, so that an answer tells which wishes were read before it.
    const ts = Math.max(Math.round(now * 1000) / 1000, this.#askedAt + 0.001);
    [this.#askedAt, this.#asked] = [ts, this.#asked + 1];
    this.#line?.say({ ...wish, ts });
    return ts;
  }

  /** Does something later in this turn. @param {number} ms @param {() => void} act */
  after(ms, act) {
    this.#ends.push(this.world.after(ms, act));
  }

  /** Asks for a snapshot beside the line. @param {(snapshot: any) => void} taken */
  look(taken) {
    this.#ends.push(this.world.snapshot(false, this.#mine({ head() {}, taken, failed() {} })));
  }
}

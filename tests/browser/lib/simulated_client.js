// A client as the simulated hall knows it: what it wants, and what it was sent.

/** @typedef {import("./simulated_hall.js").SimulatedHall} SimulatedHall */
/** @typedef {{b: number, r: number, g: number, w: {n: string}, plies: string[], res: string, c: [number, number, "w" | "b" | null, number] | null,
 *   changes: {p: number, r: number, frame: any}[]}} Slot */

export class Client {
  /** @type {"all" | Set<number>} */
  wanted = new Set();
  clocks = true;
  /** The number of the change up to which the hall itself was told. */
  hall = 0;
  /** @type {Map<number, {r: number, read: number}>} */
  sent = new Map();

  /** @param {SimulatedHall} hall @param {any} wish */
  wish(hall, wish) {
    if (wish.clocks !== undefined) this.clocks = wish.clocks;
    if (wish.sub) {
      this.wanted = wish.sub === "all" ? "all" : new Set(wish.sub);
      for (const b of this.sent.keys()) if (!this.#wants(b)) this.sent.delete(b);
    }
    const [epoch, since] = (wish.since ?? ":").split(":");
    if (epoch !== hall.epoch || since === "") return;
    if (hall.hallSeq <= Number(since)) this.hall = hall.hallSeq;
    for (const { b, r, changes } of hall.slots.values()) {
      const at = r <= Number(since) ? r : changes.find((change) => change.p <= Number(since) && Number(since) < change.r)?.p;
      if (at !== undefined && this.#wants(b) && !this.sent.has(b)) this.sent.set(b, { r: at, read: -1 });
    }
  }

  /** The next frame that it lacks. @param {SimulatedHall} hall */
  next(hall) {
    if (this.wanted !== "all" && this.wanted.size === 0 && this.hall === hall.hallSeq) return null;
    if (this.hall !== hall.hallSeq) {
      this.hall = hall.hallSeq;
      for (const b of this.sent.keys()) if (!hall.slots.has(b)) this.sent.delete(b);
      return { hall: hall.hall() };
    }
    for (const slot of hall.slots.values()) {
      if (!this.#wants(slot.b)) continue;
      const known = this.sent.get(slot.b);
      const change = known && slot.changes.find(({ p }) => p === known.r);
      if (known?.r === slot.r) {
        if (!this.clocks || !slot.c || slot.c[3] <= known.read) continue;
        known.read = slot.c[3];
        return { b: slot.b, r: slot.r, c: slot.c };
      }
      this.sent.set(slot.b, { r: change ? change.r : slot.r, read: change ? (known?.read ?? -1) : (slot.c?.[3] ?? -1) });
      return change ? change.frame : whole(slot);
    }
    return null;
  }

  /** @param {number} b */
  #wants(b) {
    return this.wanted === "all" || this.wanted.has(b);
  }
}

/** The frame that tells all of a table. @param {Slot} slot */
export function whole({ b, r, g, w, plies, res, c }) {
  const moves = plies.length > 0 ? { m: plies.join(" "), u: plies.map(() => 1000) } : {};
  return { b, r, g, w, ...moves, ...(res !== "*" && { res }), ...(c && { c }) };
}

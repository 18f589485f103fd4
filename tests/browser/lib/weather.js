// What becomes of frames on their way: they are lost, doubled, swapped, or torn in the middle.

import { Transform } from "node:stream";
import { dice } from "./dice.js";

/** The length of the frame with which these bytes begin, and whether it may come to harm; nothing before it is whole.
 * @typedef {(bytes: Buffer) => {length: number, isText: boolean} | null} Cut */

/** A frame of text that is whole. */
const TEXT = 0x81;

export class Weather {
  /** The chances of each harm, from 0 to 1. */
  chances = { lost: 0, doubled: 0, swapped: 0, torn: 0 };
  /** Hears each frame when it comes, before it comes to harm. @type {(frame: Buffer) => void} */
  passed = () => {};
  /** How often each of it happened. */
  tally = { lost: 0, doubled: 0, swapped: 0, torn: 0 };
  #dice = dice(1);

  /** @param {number} seed @param {Weather["chances"]} chances */
  storm(seed, chances) {
    this.#dice = dice(seed);
    this.chances = chances;
  }

  calm() {
    this.chances = { lost: 0, doubled: 0, swapped: 0, torn: 0 };
  }

  /** The frames of a line, as they come through. @param {Cut} cut */
  over(cut) {
    let bytes = Buffer.alloc(0);
    /** @type {Buffer | null} */
    let kept = null;
    /** @param {Transform} line @param {Buffer} frame */
    const pass = (line, frame) => {
      const harm = this.#harm();
      if (harm === "lost") return true;
      if (harm === "swapped" && !kept) return Boolean((kept = frame));
      line.push(harm === "torn" ? frame.subarray(0, frame.length / 2) : frame);
      if (harm === "doubled") line.push(frame);
      if (kept) line.push(kept);
      kept = null;
      return harm !== "torn";
    };
    const heard = (/** @type {Buffer} */ frame) => this.passed(frame);
    return new Transform({
      transform(piece, _, done) {
        bytes = Buffer.concat([bytes, piece]);
        for (let found = cut(bytes); found; found = cut(bytes)) {
          const frame = bytes.subarray(0, found.length);
          heard(frame);
          bytes = bytes.subarray(found.length);
          if (!found.isText) this.push(frame);
          // The first half is on its way before the line ends.
          else if (!pass(this, frame)) return void setTimeout(() => this.destroy(new Error("torn")), 5);
        }
        done();
      },
    });
  }

  #harm() {
    let drawn = this.#dice();
    for (const harm of /** @type {const} */ (["lost", "doubled", "swapped", "torn"])) {
      drawn -= this.chances[harm];
      if (drawn >= 0) continue;
      this.tally[harm] += 1;
      return harm;
    }
    return null;
  }
}

/** @type {Cut} */
export function ofEvent(bytes) {
  const end = bytes.indexOf("\n\n");
  return end < 0 ? null : { length: end + 2, isText: true };
}

/** Cuts what a server says: a head first, then frames without masks. @returns {Cut} */
export function ofSocket() {
  let hasHead = false;
  return (bytes) => {
    if (!hasHead) {
      const end = bytes.indexOf("\r\n\r\n");
      hasHead = end >= 0;
      return end < 0 ? null : { length: end + 4, isText: false };
    }
    const more = { 126: 2, 127: 8 }[bytes[1]] ?? 0;
    if (bytes.length < 2 + more) return null;
    const length = 2 + more + (more === 0 ? bytes[1] : more === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)));
    return bytes.length < length ? null : { length, isText: bytes[0] === TEXT };
  };
}

// The axis that all lanes share. On it a place is a number: milliseconds of time in which something happened, or the number
// of stops, as the arbiter chooses.

import { firstAtLeast } from "./story.js";

/** The time without an entry that is cut, in milliseconds, and what is left of it on each side of the cut. */
export const IDLE_MS = 10_000;
export const KEPT_MS = 1_000;
/** The width of a cut on the axis, in milliseconds. */
export const CUT_MS = 1_500;

/** A cut: where it is on the axis, and how long it was. @typedef {{at: number, ms: number}} Cut */

/** The stops that pass in a second of playing, where every stop is as wide as any other. */
const STOPS_A_SECOND = 4;

/** Wall time with idle time cut. */
export class TimeAxis {
  /** How far playing goes in a millisecond. */
  rate = 1;

  /** @param {import("./story.js").Story} story */
  constructor(story) {
    this.story = story;
    /** Journal times, and their places on the axis. Between two of them the axis is even. */
    this.times = [story.from];
    this.places = [0];
    /** @type {Cut[]} */
    this.cuts = [];
    for (const { at } of story.stops.map((place) => story.entries[place])) this.#reach(at);
    this.#reach(story.until);
    this.length = Math.max(1, this.places[this.places.length - 1]);
  }

  /** @param {number} at */
  #reach(at) {
    const [last, place] = [this.times[this.times.length - 1], this.places[this.places.length - 1]];
    if (at <= last) return;
    const ms = at - last;
    if (ms > IDLE_MS) {
      this.cuts.push({ at: place + KEPT_MS + CUT_MS / 2, ms: ms - 2 * KEPT_MS });
      this.times.push(last + KEPT_MS, at - KEPT_MS, at);
      this.places.push(place + KEPT_MS, place + KEPT_MS + CUT_MS, place + 2 * KEPT_MS + CUT_MS);
    } else {
      this.times.push(at);
      this.places.push(place + ms);
    }
  }

  /** Returns the place of a time. @param {number} at */
  ofTime(at) {
    return even(this.times, this.places, at);
  }

  /** Returns the place of the moment after `count` entries, at a time. @param {number} _ @param {number} at */
  of(_, at) {
    return this.ofTime(at);
  }

  /** Returns the moment at a place. @param {number} place */
  moment(place) {
    const at = even(this.places, this.times, place);
    return { at, count: this.story.by(at) };
  }
}

/** Stops in order, each as wide as any other. */
export class StopAxis {
  rate = STOPS_A_SECOND / 1000;

  /** @param {import("./story.js").Story} story */
  constructor(story) {
    this.story = story;
    /** @type {Cut[]} */
    this.cuts = [];
    this.at = story.stops.map((place) => story.entries[place].at);
    this.length = Math.max(1, story.stops.length);
  }

  /** Returns the place of a time: behind the stops before it. @param {number} time */
  ofTime(time) {
    return firstAtLeast(this.at, time);
  }

  /** Returns the place of the moment after `count` entries. @param {number} count */
  of(count) {
    return firstAtLeast(this.story.stops, count);
  }

  /** Returns the moment at a place: after the stop before it. @param {number} place */
  moment(place) {
    const { stops, entries, from } = this.story;
    const stop = Math.min(Math.floor(place), stops.length) - 1;
    return stop < 0 ? { at: from, count: 0 } : { at: entries[stops[stop]].at, count: stops[stop] + 1 };
  }
}

/** Returns where a number lies among others, and the same place among their partners. @param {number[]} from
 * @param {number[]} to @param {number} wanted */
function even(from, to, wanted) {
  const above = firstAtLeast(from, wanted);
  if (above <= 0) return to[0];
  if (above >= from.length) return to[to.length - 1];
  const [low, high] = [from[above - 1], from[above]];
  return to[above - 1] + ((to[above] - to[above - 1]) * (wanted - low)) / (high - low);
}

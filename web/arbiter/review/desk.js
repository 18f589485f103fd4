// All that is shown of one review, and what the arbiter does with it. The parts know nothing of each other: they are told the
// moment, and ask for another one here.

import { make, write } from "../make.js";
import { errorText } from "../error.js";
import { language, nameRules, word } from "../words.js";
import { Boards } from "./draw/boards.js";
import { Timeline } from "./draw/timeline.js";
import { StopAxis, TimeAxis } from "./model/axis.js";
import { countOfMove } from "./model/named.js";
import { Cursor } from "./model/player.js";
import { States } from "./model/states.js";
import { firstAtLeast } from "./model/story.js";
import { Bar } from "./parts/bar.js";
import { IncidentBox } from "./parts/incident.js";
import { ReviewKeys } from "./parts/keys.js";
import { EventList } from "./parts/list.js";
import { WeighedBox } from "./parts/weighed.js";
import { clockWords, differenceText, timeText } from "./sentences.js";
import { say } from "./words.js";

/** What is shown of the axis around a moment that was asked for, in milliseconds. */
const AROUND_MS = 60_000;

/** The time for which a moment must stay until the rest of the page follows it, in milliseconds. */
const REST_MS = 120;

/** @typedef {import("./model/story.js").Story} Story */

export class Desk {
  /** @param {Story} story @param {(said: string) => void} announce @param {Desk | null} before what showed the game until now */
  constructor(story, announce, before = null) {
    this.story = story;
    this.announce = announce;
    nameRules(story.told.names);
    this.states = new States(story);
    this.cursor = new Cursor(new TimeAxis(story));
    this.boards = new Boards(story.told.timing.square_early_ms);
    this.timeline = new Timeline(this.cursor, () => this.#moved(false));
    this.list = new EventList(story, (count) => this.#go(() => this.cursor.toCount(count)));
    this.incident = new IncidentBox(story, this.states, (step) => this.#incident(step));
    this.weighed = new WeighedBox(story);
    this.bar = new Bar(this.acts());
    this.advises = make("p", { class: "advises" });
    this.now = make("p", { class: "now" });
    this.moment = make("p", { class: "moment" });
    this.clocks = make("p", { class: "clocks" });
    this.compared = make("p", { class: "compared" });
    this.el = make("div", { class: "review" }, [
      make("div", { class: "work" }, [this.boards.el, make("div", { class: "said-now" }, [this.now, this.clocks, this.moment, this.compared]), this.bar.el, this.timeline.el]),
      make("div", { class: "side" }, [this.incident.el, this.weighed.el]),
      this.list.el, this.advises,
    ]);
    this.lastFrame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    if (before) this.#goOnFrom(before);
    const keys = /** @type {HTMLElement} */ (document.getElementById("keys"));
    this.keys = before?.keys ?? new ReviewKeys(keys, {});
    this.keys.acts = this.#keyed();
  }

  /** Stays where the arbiter was before the journal was read again. @param {Desk} before */
  #goOnFrom(before) {
    before.cursor.isPlaying = false;
    this.cursor.toCount(before.cursor.count);
  }

  /** What the buttons do. @returns {import("./parts/bar.js").Acts} */
  acts() {
    const { cursor } = this;
    return {
      previous: () => this.#stop(-1), next: () => this.#stop(1), play: () => this.#play(),
      selectFrom: () => this.#select(0), selectUntil: () => this.#select(1),
      mark: () => this.#mark(), compare: () => this.#compare(), clear: () => this.#clear(),
      flip: () => {
        this.boards.flip();
        this.#draw();
      },
      nearer: () => this.timeline.zoom(1), farther: () => this.timeline.zoom(-1),
      speed: (speed) => void (cursor.speed = speed),
      axis: (name) => {
        cursor.take(name === "byStop" ? new StopAxis(this.story) : new TimeAxis(this.story));
        this.timeline.take();
      },
      goTo: (text) => this.#move(text),
    };
  }

  #keyed() {
    const { play, selectFrom, selectUntil, mark, flip, compare, clear, nearer, farther } = this.acts();
    return {
      ArrowLeft: () => this.#stop(-1), ArrowRight: () => this.#stop(1),
      "Shift+ArrowLeft": () => this.#moves(-1), "Shift+ArrowRight": () => this.#moves(1),
      "Alt+ArrowLeft": () => this.#incident(-1), "Alt+ArrowRight": () => this.#incident(1),
      Home: () => this.#go(() => this.cursor.toCount(0)), End: () => this.#go(() => this.cursor.toCount(this.story.entries.length)),
      " ": play, "[": selectFrom, "]": selectUntil, m: mark, f: flip, c: compare, g: () => this.bar.goal.select(), Escape: clear,
      w: nearer, s: farther, a: () => this.timeline.pan(-0.25), d: () => this.timeline.pan(0.25),
    };
  }

  /** Goes to what the address asks for. @param {{at: number | null, incident: number | null, ply: number | null}} wanted */
  open({ at, incident, ply }) {
    const { story, cursor } = this;
    const found = story.incidents().find((count) => story.entries[count - 1].detail === incident);
    const move = story.moves[(ply ?? 0) - 1];
    if (found !== undefined) cursor.toCount(found);
    else if (at !== null) cursor.toCount(story.by(at));
    else if (move) cursor.toCount(move.place + 1);
    else cursor.toCount(story.entries.length);
    if (found !== undefined || at !== null || move) this.timeline.show(2 * AROUND_MS);
    this.#draw();
  }

  names() {
    const { white, black } = this.story.told;
    return `${white.name || word("white")} – ${black.name || word("black")}`;
  }

  /** Writes all words anew. */
  speak() {
    const { timing, left_out, damage } = this.story.told;
    const [squares, presses, clock] = [[timing.square_early_ms, 0], [timing.press_early_ms, 0], [0, timing.clock_late_ms]].map(([early, late]) => errorText(early, late));
    write(this.advises, say("advises", squares, presses, clock));
    write(document.getElementById("left-out") ?? this.advises, [damage ? say("damage", damage) : "", left_out ? say("leftOut", left_out) : ""].filter(Boolean).join(" "));
    this.bar.speak(this.cursor.isPlaying, this.cursor.other !== null);
    this.timeline.speak();
    this.#draw();
  }

  repaint() {
    this.timeline.paint();
  }

  /** @param {() => unknown} goes */
  #go(goes) {
    goes();
    this.#moved(true);
  }

  /** @param {1 | -1} step */
  #stop(step) {
    const count = this.story.stop(this.cursor.count, step);
    this.#go(() => this.cursor.toCount(count ?? (step < 0 ? 0 : this.story.entries.length)));
  }

  /** @param {1 | -1} step */
  #moves(step) {
    this.#go(() => this.cursor.toNext(this.story.moves.map(({ place }) => place + 1).sort((a, b) => a - b), step));
  }

  /** @param {1 | -1} step */
  #incident(step) {
    this.#go(() => this.cursor.toNext(this.story.incidents(), step));
  }

  /** Goes to a move by its number. @param {string} text */
  #move(text) {
    const count = countOfMove(this.story, text);
    write(this.bar.why, count === null ? say("noMove", text) : "");
    if (count === null) return;
    this.timeline.track.focus({ preventScroll: true });
    this.#go(() => this.cursor.toCount(count));
  }

  /** @param {0 | 1} end */
  #select(end) {
    this.cursor.select(end);
    this.timeline.paint();
    const [from, until] = this.cursor.selection.map((place) => (place === null ? "…" : timeText(this.story, this.cursor.axis.moment(place).at)));
    this.announce(say("looped", from, until));
  }

  #mark() {
    this.announce(this.cursor.mark() ? say("marked", timeText(this.story, this.cursor.at)) : say("unmarked"));
    this.timeline.paint();
  }

  #compare() {
    this.cursor.other = this.cursor.other ? null : { count: this.cursor.count, at: this.cursor.at };
    this.bar.compared(this.cursor.other !== null);
    this.timeline.paint();
    this.#draw();
  }

  #clear() {
    this.cursor.other = null;
    this.cursor.selection = [null, null];
    this.bar.compared(false);
    this.timeline.paint();
    this.#draw();
  }

  #play() {
    this.cursor.toggle();
    this.bar.play(this.cursor.isPlaying);
    this.lastFrame = performance.now();
    if (this.cursor.isPlaying) requestAnimationFrame((now) => this.#frame(now));
  }

  /** @param {number} now */
  #frame(now) {
    if (!this.cursor.isPlaying) return this.bar.play(false);
    this.cursor.pass(Math.max(0, now - this.lastFrame));
    this.lastFrame = now;
    this.#draw(true);
    requestAnimationFrame((next) => this.#frame(next));
  }

  /** @param {boolean} isSpoken whether a screen reader is told */
  #moved(isSpoken) {
    this.cursor.isPlaying = false;
    this.bar.play(false);
    this.#draw(!isSpoken);
    if (isSpoken) this.announce(this.now.textContent ?? "");
  }

  /** Shows the moment. While it changes from frame to frame, only what is seen at once: the boards, the cursor, the clocks.
   * @param {boolean} [isPassing] */
  #draw(isPassing = false) {
    const { story, states, cursor } = this;
    const state = states.after(cursor.count);
    const stop = firstAtLeast(story.stops, cursor.count);
    const place = story.stops[stop - 1];
    const said = stop === 0 ? say("beginning") : this.list.said(place);
    const last = state.line.at(-1);
    if (cursor.other) this.boards.compare(states.after(cursor.other.count), state);
    else this.boards.show(state, states.fen(state), last === undefined ? "" : story.told.plies[last].uci.replace(/[^a-h1-8]/g, "").slice(0, 4));
    write(this.now, said);
    const time = timeText(story, cursor.at);
    write(this.moment, say("moment", time, stop, story.stops.length, stop === 0 ? "–" : story.entries[place].seq));
    write(this.clocks, clockWords(states.clock(cursor.at), story.told.timing));
    write(this.compared, cursor.other ? differenceText(states, cursor.other.at, cursor.at) : "");
    this.timeline.follow(`${time} ${said}`);
    document.documentElement.dataset.count = String(cursor.count);
    clearTimeout(this.rest);
    const rest = () => {
      this.boards.tell();
      this.incident.show(cursor.count, language());
      this.weighed.show(cursor.count, language(), state.line.length);
      this.list.show(cursor.count, language());
    };
    if (isPassing) this.rest = setTimeout(rest, REST_MS);
    else rest();
  }
}

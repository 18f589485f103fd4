// The lanes over their axis. They are painted once for each part of the axis that is shown; the cursor lies above them, so that
// to move it paints nothing anew.

import { ageText } from "../../../shared/time.js";
import { make, write } from "../../make.js";
import { LANES, lanes } from "../model/lanes.js";
import { durationText, timeText } from "../sentences.js";
import { say } from "../words.js";
import { PAINT, hatching } from "./lane_paint.js";

/** The heights, in pixels: of the line with times, and of each lane. */
const HEAD = 24;
const LANE = { sensors: 34, moves: 44, clock: 30, incidents: 24, people: 24, link: 24 };
const ALL = HEAD + LANES.reduce((sum, lane) => sum + LANE[lane], 0);
/** The least distance between two times that are written, in pixels. */
const TICK = 110;
/** The part of the axis by which a zoom changes it, and the narrowest part. */
const ZOOM = 1.6;
const NARROW = 4;
/** What a reading of a colour falls back on. */
const NAMES = /** @type {const} */ (["ink", "soft", "line", "panel", "alert", "focus", "hatch"]);

export class Timeline {
  /** @param {import("../model/player.js").Cursor} cursor @param {() => void} moved the arbiter moved the cursor */
  constructor(cursor, moved) {
    this.cursor = cursor;
    this.story = cursor.axis.story;
    this.moved = moved;
    this.from = 0;
    this.until = cursor.axis.length;
    this.lanes = lanes(cursor.axis.story, cursor.axis);
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.canvas.style.height = `${ALL}px`;
    this.line = make("div", { class: "cursor", "aria-hidden": "true" });
    this.labels = make("div", { class: "lane-names", "aria-hidden": "true" }, LANES.map((lane) => {
      const el = make("span", { "data-lane": lane });
      el.style.height = `${LANE[lane]}px`;
      return el;
    }));
    this.labels.style.paddingTop = `${HEAD}px`;
    this.track = make("div", { class: "track", role: "slider", tabindex: "0", "aria-valuemin": "0" }, [this.canvas, this.line]);
    this.el = make("div", { class: "timeline" }, [this.labels, this.track]);
    this.take();
    new ResizeObserver(() => this.paint()).observe(this.track);
    this.track.addEventListener("pointerdown", (event) => this.#grab(event));
    this.track.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** Takes the axis of the cursor, which may be another, and shows all of it. */
  take() {
    const { axis } = this.cursor;
    this.lanes = lanes(this.story, axis);
    [this.from, this.until] = [0, axis.length];
    this.paint();
  }

  /** Shows the part of the axis around the cursor that is so wide. @param {number} width */
  show(width) {
    const { axis, place } = this.cursor;
    const wide = Math.min(axis.length, Math.max(NARROW, width));
    this.from = Math.max(0, Math.min(axis.length - wide, place - wide / 2));
    this.until = this.from + wide;
    this.paint();
  }

  /** @param {number} by positive: nearer */
  zoom(by) {
    this.show((this.until - this.from) * ZOOM ** -by);
  }

  /** Moves along by a part of what is shown. @param {number} part */
  pan(part) {
    const { axis } = this.cursor;
    const wide = this.until - this.from;
    this.from = Math.max(0, Math.min(axis.length - wide, this.from + wide * part));
    this.until = this.from + wide;
    this.paint();
  }

  /** Writes all words anew, after a change of language. */
  speak() {
    for (const el of this.labels.children) write(el, say(/** @type {HTMLElement} */ (el).dataset.lane ?? ""));
    this.track.setAttribute("aria-label", say("timeline"));
    this.paint();
  }

  /** Puts the cursor where it is. The part that is shown follows it. @param {string} said what a screen reader says of it */
  follow(said) {
    const { place } = this.cursor;
    if (place < this.from || place > this.until) this.show(this.until - this.from);
    this.line.style.transform = `translateX(${this.#x(place)}px)`;
    this.track.setAttribute("aria-valuemax", String(this.story.entries.length));
    this.track.setAttribute("aria-valuenow", String(this.cursor.count));
    this.track.setAttribute("aria-valuetext", said);
  }

  /** @param {number} place */
  #x = (place) => ((place - this.from) / (this.until - this.from)) * this.canvas.clientWidth;

  /** Paints what does not change with the cursor. */
  paint() {
    const width = this.canvas.clientWidth;
    if (width === 0) return;
    const scale = devicePixelRatio;
    [this.canvas.width, this.canvas.height] = [Math.round(width * scale), Math.round(ALL * scale)];
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    pen.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const colours = /** @type {import("./lane_paint.js").Colours} */ (
      Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim() || "CanvasText"])));
    const brush = { pen, colours, x: this.#x, width, top: HEAD, height: 0 };
    this.#gaps(brush);
    this.#selection(brush);
    this.#ticks(brush);
    for (const lane of LANES) {
      brush.height = LANE[lane];
      pen.fillStyle = colours.line;
      pen.fillRect(0, brush.top - 0.5, width, 1);
      PAINT[lane](brush, this.lanes[lane]);
      brush.top += LANE[lane];
    }
    this.#cuts(brush);
    this.#flags(brush);
    this.line.style.transform = `translateX(${this.#x(this.cursor.place)}px)`;
  }

  /** Shades the times without data through all lanes. @param {import("./lane_paint.js").Brush} brush */
  #gaps({ pen, colours, x, width }) {
    const gaps = this.lanes.link.bars.filter(({ of }) => of === "gap").map(({ from, until }) => [x(from), x(until)]);
    const shown = gaps.filter(([left, right]) => right >= 0 && left <= width);
    pen.fillStyle = hatching(pen, colours);
    for (const [left, right] of shown) pen.fillRect(left, HEAD, Math.max(2, right - left), ALL - HEAD);
    this.track.dataset.gaps = shown.map(([left, right]) => `${left.toFixed(1)} ${right.toFixed(1)}`).join(", ");
  }

  /** @param {import("./lane_paint.js").Brush} brush */
  #selection({ pen, colours, x, width }) {
    const [from, until] = this.cursor.selection;
    if (from === null && until === null) return;
    const [left, right] = [from === null ? 0 : x(from), until === null ? width : x(until)];
    pen.globalAlpha = 0.16;
    pen.fillStyle = colours.focus;
    pen.fillRect(left, 0, right - left, ALL);
    pen.globalAlpha = 1;
    for (const [end, edge] of [[from, left], [until, right - 2]]) if (end !== null) pen.fillRect(/** @type {number} */ (edge), 0, 2, ALL);
  }

  /** Writes times where there is room. @param {import("./lane_paint.js").Brush} brush */
  #ticks({ pen, colours, width }) {
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.fillStyle = colours.soft;
    const count = Math.max(1, Math.floor(width / TICK));
    for (let n = 0; n < count; n += 1) {
      const left = (n * width) / count;
      const { at } = this.cursor.axis.moment(this.from + ((this.until - this.from) * n) / count);
      pen.fillRect(left, HEAD - 5, 1, 5);
      pen.fillText(timeText(this.story, at), left + 4, HEAD / 2);
    }
  }

  /** Draws a zigzag where idle time is cut, and says how long it was. @param {import("./lane_paint.js").Brush} brush */
  #cuts({ pen, colours, x, width }) {
    pen.font = "11px system-ui, sans-serif";
    let free = -Infinity;
    for (const { at, ms } of this.cursor.axis.cuts) {
      const middle = x(at);
      if (middle < 0 || middle > width) continue;
      pen.strokeStyle = colours.soft;
      pen.lineWidth = 1.2;
      pen.beginPath();
      for (let y = HEAD; y <= ALL; y += 6) pen.lineTo(middle + ((y / 6) % 2 < 1 ? -2.5 : 2.5), y);
      pen.stroke();
      const label = ms < 60_000 ? durationText(ms) : ageText(ms);
      const wide = pen.measureText(label).width + 6;
      if (middle - wide / 2 < free) continue;
      free = middle + wide / 2;
      pen.fillStyle = colours.panel;
      pen.fillRect(middle - wide / 2, ALL - 16, wide, 15);
      pen.fillStyle = colours.soft;
      pen.fillText(label, middle - wide / 2 + 3, ALL - 8);
    }
  }

  /** Draws the marks, and A of a comparison. @param {import("./lane_paint.js").Brush} brush */
  #flags({ pen, colours, x }) {
    const { marks, other, axis } = this.cursor;
    pen.fillStyle = colours.focus;
    for (const { count, at } of marks) {
      const left = x(axis.of(count, at));
      pen.fillRect(left - 0.5, 0, 1, ALL);
      pen.fillRect(left, 0, 10, 8);
    }
    if (!other) return;
    const left = x(axis.of(other.count, other.at));
    pen.fillRect(left - 1, 0, 2, ALL);
    pen.fillRect(left, 0, 16, 16);
    pen.fillStyle = colours.panel;
    pen.font = "700 12px system-ui, sans-serif";
    pen.fillText("A", left + 4, 8.5);
  }

  /** Follows the pointer from where it went down until it is let go, wherever it is. @param {PointerEvent} event */
  #grab(event) {
    if (event.button !== 0) return;
    this.track.setPointerCapture(event.pointerId);
    const box = this.canvas.getBoundingClientRect();
    let [left, isDue] = [event.clientX, false];
    const go = () => {
      isDue = false;
      const part = Math.max(0, Math.min(1, (left - box.left) / box.width));
      this.cursor.toPlace(this.from + part * (this.until - this.from));
      this.moved();
    };
    /** One step a frame, however many events come. @param {PointerEvent} moved */
    const move = (moved) => {
      left = moved.clientX;
      if (!isDue) requestAnimationFrame(go);
      isDue = true;
    };
    const over = () => this.track.removeEventListener("pointermove", move);
    this.track.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) this.track.addEventListener(name, over, { once: true });
    go();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const isAlong = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    if (!isAlong && !event.ctrlKey) return;
    event.preventDefault();
    if (event.ctrlKey) this.zoom(event.deltaY < 0 ? 1 : -1);
    else this.pan((event.deltaX || event.deltaY) / 1000);
  }
}

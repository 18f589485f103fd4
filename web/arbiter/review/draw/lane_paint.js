// How each lane is painted. Whoever asks gives the canvas, the colours and where a place of the axis is on it.
// Shapes tell what colours tell, too: a lift points up, a placing down; white is hollow, black is filled.

import { durationText } from "../sentences.js";
import { say } from "../words.js";

/** @typedef {{ink: string, soft: string, line: string, panel: string, alert: string, focus: string, hatch: string}} Colours */
/** @typedef {{pen: CanvasRenderingContext2D, colours: Colours, x: (place: number) => number, top: number, height: number, width: number}} Brush */
/** @typedef {import("../model/lanes.js").Lane} Lane */

/** The least width of a bar that has room for its text, for each letter. */
const LETTER = 8;

/** @param {CanvasRenderingContext2D} pen @param {Colours} colours @returns {CanvasPattern | string} */
export function hatching(pen, colours) {
  const tile = document.createElement("canvas");
  [tile.width, tile.height] = [8, 8];
  const brush = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
  brush.fillStyle = colours.hatch;
  brush.fillRect(0, 0, 8, 8);
  brush.strokeStyle = colours.soft;
  brush.lineWidth = 1.6;
  brush.beginPath();
  for (const shift of [-8, 0, 8]) {
    brush.moveTo(shift, 8);
    brush.lineTo(shift + 8, 0);
  }
  brush.stroke();
  return pen.createPattern(tile, "repeat") ?? colours.hatch;
}

/** White is white and black is black in every theme; what lies around them tells them from the ground. */
const MEN = { white: "#fff", black: "#11151a" };

/** @param {Brush} brush @param {string} by */
function fillOf({ colours }, by) {
  return by === "black" || by === "white" ? MEN[by] : colours.hatch;
}

/** @type {Record<string, (brush: Brush, lane: Lane) => void>} */
export const PAINT = {
  sensors(brush, { points }) {
    const { pen, colours, x, top, height, width } = brush;
    const [middle, size] = [top + height / 2, 5];
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 1.3;
    for (const { at, of, by } of points) {
      const left = x(at);
      if (left < -size || left > width + size) continue;
      pen.beginPath();
      if (of === "reading") pen.rect(left - 3, top + 4, 6, height - 8);
      else {
        const [tip, foot] = of === "lift" ? [middle - 10, middle - 1] : [middle + 10, middle + 1];
        pen.moveTo(left, tip);
        pen.lineTo(left - size, foot);
        pen.lineTo(left + size, foot);
        pen.closePath();
      }
      pen.fillStyle = fillOf(brush, by ?? "unknown");
      pen.fill();
      pen.stroke();
    }
  },

  moves(brush, { bars, points }) {
    const { pen, colours, x, top, height, width } = brush;
    const half = height / 2;
    pen.font = "600 12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    for (const { from, until, of, row = 0, text = "" } of bars) {
      const [left, right] = [x(from), x(until)];
      if (right < 0 || left > width) continue;
      const isThin = of.endsWith("superseded");
      const [y, tall] = [top + row * half + (isThin ? half - 5 : 1), isThin ? 4 : half - 3];
      const wide = Math.max(2, right - left);
      const man = row === 0 ? "white" : "black";
      pen.fillStyle = of.startsWith("irregular") ? colours.alert : of === "estimated" ? colours.hatch : isThin ? colours.soft : fillOf(brush, man);
      pen.fillRect(left, y, wide, tall);
      pen.strokeStyle = of === "irregular" ? colours.alert : colours.ink;
      pen.lineWidth = 1;
      pen.setLineDash(of === "estimated" ? [3, 3] : []);
      if (!isThin) pen.strokeRect(left + 0.5, y + 0.5, wide, tall);
      pen.setLineDash([]);
      if (isThin || wide < text.length * LETTER) continue;
      pen.fillStyle = of === "irregular" ? colours.panel : of === "estimated" ? colours.ink : MEN[row === 0 ? "black" : "white"];
      pen.fillText(text, Math.max(left, 0) + 4, y + tall / 2 + 0.5);
    }
    pen.fillStyle = colours.ink;
    for (const { at, of, by } of points) {
      const left = x(at);
      if (left < 0 || left > width) continue;
      // A thin line for each alternative; a question stands out.
      for (let n = 0; n < Number(by); n += 1) pen.fillRect(left - 1, top + half - 1 + n * 3, of === "asked" ? 10 : 6, of === "asked" ? 2 : 1);
    }
  },

  clock(brush, { bars, points }) {
    const { pen, colours, x, top, height, width } = brush;
    const half = height / 2;
    for (const { from, until, of } of bars) {
      const [left, right] = [x(from), x(until)];
      if (right < 0 || left > width) continue;
      const wide = Math.max(1.5, right - left);
      pen.fillStyle = of === "stopped" ? colours.line : fillOf(brush, of);
      const [y, tall] = of === "stopped" ? [top + half - 2, 4] : [of === "white" ? top + 2 : top + half, half - 2];
      pen.fillRect(left, y, wide, tall);
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 1;
      if (of !== "stopped") pen.strokeRect(left + 0.5, y + 0.5, wide, tall);
    }
    for (const { at, of } of points) {
      const left = x(at);
      if (left < 0 || left > width) continue;
      pen.fillStyle = of === "flag" ? colours.alert : colours.ink;
      pen.fillRect(left - 1, top, 2, height);
      if (of === "flag") pen.fillRect(left + 1, top, 9, 8);
    }
  },

  incidents(brush, { points }) {
    const { pen, colours, x, top, height, width } = brush;
    const [middle, size] = [top + height / 2, 7];
    for (const { at, of } of points) {
      const left = x(at);
      if (left < -size || left > width + size) continue;
      pen.beginPath();
      pen.moveTo(left, middle - size);
      pen.lineTo(left + size, middle);
      pen.lineTo(left, middle + size);
      pen.lineTo(left - size, middle);
      pen.closePath();
      pen.lineWidth = 2;
      pen.strokeStyle = of === "info" ? colours.soft : colours.alert;
      pen.fillStyle = of === "violation" ? colours.alert : colours.panel;
      pen.fill();
      pen.stroke();
    }
  },

  people({ pen, colours, x, top, height, width }, { points }) {
    pen.fillStyle = colours.focus;
    for (const { at } of points) {
      const left = x(at);
      if (left >= -6 && left <= width + 6) pen.fillRect(left - 5, top + height / 2 - 5, 10, 10);
    }
  },

  link({ pen, colours, x, top, height, width }, { bars, points }) {
    pen.font = "600 12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    for (const { from, until, of, text } of bars) {
      const [left, right] = [Math.max(0, x(from)), Math.min(width, x(until))];
      if (right < left) continue;
      if (of === "link") {
        pen.fillStyle = colours.ink;
        pen.fillRect(left, top + height / 2 - 1, right - left, 2);
        continue;
      }
      const label = say("noData", durationText(Number(text)));
      if (right - left < label.length * 7) continue;
      pen.fillStyle = colours.panel;
      pen.fillRect(left + 4, top + 3, label.length * 7, height - 6);
      pen.fillStyle = colours.ink;
      pen.fillText(label, left + 8, top + height / 2);
    }
    pen.fillStyle = colours.alert;
    for (const { at } of points) pen.fillRect(x(at) - 2, top + 3, 4, height - 6);
  },
};

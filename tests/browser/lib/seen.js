// What an eye makes of pictures: how bright they are, what flashes, and what tells two of them apart without colour.

/** @typedef {import("./baseline.js").Picture} Picture */

/** The side of the cells in which flashes are looked for, in pixels. */
const CELL = 8;
/** A change of this much relative luminance to and fro is a flash, where the darker side is below `DARK` (WCAG 2.2, "general flash"). */
const CHANGE = 0.1;
const DARK = 0.8;

/** The share of light of each value that a channel may have (WCAG 2.2, "relative luminance"). */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));

/** @param {Picture} picture @param {number} pixel */
const luminance = ({ data }, pixel) => 0.2126 * LINEAR[data[4 * pixel]] + 0.7152 * LINEAR[data[4 * pixel + 1]] + 0.0722 * LINEAR[data[4 * pixel + 2]];

/** The mean luminance of each cell, row by row. @param {Picture} picture */
export function cells(picture) {
  const { width, height } = picture;
  const [across, down] = [Math.floor(width / CELL), Math.floor(height / CELL)];
  const sums = new Float64Array(across * down);
  for (let y = 0; y < down * CELL; y += 1) {
    for (let x = 0; x < across * CELL; x += 1) {
      sums[Math.floor(y / CELL) * across + Math.floor(x / CELL)] += luminance(picture, y * width + x);
    }
  }
  return sums.map((sum) => sum / CELL ** 2);
}

/** How often a cell changes its direction by as much as a flash needs. @param {number[]} values of a cell, in their order */
export function turns(values) {
  let [count, direction, extreme] = [0, 0, values[0]];
  for (const value of values) {
    const step = value - extreme;
    if (direction !== 0 && step * direction >= 0) {
      extreme = value;
    } else if (Math.abs(step) >= CHANGE && Math.min(value, extreme) < DARK) {
      [count, direction, extreme] = [count + 1, Math.sign(step), value];
    }
  }
  return count;
}

/** The greatest area, in pixels, that flashes more than three times within so many pictures in a row.
 * @param {Float64Array[]} frames the cells of each picture @param {number} aSecond */
export function flashing(frames, aSecond) {
  let most = 0;
  for (let from = 0; from + aSecond <= frames.length; from += 1) {
    const second = frames.slice(from, from + aSecond);
    const restless = frames[0].filter((_, cell) => turns(second.map((frame) => frame[cell])) > 6).length;
    most = Math.max(most, restless * CELL ** 2);
  }
  return most;
}

/** How many pixels differ between two pictures by a contrast of 3:1 or more, which needs no colour to be seen. @param {Picture} one @param {Picture} other */
export function apart(one, other) {
  if (one.width !== other.width || one.height !== other.height) throw new Error("pictures of two sizes");
  let count = 0;
  for (let pixel = 0; pixel < one.width * one.height; pixel += 1) {
    const [a, b] = [luminance(one, pixel), luminance(other, pixel)];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3) count += 1;
  }
  return count;
}

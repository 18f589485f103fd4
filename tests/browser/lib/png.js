// Pictures as PNG has them: those that a browser takes are read, and small ones of at most 256 colours are written.
//
// Limits: eight bits a channel, no interlacing. A browser takes no others.

import { deflateSync, inflateSync, crc32 } from "node:zlib";

/** Three bytes a pixel, row by row. @typedef {{width: number, height: number, rgb: Uint8Array}} Picture */

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
/** The bytes of a pixel by the type of colour. @type {Record<number, number>} */
const CHANNELS = { 2: 3, 3: 1, 6: 4 };
const COLOURS_MAX = 256;
/** So many frequent colours are kept exactly. */
const FREQUENT = 160;

/** Reads a picture; what is behind its transparent parts is left out. @param {Buffer} file @returns {Picture} */
export function decode(file) {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error("this is no PNG");
  /** @type {Record<string, Buffer[]>} */
  const chunks = {};
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    (chunks[file.toString("latin1", at + 4, at + 8)] ??= []).push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [head] = chunks.IHDR;
  const [width, height, depth, type, interlaced] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9], head[12]];
  const channels = CHANNELS[type];
  if (depth !== 8 || !channels || interlaced !== 0) throw new Error(`a PNG of depth ${depth} and type ${type} is not read here`);
  const rows = unfiltered(inflateSync(Buffer.concat(chunks.IDAT)), width * channels, height, channels);
  const palette = chunks.PLTE?.[0];
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const from = palette ? 3 * rows[pixel] : channels * pixel;
    const source = palette ?? rows;
    for (let n = 0; n < 3; n += 1) rgb[3 * pixel + n] = source[from + n];
  }
  return { width, height, rgb };
}

/** Takes back what each row says of the one above it and of the pixel before. @param {Buffer} bytes @param {number} stride
 * @param {number} height @param {number} channels */
function unfiltered(bytes, stride, height, channels) {
  const rows = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = bytes[row * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = row * stride + x;
      const left = x >= channels ? rows[at - channels] : 0;
      const above = row > 0 ? rows[at - stride] : 0;
      const corner = x >= channels && row > 0 ? rows[at - stride - channels] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      rows[at] = bytes[row * (stride + 1) + 1 + x] + guess;
    }
  }
  return rows;
}

/** @param {number} left @param {number} above @param {number} corner */
function paeth(left, above, corner) {
  const whole = left + above - corner;
  const [a, b, c] = [Math.abs(whole - left), Math.abs(whole - above), Math.abs(whole - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** Writes a picture with at most 256 colours. Surfaces keep theirs exactly, and of the rest, which are edges of letters and pieces,
 * those are kept that are farthest from all others: no colour is far from one that is kept. @param {Picture} picture */
export function encode({ width, height, rgb }) {
  const counts = new Map();
  for (let at = 0; at < rgb.length; at += 3) counts.set(key(rgb, at), (counts.get(key(rgb, at)) ?? 0) + 1);
  const { palette, places } = chosen([...counts].sort(([a, n], [b, m]) => m - n || a - b).map(([colour]) => colour));
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) rows[pixel + Math.floor(pixel / width) + 1] = places.get(key(rgb, 3 * pixel)) ?? 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const parts = [chunk("IHDR", head), chunk("PLTE", table), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...parts]);
}

/** @param {Uint8Array} rgb @param {number} at */
const key = (rgb, at) => (rgb[at] << 16) | (rgb[at + 1] << 8) | rgb[at + 2];

/** Chooses a palette, and the place in it of every colour. @param {number[]} colours the most frequent first */
function chosen(colours) {
  const palette = colours.slice(0, FREQUENT);
  const rest = colours.slice(FREQUENT).map((colour) => ({ colour, far: Infinity, place: 0 }));
  const near = (/** @type {number} */ place) => {
    for (const one of rest) {
      const far = distance(one.colour, palette[place]);
      if (far < one.far) Object.assign(one, { far, place });
    }
  };
  palette.forEach((_, place) => near(place));
  while (palette.length < COLOURS_MAX && rest.some(({ far }) => far > 0)) {
    palette.push(rest.reduce((best, one) => (one.far > best.far ? one : best)).colour);
    near(palette.length - 1);
  }
  return { palette, places: new Map([...palette.map((colour, place) => /** @type {const} */ ([colour, place])), ...rest.map(({ colour, place }) => /** @type {const} */ ([colour, place]))]) };
}

/** @param {number} one @param {number} other */
const distance = (one, other) => [16, 8, 0].reduce((sum, bits) => sum + (((one >> bits) & 255) - ((other >> bits) & 255)) ** 2, 0);

/** @param {string} kind @param {Buffer} data */
function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

// Pictures of pages in known states, against those that were looked at and kept (../baselines). They hold for one milestone of
// Chromium and one way of drawing letters, which `made_with.json` there names: elsewhere nothing is compared, and that is said.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";
import { IS_FIREFOX, visitor } from "./browser.js";

/** Four bytes a pixel, row by row. @typedef {{width: number, height: number, data: Uint8Array}} Picture */

const FOLDER = fileURLToPath(new URL("../baselines/", import.meta.url));
const MADE_WITH = `${FOLDER}made_with.json`;
const IS_REWRITTEN = process.env.REWRITE === "1";
/** A pixel is another when a channel differs by more than this. The older pictures have 256 colours, and the nearest of them for the
 * others, which are edges of letters and pieces. */
const OTHER = 32;
/** So many pixels may be others. */
const OTHERS_MAX = 12;
/** A surface is another when a channel differs by more than this, in more than a share of the picture: edges are fewer. */
const FAINT = 2;
const FAINT_SHARE = 0.03;

/** What a picture was drawn with: Chromium, and letters as its computer draws them. @typedef {{chromium: string, letters: string}} Drawn */

/** @param {import("playwright-core").Browser} browser @returns {Promise<Drawn>} */
async function drawnWith(browser) {
  const { page, context } = await visitor(browser, { deviceScaleFactor: 1 });
  // Every family of the style sheets, and signs for which the computer looks into other fonts.
  await page.setContent(`<body style="margin: 0; background: white; color: black">${['"Liberation Sans", sans-serif', '"Liberation Mono", monospace', "sans-serif", "monospace"]
    .map((family) => `<p style='font: 400 17px ${family}'>Hamburgefonstiv 0123456789 ½ ♔♛ ●▲✖⚠ Łódź Ж <b>Ag</b> <i>Ag</i></p>`).join("")}<input value="8"><select><option>8</select>`);
  const letters = createHash("sha256").update(PNG.sync.read(await page.screenshot({ animations: "disabled" })).data).digest("hex").slice(0, 16);
  await context.close();
  return { chromium: browser.version(), letters };
}

/** A milestone draws alike: between two of them come corrections of faults alone. @param {string} version */
const milestone = (version) => version.split(".")[0];

/** Why pictures are not compared here; empty if they are. @param {import("playwright-core").Browser} browser */
export async function untried(browser) {
  if (IS_FIREFOX) return "the pictures are Chromium's";
  const here = await drawnWith(browser);
  if (IS_REWRITTEN) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(MADE_WITH, `${JSON.stringify(here, null, 2)}\n`);
    return "";
  }
  /** @type {Drawn} */
  const made = JSON.parse(readFileSync(MADE_WITH, "utf8"));
  if (milestone(made.chromium) !== milestone(here.chromium)) return `UNTRIED: the pictures are of Chromium ${made.chromium}, and this is ${here.chromium}; look at the pages, then REWRITE=1`;
  if (made.letters !== here.letters) return `UNTRIED: this computer draws letters otherwise than the one of the pictures (${here.letters}, not ${made.letters}): other fonts or versions of them`;
  return "";
}

/** How a picture differs from one that was kept, with a picture of it: what is another is red, what differs faintly is yellow, the
 * rest is pale. @param {Picture} kept @param {Picture} now */
export function difference(kept, now) {
  if (kept.width !== now.width || kept.height !== now.height) {
    return { isOther: true, told: `${now.width} × ${now.height}, not ${kept.width} × ${kept.height}`, marked: now };
  }
  const data = new Uint8Array(now.data.length);
  let [others, faint] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const far = Math.max(...[0, 1, 2, 3].map((n) => Math.abs(kept.data[at + n] - now.data[at + n])));
    const [isOther, isFaint] = [far > OTHER, far > FAINT];
    if (isOther) others += 1;
    if (isFaint) faint += 1;
    data.set(isOther ? [255, 0, 0] : isFaint ? [255, 170, 0] : [0, 1, 2].map((n) => 200 + Math.floor(now.data[at + n] / 5)), at);
    data[at + 3] = 255;
  }
  const isOther = others > OTHERS_MAX || faint > (FAINT_SHARE * data.length) / 4;
  return { isOther, told: `${others} pixels are others, ${faint} differ faintly, of ${data.length / 4}`, marked: { ...now, data } };
}

/** The file of a picture, without its transparency; what pages consist of, surfaces, is small without filters. @param {Picture} picture */
function file({ width, height, data }) {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png, { colorType: 2, filterType: 0, deflateStrategy: 0 });
}

/** Compares a page with the picture of this name, or keeps it as that. Flags, results and the like come when the rest stands, so
 * that a page is given time to look right; as no other time passes on it, one that is wrong stays so.
 * @param {import("playwright-core").Page} page @param {string} name */
export async function assertPicture(page, name) {
  const path = `${FOLDER}${name}.png`;
  const look = async () => PNG.sync.read(await page.screenshot({ animations: "disabled", caret: "hide" }));
  await page.evaluate(() => document.fonts.ready);
  if (IS_REWRITTEN) {
    await page.waitForTimeout(1000);
    const now = await look();
    // What is as before keeps its bytes.
    if (!existsSync(path) || difference(PNG.sync.read(readFileSync(path)), now).isOther) writeFileSync(path, file(now));
    return;
  }
  assert.ok(existsSync(path), `there is no picture ${name}; look at the page, then REWRITE=1`);
  const kept = PNG.sync.read(readFileSync(path));
  let now = await look();
  for (let looks = 1; looks < 20 && difference(kept, now).isOther; looks += 1) {
    await page.waitForTimeout(250);
    now = await look();
  }
  const { isOther, told, marked } = difference(kept, now);
  if (!isOther) return;
  const folder = mkdtempSync(join(tmpdir(), "topboard-pictures-"));
  writeFileSync(join(folder, `${name}.png`), file(now));
  writeFileSync(join(folder, `${name}-difference.png`), file(marked));
  assert.fail(`${name} looks otherwise: ${told}. See ${folder}; if it is right so, REWRITE=1 keeps it`);
}

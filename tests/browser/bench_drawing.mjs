// Measures how long a browser of a quarter of this computer's speed takes to draw 64 boards, and to show a ply on each of them:
// our boards beside libraries, in turns. Prints a table of medians.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Chess } from "chess.js";
import { launchWhole, visitor } from "./lib/browser.js";
import { CPU, median, ms, table } from "./lib/figures.js";

const [BOARDS, TURNS, FROM, PLIES] = [64, 3, 24, 10];
const FOLDERS = [
  { at: "/web/", is: new URL("../../web/", import.meta.url) },
  { at: "/node_modules/", is: new URL("node_modules/", import.meta.url) },
  { at: "/tests/browser/", is: new URL("./", import.meta.url) },
];
/** @type {Record<string, string>} */
const KINDS = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Boards</title>
<style>main { display: grid; grid-template-columns: repeat(16, 112px); gap: 4px }</style><main></main>`;

/** Games of moves drawn by lot, the same each time. */
function games() {
  let state = 1;
  const lot = (/** @type {number} */ n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
  const all = [];
  while (all.length < BOARDS) {
    const chess = new Chess();
    const positions = [];
    while (positions.length < FROM + PLIES + 1 && !chess.isGameOver()) {
      const moves = chess.moves({ verbose: true });
      const { lan } = chess.move(moves[lot(moves.length)]);
      positions.push({ fen: chess.fen(), uci: lan });
    }
    if (positions.length > FROM + PLIES) all.push(positions.slice(FROM));
  }
  return all;
}

const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  const folder = FOLDERS.find(({ at }) => path.startsWith(at));
  if (!folder) {
    response.writeHead(path === "/" ? 200 : 404, { "content-type": "text/html" }).end(path === "/" ? PAGE : "");
    return;
  }
  const text = await readFile(fileURLToPath(new URL(path.slice(folder.at.length), folder.is))).catch(() => null);
  response.writeHead(text ? 200 : 404, { "content-type": KINDS[extname(path)] ?? "application/octet-stream" }).end(text);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

const browser = await launchWhole();
const played = games();
/** @type {Map<string, {first: number[], later: number[], nodes: number}>} */
const found = new Map();
try {
  for (let turn = 0; turn < TURNS; turn += 1) {
    let names = [""];
    for (let n = 0; n < names.length; n += 1) {
      const { page, context } = await visitor(browser, { viewport: { width: 1920, height: 1080 }, reducedMotion: "reduce" });
      await page.goto(`http://127.0.0.1:${port}/`);
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: CPU });
      const { all, of } = await page.evaluate(async ({ n, played, drawers }) => {
        /** @type {typeof import("./lib/drawers.js")} */
        const { NAMES, measure } = await import(drawers);
        return { all: NAMES, of: await measure(NAMES[n], played) };
      }, { n, played, drawers: "/tests/browser/lib/drawers.js" });
      names = all;
      const figures = found.get(names[n]) ?? { first: [], later: [], nodes: of.nodes };
      figures.first.push(of.first);
      figures.later.push(...of.later);
      found.set(names[n], figures);
      await context.close();
    }
  }
} finally {
  await browser.close();
  server.close();
}
console.log(`${BOARDS} boards at a ${CPU}th of the speed, medians of ${TURNS} turns:`);
table(["drawn by", "drawn, ms", "a ply on each, ms", "nodes"],
  [...found].map(([name, { first, later, nodes }]) => [name, ms(median(first)), ms(median(later)), String(nodes)]));

// Takes the pictures in docs/screenshots from a demo that has played for a while. Look at each of them afterwards.

import { fileURLToPath } from "node:url";
import { eventually, launch, visitor } from "./lib/browser.js";
import { demo } from "./lib/program.js";

const FOLDER = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));
/** A picture of a wall is drawn at its real size and kept smaller. */
const PICTURES = /** @type {const} */ ([
  { name: "phone", address: "/live", viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, colorScheme: "light" },
  { name: "phone-board", address: "/live#1", viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, colorScheme: "light" },
  { name: "laptop", address: "/boards", viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1, colorScheme: "light" },
  { name: "wall", address: "/boards", viewport: { width: 3840, height: 2160 }, deviceScaleFactor: 0.375, colorScheme: "light" },
  { name: "board", address: "/boards#1", viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1, colorScheme: "light" },
  { name: "dark", address: "/boards", viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1, colorScheme: "dark" },
]);

const [browser, program] = await Promise.all([launch(), demo({ speed: 20, seed: 2 })]);
try {
  await eventually(async () => {
    const { tables } = await program.snapshot();
    if (!tables.every((table) => table.moves.length >= 14 || table.result !== "*")) throw new Error("the games are too young");
  }, 120_000);
  for (const { name, address, ...options } of PICTURES) {
    const { page, context } = await visitor(browser, options);
    await page.goto(program.url + address);
    await page.waitForFunction(() => document.documentElement.dataset.seq !== undefined);
    await page.waitForTimeout(700);
    await page.screenshot({ path: `${FOLDER}${name}.png`, animations: "disabled" });
    await context.close();
  }
} finally {
  await browser.close();
  await program.kill();
}

// Takes the pictures in docs/screenshots from a demo that has played for a while. Look at each of them afterwards.

import { fileURLToPath } from "node:url";
import { eventually, launchWhole, visitor } from "./lib/browser.js";
import { lamp, openConsole } from "./lib/console.js";
import { demo } from "./lib/program.js";
import { hallWithBoards } from "./lib/seats.js";

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

const [browser, program] = await Promise.all([launchWhole(), demo({ speed: 20, seed: 2 })]);
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
  await program.kill();
}

const NAMES = ["Adamska, Alicja", "Brzoza, Bogdan", "Czapla, Celina", "Dudek, Damian", "Engel, Erika", "Ferrari, Fabio", "García, Gloria", "Horváth, Hugó"];
const seats = Array.from({ length: 12 }, (_, n) => ({ seed: 3 * n + 1, speed: 12, maker: n % 3 === 2 ? "home" : "dgt", white: NAMES[n % 8], black: NAMES[(n + 3) % 8] }));
const hall = await hallWithBoards(seats, '[event]\nname = "City Open"\nround = "3"\n[results]\ncheckmate = "ask"\n');
try {
  const { page } = await openConsole(browser, hall.program);
  const isPlayed = async () => {
    const { tables } = await hall.program.snapshot();
    if (!tables.every((table) => table.moves.length >= 6)) throw new Error("the games are too young");
  };
  await eventually(isPlayed, 120_000);
  hall.hang(7);
  await eventually(async () => {
    if ((await lamp(page, 7, "link")).level !== "bad") throw new Error("it was heard a moment ago");
    if ((await page.locator(".task").count()) < 2) throw new Error("no game has ended");
  }, 120_000);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.screenshot({ path: `${FOLDER}console.png`, animations: "disabled" });
} finally {
  await browser.close();
  await hall.end();
}

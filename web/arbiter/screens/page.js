// The operators' page of screens: which displays there are, what each shows and why, and orders about them.

import { startTheme } from "../../shared/theme.js";
import { write } from "../../shared/make.js";
import { call } from "../api.js";
import { keep, recall } from "../memory.js";
import { still } from "../still.js";
import { language, speak } from "../words.js";
import { DisplayBox } from "./display.js";
import { say } from "./words.js";

/** The time between two questions, in milliseconds. */
const AGAIN_MS = 1500;
const KEY = "topboard-arbiter-language";

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** The displays by name and whether they are adopted. @type {Map<string, DisplayBox>} */
const boxes = new Map();
let isAsking = false;
/** The displays as they were told last. @type {import("./display.js").DisplayView[]} */
let all = [];
const redraw = still(draw);

async function look() {
  if (isAsking) return;
  isAsking = true;
  const reply = await call("GET", "api/v1/displays");
  isAsking = false;
  part("link").dataset.state = reply.status === 0 ? "lost" : "live";
  write(part("link"), say(reply.status === 0 ? "lost" : "connected"));
  if (reply.status === 0) return;
  const told = /** @type {import("./display.js").DisplayView[] | null} */ (reply.ok ? reply.body.displays : null);
  all = told ?? [];
  const why = reply.status === 401 ? say("login") : !reply.ok ? reply.why : told === null ? say("noListener") : all.length === 0 ? say("none") : "";
  write(part("why"), why);
  redraw();
}

function draw() {
  const keys = all.map(({ display, place }) => `${display} ${place !== null} ${language()}`);
  for (const key of boxes.keys()) {
    if (keys.includes(key)) continue;
    boxes.get(key)?.el.remove();
    boxes.delete(key);
  }
  all.forEach((view, at) => {
    const box = boxes.get(keys[at]) ?? new DisplayBox(view, () => void look());
    boxes.set(keys[at], box);
    box.update(view);
    if (part("displays").children[at] !== box.el) part("displays").insertBefore(box.el, part("displays").children[at] ?? null);
  });
  callOut();
}

/** Marks the display whose code was read by a phone, and goes there once. */
function callOut() {
  const called = part(location.hash.slice(1));
  if (!called?.classList.contains("display") || called.classList.contains("called")) return;
  document.querySelector(".called")?.classList.remove("called");
  called.classList.add("called");
  called.scrollIntoView();
  called.querySelector("input")?.focus({ preventScroll: true });
}

/** @param {string} wanted */
function inLanguage(wanted) {
  speak(wanted);
  for (const el of document.querySelectorAll("[data-say]")) el.textContent = say(/** @type {HTMLElement} */ (el).dataset.say ?? "");
  document.title = say("title");
  showTheme();
  void look();
}

const choice = /** @type {HTMLSelectElement} */ (part("language"));
const showTheme = startTheme(/** @type {HTMLButtonElement} */ (part("theme")), say);
choice.value = recall(KEY) ?? "en";
choice.addEventListener("change", () => {
  keep(KEY, choice.value);
  inLanguage(choice.value);
});
addEventListener("hashchange", callOut);
inLanguage(choice.value);
setInterval(() => {
  if (document.visibilityState === "visible") void look();
}, AGAIN_MS);

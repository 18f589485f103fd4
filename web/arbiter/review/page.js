// The review of a game: it asks for the journal's account of it, and shows any moment of it as the arbiter chooses.

import { loadPieces } from "../../shared/board.js";
import { startTheme } from "../../shared/theme.js";
import { call } from "../api.js";
import { make, write } from "../make.js";
import { keep, recall } from "../memory.js";
import { language, speak, word } from "../words.js";
import { Desk } from "./desk.js";
import { Story } from "./model/story.js";
import { say } from "./words.js";

const KEY = "topboard-arbiter-language";
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const asked = new URLSearchParams(location.search);
const [table, game] = ["table", "game"].map((name) => Number(asked.get(name)));
/** @type {Desk | null} */
let desk = null;

async function read() {
  if (!(table > 0 && game > 0)) return fail(say("which"));
  state("connecting", say("reading"));
  const reply = await call("GET", `api/v1/tables/${table}/games/${game}/review`);
  if (!reply.ok) return fail(reply.status === 401 ? say("login") : reply.why);
  write(part("why"), "");
  state("live", "");
  const story = new Story(reply.body);
  const next = new Desk(story, (said) => write(part("announcer"), said), desk);
  if (desk) desk.el.replaceWith(next.el);
  else part("main").append(next.el);
  const isFirst = desk === null;
  desk = next;
  part("again").hidden = false;
  inLanguage(language());
  if (isFirst) desk.open({ at: number("at"), incident: number("incident"), ply: number("ply") });
  document.documentElement.dataset.entries = String(story.entries.length);
}

/** Returns a number of the address; null if it has none. @param {string} name */
function number(name) {
  const text = asked.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** @param {string} name @param {string} said */
function state(name, said) {
  part("link").dataset.state = name;
  write(part("link"), said);
  part("link").hidden = said === "";
}

/** @param {string} why */
function fail(why) {
  state("lost", word("lost"));
  part("link").hidden = true;
  write(part("why"), why);
  document.documentElement.dataset.failed = "yes";
}

/** @param {string} wanted */
function inLanguage(wanted) {
  speak(wanted);
  for (const el of document.querySelectorAll("header [data-say]")) el.textContent = say(/** @type {HTMLElement} */ (el).dataset.say ?? "");
  const named = desk ? `${word("tableNo", table)}, ${word("gameNo", game)}: ${desk.names()}` : say("title");
  write(part("title"), named);
  document.title = desk ? `${say("title")} · ${named}` : named;
  themed();
  desk?.speak();
}

const choice = /** @type {HTMLSelectElement} */ (part("language"));
const themed = startTheme(/** @type {HTMLButtonElement} */ (part("theme")), word);
// The lanes are painted with the colours of the theme.
new MutationObserver(() => desk?.repaint()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
choice.value = recall(KEY) ?? "en";
choice.addEventListener("change", () => {
  keep(KEY, choice.value);
  inLanguage(choice.value);
});
part("again").addEventListener("click", () => void read());
part("main").append(make("p", { id: "left-out" }));
inLanguage(choice.value);
loadPieces("../shared/pieces.svg").catch(() => {});
void read();

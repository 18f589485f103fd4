// The way in and out: the key of a login link becomes a login, a link for another device is made, a login ends.

import * as api from "./api.js";
import { showLinks } from "./invite.js";
import { LOGIN_WORDS } from "./login_words.js";
import { write } from "./make.js";
import { grant } from "./rights.js";
import { learn, word } from "./words.js";

learn(LOGIN_WORDS);

/** The time before a program that does not answer is asked again, in milliseconds. */
const AGAIN_MS = 2000;

/** The operator's console: who looks after boards and tables begins there, and guests. */
const CONSOLE = new URL("../console", import.meta.url);

/** Goes on after a login: operators and guests to the console, unless they are there. Returns whether another page comes.
 * @param {string} role */
function goesOn(role) {
  const isElsewhere = ["operator", "guest"].includes(role) && location.pathname === "/";
  if (isElsewhere) location.replace(CONSOLE);
  return isElsewhere;
}

/** Returns a part of the page. A page that lacks it gets one that nobody sees. @param {string} id */
const part = (id) => document.getElementById(id) ?? document.createElement("p");

/** Opens the arbiter's page if this browser may see it, and says why not otherwise. @param {() => void} opened */
export async function enter(opened) {
  const key = /^#enter=([0-9a-f]+)$/.exec(location.hash)?.[1];
  let why = word("useLink");
  part("entrance").hidden = true;
  if (key) {
    // The key works once and must not stay in the address.
    history.replaceState(null, "", location.pathname);
    const entered = await api.call("POST", "api/v1/session", { key });
    if (!entered.ok) why = entered.why;
  }
  const { ok, status } = await api.call("GET", "api/v1/arbiter/snapshot");
  for (const id of ["todo", "hall", "keys", "another", "leave"]) part(id).hidden = !ok;
  const mine = ok ? await api.call("GET", "api/v1/logins/mine") : null;
  for (const id of ["result-sheet", "logins"]) part(id).hidden = !ok;
  if (key && mine?.ok && goesOn(mine.body.role)) return;
  if (mine?.ok) {
    grant(mine.body.may);
    api.signAs(mine.body.name);
  }
  part("entrance").hidden = ok;
  write(part("entrance-why"), why);
  if (ok) opened();
  else if (status !== 401) setTimeout(enter, AGAIN_MS, opened);
}

/** Lets in whoever has a password. Without a script the form does it by itself. @param {SubmitEvent} event */
async function byPassword(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { name, password } = Object.fromEntries(new FormData(form));
  const entered = await api.call("POST", "api/v1/session", { name, password });
  if (entered.ok) {
    const mine = await api.call("GET", "api/v1/logins/mine");
    return mine.ok && goesOn(mine.body.role) ? undefined : location.reload();
  }
  write(part("entrance-why"), entered.why);
  form.querySelector("input")?.focus();
}

/** Ends this browser's login, on every page of it. */
export async function leave() {
  await api.call("DELETE", "api/v1/session");
  location.reload();
}

/** Connects the buttons that are always present. */
export function attend() {
  part("another").addEventListener("click", async () => {
    showLinks(part("other-link"), await api.call("POST", "api/v1/links", {}), word("otherLink"));
  });
  part("leave").addEventListener("click", leave);
  part("by-password").addEventListener("submit", byPassword);
}

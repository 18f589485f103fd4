// The way in and out: the key of the printed link into a session, a link for another device, leaving.

import * as api from "./api.js";
import { make, write } from "./make.js";
import { word } from "./words.js";

/** How long to wait before a program that does not answer is asked again. */
const AGAIN_MS = 2000;

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Opens the desk if this browser may, and says why not otherwise. @param {() => void} opened */
export async function enter(opened) {
  const key = /^#enter=([0-9a-f]+)$/.exec(location.hash)?.[1];
  let why = word("useLink");
  if (key) {
    // The key is good once, and shall not stay in the address.
    history.replaceState(null, "", location.pathname);
    const entered = await api.call("POST", "api/v1/session", { key });
    if (!entered.ok) why = entered.why;
  }
  const { ok, status } = await api.call("GET", "api/v1/arbiter/snapshot");
  for (const id of ["todo", "hall", "result-sheet", "another", "leave", "logins"]) part(id).hidden = !ok;
  part("entrance").hidden = ok;
  write(part("entrance-why"), why);
  if (ok) opened();
  else if (status !== 401) setTimeout(enter, AGAIN_MS, opened);
}

/** Ends this browser's login, and every page of it. */
export async function leave() {
  await api.call("DELETE", "api/v1/session");
  location.reload();
}

/** The buttons that are always there. */
export function attend() {
  part("another").addEventListener("click", async () => {
    const { ok, body, why } = await api.call("POST", "api/v1/links", {});
    const links = ok ? /** @type {string[]} */ (body.links).map((link) => make("li", {}, [make("code", {}, [link])])) : [];
    part("other-link").hidden = false;
    part("other-link").replaceChildren(
      make("p", {}, [ok ? word("otherLink") : why]), make("ul", {}, links), ...(body.this_computer_only ? [make("p", {}, [word("onlyHere")])] : []),
    );
  });
  part("leave").addEventListener("click", leave);
}

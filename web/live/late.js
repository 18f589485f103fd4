// Scripts that the page loads when they are wanted: each once, and again where that failed.

/** What was made of each, by the name under which the page tells its address. @type {Map<string, Promise<any>>} */
const made = new Map();

/** How many were lost on their way. A browser never asks again for an address that failed; with another fragment it does. */
let lost = 0;

/** @param {string} name */
const address = (name) => new URL(document.documentElement.dataset[name] ?? "", document.baseURI).href;

/** Says whether the server has a script no longer. A script is not gone where a line broke, or where the visitor leaves the
 * page and the browser drops what was still on its way. @param {string} name */
export const isGone = (name) => fetch(address(name), { method: "HEAD" }).then(({ status }) => status === 404, () => false);

/** Returns what `make` makes of a script, the first time it is asked for. @template T @param {string} name @param {(module: any) => T} make
 * @returns {Promise<T>} */
export function late(name, make) {
  const known = made.get(name);
  if (known) return known;
  const fresh = import(address(name) + "#" + lost).then(make);
  made.set(name, fresh);
  fresh.catch(() => {
    made.delete(name);
    lost += 1;
  });
  return fresh;
}

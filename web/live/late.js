// Scripts that the page loads when they are wanted: each once, and again where that failed.

/** What was made of each, by the name under which the page tells its address. @type {Map<string, Promise<any>>} */
const made = new Map();

/** Returns what `make` makes of a script, the first time it is asked for. @template T @param {string} name @param {(module: any) => T} make
 * @returns {Promise<T>} */
export function late(name, make) {
  const known = made.get(name);
  if (known) return known;
  const { href } = new URL(document.documentElement.dataset[name] ?? "", document.baseURI);
  // A browser never imports again from an address that failed; with another fragment it does.
  const fresh = import(href + "#" + Date.now()).then(make);
  made.set(name, fresh);
  fresh.catch(() => made.delete(name));
  return fresh;
}

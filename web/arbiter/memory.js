// What this browser remembers of its arbiter; storage may be forbidden, and then it lasts as long as the page.

/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is remembered then.
  }
}

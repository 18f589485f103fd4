// The memory of this browser about its arbiter. Storage may be forbidden; then nothing outlasts the page.

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
    // Without storage nothing is remembered.
  }
}

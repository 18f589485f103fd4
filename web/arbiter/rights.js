// What this login may do, as the program says in the feed's hello. What it may not use is hidden (rights.css); the program
// refuses it all the same.

/** Says which rights the login has. @param {string[]} names */
export function grant(names) {
  document.documentElement.dataset.may = names.join(" ");
}

/** Returns whether the login has a right. @param {string} right */
export const may = (right) => (document.documentElement.dataset.may ?? "").split(" ").includes(right);

/** Hides an element from logins that do not have a right. @template {HTMLElement} T @param {string} right @param {T} el */
export function needs(right, el) {
  el.dataset.right = right;
  return el;
}

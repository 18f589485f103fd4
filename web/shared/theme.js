// Light or dark: as the system says, until the viewer chooses.

const KEY = "topboard-theme";

/** The words on the button and for a screen reader, for going to each theme. */
const ENGLISH = { light: "Light", dark: "Dark", useLight: "Use the light theme", useDark: "Use the dark theme" };

/** Returns what writes the button anew, after a change of language.
 * @param {HTMLButtonElement} button @param {(key: keyof typeof ENGLISH) => string} [word] the words, where they are not English */
export function startTheme(button, word = (key) => ENGLISH[key]) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  /** @type {string | null} */
  let chosen = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  const show = () => {
    const dark = chosen ? chosen === "dark" : system.matches;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.textContent = word(dark ? "light" : "dark");
    button.setAttribute("aria-label", word(dark ? "useLight" : "useDark"));
  };
  system.addEventListener("change", show);
  button.addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // Storage may be forbidden: the choice then lasts as long as the page.
    }
    show();
  });
  show();
  return show;
}

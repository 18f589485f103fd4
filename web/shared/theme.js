// Light or dark: as the system says, until the viewer chooses.

const KEY = "topboard-theme";

/** @param {HTMLButtonElement} button */
export function startTheme(button) {
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
    button.textContent = dark ? "Light" : "Dark";
    button.setAttribute("aria-label", dark ? "Use the light theme" : "Use the dark theme");
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
}

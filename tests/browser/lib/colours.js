// How well two colours can be told apart, as WCAG 2 reckons it.

/** @param {string} one @param {string} other colours as `#rgb` or `#rrggbb` */
export function contrast(one, other) {
  const [most, least] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (most + 0.05) / (least + 0.05);
}

/** @param {string} colour */
function luminance(colour) {
  const hex = colour.length === 4 ? [...colour.slice(1)].map((c) => c + c).join("") : colour.slice(1);
  const [r, g, b] = [0, 2, 4].map((n) => parseInt(hex.slice(n, n + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

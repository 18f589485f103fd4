// Flags, drawn by stripes and crosses in proportion: enough to be known at the height of a letter. A federation that is not
// here is shown by its letters alone, which stand beside every flag.

/** The flags that are stripes: `h` lies, `v` stands; the colours in order, with a weight behind a colon where it is not 1. */
const STRIPES = /** @type {Record<string, string>} */ ({
  ARM: "h d90012 0033a0 f2a800", AUT: "h c8102e fff c8102e", AZE: "h 00b5e2 ef3340 509e2f", BEL: "v 000 ffd90c f31830",
  BUL: "h fff 00966e d62612", COL: "h fcd116:2 003893 ce1126", CIV: "v ff8200 fff 009a44", CRC: "h 002b7f fff ce1126:2 fff 002b7f",
  ECU: "h ffdd00:2 034ea2 ed1c24", EST: "h 0072ce 000 fff", FRA: "v 000091 fff e1000f", GAB: "h 009e60 fcd116 3a75c4",
  GER: "h 000 d00 ffce00", GUI: "v ce1126 fcd116 009460", HUN: "h ce2939 fff 477050", INA: "h ce1126 fff",
  IRL: "v 169b62 fff ff883e", ITA: "v 009246 fff ce2b37", LAT: "h 9e3039:2 fff 9e3039:2", LTU: "h fdb913 006a44 c1272d",
  LUX: "h ed2939 fff 00a1de", MLI: "v 14b53a fcd116 ce1126", MNC: "h ce1126 fff", NED: "h ae1c28 fff 21468b",
  NGR: "v 008751 fff 008751", PER: "v d91023 fff d91023", POL: "h fff dc143c", ROU: "v 002b7f fcd116 ce1126",
  RUS: "h fff 0039a6 d52b1e", SLE: "h 1eb53a fff 0072c6", UKR: "h 0057b7 ffd700", YEM: "h ce1126 fff 000",
  ESP: "h aa151b f1bf00:2 aa151b", THA: "h a51931 f4f5f8 2d2a4a:2 f4f5f8 a51931", BOL: "h d52b1e f9e300 007934", VEN: "h fc0 00247d cf142b",
});
/** The flags that are a cross: ground, cross, and the line within the cross if there is one; `n` stands nearer to the
 * mast, `s` does not reach the edge. */
const CROSSES = /** @type {Record<string, string>} */ ({
  DEN: "n c8102e fff", FIN: "n fff 002f6c", SWE: "n 006aa7 fecc02", NOR: "n ba0c2f fff 00205b", ISL: "n 02529c fff dc1e35",
  FAI: "n fff 0065bd ed2939", ENG: "c fff ce1124", SUI: "s d52b1e fff", GEO: "c fff f00", GCI: "c fff e8112d",
});
/** The flags that are a disc on a ground. */
const DISCS = /** @type {Record<string, string>} */ ({ JPN: "fff bc002d", BAN: "006a4e f42a41", PLW: "4aadd6 ffde00" });

/** Returns the picture of a flag as a style sheet writes backgrounds; empty for a federation that has none here.
 * @param {string} federation three letters */
export function flagPicture(federation) {
  if (Object.hasOwn(STRIPES, federation)) return stripes(STRIPES[federation].split(" "));
  if (Object.hasOwn(CROSSES, federation)) return cross(CROSSES[federation].split(" "));
  if (!Object.hasOwn(DISCS, federation)) return "";
  const [ground, disc] = DISCS[federation].split(" ");
  return `radial-gradient(circle closest-side at 50% 50%, #${disc} 58%, #${ground} 62%)`;
}

/** @param {string[]} parts */
function stripes([way, ...colours]) {
  const weighed = colours.map((colour) => ({ colour: colour.split(":")[0], weight: Number(colour.split(":")[1] ?? 1) }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  let at = 0;
  const stops = weighed.map(({ colour, weight }) => {
    const from = at;
    at += (100 * weight) / all;
    return `#${colour} ${from.toFixed(2)}% ${at.toFixed(2)}%`;
  });
  return `linear-gradient(to ${way === "h" ? "bottom" : "right"}, ${stops.join(", ")})`;
}

/** @param {string[]} parts */
function cross([where, ground, outer, inner]) {
  const x = where === "n" ? 38 : 50;
  const long = where === "s" ? 64 : 100;
  const beam = (/** @type {string} */ colour, /** @type {number} */ wide) => [
    `linear-gradient(#${colour}, #${colour}) ${x}% 50% / ${wide * 0.66}% ${long}% no-repeat`,
    `linear-gradient(#${colour}, #${colour}) 50% 50% / ${where === "s" ? long * 0.66 : 100}% ${wide}% no-repeat`,
  ];
  return [...(inner ? beam(inner, 13) : []), ...beam(outer, 26), `linear-gradient(#${ground}, #${ground})`].join(", ");
}

// Coverage map: how often an interval misses the truth, wherever the truth may be.
import { chart, columns, escaped, textWidth } from "../chart.js";
import { intervalName } from "../interval_names.js";
import { coverageMapSlowly, intervalCoverage, limitsOfAllSlowly } from "../math/coverage.js";
import { newcombeCutSlowly, newcombeMapSlowly } from "../math/newcombe_coverage.js";
import { panel } from "../panel.js";
import { decimals, percent, round } from "../words.js";

const SIZE = 41, CUT = 81;
const GRID = Array.from({ length: SIZE }, (_, i) => i / (SIZE - 1));
const SPLIT = Array.from({ length: CUT }, (_, i) => i / (CUT - 1));
// How often it misses, in units of what was promised: up to where, in what colour, in words.
const BANDS = [
  [0.5, "light-dark(#a6d4ee, #2f6f9c)", "less than half as often"],
  [1.5, "var(--ground)", "about as often"],
  [3, "light-dark(#f2a65a, #d98a3a)", "1.5 to 3 times as often"],
  [Infinity, "light-dark(#8a3b00, #9c4400)", "over 3 times as often"],
];
// Each line has its own dash, for those who do not see the colour.
const LINES = {
  tango: ["trusted", ""],
  wald: ["critical", "7 4"],
  "agresti-min": ["first", "9 3 2 3"],
  newcombe: ["second", "9 3 2 3 2 3"],
  bootstrap: ["other", "2 4"],
};

// The map, and what it comes to; remembered, for the dashed line does not change it.
const maps = new Map();
function* mapOf(method, n, level) {
  const key = `${method} ${n} ${level}`;
  if (!maps.has(key)) {
    const covered = yield* method === "newcombe"
      ? newcombeMapSlowly(n, level) : coverageMapSlowly(n, GRID, method, level);
    const there = [...covered].filter(x => !Number.isNaN(x));
    const mean = there.reduce((sum, x) => sum + x) / there.length;
    if (maps.size > 30) maps.delete(maps.keys().next().value);
    maps.set(key, { covered, mean, least: Math.min(...there) });
  }
  return maps.get(key);
}

const cuts = new Map();
function* cutOf(method, n, level, share) {
  const key = `${method} ${n} ${level} ${share}`;
  if (!cuts.has(key)) {
    if (cuts.size > 60) cuts.delete(cuts.keys().next().value);
    if (method === "newcombe") {
      cuts.set(key, yield* newcombeCutSlowly(n, level, share));
    } else {
      yield* limitsOfAllSlowly(method, n, level);
      const found = [];
      for (const split of SPLIT) {
        found.push(intervalCoverage(n, share * split, share * (1 - split), method, level));
        if (found.length % 20 === 0) yield;
      }
      cuts.set(key, found);
    }
  }
  return cuts.get(key);
}

export function* show(v, { width }) {
  const { method, n, confidence: level, discordant: share } = v, name = intervalName(method);
  const shown = {};
  for (const which of new Set(["tango", method])) shown[which] = yield* cutOf(which, n, level, share);
  const map = yield* mapOf(method, n, level), cut = Math.min(...shown[method]);
  // The dashed line runs between the points of the grid, and may come upon worse ones.
  const held = x => `${decimals(round(100 * x, 8), level <= 0.99 ? 1 : 2)} %`;
  const least = held(Math.min(cut, map.least)), mean = held(map.mean);
  let words = `${name} on ${n} pairs, promised ${percent(level)}: on the grid of the map it holds the truth in `
    + `${mean} on average. Along the dashed line (${percent(share)} discordant pairs) it is ${held(cut)} at worst, `
    + `and on grid and line together ${least} at worst. Brown and orange are broken promises; blue is more caution `
    + "than was asked for.";
  if (method === "newcombe") {
    words += " Newcombe also looks at the pairs that agree: here half of them, on average, are right for both.";
  }
  const narrow = width < 480, [left, right] = narrow ? [Math.floor(0.6 * width), width] : columns(width, 1, 1);
  const mapped = mapPicture(left, narrow ? 186 : 285, map.covered, level, share, narrow);
  const beside = cutPicture(right, narrow ? 140 : 285, shown, level);
  return {
    title: `How often ${name} misses the truth (${percent(level)}, n = ${n})`,
    picture: narrow ? [mapped, legendColumn(width - left - 8, 186), beside] : [mapped, beside, legend(width)],
    words,
    alt: `A map of how often ${name} misses the true difference, for all chances of b and c pairs, and a cut through `
      + `it at ${percent(share)} discordant pairs. Worst coverage of both ${least}, mean of the map ${mean}.`,
  };
}

function mapPicture(width, height, covered, level, share, narrow) {
  const drawing = chart({
    width, height, x: [-0.0125, 1.0125], y: [-0.0125, 1.0125], xTicks: narrow ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1], yTicks: [0, 0.5, 1],
    xLabel: "chance of a b pair", yLabel: "chance of a c pair", title: "Wherever the truth may be",
  });
  const { X, Y, box } = drawing, edge = i => Math.round(10 * X((i - 0.5) / (SIZE - 1))) / 10;
  const level2 = i => Math.round(10 * Y((i - 0.5) / (SIZE - 1))) / 10;
  const paths = BANDS.map(() => "");
  // One path for each colour, of bars that are as long as the colour lasts.
  for (let c = 0; c < SIZE; c++) {
    for (let b = 0, start = 0; b < SIZE - c; b++) {
      const band = bandOf(covered[b * SIZE + c], level);
      if (b + 1 < SIZE - c && bandOf(covered[(b + 1) * SIZE + c], level) === band) continue;
      paths[band] += `M${edge(start)} ${level2(c)}H${edge(b + 1)}V${level2(c + 1)}H${edge(start)}Z`;
      start = b + 1;
    }
  }
  paths.forEach((d, i) => drawing.add(`<path style="fill:${BANDS[i][1]}" shape-rendering="crispEdges" d="${d}"/>`));
  drawing.line([[0, 1], [1, 0]], "other");
  const d = `M${X(share)} ${Y(0)}L${X(0)} ${Y(share)}`;
  drawing.add(`<path class="line" style="stroke:var(--ground);stroke-width:4px" d="${d}"/>`)
    .add(`<path class="line dashed" d="${d}"/>`);
  if (narrow) return drawing.svg();
  // In the corner it is short: a thin line leads there from its name, in the empty half.
  const from = [X(0.74), box.top + 34], lines = ["dashed:", `${percent(share)} discordant`];
  drawing.add(`<path class="axis" style="stroke:var(--ink)" d="M${from[0]} ${from[1]}L${X(share / 2)} ${Y(share / 2)}"/>`);
  lines.forEach((text, i) =>
    drawing.add(`<text text-anchor="end" x="${box.right}" y="${box.top + 12 + 16 * i}">${text}</text>`));
  return drawing.svg();
}

function bandOf(coverage, level) {
  const misses = (1 - coverage) / (1 - level);
  return BANDS.findIndex(([edge]) => misses < edge);
}

function cutPicture(width, height, shown, level) {
  // Two heights only, so that the axis seldom jumps.
  const lowest = Math.min(...Object.values(shown).flat()) < 0.5 ? 0 : 0.5;
  const drawing = chart({
    width, height, x: [0, 1], y: [lowest, 1 + 0.01 * (1 - lowest)], top: 46, title: "Along the dashed line",
    xLabel: width < 300 ? "b's share of discordant pairs" : "share of b among the discordant pairs",
    yTicks: (lowest ? [0.5, 0.6, 0.7, 0.8, 0.9, 1] : [0, 0.25, 0.5, 0.75, 1]).map(x => [x, percent(x)]),
  });
  const { box } = drawing;
  drawing.add(`<path class="line" style="stroke-width:1px" d="M${box.left} ${drawing.Y(level)}H${box.right}"/>`);
  let at = 4;
  for (const [name, kind, dash] of [["promised", "", ""], ...Object.keys(shown).map(m => [intervalName(m), ...LINES[m]])]) {
    const looks = name === "promised" ? `style="stroke-width:1px"` : `stroke-dasharray="${dash}"`;
    drawing.add(`<path class="line ${kind}" ${looks} d="M${at} 33h22"/>`)
      .label(at + 27, 37, name, { anchor: "start", size: 12 });
    at += 27 + textWidth(name, 12) + 10;
  }
  for (const [method, values] of Object.entries(shown)) {
    const [kind, dash] = LINES[method];
    const d = values.map((y, i) => `${Math.round(10 * drawing.X(SPLIT[i])) / 10} ${Math.round(10 * drawing.Y(y)) / 10}`);
    drawing.add(`<path class="line ${kind}" stroke-dasharray="${dash}" d="M${d.join("L")}"/>`);
  }
  return drawing.svg();
}

const LEAD = ["Compared with its", "promise, it misses"];
const key = (colour, text, x, y) =>
  `<rect class="axis" style="fill:${colour}" x="${x}" y="${y - 11}" width="13" height="13"/>`
  + `<text class="small" x="${x + 18}" y="${y}">${escaped(text)}</text>`;
const drawn = (width, height, parts) =>
  `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${parts.join("")}</svg>`;

// Beside the map on a phone, in fewer words.
function legendColumn(width, height) {
  const lead = LEAD.map((text, i) => `<text class="small" x="0" y="${40 + 16 * i}">${text}</text>`);
  const keys = BANDS.map(([, colour, text], i) =>
    key(colour, text.replace(/(half|times) as often/, "$1"), 1, 80 + 20 * i));
  return drawn(width, height, [...lead, ...keys]);
}

function legend(width) {
  const lead = LEAD.join(" "), parts = [`<text class="small" x="2" y="14">${lead}</text>`];
  let x = textWidth(lead, 12) + 8, y = 14;
  for (const [, colour, text] of BANDS) {
    const wide = 18 + textWidth(text, 12) + 12;
    if (x + wide > width) { x = 2; y += 19; }
    parts.push(key(colour, text, x, y));
    x += wide;
  }
  return drawn(width, y + 6, parts);
}

export default panel({ show });

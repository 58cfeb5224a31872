// Coverage map: how often an interval misses the truth, wherever the truth may be.
import { chart, columns, mark, textWidth } from "../chart.js";
import { intervalName } from "../interval_names.js";
import { coverageMapSlowly, intervalCoverage, limitsOfAllSlowly } from "../math/coverage.js";
import { newcombeCutSlowly, newcombeMapSlowly } from "../math/newcombe_coverage.js";
import { panel } from "../panel.js";
import { stroke, tenth, through } from "../stroke.js";
import { decimals, percent, round } from "../words.js";

const SIZE = 41;
const CUT = 81;
const GRID = Array.from({ length: SIZE }, (_, i) => i / (SIZE - 1));
const SPLIT = Array.from({ length: CUT }, (_, i) => i / (CUT - 1));
// How often it misses, in units of what was promised: up to where, in what colour, in words.
const BANDS = [
  [0.5, "light-dark(#a6d4ee, #2f6f9c)", "less than half as often"],
  [1.5, "var(--ground)", "about as often"],
  [3, "light-dark(#f2a65a, #d98a3a)", "1.5 to 3 times as often"],
  [Infinity, "light-dark(#8a3b00, #9c4400)", "over 3 times as often"],
];
const LEAD = ["Compared with its", "promise, it misses"];
// Each line has its own dash, for those who do not see the colour.
const LINES = {
  tango: ["trusted", ""],
  wald: ["critical", "7 4"],
  "agresti-min": ["first", "9 3 2 3"],
  newcombe: ["second", "9 3 2 3 2 3"],
  bootstrap: ["other", "2 4"],
};

// What was computed is remembered, the latest of it.
function* remembered(kept, most, key, compute) {
  if (!kept.has(key)) {
    const found = yield* compute();
    if (kept.size >= most) kept.delete(kept.keys().next().value);
    kept.set(key, found);
  }
  return kept.get(key);
}

// The map, and what it comes to: the dashed line does not change it.
const maps = new Map();
function mapOf(method, n, level) {
  return remembered(maps, 30, `${method} ${n} ${level}`, function* () {
    const covered =
      method === "newcombe"
        ? yield* newcombeMapSlowly(n, level)
        : yield* coverageMapSlowly(n, GRID, method, level);
    const there = covered.filter(x => !Number.isNaN(x));
    const mean = there.reduce((sum, x) => sum + x) / there.length;
    return { covered, mean, least: Math.min(...there) };
  });
}

const cuts = new Map();
function cutOf(method, n, level, share) {
  return remembered(cuts, 60, `${method} ${n} ${level} ${share}`, function* () {
    if (method === "newcombe") return yield* newcombeCutSlowly(n, level, share);
    yield* limitsOfAllSlowly(method, n, level);
    const found = [];
    for (const split of SPLIT) {
      found.push(intervalCoverage(n, share * split, share * (1 - split), method, level));
      if (found.length % 20 === 0) yield;
    }
    return found;
  });
}

export function* show(v, { width }) {
  const { method, n, confidence: level, discordant: share } = v;
  const name = intervalName(method);
  const shown = { tango: yield* cutOf("tango", n, level, share) };
  shown[method] = yield* cutOf(method, n, level, share);
  const map = yield* mapOf(method, n, level);
  const cut = Math.min(...shown[method]);
  // Without the last digits, which depend on the order of the sum.
  const held = x => `${decimals(round(100 * x, 8), level <= 0.99 ? 1 : 2)} %`;
  // The dashed line runs between the points of the grid, and may come upon worse ones.
  const least = held(Math.min(cut, map.least));
  const mean = held(map.mean);
  const newcombe =
    " Newcombe also looks at the pairs that agree: here half of them, on average, are right for " +
    "both.";
  const words =
    `${name} on ${n} pairs, promised ${percent(level)}: on the grid of the map it holds the ` +
    `truth in ${mean} on average. Along the dashed line (${percent(share)} discordant pairs) it ` +
    `is ${held(cut)} at worst, and on grid and line together ${least} at worst. Brown and orange ` +
    "are broken promises; blue is more caution than was asked for.";
  return {
    title: `How often ${name} misses the truth (${percent(level)}, n = ${n})`,
    picture: pictures(width, map.covered, shown, level, share),
    words: words + (method === "newcombe" ? newcombe : ""),
    alt:
      `A map of how often ${name} misses the true difference, for all chances of b and c pairs, ` +
      `and a cut through it at ${percent(share)} discordant pairs. Worst coverage of both ` +
      `${least}, mean of the map ${mean}.`,
  };
}

function pictures(width, covered, shown, level, share) {
  if (width < 480) {
    const left = Math.floor(0.6 * width);
    return [
      mapPicture(left, 186, covered, level, share),
      legendColumn(width - left - 8, 186),
      cutPicture(width, 140, shown, level),
    ];
  }
  const [left, right] = columns(width, 1, 1);
  return [
    mapPicture(left, 285, covered, level, share),
    cutPicture(right, 285, shown, level),
    legend(width),
  ];
}

function mapPicture(width, height, covered, level, share) {
  const narrow = width < 240;
  const drawing = chart({
    width,
    height,
    x: [-0.0125, 1.0125],
    y: [-0.0125, 1.0125],
    xTicks: narrow ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1],
    yTicks: [0, 0.5, 1],
    xLabel: "chance of a b pair",
    yLabel: "chance of a c pair",
    title: "Wherever the truth may be",
  });
  const { X, Y, box } = drawing;
  cellsOf(covered, level, X, Y).forEach((d, i) => {
    const looks = { style: `fill:${BANDS[i][1]}`, "shape-rendering": "crispEdges" };
    drawing.add(mark("path", { ...looks, d }));
  });
  drawing.line(
    [
      [0, 1],
      [1, 0],
    ],
    "other",
  );
  const d = through([
    [X(share), Y(0)],
    [X(0), Y(share)],
  ]);
  drawing.add(mark("path", { style: "stroke:var(--ground);stroke-width:4px;fill:none", d }));
  drawing.add(stroke("dashed", 2, d));
  if (narrow) return drawing.svg();
  // In the corner it is short: a thin line leads there from its name, in the empty half.
  drawing.add(
    stroke(
      "",
      1,
      through([
        [X(0.74), box.top + 34],
        [X(share / 2), Y(share / 2)],
      ]),
    ),
  );
  ["dashed:", `${percent(share)} discordant`].forEach((text, i) => {
    const at = { "text-anchor": "end", x: box.right, y: box.top + 12 + 16 * i };
    drawing.add(mark("text", at, text));
  });
  return drawing.svg();
}

// One path for each colour, of bars that are as long as the colour lasts.
function cellsOf(covered, level, X, Y) {
  const right = i => tenth(X((i - 0.5) / (SIZE - 1)));
  const up = i => tenth(Y((i - 0.5) / (SIZE - 1)));
  const bandOf = (b, c) => {
    const misses = (1 - covered[b * SIZE + c]) / (1 - level);
    return BANDS.findIndex(([edge]) => misses < edge);
  };
  const paths = BANDS.map(() => "");
  for (let c = 0; c < SIZE; c++) {
    let start = 0;
    let band = bandOf(0, c);
    for (let b = 1; b <= SIZE - c; b++) {
      const next = b < SIZE - c ? bandOf(b, c) : -1;
      if (next === band) continue;
      paths[band] += `M${right(start)} ${up(c)}H${right(b)}V${up(c + 1)}H${right(start)}Z`;
      [start, band] = [b, next];
    }
  }
  return paths;
}

function cutPicture(width, height, shown, level) {
  // Two heights only, so that the axis seldom jumps.
  const lowest = Math.min(...Object.values(shown).flat()) < 0.5 ? 0 : 0.5;
  const shares = lowest ? [0.5, 0.6, 0.7, 0.8, 0.9, 1] : [0, 0.25, 0.5, 0.75, 1];
  const drawing = chart({
    width,
    height,
    x: [0, 1],
    y: [lowest, 1 + 0.01 * (1 - lowest)],
    top: 46,
    title: "Along the dashed line",
    xLabel: width < 300 ? "b's share of discordant pairs" : "share of b among the discordant pairs",
    yTicks: shares.map(x => [x, percent(x)]),
  });
  const { X, Y, box } = drawing;
  drawing.add(
    stroke(
      "",
      1,
      through([
        [box.left, Y(level)],
        [box.right, Y(level)],
      ]),
    ),
  );
  for (const [method, values] of Object.entries(shown)) {
    const [kind, dash] = LINES[method];
    drawing.add(stroke(kind, 2, through(values.map((y, i) => [X(SPLIT[i]), Y(y)])), dash));
  }
  let at = 4;
  const named = (name, kind, wide, dash) => {
    drawing
      .add(stroke(kind, wide, `M${at} 33h22`, dash))
      .label(at + 27, 37, name, { anchor: "start", size: 12 });
    at += 37 + textWidth(name, 12);
  };
  named("promised", "", 1, "");
  for (const method of Object.keys(shown)) {
    const [kind, dash] = LINES[method];
    named(intervalName(method), kind, 2, dash);
  }
  return drawing.svg();
}

const small = (text, x, y) => mark("text", { class: "small", x, y }, text);
const key = (colour, text, x, y) => {
  const box = { class: "axis", style: `fill:${colour}`, x, y: y - 11, width: 13, height: 13 };
  return mark("rect", box) + small(text, x + 18, y);
};
const svg = (width, height, parts) => {
  const viewBox = `0 0 ${width} ${height}`;
  return mark("svg", { width, height, viewBox, "aria-hidden": "true" }, parts.join(""));
};

// Beside the map on a phone, in fewer words.
function legendColumn(width, height) {
  const lead = LEAD.map((text, i) => small(text, 0, 40 + 16 * i));
  const keys = BANDS.map(([, colour, text], i) =>
    key(colour, text.replace(/(half|times) as often/, "$1"), 1, 80 + 20 * i),
  );
  return svg(width, height, [...lead, ...keys]);
}

function legend(width) {
  const lead = LEAD.join(" ");
  const parts = [small(lead, 2, 14)];
  let x = textWidth(lead, 12) + 8;
  let y = 14;
  for (const [, colour, text] of BANDS) {
    const wide = 30 + textWidth(text, 12);
    if (x + wide > width) [x, y] = [2, y + 19];
    parts.push(key(colour, text, x, y));
    x += wide;
  }
  return svg(width, y + 6, parts);
}

export default panel({ show });

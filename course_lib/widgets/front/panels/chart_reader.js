// Chart reader: the chart of critical values with your test set on it, and the verdict.
import { chart, mark, textWidth } from "../chart.js";
import { assessBestSlowly } from "../math/best_score.js";
import { contourLines } from "../math/contours.js";
import { criticalChart } from "../math/ladder.js";
import { metricTitle } from "../metrics.js";
import { panel } from "../panel.js";
import { general, grouped, percent, toldApart } from "../words.js";

// The first cases that TP10 counts positives in.
const K = 10;
// Where a score begins if the old one is none of the new metric's: a share, and a count.
const SHARE = 0.6;
const COUNT = 6;
const TICKS = [2, 5, 10, 30, 100, 300, 1000];
const counts = v => v.metric === "top_k";

// A score of this metric; and for the first ten, as many cases.
export function fitting(v) {
  if (!counts(v)) return v.score > 1 ? { ...v, score: SHARE } : v;
  const count = Number.isInteger(v.score) ? v.score : COUNT;
  const negatives = Math.max(v.negatives, K - v.positives);
  return { ...v, negatives, score: Math.min(count, v.positives) };
}

// Round heights: twentieths; whole numbers for counts.
function levelsOf(grid) {
  const heights = grid.flat().filter(height => !Number.isNaN(height));
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const each = high > 1.5 ? 1 : 20;
  const found = [];
  for (let i = Math.ceil(low * each - 1e-9); i < high * each - 1e-9; i++) found.push(i / each);
  return found;
}

// The lines in the logarithms of the sizes, while metric, C and alpha stay.
const kept = new Map();
function* linesFor({ metric, competitors, alpha }, data) {
  const key = `${metric} ${competitors} ${alpha}`;
  if (!kept.has(key)) {
    const { sizes, grid } = criticalChart(metric, competitors, alpha, data);
    const logs = sizes.map(Math.log);
    const lines = [];
    for (const level of levelsOf(grid)) {
      const parts = contourLines(logs, logs, grid, level);
      if (parts.length) lines.push({ level, parts });
      yield;
    }
    if (kept.size > 20) kept.delete(kept.keys().next().value);
    kept.set(key, lines);
  }
  return kept.get(key);
}

const apart = (a, b) =>
  a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;

// Where the number of a line can stand: on its longest part, near the middle of it, inside the
// picture and clear of what stands there already.
function placeFor(points, wide, box, taken) {
  const middle = (points.length - 1) / 2;
  const near = points.map((_, i) => i).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  for (const i of near) {
    const [x, y] = points[i];
    const spot = { left: x - wide / 2 - 3, right: x + wide / 2 + 3, top: y - 9, bottom: y + 9 };
    const inside =
      spot.left > box.left &&
      spot.right < box.right &&
      spot.top > box.top &&
      spot.bottom < box.bottom;
    if (inside && taken.every(other => apart(spot, other))) return spot;
  }
  return null;
}

// Points at most `step` pixels apart, so that a number finds its place on a long straight line too.
function dense(points, step) {
  return points.flatMap(([x, y], i) => {
    if (!i) return [[x, y]];
    const [x0, y0] = points[i - 1];
    const parts = Math.max(1, Math.ceil(Math.hypot(x - x0, y - y0) / step));
    return Array.from({ length: parts }, (_, k) => {
      const share = (k + 1) / parts;
      return [x0 + share * (x - x0), y0 + share * (y - y0)];
    });
  });
}

const lengthOf = points =>
  points.reduce(
    (sum, [x, y], i) => (i ? sum + Math.hypot(x - points[i - 1][0], y - points[i - 1][1]) : 0),
    0,
  );

function draw(v, verdict, texts, lines, width, height) {
  const drawing = chart({
    width,
    height,
    x: [2, 1000],
    y: [2, 1000],
    xLog: true,
    yLog: true,
    xTicks: TICKS.map(tick => [tick, grouped(tick)]),
    yTicks: TICKS.map(tick => [tick, grouped(tick)]),
    xLabel: "negatives",
    yLabel: "positives",
  });
  const { X, Y, box } = drawing;
  const inPixels = lines.map(({ level, parts }) => ({
    level,
    parts: parts.map(points => points.map(([x, y]) => [X(Math.exp(x)), Y(Math.exp(y))])),
  }));
  inPixels.forEach(({ parts }, i) => {
    // From pale to full, so that one sees which way the values rise.
    const opacity = 0.4 + 0.6 * (lines.length > 1 ? i / (lines.length - 1) : 1);
    const d = parts.map(
      points => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`,
    );
    const style = `stroke-width: 1.5; opacity: ${opacity.toFixed(2)}`;
    drawing.add(mark("path", { class: "line critical", style, d: d.join("") }));
  });
  // What is said of the dot stands beside it, on the side where there is room.
  const at = [X(v.negatives), Y(v.positives)];
  const wide = 1.06 * Math.max(...texts.map(text => textWidth(text))) + 10;
  const high = 38;
  const right = at[0] + 12 + wide < box.right;
  const left = right ? at[0] + 12 : Math.max(box.left + 2, at[0] - 12 - wide);
  const under = right || at[0] - 12 - wide >= box.left + 2 ? 0 : at[1] > box.top + 60 ? -32 : 32;
  const top = Math.min(Math.max(at[1] - high / 2 + under, box.top + 2), box.bottom - high - 2);
  const said = { left, right: left + wide, top, bottom: top + high };
  const dot = { left: at[0] - 9, right: at[0] + 9, top: at[1] - 9, bottom: at[1] + 9 };
  const taken = [said, dot];
  for (const { level, parts } of inPixels) {
    const longest = parts.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
    const text = general(level, 6);
    const spot = placeFor(dense(longest, 6), textWidth(text, 12), box, taken);
    if (!spot) continue;
    taken.push(spot);
    drawing.label((spot.left + spot.right) / 2, spot.top + 13, text, { size: 12 });
  }
  const paper = "fill: var(--ground); fill-opacity: 0.88; stroke: var(--rule)";
  drawing.add(mark("rect", { style: paper, x: left, y: top, width: wide, height: high, rx: 4 }));
  texts.forEach((text, i) =>
    drawing.label(left + 5, top + 15 + 17 * i, text, {
      anchor: "start",
      kind: i ? "critical" : "score strong",
      halo: false,
    }),
  );
  const fill = `fill: var(--${verdict.significant ? "score" : "ground"}); stroke-width: 2.5`;
  drawing.add(mark("circle", { class: "line score", style: fill, cx: at[0], cy: at[1], r: 7 }));
  return drawing.svg();
}

export function* show(given, { width, height, data }) {
  const v = fitting(given);
  const { metric, score: own, positives, negatives, competitors, alpha } = v;
  const verdict = yield* assessBestSlowly(metric, own, positives, negatives, competitors, alpha);
  const [score, critical] = toldApart([verdict.score, verdict.criticalValue]);
  const texts = [
    `${score}: ${verdict.significant ? "" : "not "}beyond luck`,
    `critical value ${critical}`,
  ];
  const lines = yield* linesFor(v, data);
  const who = competitors === 1 ? "one classifier" : `the best of ${grouped(competitors)}`;
  return {
    title: `The ${metricTitle(metric)} that ${who} must exceed (${percent(alpha)} level)`,
    picture: draw(v, verdict, texts, lines, width, width < 480 ? height + 30 : height + 50),
    words: verdict.sentence(),
    alt:
      `Lines of equal critical value of the ${metricTitle(metric)} over negatives and positives ` +
      `on logarithmic axes; a ${verdict.significant ? "filled" : "hollow"} dot at ${negatives} ` +
      `negatives and ${positives} positives, where the critical value is ${critical} and your ` +
      `score ${score}.`,
  };
}

// A count in the first ten is no share: another kind of metric begins with a score of its own.
export function settle(v, changed) {
  const wasShare = changed === "metric" && counts(v) && v.score <= 1;
  return fitting(wasShare ? { ...v, score: COUNT } : v);
}

export function limits(v) {
  if (!counts(v)) return { score: { low: 0, high: 1, step: 0.005 } };
  const enough = other => ({ low: Math.max(2, K - other) });
  return {
    positives: enough(v.negatives),
    negatives: enough(v.positives),
    score: { low: 0, high: Math.min(K, v.positives), step: 1, whole: true },
  };
}

export default panel({ show, settle, limits });

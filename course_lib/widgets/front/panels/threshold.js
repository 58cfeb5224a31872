// Threshold: move it, say what each error costs, and see what becomes of both classes.
import { chart, columns, escaped, mark, textWidth, ticks } from "../chart.js";
import {
  areaUnder,
  bellTable,
  cheapestPlace,
  costAt,
  curveOf,
  placeOf,
} from "../math/threshold.js";
import { panel } from "../panel.js";
import { counted, decimals, general, grouped } from "../words.js";

// So far a threshold goes beyond the middle of a bell curve; and beyond probabilities, so that
// nobody is called positive.
const BEYOND = 3.5;
const ABOVE_ONE = 1.01;
const isMadeUp = v => v.scores === "bells";

function rangeOf(v) {
  return isMadeUp(v) ? [-BEYOND, v.separation + BEYOND] : [0, ABOVE_ONE];
}

function fitting(v) {
  const [low, high] = rangeOf(v);
  return { ...v, threshold: Math.min(Math.max(v.threshold, low), high) };
}

// The table of scores and its curve, remembered while only threshold and costs move.
const kept = new Map();
function known(v, data) {
  const key = isMadeUp(v) ? `${v.separation} ${v.share}` : v.scores;
  if (!kept.has(key)) {
    if (kept.size > 20) kept.clear();
    const table = isMadeUp(v) ? bellTable(v.separation, v.share) : data[v.scores];
    kept.set(key, { table, curve: curveOf(table) });
  }
  return kept.get(key);
}

// Positives above the line and negatives below it, each on its own scale; errors stand out.
function drawScores(v, table, width, height) {
  const [low, high] = isMadeUp(v) ? rangeOf(v) : [0, 1];
  const step = isMadeUp(v) ? 0.25 : 0.05;
  const count = Math.round((high - low) / step - 0.01) + 1;
  const edges = Array.from({ length: count + 1 }, (_, i) => low + i * step);
  const heaps = [0, 1, 2, 3].map(() => new Array(count).fill(0));
  table.scores.forEach((score, i) => {
    const bar = Math.min(count - 1, Math.max(0, Math.floor((score - low) / step + 1e-9)));
    const [p, n] = [table.positives[i], table.negatives[i]];
    const called = score >= v.threshold;
    heaps[0][bar] += p;
    heaps[1][bar] += n;
    if (called) heaps[3][bar] += n;
    else heaps[2][bar] += p;
  });
  const most = [Math.max(...heaps[0]), Math.max(...heaps[1])];
  const drawing = chart({
    width,
    height,
    x: [low, edges.at(-1)],
    y: [-1.25, 1.25],
    left: 8,
    right: 8,
    top: 22,
    bottom: 42,
    xTicks: ticks(low, high, 5),
    yTicks: [],
    xLabel: "score (errors are orange)",
  });
  const { X, Y, box } = drawing;
  const scaled = (i, sign) => heaps[i].map(n => (sign * n) / most[i % 2]);
  drawing.stairs(edges, scaled(0, 1), "first").stairs(edges, scaled(1, -1), "other");
  drawing.stairs(edges, scaled(2, 1), "critical").stairs(edges, scaled(3, -1), "critical");
  drawing.add(mark("path", { class: "axis", d: `M${box.left} ${Y(0)}H${box.right}` }));
  const at = Math.min(v.threshold, edges.at(-1));
  drawing.vertical(at, "score");
  drawing.label(X(at), 14, `threshold ${general(v.threshold, 6)}`, { kind: "score strong" });
  const right = X(at) < (box.left + box.right) / 2;
  const side = right ? box.right - 4 : box.left + 4;
  const anchor = right ? "end" : "start";
  drawing.label(side, box.top + 14, "positives", { kind: "first", anchor });
  drawing.label(side, box.bottom - 8, "negatives", { kind: "other", anchor });
  return drawing.svg();
}

// The part of a line through a point, with this slope, that lies within the unit square.
export function withinSquare([x, y], slope) {
  const at = t => [x + t, y + slope * t];
  const from = Math.max(-x, slope ? -y / slope : -Infinity);
  const to = Math.min(1 - x, slope ? (1 - y) / slope : Infinity);
  return [at(from), at(to)];
}

function diamond(x, y) {
  const transform = `rotate(45 ${x} ${y})`;
  const sides = { x: x - 5, y: y - 5, width: 10, height: 10 };
  return mark("rect", { class: "line trusted", transform, ...sides });
}

function drawCurve(v, { hits, alarms }, place, best, width, height) {
  const drawing = chart({
    width,
    height,
    x: [-0.02, 1.02],
    y: [-0.02, 1.02],
    xTicks: [0, 0.5, 1],
    yTicks: [0, 0.5, 1],
    xLabel: "false positive rate",
    yLabel: "true positive rate",
    title: `ROC curve, AUC ${decimals(areaUnder({ hits, alarms }), 3)}`,
  });
  const { X, Y, box } = drawing;
  const positives = hits.at(-1);
  const negatives = alarms.at(-1);
  const points = hits.map((hit, i) => [alarms[i] / negatives, hit / positives]);
  const slope = (v.alarm * negatives) / (v.miss * positives);
  const diagonal = [0, 1].map(rate => [rate, rate]);
  drawing.line(diagonal, "luck dashed").line(points, "first");
  drawing.line(withinSquare(points[place], slope), "score dashed");
  drawing.add(diamond(X(points[best][0]), Y(points[best][1])));
  drawing.dot(...points[place], "score", { radius: 5 });
  const left = box.right - 92;
  const top = box.bottom - 46;
  drawing.add(mark("circle", { class: "area score", cx: left - 10, cy: top - 4, r: 5 }));
  drawing.add(mark("path", { class: "line score dashed", d: `M${left - 20} ${top + 13}h18` }));
  drawing.add(diamond(left - 10, top + 30));
  ["this threshold", "equal cost", "costs least"].forEach((name, i) =>
    drawing.label(left + 2, top + 17 * i, name, { anchor: "start", size: 12 }),
  );
  return drawing.svg();
}

// The four counts, rows by truth, and what the errors of each row cost.
function drawMatrix(v, counts, cost, width) {
  const narrow = width < 480;
  const high = narrow ? 23 : 26;
  const first = narrow ? 92 : 110;
  const each = (width - first - 2) / 3;
  const [tp, fn, fp, tn] = counts;
  const x = i => first + each * i;
  const text = (at, row, words, kind = "", anchor = "middle") => {
    const place = { class: kind, "text-anchor": anchor, x: at, y: 16 + high * row };
    return mark("text", place, escaped(words));
  };
  const cell = (column, row, words, wrong) => {
    const sides = { x: x(column), y: high * row - 2, width: each, height: high };
    const tint = wrong ? mark("rect", { class: "area critical faint", ...sides }) : "";
    const label = text(x(column) + each / 2, row, words, wrong ? "strong" : "");
    return tint + mark("rect", { class: "rule", ...sides }) + label;
  };
  const product = (n, price) => {
    const inFull = `${grouped(n)} × ${grouped(price)} = ${grouped(n * price)}`;
    return !narrow && textWidth(inFull) < each ? inFull : grouped(n * price);
  };
  const named = (n, noun) => (narrow ? grouped(n) : `${grouped(n)} ${noun}`);
  const parts = [
    text(x(0) + each / 2, 0, narrow ? "called pos." : "called positive", "small"),
    text(x(1) + each / 2, 0, narrow ? "called neg." : "called negative", "small"),
    text(x(2) + each / 2, 0, "cost of errors", "small"),
    text(2, 1, counted(tp + fn, "positive"), "small first", "start"),
    text(2, 2, counted(fp + tn, "negative"), "small other", "start"),
    cell(0, 1, named(tp, "found"), false),
    cell(1, 1, named(fn, "missed"), true),
    cell(0, 2, named(fp, fp === 1 ? "false alarm" : "false alarms"), true),
    cell(1, 2, named(tn, "left alone"), false),
    text(x(2) + each / 2, 1, product(fn, v.miss)),
    text(x(2) + each / 2, 2, product(fp, v.alarm)),
    text(x(1) + each / 2, 3, "total cost", "small"),
    text(x(2) + each / 2, 3, grouped(cost), "strong"),
  ];
  const tall = 4 * high;
  const size = { width, height: tall, viewBox: `0 0 ${width} ${tall}`, "aria-hidden": "true" };
  return mark("svg", size, parts.join(""));
}

export function show(given, { width, height, data }) {
  const v = fitting(given);
  const { table, curve } = known(v, data);
  const place = placeOf(curve, v.threshold);
  const best = cheapestPlace(curve, v.miss, v.alarm);
  const cost = costAt(curve, place, v.miss, v.alarm);
  const least = costAt(curve, best, v.miss, v.alarm);
  const positives = curve.hits.at(-1);
  const negatives = curve.alarms.at(-1);
  const tp = curve.hits[place];
  const fp = curve.alarms[place];
  const fn = positives - tp;
  const tn = negatives - fp;
  const [tpr, fpr] = [decimals(tp / positives, 3), decimals(fp / negatives, 3)];
  const misses = `${grouped(fn)} ${fn === 1 ? "miss" : "misses"}`;
  const accuracy = decimals((tp + tn) / (positives + negatives), 3);
  let words =
    `At the threshold ${general(v.threshold, 6)}, ${grouped(tp)} of ` +
    `${counted(positives, "positive")} are found (true positive rate ${tpr}) and ` +
    `${grouped(fp)} of ${counted(negatives, "negative")} raise an alarm (false positive rate ` +
    `${fpr}); the accuracy is ${accuracy}. ${misses} at ${grouped(v.miss)} and ` +
    `${counted(fp, "false alarm")} at ${grouped(v.alarm)} cost ${grouped(cost)}. `;
  const last = curve.hits.length - 1;
  const who = best === 0 ? "nobody" : best === last ? "everybody" : null;
  const other = general(curve.thresholds[best], 6);
  if (cost === least) words += "No threshold costs less.";
  else if (who) words += `Calling ${who} positive would cost least: ${grouped(least)}.`;
  else words += `A threshold of ${other} would cost least: ${grouped(least)}.`;
  const widths = columns(width, 1, 1);
  const heights = width < 480 ? [150, 180] : [height - 70, height - 70];
  return {
    picture: [
      drawScores(v, table, widths[0], heights[0]),
      drawCurve(v, curve, place, best, widths[1], heights[1]),
      drawMatrix(v, [tp, fn, fp, tn], cost, width),
    ],
    words,
    alt:
      "Left: the scores of the positives above a line and those of the negatives below it; what " +
      "lies on the wrong side of the threshold is orange. Right: the ROC curve, AUC " +
      `${decimals(areaUnder(curve), 3)}, with a dot at a false positive rate of ${fpr} and a ` +
      `true positive rate of ${tpr}, a dashed line of equal cost through it, and a diamond where ` +
      `the errors cost least. Below: ${grouped(tp)} found, ${grouped(fn)} missed, ` +
      `${counted(fp, "false alarm")}, ${grouped(tn)} left alone.`,
  };
}

// Other scores have another middle.
export function settle(v, changed) {
  if (changed === "scores") return { ...v, threshold: isMadeUp(v) ? v.separation / 2 : 0.5 };
  return fitting(v);
}

export function limits(v) {
  const [low, high] = rangeOf(v);
  const hidden = !isMadeUp(v);
  return {
    separation: { hidden },
    share: { hidden },
    threshold: { low, high, step: hidden ? 0.01 : 0.05 },
  };
}

export default panel({ show, settle, limits });

// Threshold rider: along a ROC curve, with the errors at each point and the interval for b - c.
import { chart, columns, ticks } from "../chart.js";
import { tangoInterval } from "../math/intervals.js";
import { confidentSegment, pointCalling, rocAuc, unpackCurve } from "../math/roc.js";
import { panel } from "../panel.js";
import { drawCurve, drawDiagonal, LOOKS, scaleFor } from "../roc_chart.js";
import { decimals, grouped, percent, round, signed } from "../words.js";

const curves = new Map();
function curveOf(data, dataSet, classifier) {
  const [steps, scores] = data.curves[dataSet][classifier], key = `${dataSet} ${classifier}`;
  if (curves.get(key)?.steps !== steps) {
    const curve = unpackCurve(steps, scores);
    curves.set(key, { steps, curve, auc: rocAuc(curve), along: new Map() });
  }
  return curves.get(key);
}

// The interval at every point; remembered, for riding along the curve does not change it.
function alongOf(known, confidence) {
  const { curve, along } = known;
  if (!along.has(confidence)) {
    const low = new Float64Array(curve.size), high = new Float64Array(curve.size);
    for (let i = 0; i < curve.size; i++) {
      const misses = curve.positives - curve.hits[i];
      [low[i], high[i]] = tangoInterval(misses, curve.alarms[i], curve.cases, confidence);
    }
    if (along.size > 8) along.delete(along.keys().next().value);
    along.set(confidence, { low, high, segment: confidentSegment(curve, confidence) });
  }
  return along.get(confidence);
}

export function show(v, { width, data }) {
  const known = curveOf(data, v.data_set, v.classifier), { curve } = known;
  const along = alongOf(known, v.confidence), { segment } = along;
  const called = Math.min(v.called, curve.cases), point = pointCalling(curve, called);
  const here = {
    point, a: curve.hits[point], b: curve.positives - curve.hits[point], c: curve.alarms[point],
    d: curve.negatives - curve.alarms[point], low: along.low[point], high: along.high[point],
  };
  here.difference = (here.b - here.c) / curve.cases;
  here.holds = here.low <= 0 && 0 <= here.high;
  const look = LOOKS[v.classifier], named = look.name[0].toUpperCase() + look.name.slice(1);
  const narrow = width < 480, [left, right] = columns(width, 1.2, 1), table = Math.floor(0.54 * width);
  const picture = narrow ? [
    curvePicture(width, 144, curve, segment, look, here),
    tablePicture(table, 80, here, 12),
    intervalPicture(width - table - 8, 80, here, v.confidence),
    stripPicture(width, 102, curve, along, here),
  ] : [
    curvePicture(left, 238, curve, segment, look, here),
    `<div style="display:flex;flex-direction:column;gap:8px">`,
    tablePicture(right, 120, here, 15),
    intervalPicture(right, 110, here, v.confidence),
    "</div>",
    stripPicture(width, 148, curve, along, here),
  ];
  const limits = `${signed(here.low, 4)} to ${signed(here.high, 4)}`, calls = here.a + here.c;
  const words = `${named} on ${v.data_set}, threshold ${curve.at[point]}: ${calls} of ${curve.cases} `
    + `cases are called positive${calls === called ? "" : " (the next ones have equal scores and come together)"}`
    + `. ${here.b} of ${curve.positives} positives are missed (b), ${here.c} of ${curve.negatives} negatives are `
    + `false alarms (c). (b - c)/n = ${signed(round(here.difference, 12), 4)}, ${percent(v.confidence)} interval `
    + `${limits}: ${here.holds ? "it holds 0, the point is confident" : "not confident"}. `
    + `Confident: ${segment.points} of ${curve.size} points.`;
  const rate = (count, all) => decimals(round(count / all, 12), 3);
  return {
    title: `${named} on ${v.data_set}: AUC ${decimals(known.auc, 3)}, CAUC ${decimals(segment.area, 3)}`,
    picture,
    words,
    alt: `A ROC curve with a mark at false positive rate ${rate(here.c, curve.negatives)} and true positive rate `
      + `${rate(here.a, curve.positives)}; the table a ${here.a}, b ${here.b}, c ${here.c}, d ${here.d}; the interval `
      + `from ${limits}; and all differences along the curve, ${segment.points || "none"} of them green.`,
  };
}

function curvePicture(width, height, curve, segment, look, { a, c }) {
  const drawing = chart({
    width, height, x: [-0.03, 1.03], y: [-0.03, 1.03], xTicks: [0, 0.5, 1], yTicks: [0, 0.5, 1],
    xLabel: "false positive rate", yLabel: "true positive rate",
  });
  drawDiagonal(drawing);
  drawCurve(drawing, curve, segment, look);
  drawing.dot(c / curve.negatives, a / curve.positives, "score", { hollow: true, radius: 8 });
  return drawing.svg();
}

// The truth in its rows; the two kinds of errors stand out.
function tablePicture(width, height, { a, b, c, d }, size) {
  const left = 2.2 * size + 11, top = 20, w = (width - left - 4) / 2, h = (height - top - 2) / 2;
  const cells = [["a", a], ["b", b], ["c", c], ["d", d]].map(([letter, count], i) => {
    const x = left + w * (i % 2), y = top + h * (i >> 1), error = letter === "b" || letter === "c";
    return `<rect class="axis" x="${x}" y="${y}" width="${w}" height="${h}"/>`
      + (error ? `<rect class="area luck faint" x="${x}" y="${y}" width="${w}" height="${h}"/>` : "")
      + `<text class="${error ? "strong" : ""}" style="font-size:${size}px" text-anchor="middle" x="${x + w / 2}" y="${y + h / 2 + 5}">`
      + `${letter} = ${grouped(count)}</text>`;
  });
  const heads = ["called +", "called -"].map((text, i) =>
    `<text class="tick-text" text-anchor="middle" x="${left + w * (i + 0.5)}" y="13">${text}</text>`);
  const rows = ["is +", "is -"].map((text, i) =>
    `<text class="tick-text" text-anchor="end" x="${left - 8}" y="${top + h * (i + 0.5) + 4}">${text}</text>`);
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">`
    + `${cells.join("")}${heads.join("")}${rows.join("")}</svg>`;
}

function intervalPicture(width, height, { difference, low, high, holds }, confidence) {
  const reach = scaleFor(Math.max(-low, high)), ends = 1.08 * reach, kind = holds ? "trusted" : "critical";
  const short = width < 220, verdict = holds ? "holds 0: confident" : "0 is outside: not confident";
  const drawing = chart({
    width, height, x: [-ends, ends], y: null, left: 20, top: 22, right: 20,
    xTicks: [-reach, -reach / 2, 0, reach / 2, reach],
    xLabel: short ? "(b - c)/n" : `(b - c)/n, ${percent(confidence)} interval`,
  });
  const { X, box } = drawing, y = (box.top + box.bottom) / 2 + 2;
  drawing.add(`<path class="line dashed" style="stroke-width:1px" d="M${X(0)} ${box.bottom}V${box.top}"/>`)
    .add(`<path class="line ${kind}" style="stroke-width:4px" d="M${X(low)} ${y}H${X(high)}"/>`)
    .add(`<circle class="area ${kind}" cx="${X(difference)}" cy="${y}" r="6"/>`)
    .label(width / 2, 14, short ? verdict.split(": ")[1] : verdict, { kind: `strong ${kind}` });
  return drawing.svg();
}

// All points in a row, the threshold rising; as far below 0 as above, or down to the mark.
function stripPicture(width, height, curve, { low, high, segment }, here) {
  const { size, cases } = curve, last = size - 1;
  const difference = i => (curve.positives - curve.hits[i] - curve.alarms[i]) / cases;
  const top = high.reduce((a, b) => Math.max(a, b)), deepest = low.reduce((a, b) => Math.min(a, b));
  let bottom = Math.max(deepest, -scaleFor(Math.max(top, -here.low)));
  let shown = 0;
  while (shown < size && low[shown] >= bottom) shown++;
  if (shown < Math.min(8, size)) { bottom = deepest; shown = size; }
  const room = 0.03 * Math.max(shown - 1, 1), pad = 0.1 * (top - bottom);
  const drawing = chart({
    width, height, x: [last - (shown - 1) - room, last + room], y: [bottom - pad, top + pad],
    xTicks: wholeTicks(last - (shown - 1), last, width), xLabel: "point (threshold rises)", yLabel: "(b - c)/n",
    yTicks: ticks(bottom - pad, top + pad, 3),
  });
  const { X, Y } = drawing, wide = (X(1) - X(0)), r = x => Math.round(10 * x) / 10;
  const bars = { other: "", trusted: "" };
  // Several points in one pixel become one bar.
  const each = Math.max(1, Math.floor(1 / wide));
  for (let i = 0; i < shown; i += each) {
    const end = Math.min(i + each, shown) - 1, at = r(X(last - i));
    const kind = segment.points && i <= segment.last && end >= segment.first ? "trusted" : "other";
    bars[kind] += `M${at} ${r(Y(low[end]))}V${r(Y(high[i]))}`;
  }
  for (const kind of ["other", "trusted"]) {
    const thick = Math.min(2, Math.max(1, wide / 3));
    drawing.add(`<path class="line ${kind}" style="stroke-width:${r(thick)}px" d="${bars[kind]}"/>`);
  }
  if (wide > 5) {
    for (let i = 0; i < shown; i++) {
      const inside = i >= segment.first && i <= segment.last;
      drawing.dot(last - i, difference(i), inside ? "trusted" : "other", { radius: 2.5 });
    }
  } else {
    const line = (from, to) => {
      const points = [];
      for (let i = from; i <= to; i += Math.min(each, Math.max(1, to - i))) points.push([last - i, difference(i)]);
      return points;
    };
    drawing.line(line(0, shown - 1), "other");
    if (segment.points > 1) drawing.line(line(segment.first, Math.min(segment.last, shown - 1)), "trusted");
  }
  drawing.horizontal(0, "dashed");
  drawing.dot(last - here.point, here.difference, "score", { hollow: true, radius: 8 });
  return drawing.svg();
}

function wholeTicks(low, high, width) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find(s => (high - low) / s <= width / 70) ?? 2000;
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) found.push(tick);
  return found;
}

// One by one as far as the errors may balance, in larger steps beyond.
function limits(v, { data }) {
  const { curve } = curveOf(data, v.data_set, v.classifier), { cases, positives } = curve;
  const stops = [];
  for (let called = 0; called < cases; called += called < 2 * positives ? 1 : Math.ceil(called / 40)) stops.push(called);
  return { called: { high: cases, stops: [...stops, cases] } };
}

function settle(v, changed, { data }) {
  return { ...v, called: Math.min(v.called, curveOf(data, v.data_set, v.classifier).curve.cases) };
}

export default panel({ show, settle, limits });

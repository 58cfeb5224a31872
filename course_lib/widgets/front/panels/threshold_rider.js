// Threshold rider: along a ROC curve, with the errors at each point and the interval for b - c.
import { RATES, chart, columns, mark, ticks } from "../chart.js";
import { tangoInterval } from "../math/intervals.js";
import { confidentSegment, pointCalling, rocAuc, unpackCurve } from "../math/roc.js";
import { panel } from "../panel.js";
import { LOOKS, drawCurve, drawDiagonal, scaleFor } from "../roc_chart.js";
import { stroke, tenth, through } from "../stroke.js";
import { decimals, grouped, percent, round, signed } from "../words.js";

const curves = new Map();
function curveOf(data, dataSet, classifier) {
  const [steps, scores] = data.curves[dataSet][classifier];
  const key = `${dataSet} ${classifier}`;
  if (curves.get(key)?.steps !== steps) {
    const curve = unpackCurve(steps, scores);
    curves.set(key, { steps, curve, auc: rocAuc(curve), along: new Map() });
  }
  return curves.get(key);
}

// The interval at every point; remembered, for riding along the curve does not change it.
function alongOf({ curve, along }, confidence) {
  if (!along.has(confidence)) {
    const low = new Float64Array(curve.size);
    const high = new Float64Array(curve.size);
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
  const known = curveOf(data, v.data_set, v.classifier);
  const { curve } = known;
  const along = alongOf(known, v.confidence);
  const { segment } = along;
  const called = Math.min(v.called, curve.cases);
  const here = pointOf(curve, along, pointCalling(curve, called));
  const look = LOOKS[v.classifier];
  const named = look.name[0].toUpperCase() + look.name.slice(1);
  const limits = `${signed(here.low, 4)} to ${signed(here.high, 4)}`;
  const calls = here.a + here.c;
  const together = calls === called ? "" : " (the next ones have equal scores and come together)";
  const verdict = here.holds ? "it holds 0, the point is confident" : "not confident";
  const words =
    `${named} on ${v.data_set}, threshold ${curve.at[here.point]}: ${calls} of ${curve.cases} ` +
    `cases are called positive${together}. ${here.b} of ${curve.positives} positives are missed ` +
    `(b), ${here.c} of ${curve.negatives} negatives are false alarms (c). (b - c)/n = ` +
    `${signed(round(here.difference, 12), 4)}, ${percent(v.confidence)} interval ${limits}: ` +
    `${verdict}. Confident: ${segment.points} of ${curve.size} points.`;
  const rate = (count, all) => decimals(round(count / all, 12), 3);
  const areas = `AUC ${decimals(known.auc, 3)}, CAUC ${decimals(segment.area, 3)}`;
  return {
    title: `${named} on ${v.data_set}: ${areas}`,
    picture: pictures(width, curve, along, here, look, v.confidence),
    words,
    alt:
      `A ROC curve with a mark at false positive rate ${rate(here.c, curve.negatives)} and true ` +
      `positive rate ${rate(here.a, curve.positives)}; the table a ${here.a}, b ${here.b}, c ` +
      `${here.c}, d ${here.d}; the interval from ${limits}; and all differences along the curve, ` +
      `${segment.points || "none"} of them green.`,
  };
}

// The table at a point, and the interval for its difference.
function pointOf({ hits, alarms, positives, negatives, cases }, { low, high }, point) {
  const [a, c] = [hits[point], alarms[point]];
  const [b, d] = [positives - a, negatives - c];
  const limits = { low: low[point], high: high[point] };
  const holds = limits.low <= 0 && 0 <= limits.high;
  return { point, a, b, c, d, difference: (b - c) / cases, ...limits, holds };
}

function pictures(width, curve, along, here, look, confidence) {
  const { segment } = along;
  if (width < 480) {
    const table = Math.floor(0.54 * width);
    return [
      curvePicture(width, 144, curve, segment, look, here),
      tablePicture(table, 80, here, 12),
      intervalPicture(width - table - 8, 80, here, confidence),
      stripPicture(width, 102, curve, along, here),
    ];
  }
  const [left, right] = columns(width, 1.2, 1);
  return [
    curvePicture(left, 238, curve, segment, look, here),
    `<div style="display:flex;flex-direction:column;gap:8px">`,
    tablePicture(right, 120, here, 15),
    intervalPicture(right, 110, here, confidence),
    "</div>",
    stripPicture(width, 148, curve, along, here),
  ];
}

function curvePicture(width, height, curve, segment, look, { a, c }) {
  const drawing = chart({
    width,
    height,
    ...RATES,
    xLabel: "false positive rate",
    yLabel: "true positive rate",
  });
  drawDiagonal(drawing);
  drawCurve(drawing, curve, segment, look);
  const at = [c / curve.negatives, a / curve.positives];
  return drawing.dot(...at, "score", { hollow: true, radius: 8 }).svg();
}

// The truth in its rows; the two kinds of errors stand out.
function tablePicture(width, height, { a, b, c, d }, size) {
  const left = 2.2 * size + 11;
  const top = 20;
  const w = (width - left - 4) / 2;
  const h = (height - top - 2) / 2;
  const parts = [
    ["a", a],
    ["b", b],
    ["c", c],
    ["d", d],
  ].map(([letter, count], i) => {
    const [x, y] = [left + w * (i % 2), top + h * (i >> 1)];
    const error = letter === "b" || letter === "c";
    const cell = { x, y, width: w, height: h };
    const written = {
      class: error ? "strong" : "",
      style: `font-size:${size}px`,
      "text-anchor": "middle",
      x: x + w / 2,
      y: y + h / 2 + 5,
    };
    return (
      mark("rect", { class: "axis", ...cell }) +
      (error ? mark("rect", { class: "area luck faint", ...cell }) : "") +
      mark("text", written, `${letter} = ${grouped(count)}`)
    );
  });
  const head = (text, anchor, x, y) =>
    parts.push(mark("text", { class: "tick-text", "text-anchor": anchor, x, y }, text));
  for (const i of [0, 1]) {
    head(["called +", "called -"][i], "middle", left + w * (i + 0.5), 13);
    head(["is +", "is -"][i], "end", left - 8, top + h * (i + 0.5) + 4);
  }
  const viewBox = `0 0 ${width} ${height}`;
  return mark("svg", { width, height, viewBox, "aria-hidden": "true" }, parts.join(""));
}

function intervalPicture(width, height, { difference, low, high, holds }, confidence) {
  const reach = scaleFor(Math.max(-low, high));
  const kind = holds ? "trusted" : "critical";
  const short = width < 220;
  const verdict = holds ? "holds 0: confident" : "0 is outside: not confident";
  const drawing = chart({
    width,
    height,
    x: [-1.08 * reach, 1.08 * reach],
    y: null,
    left: 20,
    right: 20,
    top: 22,
    xTicks: [-reach, -reach / 2, 0, reach / 2, reach],
    xLabel: short ? "(b - c)/n" : `(b - c)/n, ${percent(confidence)} interval`,
  });
  const { X, box } = drawing;
  const y = (box.top + box.bottom) / 2 + 2;
  return drawing
    .add(
      stroke(
        "dashed",
        1,
        through([
          [X(0), box.bottom],
          [X(0), box.top],
        ]),
      ),
    )
    .add(
      stroke(
        kind,
        4,
        through([
          [X(low), y],
          [X(high), y],
        ]),
      ),
    )
    .add(mark("circle", { class: `area ${kind}`, cx: X(difference), cy: y, r: 6 }))
    .label(width / 2, 14, short ? verdict.split(": ")[1] : verdict, { kind: `strong ${kind}` })
    .svg();
}

// All points in a row, the threshold rising; as far below 0 as above, or down to the mark.
function stripPicture(width, height, curve, along, here) {
  const { low, high, segment } = along;
  const last = curve.size - 1;
  const [bottom, top, shown] = nearZero(curve.size, along, here);
  const room = 0.03 * Math.max(shown - 1, 1);
  const pad = 0.1 * (top - bottom);
  const drawing = chart({
    width,
    height,
    x: [last - (shown - 1) - room, last + room],
    y: [bottom - pad, top + pad],
    xTicks: wholeTicks(last - (shown - 1), last, width),
    yTicks: ticks(bottom - pad, top + pad, 3),
    xLabel: "point (threshold rises)",
    yLabel: "(b - c)/n",
  });
  const { X, Y } = drawing;
  const wide = X(1) - X(0);
  // Several points in one pixel become one bar.
  const each = Math.max(1, Math.floor(1 / wide));
  const bars = { other: "", trusted: "" };
  for (let i = 0; i < shown; i += each) {
    const end = Math.min(i + each, shown) - 1;
    const green = segment.points && i <= segment.last && end >= segment.first;
    bars[green ? "trusted" : "other"] +=
      `M${tenth(X(last - i))} ${tenth(Y(low[end]))}V${tenth(Y(high[i]))}`;
  }
  const thick = tenth(Math.min(2, Math.max(1, wide / 3)));
  for (const kind of ["other", "trusted"]) drawing.add(stroke(kind, thick, bars[kind]));
  const difference = i => (curve.positives - curve.hits[i] - curve.alarms[i]) / curve.cases;
  if (wide > 5) {
    for (let i = 0; i < shown; i++) {
      const green = i >= segment.first && i <= segment.last;
      drawing.dot(last - i, difference(i), green ? "trusted" : "other", { radius: 2.5 });
    }
  } else {
    drawing.line(
      someOf(0, shown - 1, each).map(i => [last - i, difference(i)]),
      "other",
    );
    const green = someOf(segment.first, Math.min(segment.last, shown - 1), each);
    if (green.length > 1)
      drawing.line(
        green.map(i => [last - i, difference(i)]),
        "trusted",
      );
  }
  drawing.horizontal(0, "dashed");
  return drawing
    .dot(last - here.point, here.difference, "score", { hollow: true, radius: 8 })
    .svg();
}

// From where to where the strip goes, and how many points, from the first, are in it.
function nearZero(size, { low, high }, here) {
  const top = high.reduce((a, b) => Math.max(a, b));
  const deepest = low.reduce((a, b) => Math.min(a, b));
  const bottom = Math.max(deepest, -scaleFor(Math.max(top, -here.low)));
  let shown = 0;
  while (shown < size && low[shown] >= bottom) shown++;
  // A curve of a few points is shown as a whole.
  return shown < Math.min(8, size) ? [deepest, top, size] : [bottom, top, shown];
}

// Every so many, and the last.
function someOf(from, to, each) {
  const found = [];
  for (let i = from; i < to; i += each) found.push(i);
  return to >= from ? [...found, to] : found;
}

function wholeTicks(low, high, width) {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const step = steps.find(size => (high - low) / size <= width / 70) ?? 2000;
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) found.push(tick);
  return found;
}

// One by one as far as the errors may balance, in larger steps beyond.
function limits(v, { data }) {
  const { cases, positives } = curveOf(data, v.data_set, v.classifier).curve;
  const stops = [];
  for (let called = 0; called < cases;) {
    stops.push(called);
    called += called < 2 * positives ? 1 : Math.ceil(called / 40);
  }
  return { called: { high: cases, stops: [...stops, cases] } };
}

function settle(v, changed, { data }) {
  const { cases } = curveOf(data, v.data_set, v.classifier).curve;
  return { ...v, called: Math.min(v.called, cases) };
}

export default panel({ show, settle, limits });

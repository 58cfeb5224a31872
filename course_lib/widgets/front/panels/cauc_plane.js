// CAUC plane: area of the confident segment against the mean difference of the errors.
import { chart, columns, mark, ticks } from "../chart.js";
import { confidentSegment, rocAuc, unpackCurve } from "../math/roc.js";
import { panel } from "../panel.js";
import { LOOKS, drawCurve, drawDiagonal, scaleFor } from "../roc_chart.js";
import { stroke, through } from "../stroke.js";
import { decimals, general, percent, round, signed } from "../words.js";

const AREAS = { mean: "area", vertical: "verticalArea", horizontal: "horizontalArea" };

const curves = new Map();
function curvesOf(data, dataSet) {
  const packed = data.curves[dataSet];
  if (curves.get(dataSet)?.packed !== packed) {
    const found = Object.entries(LOOKS).map(([classifier, look]) => {
      const curve = unpackCurve(packed[classifier][0]);
      return { ...look, curve, auc: rocAuc(curve) };
    });
    curves.set(dataSet, { packed, found });
  }
  return curves.get(dataSet).found;
}

export function show(v, { width, data }) {
  const isSigned = v.spread === "signed";
  const all = curvesOf(data, v.data_set).map(one => {
    const segment = confidentSegment(one.curve, v.confidence);
    const across = isSigned ? segment.meanDifference : segment.meanAbsoluteDifference;
    return { ...one, segment, x: round(across, 12), y: round(segment[AREAS[v.area]], 12) };
  });
  const placed = all.filter(one => one.segment.points);
  const missing = all.filter(one => !one.segment.points).map(one => one.letter);
  const without = missing.join(", ");
  const byAuc = [...all].sort((a, b) => b.auc - a.auc);
  const byArea = [...placed].sort((a, b) => b.y - a.y);
  const told = (list, text) => list.map(one => `${one.letter} ${text(one)}`).join(", ");
  const aucs = told(byAuc, one => decimals(round(one.auc, 12), 3));
  const areas = told(byArea, one => decimals(one.y, 4)) || "none has one";
  const differences = told(byArea, one => (isSigned ? signed : decimals)(one.x, 4)) || "none";
  const words =
    `On ${v.data_set}, by AUC: ${aucs}. By the ${v.area} area of the confident segment ` +
    `(${percent(v.confidence)}): ${areas}; ${isSigned ? "mean" : "mean absolute"} difference: ` +
    `${differences}.${without ? ` Without a confident point: ${without}.` : ""}`;
  const [left, right] = columns(width, 1, 1.1);
  const high = width < 480 ? 200 : 310;
  return {
    title: "",
    picture: [curvesPicture(left, high, all), planePicture(right, high, placed, without, v)],
    words,
    alt:
      `Four ROC curves with their confident segments on ${v.data_set}, and a plane with the ` +
      `${v.area} area above the difference: ${areas}.`,
  };
}

// Only the left part, if all segments lie there.
function curvesPicture(width, height, all) {
  const ends = all
    .filter(one => one.segment.points)
    .map(({ curve, segment }) => curve.alarms[segment.last] / curve.negatives);
  const farthest = Math.max(0, ...ends);
  const last = farthest ? scaleFor(1.5 * farthest) : 1;
  const drawing = chart({
    width,
    height,
    x: [-0.03 * last, 1.03 * last],
    y: [-0.03, 1.03],
    xTicks: ticks(0, last, 3),
    yTicks: [0, 0.5, 1],
    xLabel: `false positive rate${last < 1 ? ` (only to ${general(last, 6)})` : ""}`,
    yLabel: "true positive rate",
    title: "Confident segments (green)",
    top: 48,
  });
  drawDiagonal(drawing, last);
  for (const one of all) drawCurve(drawing, one.curve, one.segment, one, last);
  let at = drawing.box.left;
  for (const { letter, kind, dash } of all) {
    drawing
      .add(
        stroke(
          kind,
          2,
          through([
            [at, 33],
            [at + 24, 33],
          ]),
          dash,
        ),
      )
      .label(at + 29, 37, letter, { anchor: "start" });
    at += 56;
  }
  return drawing.svg();
}

function planePicture(width, height, placed, without, v) {
  const isSigned = v.spread === "signed";
  const far = Math.max(1e-3, ...placed.map(one => Math.abs(one.x)));
  const reach = (isSigned ? 1.5 : 1.35) * far;
  const low = isSigned ? -reach : -0.06 * reach;
  const highest = placed.length ? Math.max(1e-3, ...placed.map(one => one.y)) : 0.1;
  const top = 1.35 * highest;
  const drawing = chart({
    width,
    height,
    x: [low, reach],
    y: [-0.06 * top, top],
    xTicks: ticks(low, reach, 4),
    yTicks: ticks(0, top, 4),
    xLabel: isSigned ? "AveD: mean of (b - c)/n" : "mean of |b - c|/n",
    yLabel: v.area === "mean" ? "CAUC (mean area)" : `${v.area} area`,
    title: "The paper calls the top left best",
    top: 48,
  });
  const { X, Y, box } = drawing;
  const upright = isSigned ? [X(0)] : [];
  for (const x of upright) {
    drawing.add(
      stroke(
        "other dotted",
        1,
        through([
          [x, box.bottom],
          [x, box.top],
        ]),
      ),
    );
  }
  const marks = placed.map(one => [X(one.x), Y(one.y)]);
  const names = [];
  placed.forEach((one, i) => {
    drawing.add(shapeAt(one.shape, ...marks[i], one.kind));
    const others = [...marks.filter((_, j) => j !== i), ...names];
    const [x, y] = freePlace(marks[i], others, upright, box);
    names.push([x, y]);
    drawing.label(x, y + 5, one.letter, { kind: `strong ${one.kind}` });
  });
  const note = `no confident point: ${without}`;
  if (without) drawing.label(box.right, 37, note, { anchor: "end", kind: "other" });
  return drawing.svg();
}

// Beside a mark, off the other marks and names and off upright lines: the place with most room.
const NEAR = [
  [16, -11],
  [-16, -11],
  [16, 12],
  [-16, 12],
  [0, -21],
  [0, 22],
];
const AROUND = [...NEAR, ...NEAR.map(place => place.map(x => 1.6 * x))];
function freePlace([x, y], others, upright, box) {
  const room = ([right, down]) => {
    const [a, b] = [x + right, y + down];
    return Math.min(
      16,
      ...others.map(([u, w]) => Math.hypot(a - u, b - w)),
      ...upright.map(u => 1.7 * Math.abs(a - u)),
      1.5 * Math.min(a - box.left, box.right - a, box.bottom - b),
      b - box.top + 8,
    );
  };
  // Of equally good ones the first.
  const best = AROUND.reduce((found, place) => (room(place) > room(found) + 1e-9 ? place : found));
  return [x + best[0], y + best[1]];
}

const SHAPES = {
  square: "m-6 -6h12v12h-12z",
  triangle: "m0 -8l8 14h-16z",
  diamond: "m0 -8l8 8l-8 8l-8 -8z",
};
function shapeAt(shape, x, y, kind) {
  // A rim, so that of two marks upon each other both are seen.
  const looks = { class: `area ${kind}`, style: "stroke:var(--ground);stroke-width:1px" };
  if (shape === "circle") return mark("circle", { ...looks, cx: x, cy: y, r: 7 });
  return mark("path", { ...looks, d: `M${x} ${y}${SHAPES[shape]}` });
}

export default panel({ show });

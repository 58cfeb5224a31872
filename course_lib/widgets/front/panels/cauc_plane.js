// CAUC plane: area of the confident segment against the mean difference of the errors.
import { chart, columns, ticks } from "../chart.js";
import { confidentSegment, rocAuc, unpackCurve } from "../math/roc.js";
import { panel } from "../panel.js";
import { drawCurve, drawDiagonal, LOOKS, scaleFor } from "../roc_chart.js";
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
  const placed = all.filter(one => one.segment.points), missing = all.filter(one => !one.segment.points);
  const byAuc = [...all].sort((a, b) => b.auc - a.auc), byArea = [...placed].sort((a, b) => b.y - a.y);
  const told = (list, text, none) => list.map(one => `${one.letter} ${text(one)}`).join(", ") || none;
  const areas = told(byArea, one => decimals(one.y, 4), "none has one");
  const differences = told(byArea, one => (isSigned ? signed : decimals)(one.x, 4), "none");
  const without = missing.map(one => one.letter).join(", ");
  const words = `On ${v.data_set}, by AUC: ${told(byAuc, one => decimals(round(one.auc, 12), 3))}. By the ${v.area} area of `
    + `the confident segment (${percent(v.confidence)}): ${areas}; ${isSigned ? "mean" : "mean absolute"} difference: `
    + `${differences}.${without ? ` Without a confident point: ${without}.` : ""}`;
  const [left, right] = columns(width, 1, 1.1), high = width < 480 ? 200 : 310;
  return {
    title: "",
    picture: [curvesPicture(left, high, all), planePicture(right, high, placed, without, v)],
    words,
    alt: `Four ROC curves with their confident segments on ${v.data_set}, and a plane with the ${v.area} area above the `
      + `difference: ${areas}.`,
  };
}

// Only the left part, if all segments lie there.
function curvesPicture(width, height, all) {
  const ends = all.filter(one => one.segment.points)
    .map(({ curve, segment }) => curve.alarms[segment.last] / curve.negatives);
  const farthest = Math.max(0, ...ends), last = farthest ? scaleFor(1.5 * farthest) : 1;
  const drawing = chart({
    width, height, x: [-0.03 * last, 1.03 * last], y: [-0.03, 1.03], xTicks: ticks(0, last, 3), yTicks: [0, 0.5, 1],
    xLabel: `false positive rate${last < 1 ? ` (only to ${general(last, 6)})` : ""}`, yLabel: "true positive rate",
    title: "Confident segments (green)", top: 48,
  });
  drawDiagonal(drawing, last);
  for (const one of all) drawCurve(drawing, one.curve, one.segment, one, last);
  let at = drawing.box.left;
  for (const { letter, kind, dash } of all) {
    drawing.add(`<path class="line ${kind}" stroke-dasharray="${dash}" d="M${at} 33h24"/>`)
      .label(at + 29, 37, letter, { anchor: "start" });
    at += 56;
  }
  return drawing.svg();
}

function planePicture(width, height, placed, without, v) {
  const isSigned = v.spread === "signed", xs = placed.map(one => Math.abs(one.x)), ys = placed.map(one => one.y);
  const far = Math.max(1e-3, ...xs), reach = (isSigned ? 1.5 : 1.35) * far, top = 1.35 * Math.max(1e-3, ...(ys.length ? ys : [0.1]));
  const low = isSigned ? -reach : -0.06 * reach;
  const drawing = chart({
    width, height, x: [low, reach], y: [-0.06 * top, top], xTicks: ticks(low, reach, 4), yTicks: ticks(0, top, 4),
    xLabel: isSigned ? "AveD: mean of (b - c)/n" : "mean of |b - c|/n",
    yLabel: v.area === "mean" ? "CAUC (mean area)" : `${v.area} area`, title: "The paper calls the top left best", top: 48,
  });
  const { X, Y, box } = drawing;
  if (isSigned) drawing.add(`<path class="line other dotted" style="stroke-width:1px" d="M${X(0)} ${box.bottom}V${box.top}"/>`);
  const marks = placed.map(one => [X(one.x), Y(one.y)]), names = [];
  placed.forEach((one, i) => {
    drawing.add(mark(one.mark, ...marks[i], one.kind));
    const [x, y] = freePlace(marks[i], [...marks.filter((_, j) => j !== i), ...names], isSigned ? [X(0)] : [], box);
    names.push([x, y]);
    drawing.label(x, y + 5, one.letter, { kind: `strong ${one.kind}` });
  });
  if (without) drawing.label(box.right, 37, `no confident point: ${without}`, { anchor: "end", kind: "other" });
  return drawing.svg();
}

// Beside a mark, off the other marks and names and off upright lines: the place with most room.
const AROUND = [1, 1.6].flatMap(far => [[16, -11], [-16, -11], [16, 12], [-16, 12], [0, -21], [0, 22]]
  .map(place => place.map(x => far * x)));
function freePlace([x, y], others, lines, box) {
  const room = ([right, down]) => {
    const [a, b] = [x + right, y + down];
    return Math.min(16, ...others.map(([u, w]) => Math.hypot(a - u, b - w)), ...lines.map(u => 1.7 * Math.abs(a - u)),
      1.5 * (a - box.left), 1.5 * (box.right - a), 1.5 * (box.bottom - b), b - box.top + 8);
  };
  const best = AROUND.reduce((found, place) => (room(place) > room(found) + 1e-9 ? place : found));
  return [x + best[0], y + best[1]];
}

function mark(shape, x, y, kind) {
  const path = {
    square: `M${x - 6} ${y - 6}h12v12h-12z`, triangle: `M${x} ${y - 8}l8 14h-16z`, diamond: `M${x} ${y - 8}l8 8l-8 8l-8 -8z`,
  }[shape];
  // A rim, so that of two marks upon each other both are seen.
  const look = `class="area ${kind}" style="stroke:var(--ground);stroke-width:1px"`;
  return path ? `<path ${look} d="${path}"/>` : `<circle ${look} cx="${x}" cy="${y}" r="7"/>`;
}

export default panel({ show });

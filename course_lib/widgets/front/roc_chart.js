// What the pictures of ROC curves share: looks, corners, scales.
import { mark } from "./chart.js";
import { stroke, through } from "./stroke.js";

// The classifiers look the same in every picture (plots/roc.py), also in grey.
const look = (letter, name, kind, shape, dash) => ({ letter, name, kind, shape, dash });
export const LOOKS = {
  decision_stump: look("S", "stump", "other", "square", "2 4"),
  decision_tree: look("T", "tree", "first", "circle", ""),
  random_forest: look("F", "forest", "second", "triangle", "7 4"),
  naive_bayes: look("B", "naive Bayes", "score", "diamond", "9 3 2 3"),
};

// One of a few scales, so that the axis does not change with every step along a curve.
const SCALES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
export function scaleFor(far) {
  return SCALES.find(size => far <= size) ?? 1;
}

// The part of a curve between two points as [x, y], in rates: only corners, for on a straight line
// nothing is to be seen; and as far to the right as is shown.
function corners({ hits, alarms, positives, negatives }, from, to, right) {
  const found = [];
  for (let i = from; i <= to; i++) {
    const straight =
      i > from &&
      i < to &&
      (hits[i] - hits[i - 1]) * (alarms[i + 1] - alarms[i]) ===
        (hits[i + 1] - hits[i]) * (alarms[i] - alarms[i - 1]);
    if (straight) continue;
    const [x, y] = [alarms[i] / negatives, hits[i] / positives];
    if (x > right && found.length) {
      const [x0, y0] = found.at(-1);
      found.push([right, y0 + ((y - y0) * (right - x0)) / (x - x0)]);
      break;
    }
    found.push([x, y]);
  }
  return found;
}

// Draw a curve and its segment into a chart of rates.
export function drawCurve(drawing, curve, segment, { kind, dash }, right = 1) {
  const path = (from, to) =>
    through(corners(curve, from, to, right).map(([x, y]) => [drawing.X(x), drawing.Y(y)]));
  drawing.add(stroke(kind, 2, path(0, curve.size - 1), dash));
  if (!segment.points) return;
  const green = stroke("trusted", 5, path(segment.first, segment.last));
  drawing.add(mark("g", { opacity: 0.75 }, green));
  for (const end of [segment.first, segment.last]) {
    const at = [curve.alarms[end] / curve.negatives, curve.hits[end] / curve.positives];
    drawing.dot(...at, "trusted", { radius: 4 });
  }
}

export function drawDiagonal(drawing, right = 1) {
  drawing.line(
    [
      [0, 0],
      [right, right],
    ],
    "luck dashed",
  );
}

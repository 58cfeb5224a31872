// What the pictures of ROC curves share: looks, corners, scales.

// The classifiers look the same in every picture (plots/roc.py), also in grey.
export const LOOKS = {
  decision_stump: { letter: "S", name: "stump", kind: "other", dash: "2 4", mark: "square" },
  decision_tree: { letter: "T", name: "tree", kind: "first", dash: "", mark: "circle" },
  random_forest: { letter: "F", name: "forest", kind: "second", dash: "7 4", mark: "triangle" },
  naive_bayes: { letter: "B", name: "naive Bayes", kind: "score", dash: "9 3 2 3", mark: "diamond" },
};

// One of a few scales, so that the axis does not change with every step along a curve.
const SCALES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
export function scaleFor(far) {
  return SCALES.find(size => far <= size) ?? 1;
}

// The part of a curve between two points as [x, y], in rates: only corners, for on a straight line
// nothing is to be seen; and as far to the right as is shown.
export function corners({ hits, alarms, positives, negatives }, from, to, right = 1) {
  const found = [];
  for (let i = from; i <= to; i++) {
    const straight = i > from && i < to
      && (hits[i] - hits[i - 1]) * (alarms[i + 1] - alarms[i])
        === (hits[i + 1] - hits[i]) * (alarms[i] - alarms[i - 1]);
    if (straight) continue;
    found.push([alarms[i] / negatives, hits[i] / positives]);
    const n = found.length;
    if (found[n - 1][0] < right || n === 1) continue;
    const [[x0, y0], [x1, y1]] = found.slice(-2);
    if (x1 > right) found[n - 1] = [right, y0 + (y1 - y0) * (right - x0) / (x1 - x0)];
    else continue;
    break;
  }
  return found;
}

// Draw a curve and its segment into a chart of rates.
export function drawCurve(drawing, curve, segment, { kind, dash }, right = 1) {
  const path = points => "M" + points.map(([x, y]) => `${px(drawing.X(x))} ${px(drawing.Y(y))}`).join("L");
  const all = corners(curve, 0, curve.size - 1, right);
  drawing.add(`<path class="line ${kind}" stroke-dasharray="${dash}" d="${path(all)}"/>`);
  if (!segment.points) return;
  const green = corners(curve, segment.first, segment.last, right);
  drawing.add(`<path class="line trusted" style="stroke-width:5px;opacity:0.75" d="${path(green)}"/>`);
  for (const [x, y] of [green[0], green.at(-1)]) drawing.dot(x, y, "trusted", { radius: 4 });
}

export function drawDiagonal(drawing, right = 1) {
  drawing.line([[0, 0], [right, right]], "luck dashed");
}

const px = x => Math.round(10 * x) / 10;

// Power: A and B stay where they are; the others move away, and the test loses sight of the two.
import { chart, spreadOut, textWidth } from "../chart.js";
import { normalCdf } from "../math/normal.js";
import { signTestPower } from "../math/power.js";
import { meanRanksPower, rankDifferenceLaw } from "../math/rank_power.js";
import { panel } from "../panel.js";
import { counted, decimals } from "../words.js";

const NEAREST = -4;
const FURTHEST = 6;
const STEP = 0.5;

// How often A is so many ranks ahead of B; nothing of it depends on the number of data sets.
const kept = new Map();
function law(gap, distance, others) {
  const key = `${gap} ${distance} ${others}`;
  if (!kept.has(key)) {
    if (kept.size > 2000) kept.clear();
    const means = Array.from({ length: others }, (_, i) => gap + distance + i);
    kept.set(key, rankDifferenceLaw([0, gap, ...means]));
  }
  return kept.get(key);
}

export function* show(v, { width, height }) {
  const { distance, gap, others, data_sets: dataSets } = v;
  const distances = [];
  for (let d = NEAREST; d <= FURTHEST; d += STEP) distances.push(d);
  // A point where the others are, so that the dot lies on the curve.
  if (!distances.includes(distance)) distances.push(distance);
  const curve = [];
  for (const d of distances.sort((a, b) => a - b)) {
    curve.push([d, meanRanksPower(law(gap, d, others), dataSets)]);
    yield;
  }
  const sign = signTestPower(normalCdf(gap / Math.sqrt(2)), dataSets);
  const here = curve[distances.indexOf(distance)];
  const [nearest, furthest] = [curve[0], curve.at(-1)].map(([, power]) => decimals(power, 3));
  const from = `${decimals(Math.abs(distance), 2)} standard deviations`;
  const next = others > 1 ? " and each next one 1 further ahead" : "";
  let words =
    `On ${dataSets} data sets, at the 5 % level, the sign test finds the difference between A ` +
    `and B with chance ${decimals(sign, 3)}, whoever else is there. With ` +
    `${counted(others, "other")}, the first ${from} ${distance >= 0 ? "ahead of" : "behind"} ` +
    `B${next}, the mean-ranks test finds it with chance ${decimals(here[1], 3)}.`;
  if (gap === 0) words += " (There is no difference: both chances are errors.)";
  return {
    title: "The same A and B, and others that move away",
    picture: picture(curve, sign, here, width, height),
    words,
    alt:
      `A level line for the sign test at ${decimals(sign, 3)}, and a dashed curve for the ` +
      `mean-ranks test from ${nearest} to ${furthest} as the others move from 4 standard ` +
      "deviations behind B to 6 ahead.",
  };
}

function picture(curve, sign, [distance, here], width, height) {
  const drawing = chart({
    width,
    height,
    x: [NEAREST, FURTHEST],
    y: [0, 1.08],
    yTicks: [0, 0.2, 0.4, 0.6, 0.8, 1],
    xLabel:
      width < 480
        ? "how far the others are ahead of B"
        : "how far the others are ahead of B (standard deviations)",
    yLabel: "chance to find a difference",
  });
  const { X, Y, box } = drawing;
  drawing
    .horizontal(sign, "first")
    .line(curve, "critical dashed")
    .vertical(distance, "score dotted");
  drawing.dot(distance, here, "score");
  // Below the dot where there is room, on the side where the curve is not; and clear of the other
  // label, wherever that is.
  const near = curve.findIndex(([d]) => d === distance);
  const around = i => curve[Math.min(Math.max(i, 0), curve.length - 1)][1];
  const below = here > 0.3;
  const falls = around(near - 2) > around(near + 2);
  const text = `mean-ranks test ${decimals(here, 3)}`;
  const at = X(distance);
  const room = textWidth(text) + 12;
  const left = below === falls ? at - box.left > room : box.right - at < 0.6 * room;
  const aside = below
    ? Y(here) + 22
    : Math.abs(here - sign) < 0.12
      ? Y(Math.max(here, sign)) - 25
      : Y(here) - 10;
  const [ofSign, ofHere] = spreadOut([Y(sign) - 7, aside], 18, box.top + 6, box.bottom - 5);
  drawing.label(box.right, ofSign, `sign test ${decimals(sign, 3)}`, {
    kind: "first",
    anchor: "end",
  });
  drawing.label(at + (left ? -9 : 9), ofHere, text, {
    kind: "critical",
    anchor: left ? "end" : "start",
  });
  return drawing.svg();
}

export default panel({ show });

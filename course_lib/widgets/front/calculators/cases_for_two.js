// How large a test set shows that one of two is better?
import { chart } from "../chart.js";
import { disagreementLimits, oneWay, planComparison } from "../math/plan.js";
import { mcnemarPower } from "../math/power.js";
import { panel } from "../panel.js";
import { grouped, percent } from "../words.js";

const LARGEST_DRAWN = 20000;
const POINTS = 14;

export function settle(v) {
  const [least, most] = disagreementLimits(v.accuracy_a, v.accuracy_b);
  return { ...v, disagreement: Math.min(Math.max(v.disagreement, least), most) };
}

function limits(v) {
  const [low, high] = disagreementLimits(v.accuracy_a, v.accuracy_b);
  return { disagreement: { low, high } };
}

export function* show(v, { width, height }) {
  const { alpha, power, disagreement } = v;
  const settings = { alpha, power, sizes: false };
  let plan;
  try {
    plan = planComparison(v.accuracy_a, v.accuracy_b, disagreement, settings);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { picture: "", alt: "nothing to draw", words: `No plan: ${error.message}.` };
  }
  const most = 2 * plan.cases;
  const drawing = chart({
    width,
    height,
    x: [0, most],
    y: [0, 1],
    xLabel: "cases in the test set",
    yLabel: "chance to find the difference",
  });
  if (most <= LARGEST_DRAWN) {
    const chances = oneWay(Math.abs(v.accuracy_a - v.accuracy_b), disagreement);
    const points = [];
    for (let i = 1; i <= POINTS; i++) {
      const cases = Math.max(1, Math.round((most * i) / POINTS));
      points.push([cases, mcnemarPower(...chances, cases, alpha)]);
      yield;
    }
    drawing.line(points, "first");
  }
  drawing.horizontal(power, "dotted").vertical(plan.cases, "critical dashed");
  drawing.dot(plan.cases, plan.attainedPower, "critical");
  const { X, box } = drawing;
  const text = `${grouped(plan.cases)} cases`;
  drawing.label(X(plan.cases) + 8, box.bottom - 10, text, { kind: "critical", anchor: "start" });
  return {
    title: `${grouped(plan.cases)} cases for a power of ${percent(power)}`,
    picture: drawing.svg(),
    words: plan.sentence(),
    alt: `The chance to find the difference grows with the test set; ${text} are enough.`,
  };
}

export default panel({ show, settle, limits });

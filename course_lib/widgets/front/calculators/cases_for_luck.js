// How large a test set puts a score beyond luck?
import { chart } from "../chart.js";
import { planTestSetSlowly } from "../math/test_set_plan.js";
import { metricTitle } from "../metrics.js";
import { panel } from "../panel.js";
import { general, grouped } from "../words.js";

export function* show(v, { width, height }) {
  const ratio = [v.positives, v.negatives];
  const plan = yield* planTestSetSlowly(v.metric, v.score, v.competitors, ratio, v.alpha);
  const words = plan.sentence();
  const title = metricTitle(v.metric);
  const curve = yield* plan.curveSlowly();
  const totals = curve.map(([total]) => total);
  const values = curve.map(([, value]) => value);
  const drawing = chart({
    width,
    height,
    x: [totals[0], Math.max(totals.at(-1), totals[0] + 1)],
    xLog: true,
    y: [Math.min(...values, v.score) - 0.02, Math.max(...values, v.score) + 0.02],
    xLabel: "cases in the test set",
    yLabel: `critical ${title}`,
  });
  drawing.line(curve, "luck").horizontal(v.score, "score");
  const { X, Y, box } = drawing;
  const own = `your score ${general(v.score, 4)}`;
  drawing.label(box.left + 6, Y(v.score) - 6, own, { kind: "score", anchor: "start" });
  const cases = plan.positives + plan.negatives;
  if (plan.significant !== "never") {
    drawing.vertical(cases, "critical dashed");
    const text = `${grouped(cases)} cases`;
    const far = X(cases) > (box.left + box.right) / 2;
    const anchor = far ? "end" : "start";
    const down = Y(v.score) < box.top + 40 ? box.bottom - 10 : box.top + 12;
    drawing.label(X(cases) + (far ? -8 : 8), down, text, { kind: "critical", anchor });
  }
  return {
    title: `What the best of ${grouped(v.competitors)} must exceed, as the test set grows`,
    picture: drawing.svg(),
    words,
    alt: `The critical ${title} falls as the test set grows, beside a line at your score.`,
  };
}

export default panel({ show });

// Type I error: how often each test finds a difference between two that are equally good.
import { chart, mark, textWidth, ticks } from "../chart.js";
import { panel } from "../panel.js";
import { decimals, grouped } from "../words.js";

const PROMISED = 0.05;

export function show(v, { width, height, data }) {
  const { repetitions, found } = data;
  const here = found[`${v.learner} ${v.cases} ${v.folds} ${v.runs}`];
  const rows = Object.entries(here).map(([name, count]) => {
    const rate = count / repetitions;
    // As of one case where there was none, or the noise would seem to be nothing.
    const spread = Math.sqrt(Math.max(rate * (1 - rate), 1 / repetitions) / repetitions);
    return { name, rate, spread };
  });
  const { rate, spread } = rows.find(({ name }) => name === v.test);
  const verdict =
    rate - 2 * spread > PROMISED
      ? "more often than promised"
      : rate + 2 * spread < PROMISED
        ? "less often than promised"
        : `as often as promised, as far as ${grouped(repetitions)} data sets can tell`;
  const told = rows.map(row => `${row.name} ${decimals(100 * row.rate, 1)} %`).join(", ");
  return {
    title:
      `${v.runs} x ${v.folds}-fold cross-validation of ${v.cases} cases ` +
      "(5x2cv and McNemar: splits of their own)",
    picture: draw(rows, v.test, width, height),
    words:
      `On ${grouped(repetitions)} data sets on which neither learner is better, ${v.test} ` +
      `finds a difference in ${decimals(100 * rate, 1)} % (give or take ` +
      `${decimals(200 * spread, 1)}) instead of 5 %: ${verdict}.`,
    alt: `Bars of type I errors beside a dashed line at 5 %: ${told}.`,
  };
}

// Bars with their noise, orange where a promise is broken; the chosen one has a frame.
function draw(rows, chosen, width, height) {
  const far = Math.max(0.25, ...rows.map(({ rate, spread }) => rate + 2 * spread + 0.02));
  const drawing = chart({
    width,
    height,
    x: [0, Math.min(1, far)],
    left: textWidth("t of run means") + 8,
    right: 62,
    top: 28,
    xLabel:
      width < 480
        ? "share with a difference (there is none)"
        : "share of data sets on which a difference is found (there is none)",
    xTicks: ticks(0, Math.min(1, far), 10).map(t => [t, `${Math.round(100 * t)} %`]),
  });
  const { X, box } = drawing;
  const row = (box.bottom - box.top) / rows.length,
    thick = Math.min(34, 0.6 * row);
  rows.forEach(({ name, rate, spread }, i) => {
    const middle = box.top + row * (i + 0.5),
      broken = rate - 2 * spread > PROMISED;
    const kind = broken ? "critical" : "luck";
    const bar = { x: box.left, y: middle - thick / 2, width: X(rate) - box.left, height: thick };
    drawing.add(mark("rect", { class: `area ${kind}`, ...bar }));
    if (name === chosen) drawing.add(mark("rect", { class: "line score", ...bar }));
    const [low, high] = [Math.max(0, rate - 2 * spread), Math.min(1, rate + 2 * spread)].map(X);
    const noise = `M${low} ${middle}H${high}M${low} ${middle - 4}v8M${high} ${middle - 4}v8`;
    const ink = "stroke:var(--ink);stroke-width:1.5";
    drawing.add(mark("path", { class: "axis", style: ink, d: noise }));
    const style = name === chosen ? "strong" : "";
    drawing.label(box.left - 8, middle + 4, name, { kind: style, anchor: "end", halo: false });
    drawing.label(box.right + 8, middle + 4, `${decimals(100 * rate, 1)} %`, {
      kind: `${style} ${broken ? "critical" : ""}`,
      anchor: "start",
      halo: false,
    });
  });
  const d = `M${X(PROMISED)} ${box.bottom}V${box.top - 6}`;
  drawing.add(mark("path", { class: "line score dashed", d }));
  drawing.label(X(PROMISED), box.top - 11, "promised: 5 %", { halo: false });
  return drawing.svg();
}

export default panel({ show });

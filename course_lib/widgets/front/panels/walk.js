// Walk: random rankings, one after the other, and what they score.
import { RATES, chart, columns, mark, ticks } from "../chart.js";
import { criticalIndexSlowly, luck } from "../math/luck.js";
import { randomRanking, scoresOf } from "../math/rankings.js";
import { STEPS } from "../math/slowly.js";
import { metricTitle, testSet } from "../metrics.js";
import { panel } from "../panel.js";
import { counted, decimals, grouped } from "../words.js";

const METRICS = ["auc", "accuracy", "f_measure"];
const MANY = 500;
const MOST = 10000;
// A walk takes so many milliseconds to the eye.
const WALK = 1300;
// Few bars and wide, so that some hundred rankings already show the shape. With fewer than ENOUGH
// rankings an outline would be a few towers: then each is a stroke.
const BARS = { auc: 24, accuracy: 24, f_measure: 12 };
const ENOUGH = 20;

// What was remembered longest makes room.
function remember(kept, key, value) {
  if (kept.size > 20) kept.delete(kept.keys().next().value);
  kept.set(key, value);
  return value;
}

// The scores of the first rankings, as many as were asked for so far.
const collections = new Map();
export function* collected(key, positives, negatives, rankings) {
  const name = `${key} ${positives} ${negatives}`;
  const found =
    collections.get(name) ??
    remember(collections, name, Object.fromEntries(METRICS.map(metric => [metric, []])));
  for (let steps = 0; found.auc.length < rankings;) {
    const ranking = randomRanking(key, found.auc.length, positives, negatives);
    const scores = scoresOf(ranking, positives, negatives);
    for (const metric of METRICS) found[metric].push(scores[metric]);
    if ((steps += 4 * ranking.length + 300) > STEPS) yield (steps = 0);
  }
  return found;
}

// Edges over all scores there are, and how likely luck brings each bar.
const bars = new Map();
function* barsOf(metric, positives, negatives) {
  const name = `${metric} ${positives} ${negatives}`;
  if (bars.has(name)) return bars.get(name);
  const law = luck(metric, positives, negatives);
  const count = BARS[metric];
  const low = yield* criticalIndexSlowly(law, 1, 0.999);
  const high = yield* criticalIndexSlowly(law, 1e6, 1e-4);
  let from, step;
  if (metric === "f_measure") {
    step = Math.max((law.score(high) - law.score(low)) / count, 1e-6);
    from = law.score(low) - 1e-6;
  } else {
    // Every bar holds equally many attainable scores, or they would look like a comb.
    step = Math.max(1, Math.ceil((high - low) / count)) / law.scale;
    from = (low - 0.5) / law.scale;
  }
  from -= step * Math.max(0, Math.ceil((from - law.lowest) / step));
  const edges = [from];
  while (edges.at(-1) <= law.highest) edges.push(from + step * edges.length);
  const tails = [];
  for (const edge of edges) tails.push(yield* law.chanceAtLeastSlowly(edge));
  const chances = tails.slice(1).map((tail, i) => Math.max(0, tails[i] - tail));
  return remember(bars, name, { edges, step, chances });
}

// A square around a place, or a diamond.
function square(x, y, size, turned) {
  return mark("rect", {
    class: "line score",
    style: "fill: var(--ground)",
    transform: `rotate(${turned ? 45 : 0} ${x} ${y})`,
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
  });
}

function drawWalk(ranking, walked, v, width, height) {
  const { positives, negatives } = v;
  const complete = walked === ranking.length;
  const drawing = chart({
    width,
    height,
    ...RATES,
    xLabel: "negatives passed (FPR)",
    yLabel: "positives passed (TPR)",
    title: "One random ranking as a walk",
  });
  const points = [[0, 0]];
  for (let t = 0, tp = 0; t < walked; t++) {
    tp += ranking[t];
    points.push([(t + 1 - tp) / negatives, tp / positives]);
  }
  const { X, Y, box } = drawing;
  const [endX, endY] = points.at(-1);
  const diagonal = [0, 1].map(rate => [rate, rate]);
  drawing.line(diagonal, "luck dashed");
  if (walked) drawing.area([...points], "luck faint", 0);
  drawing.line(points, "score").dot(endX, endY, "score", { radius: 4 });
  // The names go where the walk does not.
  let twice = 0;
  for (let i = 1; i < points.length; i++) {
    twice += (points[i][0] - points[i - 1][0]) * (points[i][1] + points[i - 1][1]);
  }
  const below = twice < endX * endY;
  const left = below ? box.left + 20 : box.right - 104;
  const heights = (complete ? [0, 18, 36] : [0]).map(
    down => (below ? box.top + 12 : box.bottom - 46 + 36 * !complete) + down,
  );
  drawing.add(mark("path", { class: "line luck dashed", d: `M${left - 14} ${heights[0] - 4}h22` }));
  drawing.label(left + 14, heights[0], "luck (average)", { anchor: "start", size: 12 });
  if (complete) {
    const f = ([, tpr], t) => (2 * tpr * positives) / (positives + t);
    const ahead = ([fpr, tpr]) => Math.round(tpr * positives - fpr * negatives);
    const most = Math.max(...points.map(ahead));
    const best = Math.max(...points.map(f));
    points.forEach((point, t) => {
      const at = [X(point[0]), Y(point[1])];
      if (ahead(point) === most) drawing.add(square(...at, 11, false));
      if (f(point, t) >= best - 1e-12) drawing.add(square(...at, 6, true));
    });
    drawing.add(square(left, heights[1] - 4, 11, false)).add(square(left, heights[2] - 4, 6, true));
    drawing.label(left + 14, heights[1], "best accuracy", { anchor: "start", size: 12 });
    drawing.label(left + 14, heights[2], "best F", { anchor: "start", size: 12 });
  }
  return drawing.svg();
}

function drawTally(scores, complete, { edges, step, chances }, metric, width, height) {
  const top = 1.6 * Math.max(...chances);
  const enough = scores.length >= ENOUGH;
  const [low, high] = [edges[0], edges.at(-1)];
  const drawing = chart({
    width,
    height,
    x: [low, high],
    y: [0, top],
    xTicks: ticks(low, high, 4),
    xLabel: metricTitle(metric),
    yLabel: "share of the rankings",
    title: `${counted(scores.length, "ranking")} so far`,
  });
  const { X, Y, box } = drawing;
  drawing.stairs(edges, chances, "luck");
  if (enough) {
    const shares = chances.map(() => 0);
    for (const score of scores)
      shares[Math.min(Math.floor((score - low) / step), shares.length - 1)] += 1 / scores.length;
    drawing.stairs(
      edges,
      shares.map(share => Math.min(share, top)),
      "score",
      false,
    );
  } else {
    const [from, to] = [Y(0.08 * top), Y(0)];
    for (const score of scores) {
      drawing.add(mark("path", { class: "line score", d: `M${X(score)} ${from}V${to}` }));
    }
  }
  if (complete) {
    const d = `M${X(scores.at(-1))} ${box.bottom - 9}l6 10h-12z`;
    drawing.add(mark("path", { class: "area score", d }));
  }
  const [x, y] = [box.left + 6, box.top + 4];
  const named = { anchor: "start", size: 12 };
  drawing.add(mark("rect", { class: "area luck", x, y, width: 14, height: 10 }));
  drawing.label(x + 20, y + 9, "exact distribution", named);
  const d = enough ? `M${x} ${y + 23}h14` : `M${x + 7} ${y + 17}v12`;
  drawing.add(mark("path", { class: "line score", d }));
  drawing.label(x + 20, y + 27, enough ? "collected" : "a stroke for each", named);
  return drawing.svg();
}

export function* show(v, { width, height, data }) {
  const { positives, negatives, metric, rankings } = v;
  const cases = positives + negatives;
  const walked = Math.min(v.walked, cases);
  const complete = walked === cases;
  const all = yield* collected(data.key, positives, negatives, rankings);
  const ranking = randomRanking(data.key, rankings - 1, positives, negatives);
  // Until the walk ends its score is not given away.
  const count = complete ? rankings : rankings - 1;
  const scores = all[metric].slice(0, count);
  const tally = yield* barsOf(metric, positives, negatives);
  let tp = 0;
  for (let t = 0; t < walked; t++) tp += ranking[t];
  const fp = walked - tp;
  let words;
  if (complete) {
    const [auc, accuracy, f] = METRICS.map(name => decimals(all[name][rankings - 1], 3));
    const average = scores.reduce((sum, score) => sum + score, 0) / count;
    words =
      `This ranking of ${testSet(positives, negatives)} scores AUC ${auc}, best accuracy ` +
      `${accuracy}, best F ${f}. Collected so far: ${counted(count, "ranking")}, with an average ` +
      `${metricTitle(metric)} of ${decimals(average, 3)}.`;
  } else {
    words =
      `After ${counted(walked, "case")}: ${counted(tp, "positive")} and ` +
      `${counted(fp, "negative")} passed. A threshold here has accuracy ` +
      `${decimals((tp + negatives - fp) / cases, 3)} and F ` +
      `${decimals((2 * tp) / (positives + walked), 3)}.`;
  }
  const widths = columns(width, 1, 1.05);
  const each = width < 480 ? height - 30 : height;
  return {
    picture: [
      drawWalk(ranking, walked, v, widths[0], each),
      drawTally(scores, complete, tally, metric, widths[1], each),
    ],
    words,
    alt:
      `Left: a staircase from the lower left corner up to ${fp} of ${negatives} negatives and ` +
      `${tp} of ${positives} positives. Right: the exact distribution of the ` +
      `${metricTitle(metric)}, and over it the spread of ${counted(count, "ranking")}.`,
  };
}

// Another test set begins anew: scores of different test sets do not mix.
export function settle(v, changed, context) {
  context.stop?.();
  const all = v.positives + v.negatives;
  if (changed === "positives" || changed === "negatives") return { ...v, rankings: 1, walked: all };
  return changed === "rankings" ? { ...v, walked: all } : v;
}

const limits = v => ({ walked: { high: v.positives + v.negatives } });

// A new ranking, which walks by itself; at once for readers who want nothing to move.
function shuffle(v, context) {
  context.stop?.();
  const cases = v.positives + v.negatives;
  const rankings = Math.min(v.rankings + 1, MOST);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return { rankings, walked: cases };
  let frame, begun;
  const step = now => {
    begun ??= now;
    const walked = Math.min(cases, Math.floor((cases * (now - begun)) / WALK));
    if (walked < cases) frame = requestAnimationFrame(step);
    context.set({ walked });
  };
  frame = requestAnimationFrame(step);
  context.stop = () => cancelAnimationFrame(frame);
  return { rankings, walked: 0 };
}

function shuffleMany(v, context) {
  context.stop?.();
  return { rankings: Math.min(v.rankings + MANY, MOST), walked: v.positives + v.negatives };
}

export default panel({
  show,
  settle,
  limits,
  buttons: [
    { label: "Shuffle", title: "Draw a new random ranking and walk it", press: shuffle },
    {
      label: `Shuffle ${grouped(MANY)} times`,
      title: "Collect many scores at once",
      press: shuffleMany,
    },
  ],
});

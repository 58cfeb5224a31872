// Before the data are collected: how large must a test set be until a score is beyond luck?

import { metricTitle, testSet } from "../metrics.js";
import { grouped, percent, round, toldApart } from "../words.js";
import { criticalValueSlowly, luck, pValueSlowly } from "./luck.js";
import { finish } from "./slowly.js";

// The largest class that is offered.
export const LARGEST_CLASS = { auc: 10000, accuracy: 1e6, f_measure: 2000, top_k: 1e6 };
// Sizes at which the critical value is reported: about this many, evenly on a log scale.
const STEPS = 24;

export function planTestSet(...asked) {
  return finish(planTestSetSlowly(...asked));
}

// `ratio` is positives to negatives, in whole numbers.
export function* planTestSetSlowly(
  metric,
  score,
  competitors = 1,
  ratio = [1, 1],
  alpha = 0.01,
  k = 10,
) {
  const divisor = commonDivisor(...ratio);
  const [part, whole] = ratio.map(number => number / divisor);
  const largest = Math.floor(LARGEST_CLASS[metric] / Math.max(part, whole));
  const smallest =
    metric === "top_k" ? Math.max(1, Math.ceil(k / (part + whole)), Math.ceil(score / part)) : 1;
  if (smallest > largest) throw new RangeError("ratio must leave room for both classes");
  const law = times => luck(metric, part * times, whole * times, k);
  const significant = function* (times) {
    return (yield* pValueSlowly(law(times), score, competitors)) <= alpha;
  };
  const ahead = sawtooth(metric, score, part, whole);
  const [kind, times] = yield* whereSignificant(significant, smallest, largest, ahead);
  return new TestSetPlan({
    metric,
    title: metricTitle(metric, k),
    score,
    competitors,
    alpha,
    k: metric === "top_k" ? k : null,
    ratio: [part, whole],
    significant: kind,
    positives: part * times,
    negatives: whole * times,
    criticalValue: yield* criticalValueSlowly(law(times), competitors, alpha),
    smallest,
    largest,
    times,
  });
}

export class TestSetPlan {
  constructor(found) {
    Object.assign(this, found);
  }

  // How the critical value falls as the test set grows: [total, critical value] for each size.
  *curveSlowly() {
    const { smallest, largest, times, ratio } = this;
    const stretch = Math.log(Math.min(largest, 4 * times) / smallest) / (STEPS - 1);
    const sizes = new Set([times]);
    for (let i = 0; i < STEPS; i++) sizes.add(round(smallest * Math.exp(stretch * i)));
    const curve = [];
    for (const size of [...sizes].sort((a, b) => a - b)) {
      const law = luck(this.metric, ratio[0] * size, ratio[1] * size, this.k ?? 10);
      const critical = yield* criticalValueSlowly(law, this.competitors, this.alpha);
      curve.push([(ratio[0] + ratio[1]) * size, critical]);
    }
    return curve;
  }

  sentence() {
    const [score, critical] = toldApart([this.score, this.criticalValue]);
    const who =
      this.competitors === 1 ? "one classifier" : `the best of ${grouped(this.competitors)}`;
    const sizes = testSet(this.positives, this.negatives);
    const what =
      `At ${this.ratio[0]}:${this.ratio[1]}, positives to negatives, ${score} as the ` +
      `${this.title} of ${who}`;
    const level = `significant at the ${percent(this.alpha)} level`;
    if (this.significant === "from") {
      return `${what} is ${level} from ${sizes} on, where the critical value is ${critical}.`;
    }
    if (this.significant === "up to") {
      return (
        `${what} is ${level} only up to ${sizes}, where the critical value is ${critical}; on ` +
        "larger test sets so many come to the top by luck."
      );
    }
    return (
      `${what} does not become ${level} up to ${sizes}, where the critical value ` +
      `is ${critical}.`
    );
  }
}

// From which size on, or up to which, a score is significant; or ["never", largest]. Attainable
// scores come in steps, so the verdict may flip to and fro near the edge: `ahead` is how many sizes
// to look ahead.
function* whereSignificant(significant, smallest, largest, ahead) {
  const sizes = [smallest];
  while (sizes.at(-1) < largest) sizes.push(Math.min(2 * sizes.at(-1), largest));
  const verdicts = [];
  for (const size of sizes) verdicts.push(yield* significant(size));
  if (!verdicts.includes(true)) return ["never", largest];
  const wanted = verdicts.at(-1);
  let stays = sizes.length - 1;
  while (stays > 0 && verdicts[stays - 1] === wanted) stays--;
  let [first, end] = [sizes[Math.max(stays - 1, 0)], sizes[stays]];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if ((yield* significant(middle)) === wanted) end = middle;
    else first = middle + 1;
  }
  // Look ahead for one with another verdict, and again from there, until nothing flips any more.
  for (;;) {
    let flipped = 0;
    for (let size = first; size <= Math.min(largest, first + ahead); size++) {
      if ((yield* significant(size)) !== wanted) flipped = size;
    }
    if (!flipped) return wanted ? ["from", first] : ["up to", first - 1];
    first = flipped + 1;
  }
}

// How many sizes ahead a verdict may flip back.
function sawtooth(metric, score, part, whole) {
  if (metric === "auc") return 10;
  if (metric === "top_k") return 100;
  const lowest =
    metric === "accuracy"
      ? Math.max(part, whole) / (part + whole)
      : (2 * part) / (2 * part + whole);
  return Math.min(1000, Math.max(20, Math.ceil(4 / Math.max(score - lowest, 0.001))));
}

function commonDivisor(a, b) {
  return b ? commonDivisor(b, a % b) : a;
}

// How good are classifiers that learned nothing, and how good must the best of C be? Exact.
//
// `luck` makes a distribution: attainable scores are numbered from `first` to `last`; `score(i)` is
// one of them, `tail(i)` the chance to score as well or better, `indexOf(score)` the lowest that is
// not below a score. Whatever may take long at large sizes has a twin that ends in Slowly: a
// generator that yields every few milliseconds (see slowly.js).

import { AccuracyLuck } from "./accuracy.js";
import { aucLuck } from "./auc.js";
import { chanceOfBest, levelForEach } from "./competition.js";
import { FMeasureLuck } from "./f_measure.js";
import { finish } from "./slowly.js";
import { TopKLuck } from "./top_k.js";

const LAWS = {
  auc: aucLuck,
  accuracy: (positives, negatives) => new AccuracyLuck(positives, negatives),
  f_measure: (positives, negatives) => new FMeasureLuck(positives, negatives),
  top_k: (positives, negatives, k) => new TopKLuck(positives, negatives, k),
};

export function luck(metric, positives, negatives, k = 10) {
  const law = LAWS[metric](positives, negatives, k);
  return Object.assign(law, { metric, positives, negatives, k: metric === "top_k" ? k : null });
}

// How often the best of `competitors` that learned nothing scores as well.
export function pValue(law, score, competitors = 1) {
  return finish(pValueSlowly(law, score, competitors));
}

export function* pValueSlowly(law, score, competitors = 1) {
  const tail = yield* law.chanceAtLeastSlowly(score);
  return chanceOfBest(tail, competitors, () => law.logChanceAtLeast(score));
}

// The index of the score that the best of `competitors` must exceed to be beyond luck: the
// smallest that luck exceeds with at most the chance alpha.
export function criticalIndex(law, competitors = 1, alpha = 0.01) {
  return finish(criticalIndexSlowly(law, competitors, alpha));
}

export function* criticalIndexSlowly(law, competitors = 1, alpha = 0.01) {
  yield* law.prepareSlowly();
  const wanted = deviateOf(Math.log(levelForEach(competitors, alpha)));
  // The answer lies from low to high. Tails that are known, as deviates, say where to look next:
  // they rise nearly along a straight line. Every third look halves what is left, in any case.
  let [low, high] = [law.first, law.last];
  const known = [];
  let next = law.guess(wanted) ?? Math.floor((low + high) / 2);
  for (let looks = 1; low < high; looks++) {
    const index = Math.min(Math.max(next, low), high - 1);
    const tail = yield* law.tailSlowly(index + 1);
    if (chanceOfBest(tail, competitors) <= alpha) high = index;
    else low = index + 1;
    known.push([index, deviateOf(Math.log(tail))]);
    if (looks === 1) next = index + law.guess(wanted) - law.guess(known[0][1]);
    else next = looks % 3 ? lineThrough(known.slice(-2), wanted) : NaN;
    if (!Number.isFinite(next)) next = Math.floor((low + high) / 2);
  }
  return low;
}

export function criticalValue(law, competitors = 1, alpha = 0.01) {
  return law.score(criticalIndex(law, competitors, alpha));
}

export function* criticalValueSlowly(law, competitors = 1, alpha = 0.01) {
  return law.score(yield* criticalIndexSlowly(law, competitors, alpha));
}

// Several tails, one after the other.
export function* tailsSlowly(law, indices) {
  const tails = new Float64Array(indices.length);
  for (let i = 0; i < indices.length; i++) tails[i] = yield* law.tailSlowly(indices[i]);
  return tails;
}

// About the standard normal deviate that is exceeded with this chance: only to guess with.
function deviateOf(logChance) {
  if (logChance > -Math.LN2) return -deviateOf(Math.log(-Math.expm1(logChance)));
  const t = Math.sqrt(-2 * logChance);
  return t - (2.30753 + 0.27061 * t) / (1 + t * (0.99229 + 0.04481 * t));
}

function lineThrough(points, height) {
  const [[x, y], [x1, y1]] = points;
  return Math.round(x1 + ((height - y1) * (x1 - x)) / (y1 - y));
}

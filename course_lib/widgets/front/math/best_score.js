// Is the best of several classifiers beyond luck? The verdict, and its words.

import { metricTitle, testSet } from "../metrics.js";
import { general, grouped, pAlone, pInWords, percent, toldApart } from "../words.js";
import { criticalIndexSlowly, luck, pValueSlowly } from "./luck.js";
import { SAME_SCORE } from "./lattice.js";
import { finish } from "./slowly.js";

const AT_BEST_THRESHOLD = ["accuracy", "f_measure"];

// Distributions by setting: what was just asked about is asked about again.
const kept = new Map();
const MOST_KEPT = 8;

export function rememberedLuck(metric, positives, negatives, k = 10) {
  const key = [metric, positives, negatives, metric === "top_k" ? k : ""].join();
  const law = kept.get(key) ?? luck(metric, positives, negatives, k);
  kept.delete(key);
  kept.set(key, law);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  return law;
}

export function assessBest(...asked) {
  return finish(assessBestSlowly(...asked));
}

export function* assessBestSlowly(
  metric,
  score,
  positives,
  negatives,
  competitors = 1,
  alpha = 0.01,
  k = 10,
) {
  const law = rememberedLuck(metric, positives, negatives, k);
  if (metric !== "top_k") score = Math.min(Math.max(score, 0), 1);
  const critical = law.score(yield* criticalIndexSlowly(law, competitors, alpha));
  // Above the critical value, but short of the next score there is: rounded up, most likely.
  let between = score > critical && !law.isAttainable(score);
  if (between) {
    const next = yield* law.chanceAtLeastSlowly(critical + 2 * SAME_SCORE);
    between = (yield* law.chanceAtLeastSlowly(score)) === next;
  }
  return new BestScore({
    metric,
    title: metricTitle(metric, k),
    score,
    positives,
    negatives,
    competitors,
    alpha,
    k: law.k,
    pValue: yield* pValueSlowly(law, score, competitors),
    criticalValue: critical,
    lowest: law.lowest,
    highest: law.highest,
    justAboveCritical: between,
    pValueLow: yield* law.chanceAtMostSlowly(score),
    atBestThreshold: AT_BEST_THRESHOLD.includes(metric),
  });
}

export class BestScore {
  constructor(found) {
    Object.assign(this, found);
  }

  get significant() {
    return this.pValue <= this.alpha;
  }

  // Would even a perfect score fail to be significant on this test set?
  get outOfReach() {
    return this.criticalValue >= this.highest;
  }

  // Is it so low that the scores, or the labels, may be reversed?
  get reversed() {
    const attainable = this.score >= this.lowest - 1e-9;
    return attainable && this.pValueLow <= this.alpha && !this.significant;
  }

  heading() {
    return `${this.title}: ${this.significant ? "beyond luck" : "not beyond luck"}`;
  }

  facts() {
    const [score, critical] = toldApart([this.score, this.criticalValue]);
    return {
      score,
      "critical value": critical,
      "p-value": pAlone(this.pValue, this.alpha),
      "best of": grouped(this.competitors),
      level: percent(this.alpha),
    };
  }

  sentence() {
    const one = this.competitors === 1;
    const who = one ? "one classifier" : `the best of ${grouped(this.competitors)} classifiers`;
    const [score, critical] = toldApart([this.score, this.criticalValue]);
    const where = this.atBestThreshold ? " at the best threshold" : "";
    return (
      `The ${this.title} of ${score}${where}, reached by ${who} on ` +
      `${testSet(this.positives, this.negatives)}, ` +
      `${this.significant ? "exceeds" : "does not exceed"} ${critical}, the ` +
      `${percent(this.alpha)} critical value for ${who} that learned nothing ` +
      `(one-sided ${pInWords(this.pValue, this.alpha)}): ${this.verdict(score)}`
    );
  }

  verdict(score) {
    let words = "luck alone is not ruled out.";
    if (this.significant) words = "luck alone is not a plausible explanation.";
    else if (this.outOfReach) {
      words = "on this test set not even a perfect score would be significant.";
    }
    if (this.reversed) {
      words +=
        ` It is far below what luck brings (one-sided p = ${general(this.pValueLow, 2)}): are ` +
        "the scores or the labels reversed?";
    }
    if (this.justAboveCritical) {
      words +=
        ` But ${score} is not a score that this test set can give; if it was rounded from ` +
        `${general(this.criticalValue, 10)}, it is not significant.`;
    } else if (this.atBestThreshold && this.score >= this.lowest) {
      words +=
        ` (At its best threshold no ranking scores below ${general(this.lowest, 4)}: that is ` +
        "what giving all cases the same answer brings.)";
    } else if (this.score < this.lowest - 1e-9) {
      words +=
        ` But no ranking scores below ${general(this.lowest, 4)} at its best threshold; this may ` +
        "be the score at some other threshold.";
    }
    return words;
  }
}

// What a test of two classifiers answers (pairs/results.py), and what such tests share.

import { counted, general, grouped, pInWords, percent, round } from "../words.js";

export const ALTERNATIVES = ["two-sided", "greater", "less"];

export class PairTest {
  // test, statisticName, statistic, pValue, alternative, n, nName, effectName, effect, interval,
  // confidence, neutral, assumes and notes: as in Python.
  constructor(found) {
    Object.assign(this, found);
  }

  // The finding, fit for a paper; with what should be known about it.
  sentence(alpha = 0.05) {
    const twoSided = this.alternative === "two-sided";
    const rejected = this.pValue <= alpha;
    const [low, high] = this.interval;
    const sides = twoSided ? "" : "two-sided ";
    let words =
      `${this.test}, ${twoSided ? "two-sided" : "one-sided"}, on ${counted(this.n, this.nName)}: ` +
      `${this.statisticName} = ${told(this.statistic)}, ${pInWords(this.pValue, alpha)}; ` +
      `at the ${percent(alpha)} level ${this.found(rejected)}.`;
    // Of nothing there is no share.
    if (this.n) {
      words +=
        ` The ${this.effectName} is ${general(this.effect, 3)} (${percent(this.confidence)} ` +
        `${sides}interval ${general(low, 3)} to ${general(high, 3)}).`;
    }
    if (sides && rejected && low <= this.neutral && this.neutral <= high) {
      words += ` The interval holds ${general(this.neutral, 6)}, for it looks to both sides, the `;
      words += "test to one only.";
    }
    return [words[0].toUpperCase() + words.slice(1), ...this.notes].join(" ");
  }

  found(rejected) {
    if (this.alternative === "two-sided") {
      if (!rejected) return "no difference is shown";
      return this.effect > this.neutral ? "A is better than B" : "B is better than A";
    }
    const better = this.alternative === "greater" ? "A" : "B";
    return rejected ? `${better} is better` : `it is not shown that ${better} is better`;
  }
}

// In four digits; a large count in all of its own.
function told(statistic) {
  const whole = Math.abs(statistic) >= 10000 && Number.isInteger(statistic);
  return whole ? grouped(statistic) : general(statistic, 4);
}

// The p-value, given the chances to be as low and as high; two-sided doubles the smaller.
export function byAlternative(lower, upper, alternative) {
  const both = 2 * Math.min(lower, upper);
  return Math.min(1, { "two-sided": both, greater: upper, less: lower }[alternative]);
}

// A note where there are so few that an exact test cannot reach 5 %; else nothing.
export function tooFew(n, what, alternative) {
  const lowest = (alternative === "two-sided" ? 2 : 1) * 0.5 ** n;
  if (n === 0 || lowest <= 0.05) return [];
  const sides = alternative === "two-sided" ? "two-sided" : "one-sided";
  const least = percent(round(lowest, 4));
  return [`With ${counted(n, what)} the smallest ${sides} p-value there is, is ${least}.`];
}

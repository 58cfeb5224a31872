// Before two are compared: how many cases show that one is better (pairs/comparison_plan.py)?

import { general, grouped, percent, round } from "../words.js";
import { normalIsf, normalQuantile } from "./normal.js";
import { LARGEST_TEST_SET, mcnemarPower, mcnemarSampleSize } from "./power.js";

// Two numbers that differ by less were meant to be the same: 0.82 - 0.80 and 0.02.
const SLACK = 1e-9;
// Disagreements for which a plan is made beside the one asked for, from the least that is possible
// to that of errors which have nothing to do with each other.
const STEPS = [0, 0.1, 0.25, 0.5, 1];
// Up to here sizes are found by summation; a size may turn out larger than was estimated.
const LARGEST_EXACT = 0.8 * LARGEST_TEST_SET;

// How many cases it takes to show that the better of two is better, by the exact McNemar test,
// two-sided. `disagreement` is the share of cases on which exactly one of the two is right; null,
// and that of errors which have nothing to do with each other is assumed. With `sizes` the plan
// holds the same for other disagreements, which takes several times as long.
export function planComparison(
  accuracyA,
  accuracyB,
  disagreement = null,
  { alpha = 0.05, power = 0.8, comparisons = 1, sizes = true } = {},
) {
  const difference = Math.abs(accuracyA - accuracyB);
  const level = alpha / comparisons;
  if (difference <= SLACK) throw new RangeError("the two accuracies must differ");
  if (power <= level) throw new RangeError("the power must be above alpha");
  const possible = disagreementLimits(accuracyA, accuracyB);
  const [least, most] = possible;
  const unrelated = accuracyA * (1 - accuracyB) + accuracyB * (1 - accuracyA);
  const asked = disagreement === null ? unrelated : within(disagreement, least, most);
  const planned = share => {
    const [cases, exact] = casesFor(difference, share, level, power);
    const chances = oneWay(difference, share);
    const attained = exact ? mcnemarPower(...chances, cases, level) : power;
    return { disagreement: share, cases, exact, power: attained };
  };
  const others = sizes ? STEPS.map(step => least + step * (unrelated - least)) : [];
  const shares = [...new Set([...others, asked].map(share => round(share, 12)))];
  const plans = shares.sort((one, other) => one - other).map(planned);
  const here = plans.find(plan => plan.disagreement === round(asked, 12));
  return new ComparisonPlan({
    accuracyA,
    accuracyB,
    disagreement: asked,
    guessed: disagreement === null && most - least > SLACK,
    possible,
    unrelated,
    alpha,
    power,
    comparisons,
    cases: here.cases,
    exact: here.exact,
    attainedPower: here.power,
    sizes: plans,
  });
}

// Between what the share of cases lies on which exactly one of two is right.
export function disagreementLimits(accuracyA, accuracyB) {
  const both = accuracyA + accuracyB;
  return [round(Math.abs(accuracyA - accuracyB), 12), round(Math.min(both, 2 - both), 12)];
}

// The chances that a case is got wrong by the better one alone, and by the other alone.
export function oneWay(difference, disagreement) {
  return [
    Math.max(0, (disagreement - difference) / 2),
    Math.min(1, (disagreement + difference) / 2),
  ];
}

class ComparisonPlan {
  constructor(found) {
    Object.assign(this, found);
  }

  sentence() {
    const [low, high] = [this.accuracyA, this.accuracyB].sort((one, other) => one - other);
    const level =
      `at the ${percent(this.alpha)} level` +
      (this.comparisons > 1 ? ` shared by ${grouped(this.comparisons)} comparisons` : "");
    const cases = grouped(this.cases);
    let words =
      `To show that an accuracy of ${percent(high)} is better than one of ${percent(low)}, if ` +
      `exactly one of the two is right on ${shown(this.disagreement)} of the cases, the exact ` +
      `McNemar test, two-sided, ${level}, has a power of ${percent(this.power)} ` +
      `${this.exact ? `from ${cases} cases on` : `with about ${cases} cases`}.`;
    if (this.guessed) {
      const [least, most] = this.possible.map(shown);
      words +=
        ` That share decides, and nobody told it: ${shown(this.unrelated)} is what independent ` +
        "errors bring, and models that find the same cases hard disagree less. These accuracies " +
        `allow anything from ${least} to ${most}: take it from a pilot.`;
    }
    if (!this.exact) words += " So large a number is that of a formula, rounded up.";
    return words;
  }
}

// A share in percent, in as many digits as anybody guesses it.
function shown(share) {
  return percent(Number(general(share, 3)));
}

function within(value, least, most) {
  const [low, high] = [least, most].map(limit => Number(general(limit, 6)));
  if (!(value >= low - SLACK && value <= high + SLACK)) {
    throw new RangeError(`the disagreement must lie from ${shown(least)} to ${shown(most)}`);
  }
  return Math.min(Math.max(value, least), most);
}

// The number of cases, and whether it is exact.
function casesFor(difference, disagreement, level, power) {
  // As for large numbers (Connor 1987), and as many more as a correction for continuity takes.
  const [a, b] = [normalIsf(level / 2), normalQuantile(power)];
  const spread = Math.sqrt(Math.max(0, disagreement - difference ** 2));
  const ratio = (a * Math.sqrt(disagreement) + b * spread) / difference;
  const estimate = ratio ** 2 + 1 / difference;
  if (estimate <= LARGEST_EXACT) {
    return [mcnemarSampleSize(...oneWay(difference, disagreement), power, level), true];
  }
  const unit = Number(`1e${Math.floor(Math.log10(estimate)) - 1}`);
  return [Math.ceil(estimate / unit) * unit, false];
}

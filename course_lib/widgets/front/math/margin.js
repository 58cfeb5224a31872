// Tests with a margin, by Tango's score: is the first not much worse, and is the difference small?

import { counted, decimals, general, grouped, pAlone, pInWords, percent } from "../words.js";
import { binomialCdf, binomialPmf } from "./binomial.js";
import { limitsInWords, tangoInterval } from "./intervals.js";
import { normalSf } from "./normal.js";
import { STEPS, finish } from "./slowly.js";
import { scoreStatistic } from "./tango.js";

// Scores that differ by less are the same: a table that is just as extreme must not be missed.
const GRAIN = 1e-9;
// A b with a smaller chance is left out.
const NEVER = 1e-100;
// So many of the highest peaks are climbed.
const PEAKS = 5;

// Is the first not worse than the second by the margin or more? Of n pairs, b speak for the first
// alone and c for the second alone. `method` is "score", approximate, or "exact".
export function nonInferiorityTest(b, c, n, margin, method = "score") {
  return finish(nonInferiorityTestSlowly(b, c, n, margin, method));
}

export function* nonInferiorityTestSlowly(b, c, n, margin, method = "score") {
  const z = scoreStatistic(b, c, n, -margin);
  return yield* tested("non-inferiority", b, c, n, margin, method, z);
}

// Is the true difference smaller than the margin, in either direction? Of its two ends, the nearer
// one counts.
export function equivalenceTest(b, c, n, margin, method = "score") {
  return finish(equivalenceTestSlowly(b, c, n, margin, method));
}

export function* equivalenceTestSlowly(b, c, n, margin, method = "score") {
  const z = Math.min(scoreStatistic(b, c, n, -margin), scoreStatistic(c, b, n, -margin));
  return yield* tested("equivalence", b, c, n, margin, method, z);
}

function* tested(test, b, c, n, margin, method, statistic) {
  const exact = method === "exact";
  const pValue = exact ? yield* largestChanceSlowly(n, margin, statistic) : normalSf(statistic);
  return new MarginTest({ test, method, b, c, n, margin, statistic, pValue });
}

export class MarginTest {
  constructor(found) {
    Object.assign(this, found);
    this.difference = (this.b - this.c) / this.n;
  }

  get name() {
    return `Tango's ${this.test} test`;
  }

  get kind() {
    return this.method === "exact" ? "exact" : "approximate";
  }

  heading() {
    return `${this.name} (${this.method})`;
  }

  // The two-sided interval that goes with the score test: of confidence 1 - 2 alpha.
  interval(alpha = 0.05) {
    if (alpha === 0.5) return [this.difference, this.difference];
    return tangoInterval(this.b, this.c, this.n, 1 - 2 * alpha);
  }

  sentence(alpha = 0.05) {
    const shown = this.pValue <= alpha;
    const estimate = limitsInWords(this.difference)[0];
    let words =
      `${this.name} with a margin of ${general(this.margin, 6)}, on ${counted(this.n, "pair")} ` +
      `(${grouped(this.b)} for the first alone, ${grouped(this.c)} for the second alone; ` +
      `difference ${estimate}): z = ${general(this.statistic + 0, 4)}, ${this.kind} ` +
      `${pInWords(this.pValue, alpha)}; at the ${percent(alpha)} level ${this.verdict(shown)}.`;
    if (alpha < 0.5) {
      const [low, high] = limitsInWords(...this.interval(alpha));
      words += ` The ${percent(1 - 2 * alpha)} two-sided interval is ${low} to ${high}`;
      if (normalSf(this.statistic) <= alpha !== shown) {
        words += ", by the approximate test, from which the exact one parts here";
      }
      words += ".";
    }
    if (shown && this.method === "score") {
      const often = this.n >= 20 ? "nearly 8 %" : "more than 10 %";
      words +=
        ` The p-value is approximate: a test at 5 % that goes by it can err in ${often} of ` +
        'cases, while method="exact" keeps its level.';
    }
    return words;
  }

  verdict(shown) {
    const margin = general(this.margin, 6);
    if (this.test === "equivalence") {
      return shown
        ? `it is shown that the true difference is smaller than ${margin} either way`
        : `it is not shown that the true difference is smaller than ${margin}`;
    }
    return shown
      ? `it is shown that the first is not worse than the second by ${margin} or more`
      : `it is not shown that the first is not worse by ${margin} or more`;
  }

  facts() {
    return {
      difference: decimals(this.difference, 4),
      margin: general(this.margin, 6),
      z: general(this.statistic + 0, 4),
      [`${this.kind} p-value`]: pAlone(this.pValue, 0.05),
      pairs: grouped(this.n),
    };
  }
}

// How often, at most, the score is so large if the true difference is -margin or lower. The worst
// case is a difference of just -margin; there the chance of a b is the only unknown, looked for on
// a grid and then between the neighbours of each peak.
export function* largestChanceSlowly(n, margin, statistic) {
  const edge = mostC(n, margin, statistic);
  // In angles all peaks are about as wide, 1 over the root of n; the grid is much finer.
  const end = Math.asin(Math.sqrt((1 - margin) / 2));
  const size = 50 + 30 * Math.floor(Math.sqrt(n));
  const angles = Array.from({ length: size }, (_, i) => (end * i) / (size - 1));
  const chances = [];
  for (let i = 0, steps = 0; i < size; i++) {
    chances.push(chanceAt(n, edge, margin, angles[i]));
    if ((steps += 100 * n) > STEPS) yield (steps = 0);
  }
  const isPeak = i => chances[i] >= (chances[i - 1] ?? -1) && chances[i] >= (chances[i + 1] ?? -1);
  const peaks = angles.map((_, i) => i).filter(isPeak);
  peaks.sort((i, j) => chances[j] - chances[i]);
  let best = chances[peaks[0]];
  for (const peak of peaks.slice(0, PEAKS)) {
    const [low, high] = [angles[Math.max(peak - 1, 0)], angles[Math.min(peak + 1, size - 1)]];
    const climbed = yield* highest(angle => chanceAt(n, edge, margin, angle), low, high);
    best = Math.max(best, climbed);
  }
  return Math.min(1, best + (n + 1) * NEVER);
}

// The highest value between two points, by the golden section.
function* highest(height, low, high) {
  const share = (Math.sqrt(5) - 1) / 2;
  let [left, right] = [high - share * (high - low), low + share * (high - low)];
  let [atLeft, atRight] = [height(left), height(right)];
  while (high - low > 1e-8) {
    yield;
    if (atLeft > atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - share * (high - low);
      atLeft = height(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + share * (high - low);
      atRight = height(right);
    }
  }
  return Math.max(atLeft, atRight);
}

// For each b: up to which c the score is so large; -1 if it never is.
function mostC(n, margin, statistic) {
  return Int32Array.from({ length: n + 1 }, (_, b) => {
    let [inside, outside] = [-1, n - b + 1];
    while (outside - inside > 1) {
      const middle = (inside + outside) >> 1;
      if (scoreStatistic(b, middle, n, -margin) >= statistic - GRAIN) inside = middle;
      else outside = middle;
    }
    return inside;
  });
}

// The chance of a b with a c of at most `edge[b]`, if sin(angle)^2 is the chance of a b.
function chanceAt(n, edge, margin, angle) {
  const first = Math.sin(angle) ** 2;
  // Of the pairs that are no b, each is a c with this chance.
  const share = Math.min(1, (first + margin) / (1 - first));
  let sum = 0;
  for (let b = 0; b <= n; b++) {
    if (edge[b] < 0) continue;
    const weight = binomialPmf(b, n, first);
    if (weight <= NEVER) continue;
    sum += weight * (edge[b] >= n - b ? 1 : binomialCdf(edge[b], n - b, share));
  }
  return sum;
}

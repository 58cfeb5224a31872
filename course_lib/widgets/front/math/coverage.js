// How often an interval catches the truth: summed over everything that n pairs can come to.

import { intervalByName } from "./intervals.js";
import { STEPS, finish } from "./slowly.js";

// Limits and differences that differ by less are the same: decimals are not exact.
const GRAIN = 1e-12;
// Beyond, the number of orders that outcomes come in would leave the floats.
export const MOST_PAIRS = 500;
// What it costs to find the limits of one outcome, in steps.
const COST = { tango: 100, wald: 5, "agresti-min": 5 };
const MOST_KEPT = 16;
const kept = new Map();

// The limits for every outcome: those of (b, c) at b (n + 1) + c. Remembered.
export function limitsOfAll(method, n, confidence = 0.95) {
  return finish(limitsOfAllSlowly(method, n, confidence));
}

export function* limitsOfAllSlowly(method, n, confidence = 0.95) {
  const key = [method, n, confidence].join();
  if (kept.has(key)) return kept.get(key);
  if (n > MOST_PAIRS) throw new RangeError(`n must be at most ${MOST_PAIRS}; got ${n}`);
  const low = new Float64Array((n + 1) ** 2).fill(NaN);
  const high = low.slice();
  let steps = 0;
  for (let b = 0; b <= n; b++) {
    for (let c = 0; c <= Math.min(b, n - b); c++) {
      const [from, to] = intervalByName(method, b, c, n, confidence);
      low[b * (n + 1) + c] = from;
      high[b * (n + 1) + c] = to;
      // With b and c exchanged the interval is turned round. The bootstrap's is so only but for
      // sums that hit the level: it takes the lower of two quantiles on both sides.
      const [back, ahead] =
        method === "bootstrap" ? intervalByName(method, c, b, n, confidence) : [0 - to, 0 - from];
      low[c * (n + 1) + b] = back;
      high[c * (n + 1) + b] = ahead;
      if ((steps += COST[method] ?? 10 * n) > STEPS) yield (steps = 0);
    }
  }
  kept.set(key, { low, high, ways: waysOfAll(n) });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  return kept.get(key);
}

// How often the interval on n pairs holds the true difference, bChance - cChance. (Newcombe's
// depends on how the other pairs split, and is not offered here.)
export function intervalCoverage(n, bChance, cChance, method = "tango", confidence = 0.95) {
  return coverageWith(limitsOfAll(method, n, confidence), n, bChance, cChance);
}

// The same for all pairs of these shares, NaN where they add up to more than 1: row i, column j is
// at i * shares.length + j, where shares[i] is the chance of a "b" and shares[j] that of a "c".
export function* coverageMapSlowly(n, shares, method = "tango", confidence = 0.95) {
  const limits = yield* limitsOfAllSlowly(method, n, confidence);
  const size = shares.length;
  const covered = new Float64Array(size * size).fill(NaN);
  const mirrored = method !== "bootstrap";
  let steps = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < (mirrored ? i + 1 : size); j++) {
      if (shares[i] + shares[j] > 1 + GRAIN) continue;
      const found = coverageWith(limits, n, shares[i], shares[j]);
      covered[i * size + j] = found;
      if (mirrored) covered[j * size + i] = found;
      if ((steps += (n * n) / 2) > STEPS) yield (steps = 0);
    }
  }
  return covered;
}

export function coverageMap(n, shares, method = "tango", confidence = 0.95) {
  return finish(coverageMapSlowly(n, shares, method, confidence));
}

function coverageWith({ low, high, ways }, n, bChance, cChance) {
  const truth = bChance - cChance;
  const [most, least] = [truth + GRAIN, truth - GRAIN];
  const rest = 1 - bChance - cChance;
  const [ofB, ofC, ofRest] = [bChance, cChance, rest > GRAIN ? rest : 0].map(p => powers(p, n));
  let covered = 0;
  for (let b = 0; b <= n; b++) {
    // So far out nothing counts: of the rest together there are no more ways than of all.
    if (ofB[b] === 0) break;
    let sum = 0;
    for (let c = 0, i = b * (n + 1); c <= n - b; c++, i++) {
      if (low[i] <= most && high[i] >= least) sum += ways[i] * ofC[c] * ofRest[n - b - c];
    }
    covered += sum * ofB[b];
  }
  return Math.min(covered, 1);
}

function powers(p, n) {
  const found = new Float64Array(n + 1);
  found[0] = 1;
  for (let i = 1; i <= n; i++) found[i] = found[i - 1] * p;
  return found;
}

// In how many orders b, c and the rest can come: binomials of binomials, each from the one before.
function waysOfAll(n) {
  const ways = new Float64Array((n + 1) ** 2);
  for (let b = 0, row = 1; b <= n; b++) {
    for (let c = 0, each = row; c <= n - b; c++) {
      ways[b * (n + 1) + c] = each;
      each = (each * (n - b - c)) / (c + 1);
    }
    row = (row * (n - b)) / (b + 1);
  }
  return ways;
}

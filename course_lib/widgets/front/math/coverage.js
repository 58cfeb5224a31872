// How often an interval catches the truth: summed over everything that n pairs can come to.

import { binomialPmf } from "./binomial.js";
import { intervalByName } from "./intervals.js";
import { STEPS, finish } from "./slowly.js";

// Limits and differences that differ by less are the same: decimals are not exact.
const GRAIN = 1e-12;
// What is so unlikely is left out.
const NOTHING = 1e-18;
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
  kept.set(key, { low, high });
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
  // The bootstrap's limits are their own mirror image too, but for ties.
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

function coverageWith({ low, high }, n, bChance, cChance) {
  const truth = bChance - cChance;
  const [most, least] = [truth + GRAIN, truth - GRAIN];
  const rest = 1 - bChance - cChance;
  // Of the pairs that are no b, each is a c with this chance.
  const share = rest > GRAIN ? cChance / (1 - bChance) : cChance > 0 ? 1 : 0;
  const odds = share < 1 ? share / (1 - share) : Infinity;
  let covered = 0;
  for (let b = 0; b <= n; b++) {
    const weight = binomialPmf(b, n, bChance);
    if (weight < NOTHING) continue;
    const left = n - b;
    const row = b * (n + 1);
    const held = (c) => low[row + c] <= most && high[row + c] >= least;
    if (odds === 0 || odds === Infinity || left === 0) {
      if (held(odds === Infinity ? left : 0)) covered += weight;
      continue;
    }
    // Outwards from the likeliest c, while it counts.
    const mode = Math.min(left, Math.floor((left + 1) * share));
    const peak = weight * binomialPmf(mode, left, share);
    let chance = peak;
    for (let c = mode; c <= left && chance > NOTHING; c++) {
      if (held(c)) covered += chance;
      chance *= (odds * (left - c)) / (c + 1);
    }
    chance = peak;
    for (let c = mode - 1; c >= 0 && chance > NOTHING; c--) {
      chance *= (c + 1) / (odds * (left - c));
      if (held(c)) covered += chance;
    }
  }
  return Math.min(covered, 1);
}

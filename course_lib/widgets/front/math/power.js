// How often a test finds a difference of a given size, and how many cases that takes
// (pairs/power.py). The chances are exact sums.

import { grouped } from "../words.js";
import { atLeast, binomialCdf, binomialPmf } from "./binomial.js";
import { mcnemarPValue } from "./mcnemar.js";

// Of so many cases powers are summed up.
export const LARGEST_TEST_SET = 100000;
const LARGEST_SIGN_TEST = 10000000;

// How often the exact sign test on n trials finds a difference, if A wins a trial with this chance.
export function signTestPower(winChance, n, alpha = 0.05, alternative = "two-sided") {
  return detector(winChance, alpha, "exact", alternative)(n, 0);
}

// How often McNemar's test on n cases does; the chances are those of a case that A alone, or B
// alone, gets wrong.
export function mcnemarPower(
  onlyAWrong,
  onlyBWrong,
  n,
  alpha = 0.05,
  method = "exact",
  alternative = "two-sided",
) {
  return mcnemarPowers(onlyAWrong, onlyBWrong, alpha, method, alternative)(n, 0);
}

// How many trials the sign test needs for this power, this number or any larger one.
export function signTestSampleSize(
  winChance,
  power = 0.8,
  alpha = 0.05,
  alternative = "two-sided",
) {
  mustDiffer(winChance - 0.5, alternative);
  const found = detector(winChance, alpha, "exact", alternative);
  return smallest(found, power, LARGEST_SIGN_TEST);
}

// How many test cases McNemar's test needs, this number or any larger one.
export function mcnemarSampleSize(
  onlyAWrong,
  onlyBWrong,
  power = 0.8,
  alpha = 0.05,
  method = "exact",
  alternative = "two-sided",
) {
  const shift = onlyBWrong - onlyAWrong;
  mustDiffer(Math.abs(shift) < 1e-12 ? 0 : shift, alternative);
  const powers = mcnemarPowers(onlyAWrong, onlyBWrong, alpha, method, alternative);
  return smallest(powers, power, LARGEST_TEST_SET);
}

// A difference of zero, or to the other side, is never found: no size is enough.
function mustDiffer(shift, alternative) {
  const towards = alternative === "less" ? -shift : shift;
  if (shift === 0 || (alternative !== "two-sided" && towards < 0)) {
    throw new RangeError("the classifiers must differ, in the direction that is tested");
  }
}

// A function of the number of cases, and of how many cases more than the test demands must be B's.
function mcnemarPowers(onlyAWrong, onlyBWrong, alpha, method, alternative) {
  const discordant = Math.min(1, onlyAWrong + onlyBWrong);
  if (discordant === 0) return () => 0;
  const found = detector(Math.min(1, onlyBWrong / discordant), alpha, method, alternative);
  return (n, more) => {
    // From the likeliest number of discordant cases to both sides, until the rest is nothing.
    const likeliest = Math.min(n, Math.floor((n + 1) * discordant));
    const odds = discordant / (1 - discordant);
    const top = binomialPmf(likeliest, n, discordant);
    let power = likeliest ? top * found(likeliest, more) : 0;
    let chance = top;
    for (let m = likeliest; m < n && chance > 1e-17; m++) {
      chance *= ((n - m) / (m + 1)) * odds;
      power += chance * found(m + 1, more);
    }
    chance = top;
    for (let m = likeliest; m > 1 && chance > 1e-17; m--) {
      chance *= m / (n - m + 1) / odds;
      power += chance * found(m - 1, more);
    }
    return Math.min(1, power);
  };
}

// How often a difference is found in m discordant cases, if this share is B's alone to err; what
// was once computed is kept, for neighbouring sizes ask for the same numbers again.
function detector(share, alpha, method, alternative) {
  if (alternative === "less") [share, alternative] = [1 - share, "greater"];
  const edges = new Map();
  const kept = [new Map(), new Map()];
  return (m, more) => {
    if (!kept[more].has(m)) {
      if (!edges.has(m)) {
        edges.set(m, edgeOf(m, alpha, method, alternative, edges.get(m - 1) ?? edges.get(m + 1)));
      }
      const edge = edges.get(m) + more;
      let found = atLeast(edge, m, share);
      if (alternative === "two-sided") found += binomialCdf(Math.min(m - edge, edge - 1), m, share);
      kept[more].set(m, Math.min(1, found));
    }
    return kept[more].get(m);
  };
}

// Of m discordant cases, how many B alone must get wrong for A to be found better; one more than
// there are if nothing is enough. Step by step from what a neighbour of m needs, or by halving: the
// p-value falls as B alone is wrong more often.
function edgeOf(m, alpha, method, alternative, near) {
  const first = alternative === "two-sided" ? Math.floor((m + 1) / 2) : 0;
  const enough = wrong =>
    wrong > m || mcnemarPValue(m - wrong, wrong, method, alternative) <= alpha;
  if (near !== undefined) {
    let edge = Math.min(Math.max(near, first), m + 1);
    while (edge > first && enough(edge - 1)) edge--;
    while (!enough(edge)) edge++;
    return edge;
  }
  return firstWhere(enough, first, m + 1);
}

// The smallest size from which on the power of every size is as wanted. Exact tests gain power in a
// sawtooth: what they demand rises by whole cases. But a size that has the power even if one case
// more were demanded is safe, and so are all larger ones; up to there, every size is looked at.
function smallest(powers, wanted, largest) {
  const safeAt = size => powers(size, 1) >= wanted;
  let high = 1;
  while (!safeAt(high)) {
    if (high >= largest) {
      throw new RangeError(`more than ${grouped(largest)} cases would be needed`);
    }
    high = Math.min(2 * high, largest);
  }
  const safe = firstWhere(safeAt, 1, high);
  const low = firstWhere(size => powers(size, 0) >= wanted, 1, safe);
  for (let size = safe - 1; size >= low; size--) {
    if (powers(size, 0) < wanted) return size + 1;
  }
  return low;
}

// By halving, as if the test were false and then true; `last` if it is true nowhere before.
function firstWhere(test, first, last) {
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (test(middle)) last = middle;
    else first = middle + 1;
  }
  return first;
}

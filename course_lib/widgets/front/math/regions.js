// Critical regions: which values of a statistic are too rare if there is no difference, and the
// p-value of one (plots/regions.py).

import { binomialCdf, binomialPmf, binomialSf } from "./binomial.js";
import { chiSquaredCdf, chiSquaredIsf, chiSquaredPdf, chiSquaredSf } from "./chisquared.js";
import { normalCdf, normalIsf, normalPdf, normalSf } from "./normal.js";
import { studentCdf, studentIsf, studentPdf, studentSf } from "./student.js";

// By name; `n` is the degrees of freedom, or for the wins of a sign test the number of trials.
// `sf` is the chance of this value or a larger one. Chi-squared has only an upper tail.
export const LAWS = {
  t: { pdf: studentPdf, cdf: studentCdf, sf: studentSf, isf: studentIsf },
  "chi-squared": {
    pdf: chiSquaredPdf,
    cdf: chiSquaredCdf,
    sf: chiSquaredSf,
    isf: chiSquaredIsf,
  },
  normal: { pdf: normalPdf, cdf: normalCdf, sf: normalSf, isf: normalIsf },
  wins: {
    pdf: (wins, n) => binomialPmf(wins, n, 0.5),
    cdf: (wins, n) => binomialCdf(wins, n, 0.5),
    sf: (wins, n) => binomialSf(wins - 1, n, 0.5),
    isf: fewestWins,
  },
};

// The region: values from `upper` on and up to `lower` (null where there is no such tail, or no
// value is rare enough), its chance, and the p-value of the statistic if there is one.
// `tails` is "both", "upper" or "lower".
export function criticalRegion(law, n, alpha, tails = "both", statistic = null) {
  if (law === "chi-squared") tails = "upper";
  const { cdf, sf, isf } = LAWS[law];
  const part = tails === "both" ? alpha / 2 : alpha;
  // All but the chi-squared distribution, which has no lower tail here, are symmetric.
  const edge = isf(part, n);
  const mirror = edge === null ? null : law === "wins" ? n - edge : -edge;
  const upper = tails === "lower" ? null : edge;
  const lower = tails === "upper" ? null : mirror;
  let mass = alpha;
  if (law === "wins") mass = edge === null ? 0 : sf(edge, n) * (tails === "both" ? 2 : 1);
  let pValue = null;
  if (statistic !== null) {
    const [above, below] = [sf(statistic, n), cdf(statistic, n)];
    pValue = { upper: above, lower: below, both: Math.min(1, 2 * Math.min(above, below)) }[tails];
  }
  return { upper, lower, mass, pValue };
}

// The fewest wins in n trials that a fair coin reaches with a chance of at most `part`; null if not
// even n wins are so rare. A chance that equals the level, but for rounding, is rare enough.
function fewestWins(part, n) {
  const rare = wins => binomialSf(wins - 1, n, 0.5) <= part * (1 + 1e-12);
  if (!rare(n)) return null;
  let [low, high] = [0, n];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (rare(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

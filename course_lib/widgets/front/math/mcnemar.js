// McNemar's test: two classifiers, the same cases, right or wrong (pairs/mcnemar.py).

import { atLeast, binomialTails } from "./binomial.js";
import { normalCdf } from "./normal.js";
import { PairTest, byAlternative, tooFew } from "./pairtest.js";
import { shareInterval } from "./shares.js";

export const METHODS = ["exact", "mid-p", "corrected", "asymptotic"];
// With fewer discordant cases the chi-squared distribution is not to be relied on.
const FEW = 20;

// Is one of two classifiers wrong more often, on the same cases? "greater" asks whether A is
// better, that is, whether B alone is wrong more often.
export function mcnemarTest(
  onlyAWrong,
  onlyBWrong,
  method = "exact",
  { alternative = "two-sided", confidence = 0.95 } = {},
) {
  const total = onlyAWrong + onlyBWrong;
  const chiSquared = method === "corrected" || method === "asymptotic";
  const z = zScore(onlyAWrong, onlyBWrong, method);
  const notes = [];
  if (total === 0) {
    notes.push("Both are right and wrong on the very same cases: there is nothing to compare.");
  }
  if (method === "exact") notes.push(...tooFew(total, "discordant case", alternative));
  if (chiSquared && total > 0 && total < FEW) {
    notes.push(
      `The chi-squared distribution needs ${FEW} discordant cases or more, and there are ` +
        `${total}: use method="exact" or "mid-p".`,
    );
  }
  return new PairTest({
    test: `McNemar test (${method})`,
    statisticName: chiSquared ? "chi-squared" : "smaller count",
    statistic: chiSquared ? z * z : Math.min(onlyAWrong, onlyBWrong),
    pValue: mcnemarPValue(onlyAWrong, onlyBWrong, method, alternative),
    alternative,
    n: total,
    nName: "discordant case",
    effectName: "share of the discordant cases that A has right",
    effect: total ? onlyBWrong / total : 0.5,
    interval: shareInterval(onlyBWrong, total, confidence, method),
    confidence,
    neutral: 0.5,
    assumes: [
      "both classifiers were tested on the same cases",
      "the cases are independent of each other",
    ],
    notes,
  });
}

// The p-value alone.
export function mcnemarPValue(onlyAWrong, onlyBWrong, method = "exact", alternative = "two-sided") {
  const total = onlyAWrong + onlyBWrong;
  if (total === 0) return 1;
  if (method === "corrected" || method === "asymptotic") {
    const z = zScore(onlyAWrong, onlyBWrong, method);
    return byAlternative(normalCdf(z), normalCdf(-z), alternative);
  }
  // Plans ask for this thousands of times: no tail more than it takes.
  if (method === "exact") {
    if (alternative === "greater") return atLeast(onlyBWrong, total);
    if (alternative === "less") return atLeast(onlyAWrong, total);
    return Math.min(1, 2 * atLeast(Math.max(onlyAWrong, onlyBWrong), total));
  }
  const [lower, upper, point] = binomialTails(onlyBWrong, total);
  // Where the two tails meet in what was observed, half of it counts, not half for each.
  if (alternative === "two-sided" && onlyAWrong === onlyBWrong) return 1 - point / 2;
  return byAlternative(lower - point / 2, upper - point / 2, alternative);
}

// With equal counts there is nothing left to correct.
function zScore(onlyAWrong, onlyBWrong, method) {
  const total = onlyAWrong + onlyBWrong;
  if (total === 0) return 0;
  const more = onlyBWrong - onlyAWrong;
  const excess = Math.max(0, Math.abs(more) - (method === "corrected" ? 1 : 0));
  return (Math.sign(more) * excess) / Math.sqrt(total);
}

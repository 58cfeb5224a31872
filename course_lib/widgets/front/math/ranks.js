// Mean ranks of algorithms over data sets, and how far apart two of them must be.
import { normalQuantile } from "./normal.js";
import { rangeQuantile } from "./studentized_range.js";

// Where two numbers are the same but for rounding, the larger one is reached.
export const ALMOST = 1 - 1e-12;

// The standard deviation that the mean-ranks test gives to a difference of two mean ranks.
export function rankSpread(algorithms, dataSets) {
  return Math.sqrt((algorithms * (algorithms + 1)) / (6 * dataSets));
}

// What z, the difference of two mean ranks in units of its spread, must reach.
export function criticalZ(algorithms, alpha, method) {
  if (method === "nemenyi") return rangeQuantile(algorithms, alpha) / Math.SQRT2;
  const pairs = (algorithms * (algorithms - 1)) / 2;
  const comparisons = { bonferroni: pairs, "bonferroni-dunn": algorithms - 1, none: 1 }[method];
  return -normalQuantile(alpha / (2 * comparisons));
}

// How far apart two mean ranks must be.
export function criticalDifference(algorithms, dataSets, alpha, method) {
  return criticalZ(algorithms, alpha, method) * rankSpread(algorithms, dataSets);
}

// The mean ranks within a pool, by columns. `duels[a][b]` counts the data sets on which b beats a,
// and half of those where they are equal: each of them costs a one rank, whoever else is there.
export function meanRanks(duels, pool, dataSets) {
  return pool.map(
    a => pool.reduce((sum, b) => sum + (a === b ? 0 : duels[a][b]), dataSets) / dataSets,
  );
}

// Weak variants of A0 come between it and B wherever A0 wins, and cost it nothing where it loses.
// For 0, 1, ..., `most` of them: A0's lead in units of its spread, and what it must reach; and how
// many it takes (null: more).
export function variantTrick(wins, losses, most, alpha, correction) {
  const dataSets = wins + losses;
  const [z, critical] = [[], []];
  for (let variants = 0; variants <= most; variants++) {
    const lead = (wins * (variants + 1) - losses) / dataSets;
    z.push(lead / rankSpread(variants + 2, dataSets));
    critical.push(criticalZ(variants + 2, alpha, correction));
  }
  const enough = z.findIndex((lead, i) => lead >= critical[i] * ALMOST);
  return { z, critical, needed: enough < 0 ? null : enough };
}

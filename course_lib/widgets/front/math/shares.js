// Intervals for a share: all those that a version of the test would not reject (pairs/samples.py).

import { betaQuantile, fromLogit, logBeta, logitWhere } from "./beta.js";
import { normalIsf } from "./normal.js";

// `method` is "exact" (Clopper and Pearson), "mid-p", "asymptotic" (Wilson) or "corrected" (Wilson,
// with continuity correction). Everything from 0 to 1 if there is no case.
export function shareInterval(count, total, confidence, method = "exact") {
  if (total === 0) return [0, 1];
  const beside = (1 - confidence) / 2;
  if (method === "exact") return clopperPearson(count, total, beside);
  if (method === "mid-p") {
    return [midP(count, total, beside)[0], midP(total - count, total, beside)[1]];
  }
  return wilson(count, total, beside, method === "corrected" ? 0.5 : 0);
}

function clopperPearson(count, total, beside) {
  const low = count === 0 ? 0 : betaQuantile(beside, count, total - count + 1)[0];
  return [low, count === total ? 1 : betaQuantile(beside, total - count, count + 1)[1]];
}

// The share, and 1 less it, at which the chance of more than `count`, with half of the chance of
// just as many, is `beside`.
function midP(count, total, beside) {
  if (count === 0) return [0, 1];
  const chance = (share, rest) => {
    const [some, slope] = logBeta(count, total - count + 1, share, rest);
    if (count === total) return [some - Math.LN2, slope];
    const [more, steeper] = logBeta(count + 1, total - count, share, rest);
    const ratio = Math.exp(more - some);
    return [some + Math.log1p(ratio) - Math.LN2, (slope + ratio * steeper) / (1 + ratio)];
  };
  return fromLogit(logitWhere(beside, chance, count / (total - count + 1)));
}

// The shares p with |count - n p| - less = z sqrt(n p (1 - p)).
function wilson(count, total, beside, less) {
  const z = normalIsf(beside);
  const [low, high] = [-1, 1].map(sign => {
    const c = Math.min(Math.max(count + sign * less, 0), total);
    const root = z * Math.sqrt((z * z) / 4 + (c * (total - c)) / total);
    return (c + (z * z) / 2 + sign * root) / (total + z * z);
  });
  return [count === 0 ? 0 : low, count === total ? 1 : high];
}

// How often of n times, if each has the chance p: binomial counts, up to many millions.

import { HALF_LOG_2PI, deviance, stirlingError } from "./saddle.js";
import { betaTails } from "./beta.js";

// Up to here a fair coin's chances are sums of whole numbers over 2^n, without any rounding.
const EXACT = 50;

// P(X = k).
export function binomialPmf(k, n, p) {
  if (k < 0 || k > n) return 0;
  if (p <= 0 || p >= 1) return k === (p <= 0 ? 0 : n) ? 1 : 0;
  if (k === 0) return Math.exp(n * Math.log1p(-p));
  if (k === n) return Math.exp(n * Math.log(p));
  const lost = stirlingError(n) - stirlingError(k) - stirlingError(n - k);
  const far = deviance(k, n * p) + deviance(n - k, n * (1 - p));
  return Math.exp(lost - far - HALF_LOG_2PI) * Math.sqrt(n / k / (n - k));
}

// P(X <= k).
export function binomialCdf(k, n, p) {
  return p === 0.5 ? atLeast(n - k, n) : tails(k + 1, n, p)[1];
}

// P(X > k).
export function binomialSf(k, n, p) {
  return atLeast(k + 1, n, p);
}

// P(X >= count) of so many throws of a coin that shows this share of heads.
export function atLeast(count, total, share = 0.5) {
  if (share === 0.5 && total <= EXACT) return countedUp(count, total);
  return tails(count, total, share)[0];
}

// P(X <= count), P(X >= count) and P(X = count) of a fair coin.
export function binomialTails(count, total) {
  const rarer = Math.max(count, total - count);
  const point =
    total <= EXACT
      ? atLeast(rarer, total) - atLeast(rarer + 1, total)
      : binomialPmf(count, total, 0.5);
  return [atLeast(total - count, total), atLeast(count, total), point];
}

// P(X >= count) and P(X < count).
function tails(count, total, share) {
  if (count <= 0) return [1, 0];
  return count > total ? [0, 1] : betaTails(count, total - count + 1, share);
}

function countedUp(count, total) {
  let [ways, sum] = [1, 0];
  for (let k = total; k >= Math.max(0, count); k--) {
    sum += ways;
    ways = (ways * k) / (total - k + 1);
  }
  return sum / 2 ** total;
}

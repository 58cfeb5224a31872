// The chi-squared distribution, with a whole number of degrees of freedom.

import { normalQuantile, normalSf } from "./normal.js";
import { root } from "./roots.js";
import { HALF_LOG_2PI, deviance, logGamma, stirlingError } from "./saddle.js";

export function chiSquaredPdf(x, df) {
  if (x <= 0) return x < 0 || df > 2 ? 0 : df === 2 ? 0.5 : Infinity;
  return (front(df / 2, x / 2) * df) / 2 / x;
}

// P(X > x).
export function chiSquaredSf(x, df) {
  if (x <= 0) return 1;
  return x < df ? 1 - lower(df / 2, x / 2) : upper(df / 2, x / 2);
}

// P(X <= x).
export function chiSquaredCdf(x, df) {
  if (x <= 0) return 0;
  return x < df ? lower(df / 2, x / 2) : 1 - upper(df / 2, x / 2);
}

// The x below which a share p lies; chiSquaredIsf, above which.
export function chiSquaredQuantile(p, df) {
  if (!(p > 0 && p < 1)) return p === 0 ? 0 : p === 1 ? Infinity : NaN;
  return p <= 0.5 ? fromBelow(p, df) : fromAbove(1 - p, df);
}

export function chiSquaredIsf(p, df) {
  if (!(p > 0 && p < 1)) return p === 1 ? 0 : p === 0 ? Infinity : NaN;
  return p <= 0.5 ? fromAbove(p, df) : fromBelow(1 - p, df);
}

function fromAbove(p, df) {
  const target = Math.log(p);
  // The cube root is all but normal (Wilson and Hilferty).
  const step = 2 / (9 * df);
  const near = df * (1 - step - normalQuantile(p) * Math.sqrt(step)) ** 3;
  return Math.exp(
    root(u => {
      const x = Math.exp(u);
      const chance = chiSquaredSf(x, df);
      return [Math.log(chance) - target, (-x * chiSquaredPdf(x, df)) / chance];
    }, Math.log(near)),
  );
}

function fromBelow(p, df) {
  const target = Math.log(p);
  const a = df / 2;
  // Less than it is, for what the exponential takes away is left out.
  const near = Math.LN2 + (target + logGamma(a + 1)) / a;
  return Math.exp(
    root(u => {
      const x = Math.exp(u);
      if (x === 0) return [a * (u - near), a];
      const chance = chiSquaredCdf(x, df);
      return [Math.log(chance) - target, (x * chiSquaredPdf(x, df)) / chance];
    }, near),
  );
}

// x^a e^-x / Gamma(a + 1).
function front(a, x) {
  return Math.exp(-stirlingError(a) - deviance(a, x) - HALF_LOG_2PI) / Math.sqrt(a);
}

// Of the gamma distribution: 1 + x/(a + 1) + x^2/((a + 1)(a + 2)) + ...
function lower(a, x) {
  let [term, sum] = [1, 1];
  for (let j = a + 1; term > 1e-17 * sum; j++) sum += term *= x / j;
  return front(a, x) * sum;
}

// a/x + a (a - 1)/x^2 + ..., which ends by itself, or at one half, whose tail is the normal's.
function upper(a, x) {
  let [term, sum] = [1, 0];
  let j = a;
  for (; j > 0.5 && term > 1e-17 * sum; j--) sum += term *= j / x;
  return front(a, x) * sum + (j === 0.5 ? 2 * normalSf(Math.sqrt(2 * x)) : 0);
}

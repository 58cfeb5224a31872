// The normal distribution, right to the last digits also far out in the tails.

import { root } from "./roots.js";

const ROOT_2PI = Math.sqrt(2 * Math.PI);
// From here on the tail comes from a continued fraction; nearer to 0, from a series.
const FAR = 1.5;

export function normalPdf(x) {
  if (Math.abs(x) > 40) return 0;
  // x^2 would lose digits that the exponential needs: the square of a short number is exact.
  const short = Math.fround(x);
  return (Math.exp((-short * short) / 2) * Math.exp((-(x - short) * (x + short)) / 2)) / ROOT_2PI;
}

// P(Z <= x).
export function normalCdf(x) {
  if (x <= -FAR) return normalPdf(x) * millsRatio(-x);
  if (x >= FAR) return 1 - normalPdf(x) * millsRatio(x);
  return 0.5 + fromCentre(x);
}

// P(Z > x).
export function normalSf(x) {
  return normalCdf(-x);
}

// The x below which a share p lies; normalIsf, above which.
export function normalQuantile(p) {
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : NaN;
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p >= 0.1) {
    return root(x => [fromCentre(x) - (p - 0.5), normalPdf(x)], (p - 0.5) * ROOT_2PI);
  }
  // P(Z <= -x) is at most exp(-x^2/2) / 2: the start is beyond, and the steps come from there.
  const logP = Math.log(p);
  const x = root(
    t => {
      const ratio = t >= FAR ? millsRatio(t) : normalSf(t) / normalPdf(t);
      return [Math.log(ratio / ROOT_2PI) - (t * t) / 2 - logP, -1 / ratio];
    },
    Math.sqrt(-2 * Math.log(2 * p)),
  );
  // One more step on the tail itself, where a logarithm of hundreds has lost digits.
  const tail = normalSf(x);
  return tail > 1e-300 ? -(x + (tail - p) / normalPdf(x)) : -x;
}

export function normalIsf(p) {
  return -normalQuantile(p);
}

// P(0 < Z <= x): the density times x + x^3/3 + x^5/(3 5) + ...
function fromCentre(x) {
  let term = x;
  let sum = x;
  for (let j = 3; Math.abs(term) > 1e-17 * Math.abs(sum); j += 2) {
    term *= (x * x) / j;
    sum += term;
  }
  return normalPdf(x) * sum;
}

// P(Z > x) over the density: 1/(x + 1/(x + 2/(x + 3/(x + ...)))), from inside.
function millsRatio(x) {
  let inner = x;
  for (let j = 10 + Math.ceil(400 / (x * x)); j > 0; j--) inner = x + j / inner;
  return 1 / inner;
}

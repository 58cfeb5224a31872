// The incomplete beta function: the tails of counts (binomial.js) and of Student's t.

import { HALF_LOG_2PI, deviance, stirlingError } from "./saddle.js";
import { root } from "./roots.js";

// I_x(a, b) and 1 - I_x(a, b). The smaller of the two is right to its last digits, however small;
// `y` is 1 - x, for whoever knows it better than 1 - x does.
export function betaTails(a, b, x, y = 1 - x) {
  if (x <= 0) return [0, 1];
  if (y <= 0) return [1, 0];
  if (b * x <= a * y) {
    const low = Math.exp(logFront(a, b, x, y)) * fraction(a, b, x, y);
    return [low, 1 - low];
  }
  const high = Math.exp(logFront(b, a, y, x)) * fraction(b, a, y, x);
  return [1 - high, high];
}

// The share x at which I_x(a, b) = p, and 1 - x.
export function betaQuantile(p, a, b) {
  if (p <= 0) return [0, 1];
  if (p >= 1) return [1, 0];
  const u = logitWhere(p, (x, y) => logBeta(a, b, x, y), a / b);
  return fromLogit(u);
}

// The logit at which a rising chance is p; `chance(x, y)` gives its logarithm, and the slope of
// that in the logit. From the odds `near`.
export function logitWhere(p, chance, near) {
  const target = Math.log(p);
  return root(u => {
    const [value, slope] = chance(...fromLogit(u));
    return [value - target, slope];
  }, Math.log(near));
}

export function fromLogit(u) {
  const e = Math.exp(-Math.abs(u));
  const small = e / (1 + e);
  return u < 0 ? [small, 1 - small] : [1 - small, small];
}

// log I_x(a, b), and its slope in the logit of x.
export function logBeta(a, b, x, y) {
  const front = logFront(a, b, x, y);
  if (b * x <= a * y) {
    const ratio = fraction(a, b, x, y);
    return [front + Math.log(ratio), a / ratio];
  }
  const high = Math.exp(logFront(b, a, y, x)) * fraction(b, a, y, x);
  return [Math.log1p(-high), (a * Math.exp(front)) / (1 - high)];
}

// log of x^a y^b / (a B(a, b)).
function logFront(a, b, x, y) {
  const n = a + b;
  const lost = stirlingError(n) - stirlingError(a) - stirlingError(b);
  const far = deviance(a, n * x) + deviance(b, n * y);
  return lost - far - HALF_LOG_2PI + 0.5 * Math.log(b / a / n);
}

// What x^a y^b / (a B(a, b)) is to be multiplied by: a over the continued fraction of DiDonato and
// Morris, by Lentz's method. Below the mean it has no minus before b steps: nothing cancels. Whole
// b end it there; at the mean some sqrt(a + b) steps do.
function fraction(a, b, x, y) {
  const far = a * y - b * x;
  let value = (a * (far + 1)) / (a + 1);
  let c = value;
  let d = 0;
  for (let m = 1; ; m++) {
    const odd = a + 2 * m - 1;
    const over = ((((a + m - 1) / odd) * (a + b + m - 1)) / odd) * m * (b - m) * x * x;
    const beside = m + (m * (b - m) * x) / odd + ((a + m) * (far + 1 + m * (1 + y))) / (odd + 2);
    c = beside + over / c;
    d = 1 / (beside + over * d);
    const change = c * d;
    value *= change;
    // Turned round, so that what is not a number ends it too.
    if (!(Math.abs(change - 1) >= 3e-16)) return a / value;
  }
}

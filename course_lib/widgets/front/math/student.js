// Student's t distribution.

import { betaTails } from "./beta.js";
import { normalIsf } from "./normal.js";
import { root } from "./roots.js";
import { stirlingError } from "./saddle.js";

export function studentPdf(t, df) {
  const a = df / 2;
  // Gamma(a + 1/2) / Gamma(a), by Stirling, which has no 0 to start from.
  const lost = df === 1 ? 0 : stirlingError(a - 0.5) - stirlingError(a);
  const ratio =
    df === 1
      ? 1 / Math.sqrt(Math.PI)
      : Math.sqrt(a) * Math.exp(a * Math.log1p(-0.5 / a) + 0.5 + lost);
  return (ratio / Math.sqrt(df * Math.PI)) * Math.exp(-(a + 0.5) * Math.log1p((t * t) / df));
}

// P(T > t).
export function studentSf(t, df) {
  const above = both(t, df)[0] / 2;
  return t < 0 ? 1 - above : above;
}

// P(T <= t).
export function studentCdf(t, df) {
  return studentSf(-t, df);
}

// The t below which a share p lies; studentIsf, above which.
export function studentQuantile(p, df) {
  return -studentIsf(p, df);
}

export function studentIsf(p, df) {
  if (!(p > 0 && p < 1)) return p === 0 ? Infinity : p === 1 ? -Infinity : NaN;
  if (p > 0.5) return -studentIsf(1 - p, df);
  if (p === 0.5) return 0;
  // On the side that holds less, in log t.
  const far = p < 0.25;
  const target = Math.log(far ? 2 * p : 1 - 2 * p);
  const u = root(
    u => {
      const t = Math.exp(u);
      const chance = both(t, df)[far ? 0 : 1];
      return [Math.log(chance) - target, ((far ? -2 : 2) * t * studentPdf(t, df)) / chance];
    },
    Math.log(normalIsf(p)),
  );
  return Math.exp(u);
}

// P(|T| > |t|) and P(|T| <= |t|).
function both(t, df) {
  const square = t * t;
  if (square === Infinity) return [0, 1];
  return betaTails(df / 2, 0.5, df / (df + square), square / (df + square));
}

// Two small parts of which exact chances are made, also for millions of cases: what Stirling's
// formula leaves out, and how far a count is from what was expected (Loader's saddle point).

export const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

// log Gamma(z + 1) less Stirling's (z + 1/2) log z - z + log(2 pi) / 2, for z > 0.
export function stirlingError(z) {
  // The series is right to the last digit from 15 on; up to there, from z + 1 to z.
  let extra = 0;
  for (; z < 15; z++) extra += (z + 0.5) * Math.log1p(1 / z) - 1;
  const r = 1 / (z * z);
  const tail = 1 / 1680 - r * (1 / 1188 - (r * 691) / 360360);
  return extra + (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * tail))) / z;
}

// x log(x / m) + m - x, without cancelling where x is close to m.
export function deviance(x, m) {
  if (x === 0) return m;
  const gap = x - m;
  if (Math.abs(gap) > 0.4 * (x + m)) return x * Math.log(x / m) - gap;
  // log(x / m) = 2 artanh(v), as a series.
  const v = gap / (x + m);
  let sum = gap * v;
  let term = 2 * x * v;
  for (let j = 3; ; j += 2) {
    term *= v * v;
    const more = sum + term / j;
    if (more === sum) return sum;
    sum = more;
  }
}

export function logGamma(z) {
  return (z + 0.5) * Math.log(z) - z + HALF_LOG_2PI + stirlingError(z) - Math.log(z);
}

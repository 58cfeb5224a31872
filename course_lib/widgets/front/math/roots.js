// Where a rising or falling function is zero.

// `f(u)` gives [value, slope]. Newton's steps; once both sides are known, a step that would leave
// what lies between them, or leads where the function has no number, is halved instead.
//
// Handed the logarithm of a tail as a function of log x (of x for the normal distribution, of the
// logit for a share), the steps come from one side and never overshoot: in these scales all our
// densities are log-concave, and so are their tails.
export function root(f, start) {
  let u = start;
  let [below, above] = [-Infinity, Infinity];
  for (let round = 0; round < 200; round++) {
    const [value, slope] = f(u);
    if (value === 0) return u;
    if (value < 0 === slope > 0) below = u;
    else above = u;
    let next = u - value / slope;
    if (!(next > below && next < above)) {
      if (Math.abs(next - u) <= 4e-16 * Math.abs(u)) return next;
      next = between(below, above);
    }
    if (Math.abs(next - u) <= 1e-16 * Math.abs(next) || next === u) return next;
    u = next;
  }
  return u;
}

function between(below, above) {
  if (below === -Infinity) return above - Math.max(1, Math.abs(above));
  if (above === Infinity) return below + Math.max(1, Math.abs(below));
  return below + (above - below) / 2;
}

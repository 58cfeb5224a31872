// Tango's score: how far the counts of pairs are from what a supposed difference lets us expect;
// and his interval: every difference that the score test would not reject.

// Neighbouring floats differ by no more, as a part of them.
const GRAIN = 2 ** -52;

// If the true difference were d, 0 or more: the likeliest chance of a "c" pair. It solves
// 2 q^2 + w q = c d (1 - d), with all counts as shares of n; of the two ways to write the root, the
// one that adds numbers of the same sign. Also the square root in it.
function likeliest(discordant, factor, c, d) {
  const w = factor * d - discordant;
  const product = c * d * (1 - d);
  const root = Math.sqrt(w * w + 8 * product);
  const total = root + Math.abs(w);
  return [w > 0 ? (2 * product) / total : total / 4, root];
}

// By how many standard errors b - c lies above what a supposed difference lets us expect.
export function scoreStatistic(b, c, n, difference) {
  const excess = b - c - n * difference;
  if (excess === 0) return 0;
  // A negative difference is a positive one with b and c exchanged; so nothing cancels.
  const size = Math.abs(difference);
  const [first, second] = difference < 0 ? [c, b] : [b, c];
  const [q] = likeliest((first + second) / n, 2 - (first - second) / n, second / n, size);
  return excess / Math.sqrt(n * (2 * q + size * (1 - size)));
}

// The limits at a normal quantile; the counts need not be whole.
export function tangoLimits(b, c, n, z) {
  // The lower limit for b - c is the upper one for c - b, turned round; -0 is ugly.
  return [0 - upper(c, b, n, z), upper(b, c, n, z)];
}

function upper(b, c, n, z) {
  // McNemar's test says which sign the limit has, and exactly so; the root finder only its size.
  const excess = b - c;
  const mcnemar = excess * Math.abs(excess) + z * z * (b + c);
  if (b + c > 0 && mcnemar === 0) return 0;
  const positive = mcnemar > 0 || b + c === 0;
  // A negative limit is the lower limit, turned round, of the problem with b and c exchanged.
  const [first, second, side] = positive ? [b, c, 1] : [c, b, -1];
  const size = second === 0 ? withoutC(first, n, z, side) : solved(first, second, n, z, side);
  // Rounding must not turn "just above 0" into 0.
  return side * Math.max(size, Number.MIN_VALUE);
}

// Where c = 0 the equation falls apart into two with a formula each: Wilson's limit for the share
// b / n above b / (2n - b), and below it a straight line.
function withoutC(b, n, z, side) {
  const square = z * z;
  const middle = b + square / 2;
  const root = z * Math.sqrt(square / 4 + (b * (n - b)) / n);
  if (side > 0) return b === n ? 1 : Math.min((middle + root) / (n + square), 1);
  // Written so that nothing cancels: the product of both of Wilson's limits is known.
  const wilson = Math.min((b * b) / n / (middle + root), 1);
  return wilson >= b / (2 * n - b) ? wilson : Math.max(b - square, 0) / (n + square);
}

// The root d of side (d - estimate) = z spread(d), which lies between the estimate and 1 or 0: by
// Newton's method, in a bracket that it may not leave.
function solved(b, c, n, z, side) {
  const [estimate, discordant, share] = [(b - c) / n, (b + c) / n, c / n];
  const factor = 2 - estimate;
  z /= Math.sqrt(n);
  let [near, far] = [Math.max(estimate, 0), side > 0 ? 1 : 0];
  const inside = x => (x - near) * (x - far) < 0;
  // A guess that is right where b and c are both 0, and good where they are large.
  const reach = z * Math.sqrt(discordant - estimate * estimate + z * z);
  let x = (estimate + side * reach) / (1 + z * z);
  if (!inside(x)) x = (near + far) / 2;
  let before = Infinity;
  for (let i = 0; i < 200; i++) {
    const [q, root] = likeliest(discordant, factor, share, x);
    const spread = Math.sqrt(2 * q + x * (1 - x));
    const value = side * (x - estimate) - z * spread;
    const turn = 1 - 2 * x;
    const slope = side - (z * ((share * turn - factor * q) / root + turn / 2)) / spread;
    // Seen from the estimate the value rises: it is positive beyond the root.
    if (value > 0) far = x;
    else near = x;
    const step = value / slope;
    let next = x - step;
    // Halve the bracket where the step would leave it, or is in no hurry.
    const bold = inside(next) && Math.abs(step) <= before / 2;
    if (!bold && Math.abs(step) <= 2 * GRAIN * x) return x;
    if (!bold) next = (near + far) / 2;
    before = Math.abs(next - x);
    x = next;
    if ((bold && before <= GRAIN * x) || Math.abs(far - near) <= GRAIN * x) return x;
  }
  return x;
}

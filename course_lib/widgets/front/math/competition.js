// From one classifier that learned nothing to the best of C of them.

// Where floats lose digits, or end.
const TINY = 1e-290;
// Up to so many competitors the chance of the best can be a short decimal: see `settled`.
const MOST_EXACT_COMPETITORS = 64;

// A chance that is a short decimal but for its last bits is that decimal. Levels are short
// decimals, tails do equal them (10 positives, 999 negatives: 10 of 1000 rankings beat majority
// voting), and rounding must not decide the verdict.
export function settled(chance) {
  if (!(chance > TINY && chance < 1)) return chance;
  const decimal = Number(chance.toPrecision(8));
  return Math.abs(decimal - chance) <= 1e-12 * chance ? decimal : chance;
}

// How likely the best of `competitors` reaches what one reaches with chance `tail`.
// `logTail` is its logarithm, asked for where the tail is too small for a float.
export function chanceOfBest(tail, competitors, logTail = () => Math.log(tail)) {
  if (competitors === 1 || tail >= 1) return Math.min(tail, 1);
  if (tail < TINY) return Math.exp(logTail() + Math.log(competitors));
  const chance = -Math.expm1(competitors * Math.log1p(-tail));
  return competitors <= MOST_EXACT_COMPETITORS ? settled(chance) : chance;
}

// How rare a score must be for one, so that the best of C reaches it with chance alpha.
export function levelForEach(competitors, alpha) {
  return -Math.expm1(Math.log1p(-alpha) / competitors);
}

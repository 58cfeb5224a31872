// Random rankings of positives and negatives, and what they score.
//
// They are the very rankings that Python's kernels draw (chance/kernels.py): each has a stream of
// its own, xoshiro128++ started by splitmix64 from a key and the ranking's number, so the same
// seed gives the same walks with a kernel and without.

const ALL_64 = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;

function mix(z) {
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & ALL_64;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & ALL_64;
  return z ^ (z >> 31n);
}

// The first state of the stream of one ranking; `key` in hexadecimal digits.
const words = new Uint32Array(4);
const pairs = new BigUint64Array(words.buffer);
function start(key, number) {
  const one = mix((BigInt(`0x${key}`) + BigInt(number) * GOLDEN) & ALL_64);
  [pairs[0], pairs[1]] = [one, mix((one + GOLDEN) & ALL_64)];
  return [words[1], words[0], words[3], words[2]];
}

// Ranking `number` (from 0), case by case: 1 for a positive, 0 for a negative. The next case is
// positive with the chance (positives left) / (cases left).
export function randomRanking(key, number, positives, negatives) {
  let [s0, s1, s2, s3] = start(key, number);
  const ranking = new Uint8Array(positives + negatives);
  for (let t = 0, left = positives; t < ranking.length; t++) {
    const total = (s0 + s3) >>> 0;
    const draw = (((total << 7) | (total >>> 25)) + s0) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >>> 21);
    // Up to 100 cases the product is far below 2^53.
    ranking[t] = Math.floor((draw * (ranking.length - t)) / 2 ** 32) < left ? 1 : 0;
    left -= ranking[t];
  }
  return ranking;
}

// AUC, best accuracy and best F of a ranking.
export function scoresOf(ranking, positives, negatives) {
  let [tp, rightPairs, peak, f] = [0, 0, 0, 0];
  for (let t = 0; t < ranking.length; t++) {
    if (ranking[t]) tp++;
    else rightPairs += tp;
    peak = Math.max(peak, 2 * tp - (t + 1));
    f = Math.max(f, (2 * tp) / (positives + t + 1));
  }
  return {
    auc: rightPairs / (positives * negatives),
    accuracy: (peak + negatives) / (positives + negatives),
    f_measure: f,
  };
}

// Intervals for a paired difference (b - c) / n: of n pairs, b went one way only and c the other.
// Each returns [low, high].

import { counted, decimals, grouped, percent } from "../words.js";
import { normalQuantile } from "./normal.js";
import { tangoLimits } from "./tango.js";

// Numbers are told in larger units before they leave the floats.
const LARGE = 1e200;

// How a sentence calls them.
export const INTERVALS = {
  tango: "Tango's score interval",
  wald: "Wald's interval",
  "agresti-min": "Agresti and Min's interval",
  newcombe: "Newcombe's interval",
  bootstrap: "the bootstrap's percentile interval",
};

// Standard errors to each side. The last is remembered: a table of limits asks a thousand times.
let remembered = [NaN, NaN];
export function quantileOf(confidence) {
  if (remembered[0] !== confidence) {
    const tail = confidence > 0.5 ? (1 - confidence) / 2 : 0.5 - confidence / 2;
    remembered = [confidence, -normalQuantile(tail)];
  }
  return remembered[1];
}

export function tangoInterval(b, c, n, confidence = 0.95) {
  return tangoLimits(b, c, n, quantileOf(confidence));
}

export function waldInterval(b, c, n, confidence = 0.95) {
  return around(b, c, n, quantileOf(confidence));
}

// Wald's after half a pair was added to each of the four cells.
export function agrestiMinInterval(b, c, n, confidence = 0.95) {
  return around(b + 0.5, c + 0.5, n + 2, quantileOf(confidence));
}

function around(b, c, n, z) {
  const estimate = (b - c) / n;
  // b + c - (b - c)^2/n without the subtraction, which may come out below 0.
  const variance = ((b + c) * (n - b - c) + 4 * b * c) / n;
  const reach = (z * Math.sqrt(variance)) / n;
  return [estimate - reach, estimate + reach];
}

// Two of Wilson's intervals, joined by their correlation: `bothRight` of the pairs were right for
// both.
export function newcombeInterval(b, c, n, confidence, bothRight) {
  const z = quantileOf(confidence);
  const [below1, above1] = wilsonReach(bothRight + b, n, z);
  const [below2, above2] = wilsonReach(bothRight + c, n, z);
  const phi = correlation(bothRight, b, c, n - b - c - bothRight, n);
  // (x - y)^2 + 2 (1 - phi) x y is never negative, also after rounding.
  const joined = (x, y) => Math.sqrt((x - y) ** 2 + 2 * (1 - phi) * x * y);
  const estimate = (b - c) / n;
  return [estimate - joined(below1, above2), estimate + joined(above1, below2)];
}

function wilsonReach(count, n, z) {
  const [share, square] = [count / n, z * z];
  const root = z * Math.sqrt(n * share * (1 - share) + square / 4);
  const below = (root - square / 2 + square * share) / (n + square);
  const above = (root + square / 2 - square * share) / (n + square);
  return [Math.max(below, 0), Math.max(above, 0)];
}

// If positive, drawn towards 0 as Newcombe does.
function correlation(both, b, c, neither, n) {
  const sides = (both + b) * (c + neither) * (both + c) * (b + neither);
  const excess = both * neither - b * c;
  const drawn = excess > 0 ? Math.max(excess - n / 2, 0) : excess;
  return sides > 0 ? drawn / Math.sqrt(sides) : 0;
}

// The percentile bootstrap with infinitely many repetitions.
export function bootstrapInterval(b, c, n, confidence = 0.95) {
  if (b + c === 0 || b === n || c === n) return [(b - c) / n, (b - c) / n];
  const beside = (1 - confidence) / 2;
  const { weights, total } = weighed(b, c, n);
  // Rounding must not decide where a sum is just as large as the level.
  const [ofLow, ofHigh] = [(beside - 1e-12) * total, (1 - beside - 1e-12) * total];
  let [low, high, sum] = [0, 0, 0];
  for (let i = 0; i <= 2 * n; i++) {
    sum += weights[i];
    if (sum < ofLow) low = i + 1;
    if (sum < ofHigh) high = i + 1;
    else break;
  }
  return [(low - n) / n, (high - n) / n];
}

// The chances of -n, ..., n as the difference of n pairs that are drawn anew.
export function resampled(b, c, n) {
  const { weights, total } = weighed(b, c, n);
  return weights.map(weight => weight / total);
}

function weighed(b, c, n) {
  const weights = new Float64Array(2 * n + 1);
  const [up, logUp] = fromBelow(b, c, n);
  const [down, logDown] = fromBelow(c, b, n);
  const most = Math.max(logUp, logDown);
  const [ofUp, ofDown] = [Math.exp(logUp - most), Math.exp(logDown - most)];
  // Both halves know the weight of 0, unless one of them is not there.
  let total = (weights[n] = b > 0 ? down[n] * ofDown : up[n] * ofUp);
  for (let i = 0; i < n; i++) {
    weights[2 * n - i] = down[i] * ofDown;
    weights[i] = up[i] * ofUp;
    total += weights[i] + weights[2 * n - i];
  }
  return { weights, total };
}

// The chances of -n, ..., 0, and the logarithm of the unit in which they are told: coefficients of
// (c + s x + b x^2)^n, each from the two before it. Up to the middle only positive numbers are
// added, so no digits are lost; the other half is this with b and c exchanged.
function fromBelow(b, c, n) {
  const chances = new Float64Array(n + 1);
  if (c === 0) return [chances, -Infinity];
  const still = n - b - c;
  let log = n * Math.log(c / n);
  chances[0] = 1;
  for (let k = 0; k < n; k++) {
    const earlier = k ? b * (2 * n - k + 1) * chances[k - 1] : 0;
    chances[k + 1] = (still * (n - k) * chances[k] + earlier) / (c * (k + 1));
    if (chances[k + 1] > LARGE) {
      for (let i = 0; i <= k + 1; i++) chances[i] /= LARGE;
      log += Math.log(LARGE);
    }
  }
  return [chances, log];
}

// The limits of the interval of this name; Newcombe's needs `bothRight`.
export function intervalByName(method, b, c, n, confidence = 0.95, bothRight = 0) {
  if (method === "newcombe") return newcombeInterval(b, c, n, confidence, bothRight);
  return ON_COUNTS[method](b, c, n, confidence);
}

const ON_COUNTS = {
  tango: tangoInterval,
  wald: waldInterval,
  "agresti-min": agrestiMinInterval,
  bootstrap: bootstrapInterval,
};

// Numbers in three decimals, or in more where 0 and other numbers would look the same.
export function limitsInWords(...numbers) {
  let texts;
  for (let places = 3; places < 13; places++) {
    texts = numbers.map(number => decimals(number + 0, places));
    if (texts.every((text, i) => (Number(text) === 0) === (numbers[i] === 0))) break;
  }
  return texts;
}

// A paired difference with its interval, as a result that can say itself.
export function pairedDifference(b, c, n, method = "tango", confidence = 0.95, bothRight = 0) {
  const [low, high] = intervalByName(method, b, c, n, confidence, bothRight);
  return new PairedDifference({ b, c, n, method, confidence, low, high, difference: (b - c) / n });
}

export class PairedDifference {
  constructor(found) {
    Object.assign(this, found);
  }

  get containsZero() {
    return this.low <= 0 && this.high >= 0;
  }

  // What a reader should know about this very interval.
  get notes() {
    if (this.low === this.high) {
      const pairs = counted(this.n, "pair");
      return [
        `The interval has no width, as if ${pairs} could tell for certain: do not report it.`,
      ];
    }
    const leaves = this.low < -1 || this.high > 1;
    return leaves ? ["It leaves [-1, 1], where no difference can be: do not report it."] : [];
  }

  sentence() {
    const [low, high, estimate] = limitsInWords(this.low, this.high, this.difference);
    const holds = this.containsZero ? "holds" : "does not hold";
    const words =
      `The difference is ${estimate} (${grouped(this.b)} one way only, ${grouped(this.c)} the ` +
      `other, of ${counted(this.n, "pair")}); ${INTERVALS[this.method]} at ` +
      `${percent(this.confidence)} confidence reaches from ${low} to ${high}, and ${holds} 0, ` +
      "no difference at all.";
    return [words, ...this.notes].join(" ");
  }
}

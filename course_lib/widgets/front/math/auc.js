// The AUC of a random ranking. The rankings with d pairs in the wrong order are counted by the
// coefficient of q^d in the Gaussian binomial coefficient
//
//     G(q) = product over j = 1 .. m of (1 - q^(M+j)) / (1 - q^j),   m = fewer, M = more,
//
// and those with at most d by that of G(q) / (1 - q). Small sizes: multiply it out. Large sizes:
// read a coefficient off by Cauchy's formula, a mean over a circle |q| = r through the saddle
// point, where all points pull in one direction and only some seventy of them count.

import { settled } from "./competition.js";
import { Lattice } from "./lattice.js";
import { STEPS, finish } from "./slowly.js";

// Multiplying out takes fewer x pairs steps; up to so many it is quick, and right to 1e-13.
const MOST_COUNTING = 2000000;
// The circle is cut so finely, in units of the spread of the terms, that what neighbouring
// coefficients add is below the precision of a float.
const POINTS_PER_SPREAD = 36;
// Points are added until eight of them in a row are this small.
const NEGLIGIBLE = 1e-25;
// A circle serves all coefficients that are no further from its peak, in units of the spread.
const SERVES = 1;

export function aucLuck(positives, negatives) {
  const [fewer, more] = [Math.min(positives, negatives), Math.max(positives, negatives)];
  const counting = fewer * fewer * more <= MOST_COUNTING;
  return new (counting ? CountedAUC : CircledAUC)(fewer, more);
}

// Who extends it knows `logAtMostSlowly(wrong)`, for fewer wrong pairs than half of them.
class AUCLuck extends Lattice {
  constructor(fewer, more) {
    super(0, fewer * more, fewer * more);
    this.fewer = fewer;
    this.more = more;
  }

  // Reversing a ranking turns d wrong pairs into pairs - d.
  headWithin(index) {
    return this.tail(this.last - index);
  }

  tailWithin(index) {
    return finish(this.tailSlowly(index));
  }

  logTail(index) {
    return finish(this.logTailSlowly(index));
  }

  *logTailSlowly(index) {
    if (index <= 0) return 0;
    if (index > this.last) return -Infinity;
    const wrong = this.last - index;
    if (2 * wrong + 1 === this.last) return -Math.LN2;
    if (2 * wrong < this.last) return yield* this.logAtMostSlowly(wrong);
    return Math.log1p(-Math.exp(yield* this.logAtMostSlowly(index - 1)));
  }

  *chanceAtLeastSlowly(score) {
    return yield* this.tailSlowly(this.indexOf(score));
  }

  *chanceAtMostSlowly(score) {
    return yield* this.tailSlowly(this.indexOf(1 - score));
  }
}

class CountedAUC extends AUCLuck {
  *prepareSlowly() {
    if (this.atMost) return;
    const { fewer, more } = this;
    const half = this.last >> 1;
    const counts = new Float64Array(half + 1);
    counts[0] = 1;
    let rankings = 1;
    for (let j = 1, steps = 0; j <= fewer; j++) {
      for (let d = half; d >= more + j; d--) counts[d] -= counts[d - more - j];
      for (let d = j; d <= half; d++) counts[d] += counts[d - j];
      rankings = (rankings * (more + j)) / j;
      if ((steps += 2 * half) > STEPS) yield (steps = 0);
    }
    for (let d = 0, sum = 0; d <= half; d++) counts[d] = (sum += counts[d]) / rankings;
    this.atMost = counts;
  }

  tailWithin(index) {
    if (!this.atMost) finish(this.prepareSlowly());
    const wrong = this.last - index;
    return settled(2 * wrong < this.last ? this.atMost[wrong] : 1 - this.atMost[index - 1]);
  }

  logTail(index) {
    return Math.log(this.tail(index));
  }

  *tailSlowly(index) {
    yield* this.prepareSlowly();
    return this.tail(index);
  }
}

class CircledAUC extends AUCLuck {
  constructor(fewer, more) {
    super(fewer, more);
    this.circles = [];
  }

  *tailSlowly(index) {
    if (index <= 0) return 1;
    return settled(Math.min(Math.exp(yield* this.logTailSlowly(index)), 1));
  }

  *logAtMostSlowly(wrong) {
    const serves = ({ mean, spread }) => Math.abs(wrong - mean) <= SERVES * spread;
    let circle = this.circles.find(serves);
    if (!circle) {
      circle = new Circle(this.fewer, this.more, rateOfPeak(this.fewer, this.more, wrong));
      yield* circle.goRound();
      this.circles.push(circle);
    }
    return circle.logAtMost(wrong);
  }

  // As a normal distribution would have it.
  guess(deviate) {
    const spread = Math.sqrt((this.last * (this.fewer + this.more + 1)) / 12);
    return Math.round(this.last / 2 + spread * deviate);
  }
}

// About the rate for which the terms of G(q) / (1 - q), q = exp(-rate), peak at q^wrong. Near is
// good enough.
function rateOfPeak(fewer, more, wrong) {
  let [low, high] = [Math.log(1e-9), Math.log(50)];
  while (high - low > 1e-3) {
    const middle = (low + high) / 2;
    const rate = Math.exp(middle);
    let mean = 1 / Math.expm1(rate);
    for (let j = 1; j <= fewer; j++) {
      mean += j / Math.expm1(Math.min(rate * j, 700));
      mean -= (more + j) / Math.expm1(Math.min(rate * (more + j), 700));
    }
    if (mean <= wrong) high = middle;
    else low = middle;
  }
  return Math.exp(high);
}

// G(q) / (1 - q) on the circle |q| = exp(-rate).
class Circle {
  constructor(fewer, more, rate) {
    this.fewer = fewer;
    this.more = more;
    this.rate = rate;
    this.mean = 1 / Math.expm1(rate);
    let variance = (0.5 / Math.sinh(rate / 2)) ** 2;
    // log(G(exp(-rate)) / number of rankings), added up with what rounding dropped.
    let [log, dropped] = [-Math.log(-Math.expm1(-rate)), 0];
    for (let j = 1; j <= fewer; j++) {
      const [x, y] = [Math.min(rate * j, 700), Math.min(rate * (more + j), 700)];
      this.mean += j / Math.expm1(x) - (more + j) / Math.expm1(y);
      variance += ((0.5 * j) / Math.sinh(x / 2)) ** 2;
      variance -= ((0.5 * (more + j)) / Math.sinh(y / 2)) ** 2;
      const term = Math.log((Math.expm1(-y) * j) / (Math.expm1(-x) * (more + j))) - dropped;
      const sum = log + term;
      dropped = sum - log - term;
      log = sum;
    }
    this.logWeight = log;
    this.spread = Math.sqrt(variance);
    this.points = 2 * Math.ceil((POINTS_PER_SPREAD * this.spread) / 2) + 2;
  }

  // The values at even steps, relative to that at the real axis, while they count; the lower half
  // mirrors the upper.
  *goRound() {
    const { fewer, more, rate, points } = this;
    const ratios = Float64Array.from({ length: fewer + 1 }, (_, j) => twiceRatio(rate, j));
    const upper = Float64Array.from({ length: fewer + 1 }, (_, j) => twiceRatio(rate, more + j));
    this.real = [];
    this.imaginary = [];
    for (let number = 0, small = 0, steps = 0; number <= points >> 1 && small < 8; number++) {
      const half = (Math.PI * number) / points;
      const [real, imaginary] = product(half, fewer, more, ratios, upper);
      small = Math.hypot(real, imaginary) < NEGLIGIBLE ? small + 1 : 0;
      // ... / (1 - q)
      const sine = Math.sin(half);
      const [a, b] = [1 + ratios[1] * sine * sine, ratios[1] * sine * Math.cos(half)];
      const size = a * a + b * b;
      this.real.push((real * a + imaginary * b) / size);
      this.imaginary.push((imaginary * a - real * b) / size);
      if ((steps += 5 * fewer) > STEPS) yield (steps = 0);
    }
  }

  // The logarithm of P(at most so many wrong pairs): the coefficient of q^wrong.
  logAtMost(wrong) {
    const { points, real, imaginary } = this;
    let total = -real[0];
    for (let number = 0; number < real.length; number++) {
      // Whole turns are dropped in integers, so that the angle keeps all its digits.
      const angle = (2 * Math.PI * ((number * wrong) % points)) / points;
      const term = real[number] * Math.cos(angle) - imaginary[number] * Math.sin(angle);
      // A point stands for its mirror image too, except the two on the real axis.
      total += 2 * number === points ? term : 2 * term;
    }
    return total > 0 ? this.logWeight + this.rate * wrong + Math.log(total / points) : -Infinity;
  }
}

// 1 - q^exponent over 1 - |q|^exponent is 1 + this x sine (sine + i cosine) of half the angle:
// written so, nothing cancels where q is close to 1.
function twiceRatio(rate, exponent) {
  return exponent ? 2 / Math.expm1(Math.min(rate * exponent, 700)) : 0;
}

// G(q) / G(|q|), where q turns by twice the angle `half`.
function product(half, fewer, more, ratios, upper) {
  const [turnSine, turnCosine] = [Math.sin(half), Math.cos(half)];
  let [real, imaginary] = [1, 0];
  let s = 0,
    c = 1,
    S = 0,
    C = 1;
  for (let j = 1; j <= fewer; j++) {
    // Turn on by a little; every so often anew, before rounding adds up.
    if (j % 32 === 1) {
      [s, c] = [Math.sin(half * j), Math.cos(half * j)];
      [S, C] = [Math.sin(half * (more + j)), Math.cos(half * (more + j))];
    } else {
      const [s1, S1] = [s * turnCosine + c * turnSine, S * turnCosine + C * turnSine];
      c = c * turnCosine - s * turnSine;
      C = C * turnCosine - S * turnSine;
      s = s1;
      S = S1;
    }
    const a = 1 + upper[j] * S * S,
      b = upper[j] * S * C;
    const d = 1 + ratios[j] * s * s,
      e = ratios[j] * s * c;
    const size = 1 / (d * d + e * e);
    const x = (a * d + b * e) * size,
      y = (b * d - a * e) * size;
    const next = real * x - imaginary * y;
    imaginary = real * y + imaginary * x;
    real = next;
  }
  return [real, imaginary];
}

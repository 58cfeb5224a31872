// The best F along a random ranking. F = 2 TP / (positives + cases so far), so it reaches a score
// exactly when TP reaches a straight barrier that rises from case to case. All rankings are walked
// at once: the chance of every (cases, TP) that has not touched the barrier yet is carried along,
// and what arrives at it is added up. Only positive numbers are added: rare tails keep their
// digits. A tail is a walk of up to positives x negatives steps, so it is remembered, and the work
// is offered in slices.

import { settled } from "./competition.js";
import { SAME_SCORE } from "./lattice.js";
import { STEPS, finish } from "./slowly.js";

// Chances start from 2^900 instead of 1, for those far below the smallest float.
const SCALE = 2 ** 900;
const LOG_SCALE = 900 * Math.LN2;
const NOTHING = 1e-280;
// Beside what has touched the barrier already, so little can no longer be seen.
const BESIDE = 1e-20;
// Attainable scores are sorted in so many heaps for each (TP, FP).
const HEAPS = 1 / 16;

export class FMeasureLuck {
  constructor(positives, negatives) {
    this.positives = positives;
    this.negatives = negatives;
    this.first = 0;
    this.lowest = this.f(positives, negatives);
    this.highest = 1;
    this.walked = new Map();
  }

  f(truePositives, falsePositives) {
    return (2 * truePositives) / (this.positives + truePositives + falsePositives);
  }

  // The attainable scores in increasing order.
  get support() {
    if (!this.sorted) finish(this.prepareSlowly());
    return this.sorted;
  }

  get last() {
    return this.support.length - 1;
  }

  score(index) {
    return this.support[index];
  }

  indexOf(score) {
    let [low, high] = [0, this.support.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.support[middle] >= score - SAME_SCORE) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  isAttainable(score) {
    if (score < this.lowest - SAME_SCORE) return false;
    const few = this.reach(score + 2 * SAME_SCORE);
    return this.reach(score - SAME_SCORE).some((most, tp) => most > few[tp]);
  }

  // For each TP the most FP with which F reaches the score; -1 where none is few enough.
  reach(score) {
    const { positives, negatives } = this;
    const reach = new Int32Array(positives + 1);
    for (let tp = 0; tp <= positives; tp++) {
      const cases = Math.floor((2 * tp) / (score - SAME_SCORE));
      reach[tp] = Math.min(Math.max(cases - positives - tp, -1), negatives);
    }
    return reach;
  }

  tail(index) {
    return finish(this.tailSlowly(index));
  }

  logTail(index) {
    return this.logChanceAtLeast(index < this.support.length ? this.score(index) : 2);
  }

  head(index) {
    return index < 0 ? 0 : index >= this.last ? 1 : this.chanceAtMost(this.score(index));
  }

  chanceAtLeast(score) {
    return finish(this.chanceAtLeastSlowly(score));
  }

  chanceAtMost(score) {
    return finish(this.chanceAtMostSlowly(score));
  }

  logChanceAtLeast(score) {
    if (score <= this.lowest + SAME_SCORE) return 0;
    if (score > 1 + SAME_SCORE) return -Infinity;
    this.chanceAtLeast(score);
    return this.walked.get(score);
  }

  *tailSlowly(index) {
    if (index <= 0) return 1;
    yield* this.prepareSlowly();
    return index > this.last ? 0 : yield* this.chanceAtLeastSlowly(this.score(index));
  }

  *chanceAtLeastSlowly(score) {
    if (score <= this.lowest + SAME_SCORE) return 1;
    if (score > 1 + SAME_SCORE) return 0;
    if (!this.walked.has(score)) {
      const [touched] = yield* walk(this.positives, this.negatives, this.reach(score), BESIDE);
      this.walked.set(score, Math.log(touched) - LOG_SCALE);
    }
    return settled(Math.min(Math.exp(this.walked.get(score)), 1));
  }

  *chanceAtMostSlowly(score) {
    const above = score + 2 * SAME_SCORE;
    if (above <= this.lowest + SAME_SCORE) return 0;
    if (above > 1 + SAME_SCORE) return 1;
    // Nothing is left out here: the few that never touch the barrier are what is asked for.
    const [, passed] = yield* walk(this.positives, this.negatives, this.reach(above), 0);
    return settled(Math.min(passed / SCALE, 1));
  }

  guess() {
    return undefined;
  }

  // Sort the attainable scores: in heaps by size first, then each heap.
  *prepareSlowly() {
    if (this.sorted) return;
    const { positives, negatives, lowest } = this;
    const reach = this.reach(lowest);
    const heaps = Math.max(1, Math.floor(positives * negatives * HEAPS));
    const heapOf = score => Math.floor(((score - lowest) / (1 - lowest)) * (heaps - 1));
    const ends = new Int32Array(heaps + 1);
    let steps = 0;
    for (let tp = 1; tp <= positives; tp++) {
      for (let fp = 0; fp <= reach[tp]; fp++) ends[heapOf(Math.max(this.f(tp, fp), lowest)) + 1]++;
      if ((steps += reach[tp]) > STEPS) yield (steps = 0);
    }
    for (let heap = 1; heap <= heaps; heap++) ends[heap] += ends[heap - 1];
    const scores = new Float64Array(ends[heaps]);
    const free = ends.slice();
    for (let tp = 1; tp <= positives; tp++) {
      for (let fp = 0; fp <= reach[tp]; fp++) {
        const score = this.f(tp, fp);
        scores[free[heapOf(Math.max(score, lowest))]++] = score;
      }
      if ((steps += reach[tp]) > STEPS) yield (steps = 0);
    }
    let count = 0;
    for (let heap = 0; heap < heaps; heap++) {
      const [start, end] = [ends[heap], ends[heap + 1]];
      if (end - start > 1) scores.subarray(start, end).sort();
      for (let i = start; i < end; i++) {
        // Equal fractions are equal floats.
        if (!count || scores[i] !== scores[count - 1]) scores[count++] = scores[i];
      }
      if ((steps += 8 * (end - start)) > STEPS) yield (steps = 0);
    }
    this.sorted = scores.subarray(0, count);
  }
}

// The chance that a random ranking touches the barrier, and that it does not, times SCALE.
function* walk(positives, negatives, reach, beside) {
  const cases = positives + negatives;
  const mass = new Float64Array(positives + 2);
  mass[0] = SCALE;
  let [low, high, touched, steps] = [0, 0, 0, 0];
  for (let t = 0; t < cases; t++) {
    const first = Math.max(low, t - negatives);
    const last = Math.min(high, positives);
    oneCaseMore(mass, first, last, positives, negatives - t, 1 / (cases - t));
    high = last + 1;
    // With the most true positives they touch it now.
    while (high >= first && (high > positives || t + 1 - high <= reach[high])) {
      touched += mass[high--];
    }
    low = first;
    const nothing = Math.max(NOTHING, beside * touched);
    while (low <= high && mass[low] < nothing) low++;
    if (low > high) return [touched, 0];
    if ((steps += high - low + 10) > STEPS) yield (steps = 0);
  }
  return [touched, mass[positives]];
}

// mass[tp] after one case more; `offset` is negatives - cases so far.
function oneCaseMore(mass, first, last, positives, offset, weight) {
  let here = mass[last];
  mass[last + 1] = here * ((positives - last) * weight);
  for (let tp = last; tp > first; tp--) {
    const below = mass[tp - 1];
    mass[tp] = weight * (below * (positives - tp + 1) + here * (offset + tp));
    here = below;
  }
  mass[first] = here * ((offset + first) * weight);
}

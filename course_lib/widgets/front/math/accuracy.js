// The best accuracy along a random ranking. By reflection of the walk that goes up at a positive
// and down at a negative, the best cut gets c of n cases right with chance C(n, c) / C(n, P), for
// every c above what majority voting gets right.

import { settled } from "./competition.js";
import { Lattice } from "./lattice.js";

// Below this the tails are kept as logarithms, and below e^-800 they are nothing to anyone.
const SMALL = 1e-290;
const NOTHING = -800;

export class AccuracyLuck extends Lattice {
  constructor(positives, negatives) {
    const more = Math.max(positives, negatives);
    super(more, positives + negatives, positives + negatives);
    const fewer = Math.min(positives, negatives);
    this.tails = [1];
    this.logs = [];
    for (let step = 0, tail = 1, log = 0; step < fewer && log > NOTHING; step++) {
      const ratio = (fewer - step) / (more + 1 + step);
      tail *= ratio;
      log = tail > SMALL ? Math.log(tail) : log + Math.log(ratio);
      this.tails.push(tail > SMALL ? settled(tail) : Math.exp(log));
      this.logs.push(log);
    }
  }

  tailWithin(index) {
    return this.tails[index - this.first] ?? 0;
  }

  logTail(index) {
    return index <= this.first ? 0 : this.logs[index - this.first - 1] ?? -Infinity;
  }

  headWithin(index) {
    const tail = this.tail(index + 1);
    if (tail < 0.5) return 1 - tail;
    // From below, for 1 - tail would lose digits: tail(c) - tail(c + 1) without a difference.
    let head = 0;
    for (let c = this.first; c <= index; c++) {
      head += (this.tail(c) * (2 * c + 1 - this.scale)) / (c + 1);
    }
    return head;
  }
}

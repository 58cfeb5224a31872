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
    // From the first that is too small on.
    this.logs = [];
    let [tail, log] = [1, 0];
    for (let step = 0; step < fewer && log > NOTHING; step++) {
      const ratio = (fewer - step) / (more + 1 + step);
      if (tail * ratio > SMALL) {
        this.tails.push((tail *= ratio));
      } else {
        log = (log || Math.log(tail)) + Math.log(ratio);
        tail = 0;
        this.logs.push(log);
      }
    }
  }

  tailWithin(index) {
    const step = index - this.first;
    return step < this.tails.length ? settled(this.tails[step]) : Math.exp(this.logTail(index));
  }

  logTail(index) {
    const step = index - this.first;
    if (step < this.tails.length) return Math.log(this.tails[Math.max(step, 0)]);
    return this.logs[step - this.tails.length] ?? -Infinity;
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

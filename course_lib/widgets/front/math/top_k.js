// How many of the first k cases are positive: k draws from an urn without replacement, the
// hypergeometric distribution. The index is the score.

import { settled } from "./competition.js";
import { Lattice } from "./lattice.js";

export class TopKLuck extends Lattice {
  constructor(positives, negatives, k) {
    super(Math.max(0, k - negatives), Math.min(k, positives), 1);
    const size = this.last - this.first + 1;
    // log of (chance of first + i + 1) / (chance of first + i), and from them, outwards from the
    // most likely count, chances relative to it.
    const ratio = x => ((positives - x) * (k - x)) / ((x + 1) * (negatives - k + x + 1));
    const peak = Math.floor(((positives + 1) * (k + 1)) / (positives + negatives + 2));
    const mode = Math.min(Math.max(peak - this.first, 0), size - 1);
    const logs = new Float64Array(size);
    const relative = new Float64Array(size);
    relative[mode] = 1;
    for (let i = mode; i + 1 < size; i++) {
      const r = ratio(this.first + i);
      relative[i + 1] = relative[i] * r;
      logs[i + 1] = logs[i] + Math.log(r);
    }
    for (let i = mode; i > 0; i--) {
      const r = ratio(this.first + i - 1);
      relative[i - 1] = relative[i] / r;
      logs[i - 1] = logs[i] - Math.log(r);
    }
    this.tails = sums(relative.slice().reverse()).reverse();
    this.heads = sums(relative);
    this.total = this.tails[0];
    this.logs = logs;
  }

  tailWithin(index) {
    const tail = this.tails[index - this.first] / this.total;
    return tail > 1e-290 ? settled(tail) : Math.exp(this.logTail(index));
  }

  logTail(index) {
    if (index <= this.first) return 0;
    if (index > this.last) return -Infinity;
    const tail = this.tails[index - this.first] / this.total;
    if (tail > 1e-290) return Math.log(tail);
    // So far out each count is much rarer than the one before: a few of them are all the tail.
    const most = this.logs[index - this.first];
    let sum = 0;
    for (let i = index - this.first; i < this.logs.length; i++) {
      const term = Math.exp(this.logs[i] - most);
      sum += term;
      if (term < 1e-17 * sum) break;
    }
    return most + Math.log(sum) - Math.log(this.total);
  }

  headWithin(index) {
    return settled(this.heads[index - this.first] / this.total);
  }
}

function sums(numbers) {
  for (let i = 1; i < numbers.length; i++) numbers[i] += numbers[i - 1];
  return numbers;
}

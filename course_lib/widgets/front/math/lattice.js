// What every distribution of luck can tell. Attainable scores are numbered: `first` .. `last`.

// Scores closer than this are the same score computed by different formulas.
export const SAME_SCORE = 1e-10;

// Scores that are `index / scale`. Who extends it knows `tailWithin(index)` for the indices
// above `first` and not above `last`, and `headWithin(index)` for those below `last`.
export class Lattice {
  constructor(first, last, scale) {
    this.first = first;
    this.last = last;
    this.scale = scale;
  }

  score(index) {
    return index / this.scale;
  }

  get lowest() {
    return this.score(this.first);
  }

  get highest() {
    return this.score(this.last);
  }

  // The lowest attainable index with at least this score; last + 1 if there is none.
  indexOf(score) {
    const index = Math.ceil((score - SAME_SCORE) * this.scale);
    return Math.min(Math.max(index, this.first), this.last + 1);
  }

  isAttainable(score) {
    const index = Math.round(score * this.scale);
    const close = Math.abs(score - index / this.scale) <= SAME_SCORE;
    return close && this.first <= index && index <= this.last;
  }

  // P(score' >= score of the index).
  tail(index) {
    return index <= this.first ? 1 : index > this.last ? 0 : this.tailWithin(index);
  }

  // Its logarithm, also where the tail itself is too small for a float.
  logTail(index) {
    return Math.log(this.tail(index));
  }

  // P(score' <= score of the index).
  head(index) {
    return index < this.first ? 0 : index >= this.last ? 1 : this.headWithin(index);
  }

  // P(score' >= score) and P(score' <= score), for any score.
  chanceAtLeast(score) {
    return this.tail(this.indexOf(score));
  }

  logChanceAtLeast(score) {
    return this.logTail(this.indexOf(score));
  }

  chanceAtMost(score) {
    return this.head(Math.floor((score + SAME_SCORE) * this.scale));
  }

  // What may take long, in slices. These are quick.
  *prepareSlowly() {}

  *tailSlowly(index) {
    return this.tail(index);
  }

  *chanceAtLeastSlowly(score) {
    return this.chanceAtLeast(score);
  }

  *chanceAtMostSlowly(score) {
    return this.chanceAtMost(score);
  }

  // About the index that luck exceeds with this chance; undefined if there is no good guess.
  guess() {
    return undefined;
  }
}

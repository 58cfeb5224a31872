// Scores of two classes, a threshold on them, and what its errors cost.
import { round } from "../words.js";
import { normalCdf } from "./normal.js";

// So many cases fall under the two bell curves together.
export const BELL_CASES = 1000;

// Scores beyond this many hundredths do not occur among so few.
const FARTHEST = 400;
let heads;

// Scores under a bell curve around 0 in hundredths: the middles of so many equal shares. Those up
// to a score of k are as many as have their share below what the curve has below k and a half.
export function bellScores(cases) {
  heads ??= Array.from({ length: 2 * FARTHEST + 1 }, (_, i) =>
    normalCdf((i - FARTHEST + 0.5) / 100),
  );
  const scores = [];
  heads.forEach((head, i) => {
    while (scores.length + 0.5 < cases * head) scores.push(i - FARTHEST);
  });
  return scores;
}

// Two bell curves: each score that occurs, the highest first, with its positives and negatives.
export function bellTable(separation, share) {
  const positives = round(BELL_CASES * share);
  const shift = round(100 * separation);
  const counts = new Map();
  const count = (score, place) => {
    if (!counts.has(score)) counts.set(score, [0, 0]);
    counts.get(score)[place]++;
  };
  for (const score of bellScores(positives)) count(score + shift, 0);
  for (const score of bellScores(BELL_CASES - positives)) count(score, 1);
  const scores = [...counts.keys()].sort((a, b) => b - a);
  return {
    scores: scores.map(score => score / 100),
    positives: scores.map(score => counts.get(score)[0]),
    negatives: scores.map(score => counts.get(score)[1]),
  };
}

// The points of the ROC curve: who scores at least the threshold is called positive.
export function curveOf({ scores, positives, negatives }) {
  const sums = counts => counts.reduce((all, n) => (all.push(all.at(-1) + n), all), [0]);
  return { thresholds: [Infinity, ...scores], hits: sums(positives), alarms: sums(negatives) };
}

// The place on the curve of any threshold.
export function placeOf({ thresholds }, threshold) {
  const below = thresholds.findIndex(score => score < threshold);
  return (below < 0 ? thresholds.length : below) - 1;
}

export function areaUnder({ hits, alarms }) {
  let twice = 0;
  for (let i = 1; i < hits.length; i++)
    twice += (alarms[i] - alarms[i - 1]) * (hits[i] + hits[i - 1]);
  return twice / (2 * hits.at(-1) * alarms.at(-1));
}

export function costAt({ hits, alarms }, place, miss, alarm) {
  return (hits.at(-1) - hits[place]) * miss + alarms[place] * alarm;
}

// Where errors cost least; the highest such threshold if there are several.
export function cheapestPlace(curve, miss, alarm) {
  let best = 0;
  for (let i = 1; i < curve.hits.length; i++) {
    if (costAt(curve, i, miss, alarm) < costAt(curve, best, miss, alarm)) best = i;
  }
  return best;
}

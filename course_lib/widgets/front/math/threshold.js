// Scores of two classes, a threshold on them, and what its errors cost.
import { round } from "../words.js";
import { normalQuantile } from "./normal.js";

// So many cases fall under the two bell curves together.
export const BELL_CASES = 1000;

// Scores under a bell curve around 0 in hundredths: the middles of so many equal shares.
export function bellScores(cases) {
  return Array.from({ length: cases }, (_, i) => round(100 * normalQuantile((i + 0.5) / cases)));
}

const bells = new Map();
function remembered(cases) {
  if (bells.size > 50) bells.clear();
  if (!bells.has(cases)) bells.set(cases, bellScores(cases));
  return bells.get(cases);
}

// Two bell curves: each score that occurs, the highest first, with its positives and negatives.
export function bellTable(separation, share) {
  const positives = round(BELL_CASES * share),
    shift = round(100 * separation),
    counts = new Map();
  const count = (score, place) => {
    if (!counts.has(score)) counts.set(score, [0, 0]);
    counts.get(score)[place]++;
  };
  for (const score of remembered(positives)) count(score + shift, 0);
  for (const score of remembered(BELL_CASES - positives)) count(score, 1);
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

// ROC curves, unpacked from a few letters (widgets/curves.py), and their confident segments.
import { general } from "../words.js";
import { normalIsf } from "./normal.js";

// The points of a curve, from calling nobody positive to calling everybody so: how many positives
// (`hits`) and negatives (`alarms`) are called. `at` are the thresholds in words.
export function unpackCurve(steps, scores = "") {
  const hits = [0],
    alarms = [0];
  for (const [, times, sign, tied, also] of steps.matchAll(/(\d*)([+-])|(\d+),(\d+);/g)) {
    for (let i = 0; i < (times || 1); i++) {
      hits.push(hits.at(-1) + (sign ? (sign === "+" ? 1 : 0) : +tied));
      alarms.push(alarms.at(-1) + (sign ? (sign === "-" ? 1 : 0) : +also));
    }
  }
  const positives = hits.at(-1),
    negatives = alarms.at(-1);
  return {
    hits,
    alarms,
    positives,
    negatives,
    cases: positives + negatives,
    size: hits.length,
    at: unpackThresholds(scores, hits.length),
  };
}

// Numbers of four digits stand in a row, 9,000 for each power of ten; written is how far down
// each is from the one before. Where none is written, the score is next to nothing.
function unpackThresholds(text, size) {
  const at = ["above every score"];
  let place = 9000,
    number = 0;
  for (const letter of text) {
    const digit = letter.toLowerCase().charCodeAt(0) - 97;
    number = 26 * number + digit;
    if (letter !== letter.toUpperCase()) continue;
    place -= number;
    number = 0;
    const power = Math.floor(place / 9000);
    at.push(general(Number(`${place - 9000 * power + 1000}e${power - 3}`), 4));
  }
  while (at.length < size) at.push("0 (to 12 decimals)");
  return at;
}

// The last point that calls no more than so many: cases of equal score are called together.
export function pointCalling({ hits, alarms }, called) {
  let low = 0,
    high = hits.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (hits[middle] + alarms[middle] <= called) low = middle;
    else high = middle;
  }
  return low;
}

// In whole numbers up to the last division.
export function rocAuc({ hits, alarms, positives, negatives, size }) {
  let twice = 0;
  for (let i = 1; i < size; i++) twice += (alarms[i] - alarms[i - 1]) * (hits[i] + hits[i - 1]);
  return twice / (2 * positives * negatives);
}

// The points whose interval holds 0, which for Tango's is what McNemar's test does not reject;
// they follow one upon another, from `first` to `last`. Without one, `points` is 0.
export function confidentSegment(curve, confidence) {
  const { hits, alarms, positives, negatives, cases, size } = curve;
  const z = normalIsf((1 - confidence) / 2),
    square = z * z;
  const excess = i => positives - hits[i] - alarms[i];
  const inside = i => excess(i) ** 2 <= square * (positives - hits[i] + alarms[i]);
  let first = 0;
  while (first < size && !inside(first)) first++;
  let last = first - 1,
    total = 0,
    sizes = 0;
  while (last + 1 < size && inside(last + 1)) {
    last++;
    total += excess(last);
    sizes += Math.abs(excess(last));
  }
  const points = last - first + 1;
  let below = 0,
    beside = 0;
  for (let i = first + 1; i <= last; i++) {
    below += (alarms[i] - alarms[i - 1]) * (hits[i] + hits[i - 1]);
    beside += (hits[i] - hits[i - 1]) * (2 * negatives - alarms[i] - alarms[i - 1]);
  }
  const whole = 2 * positives * negatives;
  const verticalArea = below / whole,
    horizontalArea = beside / whole;
  return {
    points,
    first,
    last,
    verticalArea,
    horizontalArea,
    area: (verticalArea + horizontalArea) / 2,
    meanDifference: total / (points * cases),
    meanAbsoluteDifference: sizes / (points * cases),
  };
}

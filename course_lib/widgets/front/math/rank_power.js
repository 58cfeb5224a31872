// How likely the mean-ranks test is to find a difference between normal scores, by summation.
import { normalCdf } from "./normal.js";
import { ALMOST, criticalZ, rankSpread } from "./ranks.js";

// Scores are looked at in steps of STEP. For up to a dozen algorithms this is as exact as numbers
// are: a smooth function that vanishes at both ends asks for no more. Chances of scores beyond EDGE
// standard deviations are 0 or 1.
const STEP = 0.25;
const EDGE = 10;
const SIZE = (2 * EDGE) / STEP + 1;
// What weighs less does not count.
const NOTHING = 1e-19;

// By how many ranks the first algorithm is ahead of the second on one data set: the chances of
// -(m-1), ..., m-1. Scores are independent and normal around `means` with standard deviation 1, and
// more is better; m is at most 12.
//
// One of the two lies at x, the other a distance d above it. Each of the others comes in between,
// or not; how many do is a sum of independent yes-or-no's, the same whichever of the two is below.
export function rankDifferenceLaw(means) {
  const size = means.length;
  const others = size - 2;
  const { places, distances } = duels(means[1] - means[0]);
  const tables = means.slice(2).map(mean => chancesBelow(distances, mean - means[1]));
  const chances = new Float64Array(2 * size - 1);
  const count = new Float64Array(others + 1);
  for (const { step, node, behind, ahead } of places) {
    count[0] = 1;
    for (let k = 0; k < others; k++) {
      const { shift, below, above } = tables[k];
      const at = step - shift;
      const between = chanceAt(above[node], at + distances.steps[node]) - chanceAt(below, at);
      count[k + 1] = count[k] * between;
      for (let n = k; n > 0; n--) count[n] += (count[n - 1] - count[n]) * between;
      count[0] *= 1 - between;
    }
    for (let n = 0; n <= others; n++) {
      chances[size - 2 - n] += behind * count[n];
      chances[size + n] += ahead * count[n];
    }
  }
  return chances;
}

const chanceAt = (table, at) => (at < 0 ? 0 : at >= SIZE ? 1 : table[at]);

// What is worth remembering, until there is too much of it.
function remembered(kept, most, key, make) {
  if (!kept.has(key)) {
    if (kept.size >= most) kept.clear();
    kept.set(key, make());
  }
  return kept.get(key);
}

// Where the lower one of the two may lie, in steps from the second one's mean less EDGE; how far
// the other is above it; and what that weighs if the first is behind, and if it is ahead.
const duelsKept = new Map();
function duels(gap) {
  return remembered(duelsKept, 20, gap, () => {
    const distances = distancesFor(gap);
    const places = [];
    const [low, high] = [-8 - Math.max(0, gap), 8 - Math.min(0, gap)];
    distances.nodes.forEach((d, node) => {
      const weight = (distances.weights[node] * STEP) / (2 * Math.PI);
      for (let i = Math.floor((low - d / 2) / STEP); i * STEP <= high - d / 2; i++) {
        const x = i * STEP;
        const behind = weight * Math.exp(-((x + gap) ** 2 + (x + d) ** 2) / 2);
        const ahead = weight * Math.exp(-(x ** 2 + (x + d + gap) ** 2) / 2);
        if (behind + ahead > NOTHING) places.push({ step: i + EDGE / STEP, node, behind, ahead });
      }
    });
    return { places, distances };
  });
}

// Distances and their weights: the integrand does not vanish where the two are equal, so Gauss.
const distancesKept = new Map();
function distancesFor(gap) {
  const most = 14 + Math.max(0, Math.ceil(Math.abs(gap) - 3.5));
  return remembered(distancesKept, 20, most, () => {
    const { nodes, weights } = gaussLegendre(Math.ceil(2.6 * most));
    const distances = nodes.map(t => ((t + 1) * most) / 2);
    return {
      nodes: distances,
      weights: weights.map(w => (w * most) / 2),
      steps: distances.map(d => Math.floor(d / STEP)),
      tables: new Map(),
    };
  });
}

// For an algorithm with this mean: its chance to be below x, and to be below x + d for each d. All
// algorithms share a table whose means are whole steps apart; `shift` tells them from each other.
function chancesBelow({ nodes, steps, tables }, mean) {
  const plain = Math.round(mean * 2 ** 42) / 2 ** 42; // 0.1 + 1 - 1 is not quite 0.1
  const shift = Math.floor(plain / STEP);
  const rest = plain - shift * STEP;
  const from = part =>
    Float64Array.from({ length: SIZE }, (_, i) => normalCdf(i * STEP - EDGE - rest + part));
  const table = remembered(tables, 60, rest, () => ({
    below: from(0),
    above: nodes.map((d, node) => from(d - steps[node] * STEP)),
  }));
  return { shift, ...table };
}

// Nodes and weights of Gauss and Legendre on [-1, 1]: the roots of a Legendre polynomial.
function gaussLegendre(count) {
  const [nodes, weights] = [[], []];
  for (let i = 1; i <= count; i++) {
    let x = Math.cos((Math.PI * (i - 0.25)) / (count + 0.5));
    let slope;
    for (let round = 0; round < 8; round++) {
      let [before, value] = [0, 1];
      for (let n = 1; n <= count; n++) {
        const next = ((2 * n - 1) * x * value - (n - 1) * before) / n;
        before = value;
        value = next;
      }
      slope = (count * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    nodes.push(x);
    weights.push(2 / ((1 - x * x) * slope * slope));
  }
  return { nodes, weights };
}

// How often a sum of `times` whole numbers, distributed as `law` (from -r to r), is `least` or more
// away from 0. From its Fourier transform: that of a sum is a power, and the sums nearer than
// `least` have a kernel in closed form.
export function chanceFarOut(law, times, least) {
  const reach = (law.length - 1) / 2;
  const near = Math.min(least - 1, reach * times);
  if (near < 0) return 1;
  const points = reach * times + near + 1;
  let inside = 0;
  for (let j = 0; 2 * j <= points; j++) {
    const angle = (2 * Math.PI * j) / points;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    // The law as a polynomial in e^(i angle); its middle is turned back below.
    let [re, im] = [0, 0];
    for (let k = law.length - 1; k >= 0; k--) {
      const turned = re * c - im * s + law[k];
      im = re * s + im * c;
      re = turned;
    }
    const size = Math.hypot(re, im) ** times;
    if (size < 1e-18) continue;
    const real = size * Math.cos(times * (Math.atan2(im, re) - reach * angle));
    const kernel = j === 0 ? 2 * near + 1 : Math.sin((near + 0.5) * angle) / Math.sin(angle / 2);
    inside += real * kernel * (j === 0 || 2 * j === points ? 1 : 2);
  }
  const all = law.reduce((a, b) => a + b) ** times;
  return Math.min(1, Math.max(0, all - inside / points));
}

// How often the mean-ranks test calls the first two of these algorithms different, given the law.
export function meanRanksPower(law, dataSets, alpha = 0.05, correction = "none") {
  const size = (law.length + 1) / 2;
  const needed = criticalZ(size, alpha, correction) * rankSpread(size, dataSets);
  return chanceFarOut(law, dataSets, Math.ceil(needed * dataSets * ALMOST));
}

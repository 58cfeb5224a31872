// The range of independent standard normal numbers: how far the largest is above the smallest.
import { normalCdf, normalPdf, normalQuantile } from "./normal.js";
import { root } from "./roots.js";

// Equal steps: for a smooth function that vanishes at both ends nothing is more exact. Beyond ten
// standard deviations nothing is left that matters at levels of 1e-6 and more.
const STEP = 1 / 16;
const REACH = 10;
const NOTHING = 1e-23;

// Where the largest may lie, its density, and the chance to be below it: the same for every range.
let grid;
function places() {
  grid ??= Array.from({ length: (2 * REACH) / STEP + 1 }, (_, i) => {
    const x = i * STEP - REACH;
    return { x, density: normalPdf(x) * STEP, below: normalCdf(x) };
  });
  return grid;
}

// P(range >= q), and its density there. The largest of `count` numbers lies at x, the others below
// it: all of them above x - q, or not. The tail is summed up itself, not as one minus the rest.
function tailAndDensity(q, count) {
  let tail = 0;
  let density = 0;
  for (const { x, density: here, below } of places()) {
    const largest = count * here * Math.exp((count - 1) * Math.log(below));
    if (largest < NOTHING) continue;
    const share = Math.min(normalCdf(x - q) / below, 1);
    tail -= largest * Math.expm1((count - 1) * Math.log1p(-share));
    density += largest * (count - 1) * (normalPdf(x - q) / below) * (1 - share) ** (count - 2);
  }
  return [Math.min(tail, 1), density];
}

export function rangeTail(q, count) {
  return tailAndDensity(Math.max(q, 0), count)[0];
}

const kept = new Map();

// The q that the range reaches with chance alpha.
export function rangeQuantile(count, alpha) {
  const key = `${count} ${alpha}`;
  if (!kept.has(key)) {
    if (kept.size > 1000) kept.clear();
    // All pairs at Bonferroni's level are never too many: a start beyond, and the steps come back.
    const start = -Math.SQRT2 * normalQuantile(alpha / (count * (count - 1)));
    kept.set(
      key,
      root(q => {
        const [tail, density] = tailAndDensity(q, count);
        return [Math.log(tail) - Math.log(alpha), -density / tail];
      }, start),
    );
  }
  return kept.get(key);
}

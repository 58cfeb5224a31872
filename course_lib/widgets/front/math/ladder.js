// Critical values for a chart (chance/ladder.py): stored for a ladder of levels of one competitor,
// and interpolated between them. For the eye; verdicts are exact.
import { levelForEach } from "./competition.js";

// A table as Python packed it (widgets/chart_reader.py): [positives][negatives][level].
export function unpacked({ scale, symmetric, values }, sizes, levels) {
  const bytes = Uint8Array.from(atob(values), letter => letter.charCodeAt(0));
  const wide = scale === 1 ? 1 : 2;
  const none = 256 ** wide - 1;
  const number = i => {
    const found = wide === 1 ? bytes[i] : bytes[2 * i] + 256 * bytes[2 * i + 1];
    return found === none ? NaN : found / scale;
  };
  let read = 0;
  const table = sizes.map(() => []);
  for (let p = 0; p < sizes.length; p++) {
    for (let n = symmetric ? p : 0; n < sizes.length; n++) {
      table[p][n] = Float64Array.from({ length: levels }, () => number(read++));
      if (symmetric) table[n][p] = table[p][n];
    }
  }
  return table;
}

// Critical values at a level between two stored ones: [positives][negatives].
export function atLevel(table, levels, level) {
  const wanted = -Math.log10(level);
  const depths = levels.map(stored => -Math.log10(stored));
  let below = 0;
  while (below + 2 < depths.length && depths[below + 1] <= wanted) below++;
  const part = (wanted - depths[below]) / (depths[below + 1] - depths[below]);
  const share = Math.min(Math.max(part, 0), 1);
  return table.map(row => row.map(cell => (1 - share) * cell[below] + share * cell[below + 1]));
}

// log(n!) for n = 0, 1, ...
const logFactorials = [0];
function logFactorial(n) {
  while (logFactorials.length <= n) {
    logFactorials.push(logFactorials.at(-1) + Math.log(logFactorials.length));
  }
  return logFactorials[n];
}

// The critical best accuracy of one competitor. A lead of k is reached with chance
// C(P+N, N+k) / C(P+N, P), which falls with k: halve the range of k until the smallest is found
// that is exceeded with at most `level`. What equals the level but for rounding is allowed.
export function criticalAccuracy(positives, negatives, level) {
  const most = Math.log(level) + 1e-10;
  const all = logFactorial(positives) + logFactorial(negatives);
  let low = Math.max(0, positives - negatives);
  let high = positives;
  while (low < high) {
    const lead = Math.floor((low + high) / 2);
    const ways = logFactorial(negatives + lead + 1) + logFactorial(positives - lead - 1);
    if (all - ways <= most) high = lead;
    else low = lead + 1;
  }
  return (low + negatives) / (positives + negatives);
}

// About `count` sizes from 2 to 1,000, evenly on a logarithmic axis.
export function manySizes(low, high, count) {
  const steps = Array.from({ length: count }, (_, i) =>
    Math.round(low * (high / low) ** (i / (count - 1))),
  );
  return [...new Set(steps)];
}

const opened = new WeakMap();

// Sizes, and critical values over them: [positives][negatives]. The valley of accuracy is narrow:
// it has a formula, and a finer grid.
export function criticalChart(metric, competitors, alpha, { sizes, levels, tables }) {
  const level = levelForEach(competitors, alpha);
  if (metric === "accuracy") {
    const fine = manySizes(sizes[0], sizes.at(-1), 90);
    return { sizes: fine, grid: fine.map(p => fine.map(n => criticalAccuracy(p, n, level))) };
  }
  const packed = tables[metric];
  if (!opened.has(packed)) opened.set(packed, unpacked(packed, sizes, levels.length));
  return { sizes, grid: atLevel(opened.get(packed), levels, level) };
}

// How often Newcombe's interval catches the truth, if each of the pairs that agree is as likely to
// be right for both as wrong for both.
import { newcombeInterval } from "./intervals.js";
import { finish, STEPS } from "./slowly.js";

const GRAIN = 1e-12;
// The true differences that are asked about: share * k / HALF for k = -HALF, ..., HALF.
const HALF = 40,
  PLACES = 2 * HALF + 1;
// Of remembered tables, and of remembered limits: a megabyte each.
const MOST_KEPT = 4;

function remembered(kept, key, found) {
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
  kept.set(key, found);
  return found;
}

// The limits for all b >= c and all numbers of pairs that are right for both, one after the other.
const limitsKept = new Map();
function* limitsSlowly(n, confidence) {
  const key = `${n} ${confidence}`;
  if (limitsKept.has(key)) return limitsKept.get(key);
  const low = [],
    high = [];
  let steps = 0;
  for (let b = 0; b <= n; b++) {
    for (let c = 0; c <= Math.min(b, n - b); c++) {
      // To exchange right and wrong changes nothing: the first half is enough.
      for (let both = 0; both <= (n - b - c) >> 1; both++) {
        const [from, to] = newcombeInterval(b, c, n, confidence, both);
        low.push(from);
        high.push(to);
      }
      if ((steps += 15 * (n - b - c)) > STEPS) yield (steps = 0);
    }
  }
  return remembered(limitsKept, key, { low, high });
}

// For every outcome (b, c) with b >= c and every difference: the chance that the interval holds
// it, whatever the number of pairs that are right for both. At (b (n + 1) + c) PLACES + place.
const heldKept = new Map();
function* heldSlowly(n, confidence, share) {
  const key = `${n} ${confidence} ${share}`;
  if (heldKept.has(key)) return heldKept.get(key);
  const { low, high } = yield* limitsSlowly(n, confidence);
  const held = new Float64Array((n + 1) ** 2 * PLACES),
    unit = share / HALF;
  const halves = [[1]];
  for (let r = 1; r <= n; r++) {
    halves.push(
      Array.from(
        { length: r + 1 },
        (_, i) => ((halves[r - 1][i - 1] ?? 0) + (halves[r - 1][i] ?? 0)) / 2,
      ),
    );
  }
  let next = 0,
    steps = 0;
  for (let b = 0; b <= n; b++) {
    for (let c = 0; c <= Math.min(b, n - b); c++) {
      const at = (b * (n + 1) + c) * PLACES,
        rest = n - b - c;
      for (let both = 0; both <= rest >> 1; both++, next++) {
        const chance = halves[rest][both] * (2 * both === rest ? 1 : 2);
        // Put in where the interval begins, taken out behind its end; added up below.
        const from = Math.max(0, Math.ceil((low[next] - GRAIN) / unit) + HALF);
        const behind = Math.min(PLACES, Math.floor((high[next] + GRAIN) / unit) + HALF + 1);
        if (from >= behind) continue;
        held[at + from] += chance;
        if (behind < PLACES) held[at + behind] -= chance;
      }
      for (let k = 1; k < PLACES; k++) held[at + k] += held[at + k - 1];
      if ((steps += 2 * PLACES + 3 * rest) > STEPS) yield (steps = 0);
    }
  }
  return remembered(heldKept, key, held);
}

// The powers of a chance over the factorials: p^k / k! for k = 0, ..., n.
function powers(chance, n) {
  const found = [1];
  for (let k = 1; k <= n; k++) found.push((found[k - 1] * chance) / k);
  return found;
}

// The weights of an outcome and of its mirror image, times what is held; n at most 170.
function coverage(held, n, bChance, cChance, place) {
  const ofB = powers(bChance, n),
    ofC = powers(cChance, n);
  const rest = powers(Math.max(0, 1 - bChance - cChance), n),
    mirror = PLACES - 1 - place;
  let covered = 0,
    orders = 1;
  for (let k = 2; k <= n; k++) orders *= k;
  for (let b = 0; b <= n; b++) {
    const most = Math.min(b, n - b);
    for (let c = 0; c <= most; c++) {
      const at = (b * (n + 1) + c) * PLACES,
        r = rest[n - b - c];
      covered += ofB[b] * ofC[c] * r * held[at + place];
      if (c < b) covered += ofB[c] * ofC[b] * r * held[at + mirror];
    }
  }
  return Math.min(covered * orders, 1);
}

// The map of `coverageMapSlowly`, for shares 0, 1/40, ..., 1.
export function* newcombeMapSlowly(n, confidence) {
  const held = yield* heldSlowly(n, confidence, 1);
  const size = HALF + 1,
    covered = new Float64Array(size * size).fill(NaN);
  let steps = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i && i + j <= HALF; j++) {
      const found = coverage(held, n, i / HALF, j / HALF, HALF + i - j);
      covered[i * size + j] = covered[j * size + i] = found;
      if ((steps += (n * n) / 2) > STEPS) yield (steps = 0);
    }
  }
  return covered;
}

// Where so many pairs are discordant, for 0, 1/80, ..., 1 of them going b's way.
export function* newcombeCutSlowly(n, confidence, share) {
  const held = yield* heldSlowly(n, confidence, share);
  return Array.from({ length: PLACES }, (_, k) =>
    coverage(held, n, (share * k) / (2 * HALF), share * (1 - k / (2 * HALF)), k),
  );
}

// All at once, for tests.
export function newcombeMap(n, confidence) {
  return finish(newcombeMapSlowly(n, confidence));
}
export function newcombeCut(n, confidence, share) {
  return finish(newcombeCutSlowly(n, confidence, share));
}

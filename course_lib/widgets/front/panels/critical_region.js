// Critical region: a statistic's distribution if there is no difference, and what is too rare.
import { chart, mark, textWidth, ticks } from "../chart.js";
import { LAWS, criticalRegion } from "../math/regions.js";
import { panel } from "../panel.js";
import { counted, general, grouped, pInWords, percent, round, toldApart } from "../words.js";

// What a test wants to rule out, by the tails that are asked for.
const NULLS = {
  both: "neither is better",
  upper: "A is no better than B",
  lower: "B is no better than A",
};
// Where each distribution begins when a reader comes to it for the first time.
const FIRST = {
  t: { n: 9, statistic: 2 },
  "chi-squared": { n: 1, statistic: 4 },
  normal: { statistic: 2 },
  wins: { n: 20, statistic: 15 },
};

// Wins are whole numbers from 0 to n; chi-squared is never negative.
export function settled(v) {
  let { statistic } = v;
  if (v.law === "wins") statistic = Math.min(Math.max(round(statistic), 0), v.n);
  if (v.law === "chi-squared") statistic = Math.max(statistic, 0);
  return { ...v, statistic };
}

function lawInWords(law, n) {
  if (law === "wins") return `wins of A in ${counted(n, "trial")}`;
  return law === "normal" ? "z" : `${law}, ${grouped(n)} degree${n === 1 ? "" : "s"} of freedom`;
}

// What differs by less is equal, but for rounding.
const CLOSE = 1e-12;

// The region without the sign of a zero, and whether a value is in it: its edges are.
function regionOf({ law, n, alpha, tails, statistic }) {
  const found = criticalRegion(law, n, alpha, tails, statistic);
  const [upper, lower] = [found.upper, found.lower].map(edge => (edge === null ? null : edge + 0));
  const isAt = (x, edge) =>
    edge !== null && Math.abs(x - edge) <= CLOSE * Math.max(1, Math.abs(x), Math.abs(edge));
  const hasEdge = x => isAt(x, upper) || isAt(x, lower);
  const holds = x => hasEdge(x) || (upper !== null && x >= upper) || (lower !== null && x <= lower);
  return { upper, lower, pValue: found.pValue, hasEdge, holds };
}

// The statistic and the region, in digits that tell them apart.
function inWords({ upper, lower }, statistic, less) {
  const edges = [
    [upper, "more"],
    [lower, less],
  ].filter(([edge]) => edge !== null);
  const [yours, ...texts] = toldApart([statistic + 0, ...edges.map(([edge]) => edge)]);
  const values = edges.map(([, way], i) => `${texts[i]} or ${way}`).join(", or ");
  return [yours, values || "empty: no outcome is rare enough"];
}

export function show(given, { width, height, state }) {
  // So that a distribution is found again as it was left.
  if (state) state[given.law] = { n: given.n, statistic: given.statistic };
  const asked = settled(given),
    { law, n, alpha, statistic } = asked;
  const tails = law === "chi-squared" ? "both" : asked.tails;
  const region = regionOf({ ...asked, tails });
  const [yours, values] = inWords(region, statistic, law === "wins" ? "fewer" : "less");
  const inside = region.holds(statistic);
  const onEdge = region.hasEdge(statistic),
    beside = inside ? "inside it" : "outside it";
  const where = onEdge ? "on its edge, which belongs to it" : beside;
  // On the edge it may be the level, but for rounding.
  const isLevel = onEdge && Math.abs(region.pValue - alpha) <= 1e-9 * alpha;
  const p = pInWords(isLevel ? alpha : region.pValue, alpha);
  let words =
    `At the ${percent(alpha)} level the critical region is ${values}. Yours, ${yours}, ` +
    `lies ${where} (${p}): ${inside ? "reject" : "do not reject"} the null hypothesis that ` +
    `${NULLS[tails]}.`;
  if (law === "chi-squared" && asked.tails !== "both") {
    words += " (Chi-squared is a square: it has one tail, whichever direction is asked for.)";
  }
  const drawing = (law === "wins" ? drawBars : drawCurve)(asked, region, width, height);
  const struck = nameEdges(drawing, asked, region, width);
  nameStatistic(drawing, statistic, `${general(statistic, 6)}, ${p}`, struck);
  const two = tails === "both" && law !== "chi-squared";
  return {
    title:
      `If there is no difference, at most ${percent(alpha)} lies in the orange region, ` +
      `${two ? "in both tails" : "in one tail"}`,
    picture: drawing.svg(),
    words,
    alt:
      `The distribution of the statistic (${lawInWords(law, n)}) if there is no difference, ` +
      `with the critical region in orange (${values}) and a line at ${yours}.`,
  };
}

// The ends of the axis: the region in view, and the statistic unless it is very far out.
function ends({ law, n, statistic }, { upper, lower }) {
  const spread = Math.sqrt(2 * n),
    squared = law === "chi-squared";
  const far = Math.max(...[upper, lower].map(edge => Math.abs(edge ?? 0)));
  let low = squared ? Math.max(0, n - 5 * spread) : 0;
  let reach = squared
    ? Math.max(far + 0.35 * (far - low), n > 20 ? n + 5 * spread : 3.5)
    : // With 1 degree of freedom the edges may lie at hundreds.
      Math.min(40, Math.max(3.5, 1.35 * far));
  reach = Math.max(reach, Math.min(1.1 * Math.abs(statistic), 3 * reach));
  low = Math.min(low, Math.max(0, statistic - 0.1 * reach));
  return squared ? [low, reach] : [-reach, reach];
}

function drawCurve(asked, region, width, height) {
  const { law, n } = asked,
    [low, high] = ends(asked, region),
    { pdf } = LAWS[law];
  const at = (from, to, steps = 160) =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const x = from + ((to - from) * i) / steps;
      return [x, pdf(x, n)];
    });
  const curve = at(low === 0 ? 1e-3 : low, high, 240);
  // The chi-squared density with one degree of freedom has no top: cut it, for the tail matters.
  const peak = Math.max(...curve.map(([, y]) => y));
  const top = Math.min(peak, law === "chi-squared" ? 0.25 : 1);
  const cut = points => points.map(([x, y]) => [x, Math.min(y, top)]);
  const drawing = chart({
    width,
    height,
    x: [low, high],
    y: [0, 1.32 * top],
    yTicks: ticks(0, top, 4),
    xLabel: lawInWords(law, n),
    yLabel: "density",
  });
  drawing.area(cut(curve), "luck");
  if (region.upper !== null && region.upper < high) {
    drawing.area(cut(at(Math.max(region.upper, low + 1e-3), high)), "critical");
  }
  if (region.lower !== null && region.lower > low) {
    drawing.area(cut(at(low, region.lower)), "critical");
  }
  drawing.line(cut(curve), "first");
  if (top < peak) {
    const { X, Y } = drawing;
    drawing.label(X(low) + 4, Y(top) - 5, "(cut off here)", {
      kind: "other",
      anchor: "start",
      size: 12,
    });
  }
  return drawing;
}

function drawBars(asked, region, width, height) {
  const { n, statistic } = asked;
  // Of many trials only those that may happen.
  const half = Math.max(10, (5 * Math.sqrt(n)) / 2, 1.2 * Math.abs(statistic - n / 2));
  const low = Math.max(0, Math.trunc(n / 2 - half));
  const high = Math.min(n, Math.trunc(n / 2 + half + 1));
  const bars = Array.from({ length: high - low + 1 }, (_, i) => low + i).map(wins => [
    wins,
    LAWS.wins.pdf(wins, n),
  ]);
  const top = Math.max(...bars.map(([, chance]) => chance));
  const drawing = chart({
    width,
    height,
    x: [low - 0.7, high + 0.7],
    y: [0, 1.32 * top],
    xLabel: lawInWords("wins", n),
    yLabel: "probability",
    yTicks: ticks(0, top, 4),
    xTicks: ticks(low, high, Math.max(2, Math.floor(width / 90))).filter(Number.isInteger),
  });
  const { X, Y, box } = drawing;
  const bar = ([wins, chance]) => {
    const [from, to] = [X(wins - 0.45), X(wins + 0.45)].map(x => x.toFixed(1));
    return `M${from} ${box.bottom}V${Y(chance).toFixed(1)}H${to}V${box.bottom}Z`;
  };
  for (const [kind, wanted] of [
    ["luck", false],
    ["critical", true],
  ]) {
    const d = bars
      .filter(([wins]) => region.holds(wins) === wanted)
      .map(bar)
      .join("");
    drawing.add(mark("path", { class: `area ${kind}`, d }));
  }
  return drawing;
}

// Dashed lines with their numbers, in the second row from above: on the outer side, or on the inner
// one where there is no room or yours would strike them out. Says whether yours still would.
function nameEdges(drawing, { law, statistic }, region, width) {
  const { X, box } = drawing,
    row = box.top + 32,
    wins = law === "wins";
  const yours = X(statistic),
    placeOf = (edge, side) => X(wins ? edge - 0.5 * side : edge);
  const both = region.upper !== null && region.lower !== null;
  const between = both ? placeOf(region.upper, 1) - placeOf(region.lower, -1) : Infinity;
  let struck = false;
  for (const [edge, side] of [
    [region.upper, 1],
    [region.lower, -1],
  ]) {
    if (edge === null) continue;
    const text = wins ? `${edge} or ${side > 0 ? "more" : "fewer"}` : edge.toFixed(3);
    const at = placeOf(edge, side);
    if (at < box.left || at > box.right) {
      const begins = `begins at ${general(edge, 4)}`;
      const end = side > 0 ? box.right - 4 : box.left + 4;
      drawing.label(end, row, side > 0 ? `${begins} →` : `← ${begins}`, {
        kind: "critical",
        anchor: side > 0 ? "end" : "start",
      });
      struck ||= side * (end - yours) < textWidth(begins) + 24;
      continue;
    }
    const d = `M${at.toFixed(1)} ${box.bottom}V${row - 10}`;
    drawing.add(mark("path", { class: "line critical dashed", d }));
    const room = textWidth(text) + 8,
      outer = side > 0 ? width - at : at - box.left;
    const strikes = towards => towards * (yours - at) > 1 && towards * (yours - at) < room;
    const inwards = 2 * room < between && (outer < room || (strikes(side) && !strikes(-side)));
    const towards = inwards ? -side : side;
    struck ||= strikes(towards);
    drawing.label(at + 5 * towards, row, text, {
      kind: "critical",
      anchor: towards > 0 ? "start" : "end",
    });
  }
  return struck;
}

// A line up to the first row, where its number stands; an arrow if it lies beyond the axis. A short
// line, if a long one would strike out what stands in the second row.
function nameStatistic(drawing, statistic, text, short) {
  const { X, box } = drawing,
    at = X(statistic),
    row = box.top + 10;
  const left = at > (box.left + box.right) / 2,
    anchor = left ? "end" : "start";
  if (at < box.left || at > box.right) {
    const [end, arrow] = left
      ? [box.right - 4, `yours: ${text} →`]
      : [box.left + 4, `← yours: ${text}`];
    drawing.label(end, row, arrow, { kind: "score", anchor });
    return;
  }
  const d = `M${at.toFixed(1)} ${box.bottom}V${short ? row + 28 : row - 10}`;
  drawing.add(mark("path", { class: "line score", d }));
  drawing.label(at + (left ? -6 : 6), row, `yours: ${text}`, { kind: "score", anchor });
}

function settle(v, changed, { state }) {
  if (changed === "law") return settled({ ...v, ...FIRST[v.law], ...state[v.law] });
  return settled(v);
}

function limits({ law, n }) {
  if (law === "wins") return { statistic: { low: 0, high: n, step: 1, stops: [], whole: true } };
  if (law === "normal") return { n: { idle: true } };
  if (law === "t") return {};
  const far = 20 + 2 * n,
    step = [0.05, 0.1, 0.2, 0.5, 1, 2, 5].find(size => far / size <= 450);
  const count = Math.floor(far / step + 1e-9) + 1;
  const stops = Array.from({ length: count }, (_, i) => round(step * i, 2));
  return { tails: { idle: true }, statistic: { low: 0, stops } };
}

export default panel({ show, settle, limits, begin: () => ({}) });

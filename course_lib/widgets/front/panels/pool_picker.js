// Pool picker: two algorithms whose scores never change, and a pool of others to choose.
import { chart, columns, spreadOut, textWidth } from "../chart.js";
import { ALMOST, criticalDifference, meanRanks } from "../math/ranks.js";
import { shortened } from "../names.js";
import { panel } from "../panel.js";
import { counted, decimals, percent } from "../words.js";

export function show(v, { width, height, data }) {
  const { names, first, second, dataSets } = data, pool = [first, second, ...v.pool];
  const found = meanRanks(data.duels, pool.map(name => names.indexOf(name)), dataSets);
  const needed = criticalDifference(pool.length, dataSets, v.alpha, v.correction);
  const apart = Math.abs(found[0] - found[1]), far = apart >= needed * ALMOST;
  const company = v.pool.length > 1 ? `${v.pool.slice(0, -1).join(", ")} and ${v.pool.at(-1)}` : v.pool.join("");
  const told = pool.map((name, i) => `${name} ${decimals(found[i], 2)}`).join(", ");
  const [wide, rest] = columns(width, 1.7, 1), stacked = wide === width;
  return {
    picture: [
      lineOfRanks(pool, found, needed, far, names.length, wide, stacked ? 250 : height),
      duel(data, rest, stacked ? 180 : height),
    ],
    words: `With ${company || "nobody else"} in the pool: ${first} and ${second} are ${decimals(apart, 2)} ranks apart `
      + `and must be ${decimals(needed, 2)}: ${far ? "significantly different" : "not significant"} at the `
      + `${percent(v.alpha)} level. Their own scores have not changed: Wilcoxon's test of the two alone gives `
      + `${data.own}, whoever else is there.`,
    alt: `Mean ranks on a line: ${told}; a bar of length ${decimals(needed, 2)} shows how far apart ${first} and `
      + `${second} must be. Beside it their differences on ${dataSets} data sets.`,
  };
}

// The two stand above the line, and the bar above them; the others below.
function lineOfRanks(pool, ranks, needed, far, most, width, height) {
  const apart = Math.abs(ranks[0] - ranks[1]);
  const drawing = chart({
    width, height, x: [0.7, most + 0.3], y: null, left: 8, right: 8,
    title: `${decimals(apart, 2)} apart: ${far ? "called significantly different" : "not significant"}`,
    xTicks: Array.from({ length: most }, (_, i) => i + 1), xLabel: "mean rank in this pool (1 is best)",
  });
  const { X, box } = drawing, line = box.top + 0.46 * (box.bottom - box.top);
  drawing.add(`<path class="rule" d="M${X(1)} ${line}H${X(most)}"/>`);
  others(drawing, pool.slice(2), ranks.slice(2), line);

  // One above the other where both have the same rank, or only one would be seen.
  const lift = Math.abs(X(ranks[0]) - X(ranks[1])) < 8 ? 7 : 0;
  drawing.add(`<circle class="area first" cx="${X(ranks[0])}" cy="${line - lift}" r="8"/>`);
  drawing.add(`<rect class="area second" x="${X(ranks[1]) - 7}" y="${line + lift - 7}" width="14" height="14"/>`);
  const texts = pool.slice(0, 2).map((name, i) => `${shortened(name, width / 2 - 50)} ${decimals(ranks[i], 2)}`);
  // Bold letters are wider.
  const halves = texts.map(text => textWidth(text, 15) / 2), better = ranks[0] <= ranks[1] ? 0 : 1;
  const middles = spreadOut(
    ranks.slice(0, 2).map(X), halves[0] + halves[1] + 8, halves[better], width - halves[1 - better]);
  texts.forEach((text, i) =>
    drawing.label(middles[i], line - 20, text, { kind: `${i ? "second" : "first"} strong` }));

  // From the better one so far to the right; where it is too far, it runs out of the picture.
  const from = X(Math.min(ranks[0], ranks[1])), to = Math.min(X(Math.min(ranks[0], ranks[1]) + needed), width);
  const bar = line - 58, kind = far ? "critical" : "luck";
  drawing.add(`<path class="line ${kind}" style="stroke-width:4" d="M${from} ${bar}H${to}"/>`);
  drawing.add(`<path class="line ${kind}" d="M${from} ${bar - 7}v14${to < width ? `M${to} ${bar - 7}v14` : ""}"/>`);
  drawing.label(from, bar - 11, `must be ${decimals(needed, 2)} apart`, { kind, anchor: "start" });
  return drawing.svg();
}

// Names below their marks, each in the first row where there is room for it.
function others(drawing, names, ranks, line) {
  const { X, box } = drawing, rows = Math.floor((box.bottom - line - 18) / 16);
  const free = Array(rows).fill(-Infinity);
  const order = names.map((_, i) => i).sort((a, b) => ranks[a] - ranks[b]);
  const marks = [];
  for (const i of order) {
    const at = X(ranks[i]), name = shortened(names[i], 120), half = textWidth(name) / 2;
    const middle = Math.min(Math.max(at, half + 2), box.right - half);
    const row = free.findIndex(end => middle - half > end);
    if (row >= 0) {
      free[row] = middle + half + 6;
      if (row) drawing.add(`<path class="rule" d="M${at} ${line + 8}V${line + 10 + 16 * row}"/>`);
      drawing.label(middle, line + 24 + 16 * row, name, { kind: "other" });
    }
    marks.push(`<path class="area other" style="stroke:var(--ground)" d="M${at} ${line - 7}l7 7-7 7-7-7Z"/>`);
  }
  drawing.add(marks.join(""));
}

// What never changes, drawn anew only when the width does.
function duel({ differences, first, second, won, dataSets }, width, height) {
  const [wins, losses, ties] = won, room = Math.max(0.05 * (differences[0] - differences.at(-1)), 1e-9);
  const drawing = chart({
    width, height, x: [0, differences.length], xTicks: [],
    y: [Math.min(0, differences.at(-1)) - room, Math.max(0, differences[0]) + room],
    top: 26, bottom: 42,
    yLabel: `${shortened(first, height / 3)} minus ${shortened(second, height / 3)}`,
  });
  drawing.label(2, 14, `Their own duel: ${wins} to ${losses}`, { kind: "strong", anchor: "start" });
  const even = ties ? `; ${counted(ties, "tie")}` : "";
  drawing.label(width / 2, height - 6, `${counted(dataSets, "data set")}, sorted${even}`);
  const { X, Y, box } = drawing, bar = 0.9 * (X(1) - X(0));
  for (const [kind, wanted] of [["first", d => d > 0], ["second", d => d < 0]]) {
    const bars = differences.map((d, i) => (wanted(d) ? `M${X(i).toFixed(2)} ${Y(0)}V${Y(d).toFixed(2)}h${bar}V${Y(0)}Z` : ""));
    drawing.add(`<path class="area ${kind}" d="${bars.join("")}"/>`);
  }
  drawing.add(`<path class="axis" d="M${box.left} ${Y(0)}H${box.right}"/>`);
  return drawing.svg();
}

export default panel({ show });

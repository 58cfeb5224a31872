// Pool picker: two algorithms whose scores never change, and a pool of others to choose.
import { chart, columns, mark, spreadOut, textWidth } from "../chart.js";
import { ALMOST, criticalDifference, meanRanks } from "../math/ranks.js";
import { shortened } from "../names.js";
import { panel } from "../panel.js";
import { counted, decimals, percent, scoresApart } from "../words.js";

export function show(v, { width, height, data }) {
  const { names, first, second, dataSets } = data;
  const pool = [first, second, ...v.pool];
  const columnsOf = pool.map(name => names.indexOf(name));
  const ranks = meanRanks(data.duels, columnsOf, dataSets);
  const needed = criticalDifference(pool.length, dataSets, v.alpha, v.correction);
  const apart = Math.abs(ranks[0] - ranks[1]);
  const verdict = apart >= needed * ALMOST ? "significantly different" : "not significant";
  const others = v.pool.slice(0, -1).join(", ");
  const company = others ? `${others} and ${v.pool.at(-1)}` : (v.pool[0] ?? "nobody else");
  const told = pool.map((name, i) => `${name} ${decimals(ranks[i], 2)}`).join(", ");
  const [apartText, neededText] = scoresApart([apart, needed], 2);
  const [wide, rest] = columns(width, 1.7, 1);
  const stacked = wide === width;
  return {
    picture: [
      lineOfRanks(pool, ranks, needed, names.length, wide, stacked ? 250 : height),
      duel(data, rest, stacked ? 180 : height),
    ],
    words:
      `With ${company} in the pool: ${first} and ${second} are ${apartText} ranks apart ` +
      `and must be ${neededText}: ${verdict} at the ${percent(v.alpha)} level. ` +
      "Their own scores have not changed: Wilcoxon's test of the two alone gives " +
      `${data.own}, whoever else is there.`,
    alt:
      `Mean ranks on a line: ${told}; a bar of length ${decimals(needed, 2)} shows how far apart ` +
      `${first} and ${second} must be. Beside it their differences on ${dataSets} data sets.`,
  };
}

// The two stand above the line, and the bar above them; the others below.
function lineOfRanks(pool, ranks, needed, most, width, height) {
  const [ofFirst, ofSecond] = ranks;
  const apart = Math.abs(ofFirst - ofSecond);
  const far = apart >= needed * ALMOST;
  const verdict = far ? "called significantly different" : "not significant";
  const drawing = chart({
    width,
    height,
    x: [0.7, most + 0.3],
    y: null,
    left: 8,
    right: 8,
    title: `${decimals(apart, 2)} apart: ${verdict}`,
    xTicks: Array.from({ length: most }, (_, i) => i + 1),
    xLabel: "mean rank in this pool (1 is best)",
  });
  const { X, box } = drawing;
  const line = box.top + 0.46 * (box.bottom - box.top);
  drawing.add(mark("path", { class: "rule", d: `M${X(1)} ${line}H${X(most)}` }));
  // One above the other where both have the same rank, or only one would be seen.
  const lift = Math.abs(X(ofFirst) - X(ofSecond)) < 8 ? 7 : 0;
  const [x, y] = [X(ofSecond) - 7, line + lift - 7];
  drawing.add(mark("circle", { class: "area first", cx: X(ofFirst), cy: line - lift, r: 8 }));
  drawing.add(mark("rect", { class: "area second", x, y, width: 14, height: 14 }));
  // On top of these, which are larger: else they might not be seen.
  drawOthers(drawing, pool.slice(2), ranks.slice(2), line);
  const texts = pool
    .slice(0, 2)
    .map((name, i) => `${shortened(name, width / 2 - 50)} ${decimals(ranks[i], 2)}`);
  // Bold letters are wider.
  const halves = texts.map(text => textWidth(text, 15) / 2);
  const better = ofFirst <= ofSecond ? 0 : 1;
  const middles = spreadOut(
    [X(ofFirst), X(ofSecond)],
    halves[0] + halves[1] + 8,
    halves[better],
    width - halves[1 - better],
  );
  drawing.label(middles[0], line - 20, texts[0], { kind: "first strong" });
  drawing.label(middles[1], line - 20, texts[1], { kind: "second strong" });

  // From the better one so far to the right; where it is too far, it runs out of the picture.
  const from = X(ranks[better]);
  const to = Math.min(X(ranks[better] + needed), width);
  const bar = line - 58;
  const kind = far ? "critical" : "luck";
  const ends = `M${from} ${bar - 7}v14` + (to < width ? `M${to} ${bar - 7}v14` : "");
  const thick = "stroke-width:4";
  drawing.add(mark("path", { class: `line ${kind}`, style: thick, d: `M${from} ${bar}H${to}` }));
  drawing.add(mark("path", { class: `line ${kind}`, d: ends }));
  drawing.label(from, bar - 11, `must be ${decimals(needed, 2)} apart`, { kind, anchor: "start" });
  return drawing.svg();
}

// Names below their marks, each in the first row where there is room for it.
function drawOthers(drawing, names, ranks, line) {
  const { X, box } = drawing;
  const rows = Math.floor((box.bottom - line - 18) / 16);
  const free = Array(rows).fill(-Infinity);
  const order = names.map((_, i) => i).sort((a, b) => ranks[a] - ranks[b]);
  const diamonds = [];
  for (const i of order) {
    const at = X(ranks[i]);
    const name = shortened(names[i], 120);
    const half = textWidth(name) / 2;
    const middle = Math.min(Math.max(at, half + 2), box.right - half);
    const row = free.findIndex(end => middle - half > end);
    if (row >= 0) {
      const down = `M${at} ${line + 8}V${line + 10 + 16 * row}`;
      free[row] = middle + half + 6;
      if (row) drawing.add(mark("path", { class: "rule", d: down }));
      drawing.label(middle, line + 24 + 16 * row, name, { kind: "other" });
    }
    diamonds.push(`M${at} ${line - 7}l7 7-7 7-7-7Z`);
  }
  const style = "stroke:var(--ground)";
  drawing.add(mark("path", { class: "area other", style, d: diamonds.join("") }));
}

// What never changes: their differences, the largest first.
function duel({ differences, first, second, won, dataSets }, width, height) {
  const [wins, losses, ties] = won;
  const [most, least] = [Math.max(0, differences[0]), Math.min(0, differences.at(-1))];
  const room = Math.max(0.05 * (most - least), 1e-9);
  const drawing = chart({
    width,
    height,
    x: [0, differences.length],
    xTicks: [],
    y: [least - room, most + room],
    top: 26,
    bottom: 42,
    yLabel: `${shortened(first, height / 3)} minus ${shortened(second, height / 3)}`,
  });
  drawing.label(2, 14, `Their own duel: ${wins} to ${losses}`, { kind: "strong", anchor: "start" });
  const even = ties ? `; ${counted(ties, "tie")}` : "";
  drawing.label(width / 2, height - 6, `${counted(dataSets, "data set")}, sorted${even}`);
  const { X, Y, box } = drawing;
  const zero = Y(0).toFixed(2);
  const wide = (0.9 * (X(1) - X(0))).toFixed(2);
  const bars = wanted =>
    differences
      .map((d, i) =>
        wanted(d) ? `M${X(i).toFixed(2)} ${zero}V${Y(d).toFixed(2)}h${wide}V${zero}Z` : "",
      )
      .join("");
  drawing.add(mark("path", { class: "area first", d: bars(d => d > 0) }));
  drawing.add(mark("path", { class: "area second", d: bars(d => d < 0) }));
  drawing.add(mark("path", { class: "axis", d: `M${box.left} ${zero}H${box.right}` }));
  return drawing.svg();
}

export default panel({ show });

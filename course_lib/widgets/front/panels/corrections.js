// Corrections: the same p-values under nine corrections, side by side.
import { chart, mark, textWidth } from "../chart.js";
import { shortened } from "../names.js";
import { panel } from "../panel.js";
import { counted, decimals, percent } from "../words.js";

const HEADING = 20;
// So wide is a p-value in four digits.
const NUMBER = 50;

export function show(v, { width, height, data }) {
  const { pairs, adjusted } = data.found[`${v.test} ${v.algorithms}`];
  const shown = pairs.slice(0, data.rows).map(pair => pair.map(i => data.names[i]));
  const [top, last] = [shown[0], shown.at(-1)].map(pair => pair.join("-"));
  const all = counted(pairs.length, "pair");
  const columns = data.columns.map(([heading, name], i) => ({
    heading,
    name,
    values: adjusted[i],
  }));
  const significant = column => column.values.filter(p => p <= v.alpha).length;
  const told = columns.map(column => `${column.name} ${significant(column)}`).join(", ");
  // Where there is little room, half of the columns below the others; a third, if names are long.
  const narrow = width < 480;
  const longest = Math.max(...shown.map(pair => textWidth(pair.join("-"))));
  const blocks = !narrow ? 1 : longest > width - 5 * NUMBER - 10 ? 3 : 2;
  const places = Math.ceil(columns.length / blocks);
  const parts = Array.from({ length: blocks }, (_, i) =>
    columns.slice(i * places, (i + 1) * places),
  );
  const row = narrow ? 17 : Math.min(30, (height - HEADING) / data.rows);
  return {
    title: `Adjusted p-values of ${shown.length} of ${all}; orange: at most ` + percent(v.alpha),
    picture: parts.map(part => table(shown, part, v.alpha, width, row, places)),
    words:
      `Significant at the ${percent(v.alpha)} level among ${all}: ${told}. (* Li is meant for ` +
      "independent tests, which pairs are not; Finner does not keep the family-wise error.)",
    alt:
      `A table of adjusted p-values with a row for each of ${counted(shown.length, "pair")}, ` +
      `from ${top} to ${last}, and a column for each correction; significant: ${told}.`,
  };
}

function table(pairs, columns, alpha, width, row, places) {
  // Each name gets half of what room the numbers leave.
  const room = (width - NUMBER * places) / 2 - 18;
  const names = pairs.map(pair => pair.map(name => shortened(name, room)).join("-"));
  const left = Math.max(...names.map(name => textWidth(name))) + 8;
  const wide = (width - left - 2) / places;
  const drawing = chart({ width, height: HEADING + row * pairs.length, x: null, y: null });
  names.forEach((name, i) =>
    drawing.label(left - 6, HEADING + row * (i + 0.5) + 5, name, { anchor: "end", halo: false }),
  );
  columns.forEach(({ heading, values }, column) => {
    const from = left + column * wide;
    const centred = { "text-anchor": "middle", x: from + wide / 2 };
    drawing.add(mark("text", { class: "small", ...centred, y: 13 }, heading));
    pairs.forEach((_, i) => {
      const inside = values[i] <= alpha;
      const y = HEADING + row * i;
      const box = { x: from + 1, y: y + 1, width: wide - 2, height: row - 2 };
      // Letters on orange are black in the dark as well.
      const face = inside ? { class: "area critical" } : { style: "fill:var(--raised)" };
      const ink = inside ? { class: "strong small", style: "fill:#000" } : { class: "small" };
      const text = mark("text", { ...ink, ...centred, y: y + row / 2 + 4 }, inCell(values[i]));
      drawing.add(mark("rect", { ...face, ...box }) + text);
    });
  });
  return drawing.svg();
}

function inCell(p) {
  if (p < 1e-4) return "&lt;.0001";
  return p < 1 ? decimals(p, 4).replace(/^0/, "") : "1";
}

export default panel({ show });

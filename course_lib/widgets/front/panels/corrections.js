// Corrections: the same p-values under nine corrections, side by side.
import { chart, textWidth } from "../chart.js";
import { shortened } from "../names.js";
import { panel } from "../panel.js";
import { counted, decimals, percent } from "../words.js";

const HEADING = 24;

export function show(v, { width, height, data }) {
  const { pairs, adjusted } = data.found[`${v.test} ${v.algorithms}`];
  const shown = pairs.slice(0, data.rows).map(pair => pair.map(i => data.names[i])), headings = data.columns.map(([heading]) => heading);
  const counts = adjusted.map(column => column.filter(p => p <= v.alpha).length);
  const told = data.columns.map(([, name], i) => `${name} ${counts[i]}`).join(", ");
  // On a phone half of the columns below the others.
  const narrow = width < 480, cut = narrow ? Math.ceil(headings.length / 2) : headings.length;
  const row = Math.min(30, ((narrow ? 270 : height) - HEADING) / data.rows);
  const parts = narrow ? [[0, cut], [cut, headings.length]] : [[0, cut]];
  return {
    title: `Adjusted p-values of ${shown.length} of ${counted(pairs.length, "pair")}; orange: at most ${percent(v.alpha)}`,
    picture: parts.map(([from, to]) =>
      table(shown, headings.slice(from, to), adjusted.slice(from, to), v.alpha, width, row, cut)),
    words: `Significant at the ${percent(v.alpha)} level among ${counted(pairs.length, "pair")}: ${told}. `
      + "(* Li is meant for independent tests, which pairs are not; Finner does not keep the family-wise error.)",
    alt: `A table of adjusted p-values with a row for each of ${counted(shown.length, "pair")}, from ${shown[0].join("-")} to `
      + `${shown.at(-1).join("-")}, and a column for each correction; significant: ${told}.`,
  };
}

function table(pairs, headings, columns, alpha, width, row, places) {
  // Each name gets half of what room the numbers leave.
  const room = (width - 50 * places) / 2 - 12;
  const names = pairs.map(pair => pair.map(name => shortened(name, room)).join("-"));
  const left = Math.max(...names.map(name => textWidth(name))) + 8, wide = (width - left - 2) / places;
  const drawing = chart({ width, height: HEADING + row * pairs.length, x: null, y: null });
  names.forEach((name, i) =>
    drawing.label(left - 6, HEADING + row * (i + 0.5) + 5, name, { anchor: "end", halo: false }));
  headings.forEach((heading, column) => {
    const middle = left + (column + 0.5) * wide;
    drawing.add(`<text class="small" text-anchor="middle" x="${middle}" y="15">${heading}</text>`);
    pairs.forEach((_, i) => {
      const p = columns[column][i], inside = p <= alpha, top = HEADING + row * i;
      const face = inside ? 'class="area critical"' : 'style="fill:var(--raised)"';
      // Letters on orange are black in the dark as well.
      const ink = inside ? 'class="strong small" style="fill:#000"' : 'class="small"';
      drawing.add(`<rect ${face} x="${left + column * wide + 1}" y="${top + 1}" width="${wide - 2}" height="${row - 2}"/>`
        + `<text ${ink} text-anchor="middle" x="${middle}" y="${top + row / 2 + 4}">${inCell(p)}</text>`);
    });
  });
  return drawing.svg();
}

function inCell(p) {
  if (p < 1e-4) return "&lt;.0001";
  return p < 1 ? decimals(p, 4).replace(/^0/, "") : "1";
}

export default panel({ show });

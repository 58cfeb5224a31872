// Two printed accuracies: what no overlap of the two classifiers' errors can change.
import { chart } from "../chart.js";
import { exactP, printedVerdict } from "../math/printed.js";
import { panel } from "../panel.js";
import { pAlone, percent } from "../words.js";

// Points of the curve.
const POINTS = 160;
const LOWEST_P = 1e-9;
const SAYS = {
  always: "a difference, wherever the two erred",
  never: "no difference shown, wherever the two erred",
  depends: "it depends on where the two erred",
};

const given = (text, counts) => (counts && /^\d+$/.test(text.trim()) ? Number(text) : text);

export function verdictOf(v) {
  const counts = v.form === "counts";
  const { alpha, comparisons } = v;
  const [a, b] = [given(v.first, counts), given(v.second, counts)];
  const wrong = [a, b].find(x => counts && (typeof x === "string" || x > v.cases));
  if (wrong !== undefined) {
    throw new RangeError(`A count of right answers is a whole number from 0 to ${v.cases}`);
  }
  return printedVerdict(v.cases, a, b, { alpha, comparisons });
}

// From accuracies to counts, and back, when the reader wants to type the other.
export function settle(v, changed) {
  if (changed !== "form") return v;
  const other = text => {
    const number = parseFloat(text);
    if (Number.isNaN(number)) return text;
    if (v.form === "accuracies") return ((100 * number) / v.cases).toFixed(2);
    return String(Math.round(v.cases * (number > 1 || /%/.test(text) ? number / 100 : number)));
  };
  return { ...v, first: other(v.first), second: other(v.second) };
}

export function show(v, { width, height }) {
  let found;
  try {
    found = verdictOf(v);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { picture: "", alt: "nothing to draw", words: said(error.message), title: "Not yet" };
  }
  return {
    title: `${SAYS[found.verdict][0].toUpperCase()}${SAYS[found.verdict].slice(1)}`,
    picture: draw(found, width, height),
    words: found.sentence(),
    alt:
      `The p-value from ${pAlone(found.lowestP, found.level)} to ` +
      `${pAlone(found.highestP, found.level)}, as more cases are got right by one alone.`,
  };
}

// A complaint of the library, which calls the two by the names of its arguments.
function said(message) {
  const words = message.replaceAll("accuracy_a", "A").replaceAll("accuracy_b", "B");
  return /[.?]$/.test(words) ? words : `${words}.`;
}

function draw(found, width, height) {
  const { fewestDiscordant: fewest, mostDiscordant: most, lead, level } = found;
  const largest = Math.max(lead[1], -lead[0]);
  const leads = [...new Set([fewest, largest])];
  // Down to the power of ten below the smallest p-value and the level.
  const smallest = Math.max(LOWEST_P, Math.min(found.lowestP, level));
  const floor = 10 ** Math.floor(Math.log10(smallest) - 0.2);
  const drawing = chart({
    width,
    height,
    x: [Math.min(fewest, most), Math.max(most, fewest + 1)],
    y: [floor, 1],
    yLog: true,
    xLabel: "cases that only one of the two has right",
    yLabel: "p-value",
  });
  const { Y, box } = drawing;
  drawing.horizontal(Math.max(level, floor), "critical dashed");
  const down = Y(Math.max(level, floor));
  drawing.label(
    box.right - 4,
    down > box.bottom - 24 ? down - 6 : down + 16,
    `level ${percent(level)}`,
    {
      kind: "critical",
      anchor: "end",
    },
  );
  for (const [i, distance] of leads.entries()) {
    const step = Math.max(2, 2 * Math.ceil((most - distance) / POINTS / 2));
    const points = [];
    for (let d = distance; d <= most; d += step) {
      points.push([d, Math.max(floor, exactP(distance, d))]);
    }
    if (points.length === 1) drawing.dot(...points[0], i ? "second" : "first");
    else drawing.line(points, i ? "second dashed" : "first");
  }
  return drawing.svg();
}

export default panel({ show, settle });

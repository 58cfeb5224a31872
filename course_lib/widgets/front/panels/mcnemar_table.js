// McNemar table: four counts, four versions of the test.
import { chart, columns, mark, textWidth } from "../chart.js";
import { METHODS, mcnemarPValue, mcnemarTest } from "../math/mcnemar.js";
import { panel } from "../panel.js";
import { counted, decimals, grouped, listed, percent } from "../words.js";

export function show(v, { width, height }) {
  const { both_right: right, only_a_wrong: a, only_b_wrong: b, both_wrong: wrong, alpha } = v;
  const values = METHODS.map(method => mcnemarPValue(a, b, method));
  const narrow = width < 480,
    [first, second] = columns(width, 1, 1.7);
  const told = METHODS.map((method, i) => `${method} ${decimals(values[i], 4)}`).join(", ");
  return {
    picture: [
      drawCounts([right, b, a, wrong], first, narrow ? 150 : height - 60),
      drawVersions(values, alpha, tooFew(a, b), second, narrow ? 210 : height - 60),
    ],
    words: inWords({ right, a, b, wrong, alpha }, values),
    alt: `A table of four counts, and bars for the p-values of four versions: ${told}.`,
  };
}

function inWords({ right, a, b, wrong, alpha }, values) {
  const total = right + a + b + wrong;
  if (total === 0) {
    return (
      "No cases have been counted: neither has an error rate, and there is nothing to " + "compare."
    );
  }
  const rejecting = METHODS.filter((_, i) => values[i] <= alpha);
  const others = METHODS.filter((_, i) => !(values[i] <= alpha));
  const versions = !others.length
    ? "All four versions reject."
    : !rejecting.length
      ? "None of the four versions rejects."
      : `Versions that reject: ${listed(rejecting)}; that do not: ${listed(others)}.`;
  const error = count => decimals((count + wrong) / total, 3);
  return (
    `Error of A ${error(a)}, of B ${error(b)}, on ${counted(total, "case")}. ` +
    `${mcnemarTest(a, b, "exact").sentence(alpha)} ${versions}`
  );
}

// Are there too few cases for the versions with chi-squared?
function tooFew(a, b) {
  return mcnemarTest(a, b, "asymptotic").notes.some(note => note.includes("needs"));
}

// The table of two by two, row by row; the cells that count are blue.
function drawCounts(counts, width, height) {
  const drawing = chart({ width, height, title: "Only the blue cells count" });
  const left = 62,
    top = 46,
    wide = (width - left - 4) / 2;
  const high = Math.min(90, (height - top - 6) / 2);
  ["B right", "B wrong"].forEach((text, i) =>
    drawing.label(left + wide * (i + 0.5), top - 8, text, { halo: false }),
  );
  ["A right", "A wrong"].forEach((text, i) =>
    drawing.label(left - 8, top + high * (i + 0.5) + 4, text, { anchor: "end", halo: false }),
  );
  counts.forEach((count, i) => {
    const x = left + wide * (i % 2),
      y = top + high * Math.floor(i / 2);
    const matters = i === 1 || i === 2;
    const cell = `fill:${matters ? "var(--c)" : "none"};stroke:var(--quiet)`;
    drawing.add(mark("rect", { class: "luck", x, y, width: wide, height: high, style: cell }));
    // Black on blue, in the dark too.
    const style = matters ? "font-size:17px;font-weight:600;fill:#000" : "font-size:15px";
    const middle = { "text-anchor": "middle", x: x + wide / 2, y: y + high / 2 + 6, style };
    drawing.add(mark("text", middle, grouped(count)));
  });
  return drawing.svg();
}

// The p-values as bars; their numbers have a column of their own, so that none is struck out.
function drawVersions(values, alpha, few, width, height) {
  const most = Math.min(1, Math.max(0.1, 1.1 * Math.max(...values), 2 * alpha));
  const drawing = chart({
    width,
    height,
    x: [0, most],
    xLabel: "p-value",
    title: "Four versions: orange rejects",
    left: textWidth("asymptotic") + 10,
    right: few ? 98 : 70,
    top: 48,
  });
  const { X, box } = drawing,
    row = (box.bottom - box.top) / values.length;
  values.forEach((value, i) => {
    const middle = box.top + row * (i + 0.5),
      thick = Math.min(30, 0.6 * row);
    const rejects = value <= alpha,
      doubtful = few && i > 1;
    const wide = Math.max(1, X(value) - box.left);
    const bar = { x: box.left, y: middle - thick / 2, width: wide, height: thick };
    drawing.add(mark("rect", { class: `area ${rejects ? "critical" : "luck"}`, ...bar }));
    drawing.label(box.left - 8, middle + 4, METHODS[i], { anchor: "end", halo: false });
    drawing.label(
      box.right + 8,
      middle + (doubtful ? -2 : 4),
      value < 1e-4 ? "< 0.0001" : decimals(value, 4),
      { kind: rejects ? "critical" : "", anchor: "start", halo: false },
    );
    if (doubtful) {
      drawing.label(box.right + 8, middle + 12, "too few cases", {
        kind: "other",
        anchor: "start",
        size: 12,
        halo: false,
      });
    }
  });
  const d = `M${X(alpha)} ${box.bottom}V${box.top - 4}`;
  drawing.add(mark("path", { class: "line score dashed", d }));
  const level = `level ${percent(alpha)}`;
  drawing.label(Math.max(X(alpha), box.left + textWidth(level) / 2), box.top - 9, level, {
    halo: false,
  });
  return drawing.svg();
}

export default panel({ show });

// A against B from four counts: McNemar's test, Tango's interval, equivalence within a margin.
import { chart, columns } from "../chart.js";
import { limitsInWords, pairedDifference } from "../math/intervals.js";
import { equivalenceTestSlowly } from "../math/margin.js";
import { METHODS, mcnemarTest } from "../math/mcnemar.js";
import { panel } from "../panel.js";
import { general, pAlone, pInWords } from "../words.js";

const LOWEST_P = 1e-6;
// Up to so many cases the test of equivalence is exact.
const MOST_EXACT = 1000;

export function* show(v, { width, height }) {
  const { only_a_wrong: aWrong, only_b_wrong: bWrong, alpha, margin } = v;
  const cases = v.both_right + aWrong + bWrong + v.both_wrong;
  if (!cases) return { picture: "", alt: "nothing to draw", words: "There are no cases yet." };
  const tests = METHODS.map(method => mcnemarTest(aWrong, bWrong, method));
  const interval = pairedDifference(bWrong, aWrong, cases, "tango", 1 - alpha);
  const method = cases <= MOST_EXACT ? "exact" : "score";
  const equivalent = yield* equivalenceTestSlowly(bWrong, aWrong, cases, margin, method);
  const [wide, narrow] = columns(width, 1.2, 1);
  const tall = width < 480 ? 150 : height - 120;
  return {
    title: `McNemar, exact: ${pInWords(tests[0].pValue, alpha)}`,
    picture: [drawInterval(interval, margin, wide, tall), drawVersions(tests, alpha, narrow, tall)],
    words: [
      tests[0].sentence(alpha),
      interval.sentence() + parting(tests, interval, alpha),
      equivalent.sentence(alpha),
    ].join("\n"),
    alt:
      `The interval from ${limitsInWords(interval.low, interval.high).join(" to ")} beside 0 and ` +
      `the margins, and the p-values of four versions of McNemar's test.`,
  };
}

// The interval goes with the asymptotic test; where the exact one says otherwise, say why.
function parting(tests, interval, alpha) {
  if (tests[0].pValue <= alpha !== interval.containsZero) return "";
  const asymptotic = tests[METHODS.indexOf("asymptotic")];
  return (
    " It goes with McNemar's asymptotic test " +
    `(${pInWords(asymptotic.pValue, alpha)}), from which the exact one parts here.`
  );
}

function drawInterval({ low, high, difference }, margin, width, height) {
  const reach = 1.15 * Math.max(margin, Math.abs(low), Math.abs(high), 0.02);
  const x = [-Math.min(1, reach), Math.min(1, reach)];
  const title = "A better than B, share of cases";
  const drawing = chart({
    width,
    height,
    x,
    y: null,
    title,
    xLabel: "accuracy of A - B",
    left: 20,
  });
  const { X, box } = drawing;
  const middle = (box.top + box.bottom) / 2;
  const within = at => Math.max(x[0], Math.min(x[1], at));
  const place = { class: "area trusted faint", y: box.top, height: box.bottom - box.top };
  const from = X(within(-margin));
  drawing.add(
    `<rect class="${place.class}" x="${from}" y="${place.y}" width="${X(within(margin)) - from}"` +
      ` height="${place.height}"/>`,
  );
  drawing.vertical(0, "dotted");
  drawing.add(`<path class="line first" d="M${X(low)} ${middle}H${X(high)}" stroke-width="3"/>`);
  drawing.add(`<circle class="area first" cx="${X(difference)}" cy="${middle}" r="6"/>`);
  drawing.label(X(difference), middle - 14, "Tango's interval", { kind: "first" });
  drawing.label(X(0), box.top + 12, `within ${general(margin, 3)}`, { kind: "trusted" });
  return drawing.svg();
}

function drawVersions(tests, alpha, width, height) {
  const title = "p-values of four versions";
  const drawing = chart({
    width,
    height,
    title,
    x: [LOWEST_P, 1],
    y: null,
    xLog: true,
    left: 86,
    right: 16,
    xTicks: [
      [1e-6, "1e-6"],
      [1e-4, "1e-4"],
      [0.01, "0.01"],
      [1, "1"],
    ],
  });
  const { X, box } = drawing;
  drawing.vertical(Math.max(alpha, LOWEST_P), "critical dashed");
  tests.forEach(({ pValue }, i) => {
    const down = box.top + ((i + 0.5) * (box.bottom - box.top)) / tests.length;
    const at = X(Math.max(pValue, LOWEST_P));
    const beyond = pValue <= alpha;
    drawing.add(`<text x="2" y="${down + 4}" class="small">${METHODS[i]}</text>`);
    drawing.add(
      `<circle class="${beyond ? "area critical" : "line other"}" cx="${at}" cy="${down}" r="5"/>`,
    );
    const left = at > (box.left + box.right) / 2;
    drawing.label(at + (left ? -10 : 10), down + 4, pAlone(pValue, alpha), {
      size: 12,
      anchor: left ? "end" : "start",
    });
  });
  return drawing.svg();
}

export default panel({ show });

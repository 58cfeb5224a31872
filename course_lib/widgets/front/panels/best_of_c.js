// Best of C: one guesser's distribution stays; the best one's, and the line, move.
import { chart, textWidth, tickText, ticks } from "../chart.js";
import { chanceOfBest } from "../math/competition.js";
import { criticalIndexSlowly, luck, tailsSlowly } from "../math/luck.js";
import { metricTitle, testSet } from "../metrics.js";
import { panel } from "../panel.js";
import { counted, grouped, percent, round, toldApart } from "../words.js";

// About so many bars; half as many for F, where each costs a walk through all rankings.
const BARS = { f_measure: 30 };

// The distribution, and what of it does not depend on C and alpha, remembered.
const kept = new Map();
function* known(metric, positives, negatives) {
  const key = `${metric} ${positives} ${negatives}`;
  if (!kept.has(key)) {
    const law = luck(metric, positives, negatives);
    const low = yield* criticalIndexSlowly(law, 1, 0.999);
    const high = yield* criticalIndexSlowly(law, 1e6, 1e-4);
    const wide = Math.max(1, Math.ceil((high - low) / (BARS[metric] ?? 60)));
    const count = Math.ceil((high - low + 1) / wide);
    const edges = Array.from({ length: count + 1 }, (_, i) => low + wide * i);
    if (kept.size > 40) kept.delete(kept.keys().next().value);
    kept.set(key, { law, edges, tails: yield* tailsSlowly(law, edges) });
  }
  return kept.get(key);
}

export function* show(v, { width, height }) {
  const { metric, positives, negatives, competitors, alpha } = v;
  const { law, edges, tails } = yield* known(metric, positives, negatives);
  const critical = yield* criticalIndexSlowly(law, competitors, alpha);
  const alone = yield* criticalIndexSlowly(law, 1, alpha);
  const beyond = chanceOfBest(yield* law.tailSlowly(critical + 1), competitors);
  const best = [...tails].map(tail => chanceOfBest(tail, competitors));
  const between = chances => chances.slice(1).map((c, i) => Math.max(0, chances[i] - c));
  const [ofOne, ofBest] = [between([...tails]), between(best)];
  const last = edges.at(-1),
    line = critical + 1;
  // In few different heights, so that the axis seldom jumps.
  const top = 1.5 ** Math.ceil(Math.log(1.3 * Math.max(...ofOne, ...ofBest)) / Math.log(1.5));
  const drawing = chart({
    width,
    height,
    x: [edges[0], last + 0.02 * (last - edges[0])],
    y: [0, top],
    xTicks: ticks(
      law.score(edges[0]),
      law.score(Math.min(last, law.last)),
      width < 480 ? 3 : 6,
    ).map(score => [law.indexOf(score), tickText(score)]),
    xLabel: metricTitle(metric),
    yLabel: "probability of each bar",
  });
  const { X, Y, box } = drawing;
  drawing.stairs(edges, ofBest, "luck");
  const cut = edges.findIndex(edge => edge > line);
  if (cut > 0)
    drawing.stairs(
      [Math.max(line, edges[0]), ...edges.slice(cut)],
      ofBest.slice(cut - 1),
      "critical",
    );
  drawing.stairs(edges, ofOne, "dotted", false).vertical(line, "critical dashed");
  const [aloneText, criticalText] = toldApart([law.score(alone), law.score(critical)]);
  const far = X(line) > (box.left + box.right) / 2;
  drawing.label(X(line) + (far ? -6 : 6), box.top + 12, `critical value ${criticalText}`, {
    kind: "critical",
    anchor: far ? "end" : "start",
  });
  const one = competitors === 1;
  const peak = ofBest.indexOf(Math.max(...ofBest)),
    peakOne = ofOne.indexOf(Math.max(...ofOne));
  const who = one ? "one guesser" : `best of ${grouped(competitors)}`,
    middle = X((edges[peak] + edges[peak + 1]) / 2);
  // Not across the line.
  const room = Math.max(0, middle + textWidth(who) / 2 + 6 - X(line)) * (middle < X(line));
  drawing.label(middle - room, Math.max(Y(ofBest[peak]) - 6, box.top + 30), who, { kind: "first" });
  // Beside its peak, on the side where the best is not; and below, if both peaks are one.
  if (!one) {
    const left = peakOne > ofOne.length / 4;
    drawing.label(
      X(edges[left ? peakOne : peakOne + 1]) + (left ? -16 : 16),
      Math.max(Y(ofOne[peakOne]) + 4, box.top + 48),
      "one guesser",
      { kind: "other", anchor: left ? "end" : "start" },
    );
  }
  const title = metricTitle(metric);
  const cases = testSet(positives, negatives);
  const named = one ? "One classifier" : `The best of ${grouped(competitors)} classifiers`;
  let words =
    `${named} must exceed ${criticalText} to be beyond luck at the ${percent(alpha)} level ` +
    `(${title}, ${cases}); guessers do so in ${percent(round(beyond, 5))} of all contests.`;
  if (!one) words += ` One named in advance need only exceed ${aloneText}.`;
  if (critical >= law.last) words += " Not even a perfect score is beyond luck here.";
  return {
    title: `Luck alone on ${cases}: at most ${percent(alpha)} lies beyond the dashed line`,
    picture: drawing.svg(),
    words,
    alt:
      `Bars for the ${title} of the best of ${counted(competitors, "guesser")}, a dotted outline ` +
      `for a single one, and a dashed line at the critical value ${criticalText}; the little ` +
      "that lies beyond is orange.",
  };
}

export default panel({ show });

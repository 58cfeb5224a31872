// The picture of a contest among guessers: one's scores, the best one's, and the critical value.
import { chart, textWidth, tickText, ticks } from "./chart.js";
import { chanceOfBest } from "./math/competition.js";
import { criticalIndexSlowly, luck, tailsSlowly } from "./math/luck.js";
import { metricTitle } from "./metrics.js";
import { grouped, toldApart } from "./words.js";

// About so many bars; half as many for F, where each costs a walk through all rankings.
const BARS = { f_measure: 30 };
const MOST_KEPT = 40;

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
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
    kept.set(key, { law, edges, tails: [...(yield* tailsSlowly(law, edges))] });
  }
  return kept.get(key);
}

// What there is to see, and what it tells: the distribution, the index of the critical value, that
// of one classifier, both in words, and how often guessers get beyond. `score` is marked, if given.
export function* drawContest(v, { width, height }, score = null) {
  const { metric, competitors, alpha } = v;
  const { law, edges, tails } = yield* known(metric, v.positives, v.negatives);
  const critical = yield* criticalIndexSlowly(law, competitors, alpha);
  const alone = yield* criticalIndexSlowly(law, 1, alpha);
  const beyond = chanceOfBest(yield* law.tailSlowly(critical + 1), competitors);
  const between = chances => chances.slice(1).map((c, i) => Math.max(0, chances[i] - c));
  const ofOne = between(tails);
  const ofBest = between(tails.map(tail => chanceOfBest(tail, competitors)));
  const own = score === null ? null : law.indexOf(score);
  // A bar stands around its scores, and the line between those that luck may reach and the next.
  const sides = edges.map(edge => edge - 0.5);
  const line = critical + 0.5;
  const first = Math.min(sides[0], own ?? sides[0]);
  const last = Math.max(sides.at(-1), own ?? 0);
  // In few different heights, so that the axis seldom jumps.
  const top = 1.5 ** Math.ceil(Math.log(1.35 * Math.max(...ofOne, ...ofBest)) / Math.log(1.5));
  const ends = [first + 0.5, last - 0.5].map(at => law.score(Math.min(Math.round(at), law.last)));
  const drawing = chart({
    width,
    height,
    x: [first, last + 0.02 * (last - first)],
    y: [0, top],
    xTicks: ticks(...ends, width < 480 ? 3 : 6).map(tick => [law.indexOf(tick), tickText(tick)]),
    xLabel: metricTitle(metric),
    yLabel: "probability of each bar",
  });
  const { X, Y, box } = drawing;
  drawing.stairs(sides, ofBest, "luck");
  const cut = sides.findIndex(side => side > line);
  if (cut > 0) {
    const beyondLine = [Math.max(line, sides[0]), ...sides.slice(cut)];
    drawing.stairs(beyondLine, ofBest.slice(cut - 1), "critical");
  }
  drawing.stairs(sides, ofOne, "dotted", false).vertical(line, "critical dashed");
  const [aloneText, criticalText] = toldApart([law.score(alone), law.score(critical)]);
  const beside = (at, down, text, kind) => {
    const far = at > (box.left + box.right) / 2;
    drawing.label(at + (far ? -6 : 6), down, text, { kind, anchor: far ? "end" : "start" });
  };
  beside(X(line), box.top + 10, `critical value ${criticalText}`, "critical");
  if (own !== null) {
    drawing.vertical(own, "score");
    beside(
      X(own),
      box.top + 28,
      `your score ${toldApart([score, law.score(critical)])[0]}`,
      "score",
    );
  }
  const highest = own === null ? 30 : 48;
  const one = competitors === 1;
  const peak = ofBest.indexOf(Math.max(...ofBest));
  const peakOne = ofOne.indexOf(Math.max(...ofOne));
  const who = one ? "one guesser" : `best of ${grouped(competitors)}`;
  const middle = X((sides[peak] + sides[peak + 1]) / 2);
  // Not across the line.
  const room = Math.max(0, middle + textWidth(who) / 2 + 6 - X(line)) * (middle < X(line));
  const down = Math.max(Y(ofBest[peak]) - 6, box.top + highest);
  drawing.label(middle - room, down, who, { kind: "first" });
  // Beside its peak, on the side where the best is not; left out where a far score leaves no room.
  const left = peakOne > ofOne.length / 4;
  const beginning = X(sides[left ? peakOne : peakOne + 1]) + (left ? -16 : 16);
  if (!one && (!left || beginning - textWidth("one guesser") > box.left)) {
    const under = Math.max(Y(ofOne[peakOne]) + 4, box.top + highest + 18);
    const anchor = left ? "end" : "start";
    drawing.label(beginning, under, "one guesser", { kind: "other", anchor });
  }
  return { picture: drawing.svg(), law, critical, aloneText, criticalText, beyond };
}

// Best of C: one guesser's distribution stays; the best one's, and the line, move.
import { drawContest } from "../contest.js";
import { metricTitle, testSet } from "../metrics.js";
import { panel } from "../panel.js";
import { counted, grouped, percent, round } from "../words.js";

export function* show(v, context) {
  const { competitors, alpha } = v;
  const drawn = yield* drawContest(v, context);
  const { picture, law, critical, aloneText, criticalText, beyond } = drawn;
  const one = competitors === 1;
  const title = metricTitle(v.metric);
  const cases = testSet(v.positives, v.negatives);
  const who = one ? "One classifier" : `The best of ${grouped(competitors)} classifiers`;
  let words =
    `${who} must exceed ${criticalText} to be beyond luck at the ${percent(alpha)} level ` +
    `(${title}, ${cases}); guessers do so in ${percent(round(beyond, 5))} of all contests.`;
  if (!one) words += ` One named in advance need only exceed ${aloneText}.`;
  if (critical >= law.last) words += " Not even a perfect score is beyond luck here.";
  return {
    title: `Luck alone on ${cases}: at most ${percent(alpha)} lies beyond the dashed line`,
    picture,
    words,
    alt:
      `Bars for the ${title} of the best of ${counted(competitors, "guesser")}, a dotted outline ` +
      `for a single one, and a dashed line at the critical value ${criticalText}; the little ` +
      "that lies beyond is orange.",
  };
}

export default panel({ show });

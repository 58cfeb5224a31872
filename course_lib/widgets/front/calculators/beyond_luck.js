// Is my best beyond luck? A score, the test set, and how many were tried.
import { drawContest } from "../contest.js";
import { assessBestSlowly } from "../math/best_score.js";
import { LARGEST_CLASS } from "../math/test_set_plan.js";
import { panel } from "../panel.js";

const K = 10;

// A count in the first ten runs to 10, and to no more than there are; other scores to 1.
export function settle(v, changed) {
  const largest = LARGEST_CLASS[v.metric];
  const positives = Math.min(v.positives, largest);
  const negatives = Math.min(v.negatives, largest);
  let { score } = v;
  if (v.metric === "top_k") {
    if (changed === "metric") score = Math.round(K * Math.min(score, 1));
    score = Math.min(Math.round(score), K, positives);
  } else if (changed === "metric" && score > 1) score /= K;
  return { ...v, positives, negatives, score: Math.min(score, v.metric === "top_k" ? K : 1) };
}

function limits(v) {
  const high = Math.min(LARGEST_CLASS[v.metric], 10000);
  const counts = { low: 0, high: Math.min(K, v.positives), step: 1, whole: true };
  const classes = { high };
  // The first ten cases must be there.
  const score = v.metric === "top_k" ? counts : { low: 0, high: 1, step: 0.005, whole: false };
  return { score, positives: classes, negatives: classes };
}

export function* show(v, context) {
  const { metric, score, positives, negatives, competitors, alpha } = v;
  if (metric === "top_k" && positives + negatives < K) {
    return { picture: "", alt: "nothing to draw", words: "There are no first ten among so few." };
  }
  const asked = [metric, score, positives, negatives, competitors, alpha];
  const found = yield* assessBestSlowly(...asked);
  const { picture } = yield* drawContest(v, context, score);
  const verdict = found.significant ? "beyond luck" : "not beyond luck";
  return {
    title: `${found.title}: ${verdict}, p = ${found.facts()["p-value"].replace("< ", "below ")}`,
    picture,
    words: found.sentence(),
    alt:
      `The scores of the best of so many guessers, a dashed line at the critical value, and a ` +
      `line at your score: ${verdict}.`,
  };
}

export default panel({ show, settle, limits });

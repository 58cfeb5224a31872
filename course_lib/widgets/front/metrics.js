// The four scores of a ranking, as sentences call them (chance/metrics.py).
import { counted } from "./words.js";

const TITLES = { auc: "AUC", accuracy: "best accuracy", f_measure: "best F-measure" };

export function metricTitle(metric, k = 10) {
  return TITLES[metric] ?? `TP${k} score`;
}

export function testSet(positives, negatives) {
  return `${counted(positives, "positive")} and ${counted(negatives, "negative")}`;
}

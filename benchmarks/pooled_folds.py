"""How often `judge` is wrong about models that learned nothing: pooled folds, shuffled training.

`python -m benchmarks.pooled_folds [files]` prints shares of files with their standard errors, at
5 %: of cross-validated scores of noise, pooled and within folds; and of models whose training
labels were shuffled, on data with structure.
"""

import sys
import warnings

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, LeaveOneOut, StratifiedKFold
from sklearn.naive_bayes import GaussianNB

from course_lib import p_value, prediction_table
from course_lib.judging.beyond_luck import luck_of_columns
from course_lib.roc.points import auc_score

CASES, FEATURES, ALPHA = 60, 5, 0.05
MODELS = {
    "logistic regression": lambda: LogisticRegression(),
    "naive Bayes": lambda: GaussianNB(),
    "constant prior": lambda: DummyClassifier(strategy="prior"),
}
SPLITS = {
    "10 folds": lambda seed: KFold(10, shuffle=True, random_state=seed),
    "10 folds, stratified": lambda seed: StratifiedKFold(10, shuffle=True, random_state=seed),
    "3 folds, stratified": lambda seed: StratifiedKFold(3, shuffle=True, random_state=seed),
    "leave one out": lambda _: LeaveOneOut(),
}


def told(counts, files):
    """A share of the files, and its standard error."""
    share = counts / files
    return f"{share:.3f} ({np.sqrt(share * (1 - share) / files):.3f})"


def cross_validated(model, split, rng, seed):
    """Truth, pooled scores and folds of a cross-validation on noise."""
    features = rng.standard_normal((CASES, FEATURES))
    truth = rng.permutation(np.arange(CASES) < CASES // 2)
    scores, folds = np.empty(CASES), np.empty(CASES, int)
    for fold, (train, test) in enumerate(split(seed).split(features, truth)):
        fitted = model().fit(features[train], truth[train])
        scores[test], folds[test] = fitted.predict_proba(features[test])[:, 1], fold
    return truth, scores, folds


def pooled_and_within(files):
    """Noise: how often beyond luck, how often worse than luck."""
    print(f"Noise, {CASES} cases, one in two positive: beyond luck / worse than luck, at 5 %")
    for split_name, split in SPLITS.items():
        for name, model in MODELS.items():
            counts = np.zeros((2, 2))
            rng = np.random.default_rng(1)
            for seed in range(files):
                truth, scores, folds = cross_validated(model, split, rng, seed)
                known = prediction_table(truth, scores)
                for row, within in enumerate((False, True)):
                    if within:
                        try:
                            known = known.with_folds(folds)
                        except ValueError:  # leave one out: nobody to rank
                            counts[row] = np.nan
                            continue
                    luck = luck_of_columns(known, None, ALPHA, 0)
                    counts[row] += np.array([luck.p_values[0], luck.p_values_low[0]]) <= ALPHA
            pooled, within = (" / ".join(told(c, files) for c in row) for row in counts)
            print(f"  {split_name:22}{name:22}pooled {pooled}   within folds {within}", flush=True)


def trained_on_shuffled_labels(files):
    """Structure, but labels shuffled before training: how often beyond luck on true labels."""
    print("Two clusters, training labels shuffled, 100 + 100 test cases: beyond luck, at 5 %")
    for apart in (0.0, 1.0, 2.0):
        for name in ("logistic regression", "naive Bayes"):
            rng = np.random.default_rng(2)
            beyond = 0
            for _ in range(files):
                truth = np.arange(200) < 100
                centres = apart * rng.standard_normal(FEATURES)
                train, test = (
                    rng.standard_normal((200, FEATURES)) + truth[:, None] * centres
                    for _ in range(2)
                )
                fitted = MODELS[name]().fit(train, rng.permutation(truth))
                auc = auc_score(truth, fitted.predict_proba(test)[:, 1])
                beyond += p_value("auc", auc, 100, 100) <= ALPHA
            print(f"  {name:22}clusters {apart:g} apart: {told(beyond, files)}", flush=True)


if __name__ == "__main__":
    warnings.filterwarnings("ignore", module="sklearn")
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    trained_on_shuffled_labels(number)
    pooled_and_within(number)

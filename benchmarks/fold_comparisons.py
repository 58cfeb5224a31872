"""How often `compare_folds` is wrong about equally good models; how far off the winner's score is.

`python -m benchmarks.fold_comparisons [data sets]` prints shares of data sets with their standard
errors, at 5 %, and mean errors of the winner's score in points of accuracy. The learner is naive
Bayes, each model on features of its own and a few shared ones. In expectation, models on equally
telling features are equally good; their scores on the folds of one data set are not.
"""

import sys

import numpy as np
from sklearn.naive_bayes import GaussianNB

from course_lib import adjust_p_values, compare_folds, paired_t_test
from course_lib.judging.fold_data import FoldScores
from course_lib.judging.fold_scores import fold_scores

CASES, SHARED, OWN, POOL, ALPHA = 200, 4, 3, 60, 0.05
FRESH = 2_000
#: Folds, and how often; 0 folds: random splits with a fifth for testing.
DESIGNS = {"5 folds": (5, 1), "10 folds": (10, 1), "10 x 10 folds": (10, 10), "20 random": (0, 20)}


class World:
    """Two classes that differ in the mean of every feature, and models on some of the features."""

    def __init__(self, models, kind, rng):
        self.rng, self.models = rng, models
        own = [rng.choice(POOL, OWN, replace=False) for _ in range(models)]
        self.gaps = np.full(SHARED + POOL, 0.25)
        if kind == "one clear winner":
            self.gaps[SHARED:] = 0.0
            self.gaps[SHARED : SHARED + OWN] = 0.6
            own = [rng.choice(np.arange(OWN, POOL), OWN, replace=False) for _ in range(models)]
            own[0] = np.arange(OWN)
        elif kind == "evenly spread":
            self.gaps[SHARED:] = np.linspace(0, 0.5, POOL)
        self.gaps[:SHARED] = 0.4
        self.uses = np.zeros((SHARED + POOL, models))
        self.uses[:SHARED] = 1
        for model, features in enumerate(own):
            self.uses[SHARED + features, model] = 1

    def draw(self, cases):
        """Features and classes, half of the cases in each."""
        truth = self.rng.permutation(np.arange(cases) < cases // 2)
        return self.rng.standard_normal((cases, self.gaps.size)) + truth[:, None] * self.gaps, truth

    def splits(self, folds, repeats):
        """Cases for testing, split by split."""
        for _ in range(repeats):
            order = self.rng.permutation(CASES)
            yield from np.array_split(order, folds) if folds else [order[: CASES // 5]]


def log_odds(features, truth, asked):
    """Naive Bayes, feature by feature: a model's answer is a sum over its own."""
    told = 0
    for called, sign in ((True, 1), (False, -1)):
        of_class = features[truth == called]
        mean, variance = of_class.mean(axis=0), of_class.var(axis=0)
        told = told - sign * ((asked - mean) ** 2 / variance + np.log(variance)) / 2
        told = told + sign * np.log(len(of_class) / len(truth)) / features.shape[1]
    return told


def accuracies(world, features, truth, asked, answers):
    """Of every model at once; the classes' shares count once for a model."""
    shares = np.log(truth.mean() / (1 - truth.mean()))
    odds = log_odds(features, truth, asked) - shares / features.shape[1]
    return ((odds @ world.uses + shares > 0) == answers[:, None]).mean(axis=0)


def scored(world, folds, repeats):
    """Scores on the splits of one data set, and what the fitted models score on fresh cases."""
    features, truth = world.draw(CASES)
    fresh = world.draw(FRESH)
    scores, honest = [], []
    for test in world.splits(folds, repeats):
        train = np.setdiff1d(np.arange(CASES), test)
        fitted = features[train], truth[train]
        scores.append(accuracies(world, *fitted, features[test], truth[test]))
        if len(honest) < 5:
            honest.append(accuracies(world, *fitted, *fresh))
    return np.array(scores), np.mean(honest, axis=0)


def check_against_scikit_learn():
    """The learner here is the one that people use."""
    world = World(3, "equal", np.random.default_rng(0))
    (features, truth), (asked, answers) = world.draw(CASES), world.draw(500)
    ours = accuracies(world, features[50:], truth[50:], asked, answers)
    for model, own in enumerate(world.uses.T > 0):
        theirs = GaussianNB(var_smoothing=0).fit(features[50:][:, own], truth[50:])
        assert np.isclose(ours[model], theirs.score(asked[:, own], answers))


def told(counts):
    """A share of the data sets, and its standard error."""
    return f"{np.mean(counts):.3f} ({np.std(counts) / np.sqrt(len(counts)):.3f})"


def known(scores, folds):
    """The scores with what is known of their splits."""
    data = fold_scores(scores)
    return FoldScores(data.values, data.names, data.precision, False, random_splits=not folds)


def equals(data_sets):
    """All models equally good: how often any difference is found."""
    print(
        "Equally good models, any difference at 5 %: all pairs by Holm; the best against the rest"
    )
    print("as if it had been named before (Holm for them only); the truly best lost from the set")
    print("of those that may be it; plain t tests, all pairs by Holm")
    for models in (8, 50, 300):
        for name, (folds, repeats) in DESIGNS.items():
            rng, found = np.random.default_rng(1), []
            for _ in range(data_sets if repeats == 1 else data_sets // 4):
                world = World(models, "equal", rng)
                scores, _ = scored(world, folds, repeats)
                data = known(scores, folds)
                result = compare_folds(data, 1 / (folds or 5), control="best")
                best = result.names.index(result.reference)
                others = np.delete(result.p_values[best], best)
                plain = np.nan
                if models == 8:
                    pairs = [(i, j) for i in range(models) for j in range(i)]
                    plain = [paired_t_test(scores[:, i], scores[:, j]).p_value for i, j in pairs]
                    plain = adjust_p_values(plain, "holm").min() <= ALPHA
                found.append(
                    [
                        result.adjusted.min() <= ALPHA,
                        adjust_p_values(others, "holm").min() <= ALPHA,
                        data.names[0] not in result.may_be_best,
                        plain,
                    ]
                )
            print(
                f"  {models:3} models, {name:14}",
                *map(told, np.array(found, float).T[: 4 if models == 8 else 3]),
                flush=True,
            )


def winners(data_sets):
    """The winner's score, less what its models score on fresh cases, in points of accuracy."""
    print("Winner's score too high by, in points: as it stands, corrected, on all other splits,")
    print("Tibshirani and Tibshirani; then, the lead over the mean of all, and that by luck")
    for models in (10, 300):
        for kind in ("equal", "one clear winner", "evenly spread"):
            for name, (folds, repeats) in DESIGNS.items():
                rng, found = np.random.default_rng(2), []
                for _ in range(data_sets if repeats == 1 else data_sets // 4):
                    scores, honest = scored(World(models, kind, rng), folds, repeats)
                    data = known(scores, folds)
                    winner = compare_folds(data, 1 / (folds or 5)).winner
                    best = data.names.index(winner.name)
                    others = scores.sum(axis=0) - scores
                    left_out = scores[np.arange(len(scores)), others.argmax(axis=1)].mean()
                    drop = (scores.max(axis=1) - scores[:, best]).mean()
                    estimates = winner.mean, winner.corrected, left_out, winner.mean - drop
                    found.append(
                        [*(e - honest[best] for e in estimates), winner.lead, winner.lead_by_luck]
                    )
                points = 100 * np.array(found)
                errors = points.std(axis=0) / np.sqrt(len(points))
                line = (
                    f"{m:+6.2f} ({e:.2f})" for m, e in zip(points.mean(axis=0), errors, strict=True)
                )
                print(f"  {models:3} {kind:17}{name:14}", *line, flush=True)


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    check_against_scikit_learn()
    equals(number)
    winners(number)

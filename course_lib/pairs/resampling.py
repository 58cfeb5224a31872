"""What overlapping training sets do to a test: type I error, simulated where the truth is known.

Two learners that are equally good by construction: A looks at one feature, B at another, and both
features tell the classes apart equally well. Whoever finds a difference between them is wrong.
Steady learners draw their line midway between the means of the two classes; jumpy ones follow the
nearest training case, and their scores hang on every case they have seen.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.phrases import percent
from course_lib.common.randomness import seed_sequence
from course_lib.pairs.mcnemar import mcnemar_test
from course_lib.pairs.results import ErrorRates
from course_lib.pairs.t import corrected_t_test, five_by_two_test, paired_t_test

#: How far apart the classes lie, in standard deviations: both learners are right in about 76 %.
_APART = 1.4


@dataclass(frozen=True, repr=False)
class TypeIErrors(ErrorRates):
    """How often each test finds a difference where there is none. Made by `type_i_errors`."""

    #: By test; in truth there is never a difference.
    rates: dict[str, float]
    alpha: float
    cases: int
    folds: int
    runs: int
    repetitions: int
    learner: str

    def sentence(self) -> str:
        """The rates in words."""
        told = ", ".join(f"{name} {percent(round(rate, 3))}" for name, rate in self.rates.items())
        return (
            f"{self.repetitions:,} data sets of {self.cases} cases, two learners that are equally "
            f"good, {percent(self.alpha)} level; a difference is found by: {told}."
        )


def type_i_errors(
    cases: int = 200,
    folds: int = 10,
    runs: int = 10,
    repetitions: int = 400,
    alpha: float = 0.05,
    seed: Any = None,
    learner: str = "midpoint",
) -> TypeIErrors:
    """How often tests find a difference between two learners that are equally good.

    For each of `repetitions` data sets: `runs` runs of `folds`-fold cross-validation for the naive
    t test on all scores, the same on the means of the runs (if there are several), and the
    corrected t test; five halvings for the 5x2cv F test; and one split, with a third of the cases
    to test on, for McNemar's test. The learners are `"midpoint"`, steady ones, or `"nearest"`,
    jumpy ones, for which the correction is too small.

    Examples
    --------
    >>> found = type_i_errors(cases=100, repetitions=200, seed=1)
    >>> found.rates["naive t"] > 0.3 > found.rates["corrected t"]
    True
    """
    cases = whole_number("cases", cases, 20, 10_000)
    folds = whole_number("folds", folds, 2, cases // 2)
    runs = whole_number("runs", runs, 1, 100)
    repetitions = whole_number("repetitions", repetitions, 1, 100_000)
    alpha = open_unit_interval("alpha", alpha)
    learner = one_of("learner", learner, ("midpoint", "nearest"))
    world, splits, halves, holdout = seed_sequence(seed).spawn(4)
    data = (*_data(cases, repetitions, np.random.default_rng(world)), learner)
    scores = _cross_validate(data, folds, runs, np.random.default_rng(splits))
    half = _cross_validate(data, 2, 5, np.random.default_rng(halves))
    a_wrong, b_wrong = _hold_out(data, np.random.default_rng(holdout))
    found = {
        "naive t": [paired_t_test(*pair).p_value for pair in zip(*scores, strict=True)],
        "t of run means": [
            paired_t_test(a.reshape(runs, folds).mean(1), b.reshape(runs, folds).mean(1)).p_value
            for a, b in zip(*scores, strict=True)
            if runs > 1
        ],
        "corrected t": [
            corrected_t_test(*pair, 1 / folds).p_value for pair in zip(*scores, strict=True)
        ],
        "5x2cv F": [
            five_by_two_test(a.reshape(5, 2), b.reshape(5, 2)).p_value
            for a, b in zip(*half, strict=True)
        ],
        "McNemar": [
            mcnemar_test(int(a), int(b)).p_value for a, b in zip(a_wrong, b_wrong, strict=True)
        ],
    }
    rates = {name: float(np.mean(np.array(p) <= alpha)) for name, p in found.items() if p}
    return TypeIErrors(rates, alpha, cases, folds, runs, repetitions, learner)


@lru_cache(maxsize=64)
def remembered_type_i_errors(
    cases: int, folds: int, runs: int, repetitions: int, alpha: float, seed: int, learner: str
) -> TypeIErrors:
    """The same, remembered: for a slider that comes back."""
    return type_i_errors(cases, folds, runs, repetitions, alpha, seed, learner)


def _data(cases: int, repetitions: int, random: np.random.Generator) -> tuple[Any, Any]:
    """Labels, half of each; and two features of each case: [repetition, feature, case]."""
    labels = np.arange(cases) % 2 == 1
    features = random.standard_normal((repetitions, 2, cases))
    return labels, features + _APART * labels


def _right(labels: Any, features: Any, learner: str, train: Any) -> Any:
    """Who is right on each case, having learned from `train` only: [repetition, learner, case]."""
    if learner == "nearest":
        return _nearest(labels, features, train) == labels
    weights = train[:, None, :]
    middle: Any = 0.0
    for kind in (labels, ~labels):
        members = weights * kind
        middle = middle + (features * members).sum(axis=2) / np.maximum(1, members.sum(axis=2)) / 2
    return (features > middle[:, :, None]) == labels


def _nearest(labels: Any, features: Any, train: Any) -> Any:
    """The label of the nearest training case, by one feature: the next one below, or above."""
    order = np.argsort(features, axis=2)
    values = np.take_along_axis(features, order, axis=2)
    known = np.take_along_axis(np.broadcast_to(train[:, None, :], features.shape), order, axis=2)
    positions = np.arange(values.shape[2])
    below = np.maximum.accumulate(np.where(known, positions, -1), axis=2)
    above = np.where(known, positions, positions.size)[:, :, ::-1]
    above = np.minimum.accumulate(above, axis=2)[:, :, ::-1]

    def distance(position: Any, missing: Any) -> Any:
        there = np.take_along_axis(values, np.clip(position, 0, positions.size - 1), axis=2)
        return np.where(missing, np.inf, np.abs(values - there))

    nearer = distance(below, below < 0) <= distance(above, above == positions.size)
    position = np.clip(np.where(nearer, below, above), 0, positions.size - 1)
    nearest = labels[np.take_along_axis(order, position, axis=2)]
    found = np.empty_like(nearest)
    np.put_along_axis(found, order, nearest, axis=2)
    return found


def _cross_validate(
    data: tuple[Any, Any, str], folds: int, runs: int, random: np.random.Generator
) -> tuple[Any, Any]:
    """Accuracies of both learners on every fold of every run: two arrays [repetition, split]."""
    labels, features, learner = data
    repetitions, _, cases = features.shape
    scores = []
    for _ in range(runs):
        fold = random.permuted(np.tile(np.arange(cases) % folds, (repetitions, 1)), axis=1)
        for number in range(folds):
            test = fold == number
            right = _right(labels, features, learner, ~test)
            scores.append((right & test[:, None, :]).sum(axis=2) / test.sum(axis=1)[:, None])
    both = np.stack(scores, axis=2)
    return both[:, 0], both[:, 1]


def _hold_out(data: tuple[Any, Any, str], random: np.random.Generator) -> tuple[Any, Any]:
    """On how many cases of one test set A alone, and B alone, is wrong."""
    labels, features, learner = data
    repetitions, _, cases = features.shape
    third = random.permuted(np.tile(np.arange(cases) % 3 == 0, (repetitions, 1)), axis=1)
    right = _right(labels, features, learner, ~third)
    a, b = right[:, 0] & third, right[:, 1] & third
    return (third & ~a & b).sum(axis=1), (third & a & ~b).sum(axis=1)

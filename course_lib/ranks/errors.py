"""How often each way to compare algorithms finds a difference between equals: simulated."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of, open_unit_interval, whole_number
from course_lib.common.bars import progress_bar
from course_lib.common.phrases import percent
from course_lib.common.randomness import seed_sequence
from course_lib.common.score_table import score_table
from course_lib.pairs.results import ErrorRates
from course_lib.ranks.pairwise import pairwise_tests

#: What distinguishes the last algorithm from all the others, which are equally good.
WORLDS = {
    "equal": "all are equally good",
    "outsider": "one is far worse than the others, which are equally good",
    "generalist": "one is middling everywhere; the others, equally good, are good here, bad there",
}
_WAYS = {
    "mean ranks, Bonferroni": ("mean-ranks", "bonferroni"),
    "mean ranks, Nemenyi": ("mean-ranks", "nemenyi"),
    "Wilcoxon, Holm": ("wilcoxon", "holm"),
    "sign, Holm": ("sign", "holm"),
}


@dataclass(frozen=True, repr=False)
class FamilyWiseErrors(ErrorRates):
    """How often any two equals were called different. Made by `family_wise_errors`."""

    #: By test and correction.
    rates: dict[str, float]
    world: str
    alpha: float
    algorithms: int
    data_sets: int
    repetitions: int

    def sentence(self) -> str:
        """The rates in words."""
        told = ", ".join(f"{name} {percent(round(rate, 4))}" for name, rate in self.rates.items())
        return (
            f"{self.algorithms} algorithms on {self.data_sets} data sets, {self.repetitions:,} "
            f"times; {WORLDS[self.world]}. At the {percent(self.alpha)} level two equals are "
            f"called different by: {told}."
        )


def family_wise_errors(
    world: str = "generalist",
    algorithms: int = 5,
    data_sets: int = 20,
    repetitions: int = 1000,
    alpha: float = 0.05,
    seed: Any = None,
    *,
    progress: bool | None = None,
) -> FamilyWiseErrors:
    """How often do tests of all pairs call two equally good algorithms different?

    `world` is `"equal"`, all of them are; `"outsider"`, one is far worse on every data set; or
    `"generalist"`, one is in the middle on every data set, and each of the others, which are
    equally good, is above it on some and below it on others, in a random order. Only differences
    between equals count as errors. (If the others are odd in number, the generalist stands just
    above the middle one of them.) In all three worlds differences between equals are symmetric,
    as Wilcoxon's test assumes.

    Examples
    --------
    >>> found = family_wise_errors("generalist", repetitions=300, seed=1)
    >>> found.rates["mean ranks, Nemenyi"] > 0.05 > found.rates["sign, Holm"]
    True
    """
    world = one_of("world", world, WORLDS)
    algorithms = whole_number("algorithms", algorithms, 3, 30)
    data_sets = whole_number("data_sets", data_sets, 2, 10_000)
    repetitions = whole_number("repetitions", repetitions, 1, 1_000_000)
    alpha = open_unit_interval("alpha", alpha)
    random = np.random.default_rng(seed_sequence(seed))
    equals = algorithms if world == "equal" else algorithms - 1
    errors = dict.fromkeys(_WAYS, 0)
    with progress_bar(repetitions, "studies", progress) as bar:
        for _ in range(repetitions):
            table = score_table(_scores(world, algorithms, data_sets, random))
            for way, (test, correction) in _WAYS.items():
                adjusted = pairwise_tests(table, test, correction).adjusted[:equals, :equals].copy()
                np.fill_diagonal(adjusted, 1.0)
                errors[way] += bool((adjusted <= alpha).any())
            bar.update(1)
    rates = {way: count / repetitions for way, count in errors.items()}
    return FamilyWiseErrors(rates, world, alpha, algorithms, data_sets, repetitions)


def _scores(world: str, algorithms: int, data_sets: int, random: np.random.Generator) -> np.ndarray:
    scores = random.standard_normal((data_sets, algorithms))
    if world == "outsider":
        scores[:, -1] -= 20.0
    elif world == "generalist":
        scores[:, -1] = np.median(scores[:, :-1], axis=1)
        if algorithms % 2 == 0:  # then the median is one of them: step just beside it
            scores[:, -1] += 1e-6
    return scores

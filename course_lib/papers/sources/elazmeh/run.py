"""What figures, tables and claims of the paper share, computed when first asked for."""

import math
from collections.abc import Callable, Mapping
from functools import cache, cached_property

from course_lib.datasets import (
    ELAZMEH_CLASSIFIERS,
    ELAZMEH_DATA_SETS,
    load_elazmeh_auc,
    load_elazmeh_class_counts,
    load_elazmeh_scores,
)
from course_lib.papers.source import OpenSource
from course_lib.roc.bands import RocBand, roc_band
from course_lib.roc.segment import ConfidentSegment, confident_segment

_SEED = 2006
#: Those whose scores do not depend on a version or a seed.
REPEATABLE = ("S", "T", "B")
NAMES = {
    "S": "decision stump (S)",
    "T": "decision tree (T)",
    "F": "random forest (F)",
    "B": "naive Bayes (B)",
}


#: The bands' authors give their slope as the root of m/n, which can be read in two ways; the first
#: is how the errors of the two rates relate.
READINGS: dict[str, Callable[[int, int], float]] = {
    "N/P": lambda positives, negatives: math.sqrt(negatives / positives),
    "P/N": lambda positives, negatives: math.sqrt(positives / negatives),
}


class Run(OpenSource):
    """The paper, opened: what it prints, and what comes from the scores of its classifiers."""

    @cached_property
    def auc(self) -> dict[str, dict[str, float]]:
        """Table 3 as printed, by data set and classifier."""
        return load_elazmeh_auc()

    @cached_property
    def class_counts(self) -> dict[str, dict[str, int | None]]:
        """Table 2 as printed, by data set."""
        return load_elazmeh_class_counts()

    def segments(self, data_set: str) -> dict[str, ConfidentSegment]:
        """The confident segments of the four classifiers, by letter."""
        return _segments(data_set)

    def empty_segments(self) -> dict[str, str]:
        """The letters of classifiers without a confident point, by data set."""
        found = {
            data_set: "".join(k for k, segment in self.segments(data_set).items() if segment.empty)
            for data_set in ELAZMEH_DATA_SETS
        }
        return {data_set: letters for data_set, letters in found.items() if letters}

    @cached_property
    def bands(self) -> dict[str, dict[str, dict[str, RocBand]]]:
        """Fixed-width bands by reading of the slope, data set and letter."""
        return {
            reading: {name: _bands(name, reading) for name in ELAZMEH_DATA_SETS}
            for reading in READINGS
        }


@cache
def _segments(data_set: str) -> dict[str, ConfidentSegment]:
    data = load_elazmeh_scores(data_set)
    return {
        letter: confident_segment(data.is_positive, data.scores[name])
        for name, letter in ELAZMEH_CLASSIFIERS.items()
    }


def listed(letters: Mapping[str, str]) -> str:
    """Who, and where, in words."""
    return ", ".join(f"{' and '.join(who)} on {where}" for where, who in letters.items())


def _bands(data_set: str, reading: str) -> dict[str, RocBand]:
    data = load_elazmeh_scores(data_set)
    slope = READINGS[reading](data.positives, data.negatives)
    return {
        letter: roc_band(data.is_positive, data.scores[name], slope=slope, seed=_SEED)
        for name, letter in ELAZMEH_CLASSIFIERS.items()
    }

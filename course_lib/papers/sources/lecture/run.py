"""What figures, tables and claims of the lecture share, computed when first asked for."""

from functools import cached_property
from typing import Any

import numpy as np

from course_lib.datasets import (
    load_lecture_accuracies,
    load_lecture_breast_cancer_scores,
    load_lecture_leaf_confusion,
    load_lecture_sign_table,
    load_lecture_t_table,
)
from course_lib.pairs.resampling import TypeIErrors, type_i_errors
from course_lib.papers.source import OpenSource
from course_lib.papers.sources.lecture.growth import measure_growth

#: Data sets of the simulation of type I errors: standard errors of a percent or two.
REPETITIONS = 1000
_SEED = 6


class Run(OpenSource):
    """The lecture, opened: what it prints, what it warns of, and what grows with the data."""

    @cached_property
    def t_table(self) -> dict[tuple[int, float], float]:
        """Fig. 3, by degrees of freedom and one-tail level."""
        return load_lecture_t_table()

    @cached_property
    def sign_table(self) -> dict[tuple[int, float], int | None]:
        """Fig. 5, by trials and two-sided level."""
        return load_lecture_sign_table()

    @cached_property
    def scores(self) -> dict[str, dict[str, float]]:
        """Section 1.1: eight classifiers, eight measures."""
        return load_lecture_breast_cancer_scores()

    @cached_property
    def leaves(self) -> tuple[tuple[str, ...], np.ndarray]:
        """Section 2.2.2: classes, and counts with a row for each prediction."""
        return load_lecture_leaf_confusion()

    @cached_property
    def accuracies(self) -> dict[str, dict[str, float]]:
        """Exercise 3.2: four classifiers on ten data sets."""
        return load_lecture_accuracies()

    @cached_property
    def type_i(self) -> TypeIErrors:
        """Type I errors of four tests on ten runs of ten-fold cross-validation."""
        return type_i_errors(200, 10, 10, REPETITIONS, 0.05, _SEED)

    @cached_property
    def growth(self) -> dict[str, Any]:
        """Seconds and bytes of two learners, measured here, as the data grow."""
        return measure_growth()

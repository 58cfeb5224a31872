"""Errors of predictions that are numbers."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.columns import numbers_of, same_length
from course_lib.common.result import Result
from course_lib.measures.counts import share_of

#: Numbers beyond this cannot be squared and added up.
LARGEST_NUMBER = 1e145


@dataclass(frozen=True, repr=False)
class SumsOfSquares(Result):
    """What a regression left over, what it moved, and what there was to explain.

    Made by `sums_of_squares`.
    """

    _also = ("r_squared", "explained", "adds_up")

    #: Squared distances of the predictions from the truth.
    residual: float
    #: Squared distances of the predictions from the mean of the truth.
    regression: float
    #: Squared distances of the truth from its mean.
    total: float

    @property
    def r_squared(self) -> float:
        """One minus residual over total; NaN if the truth is constant, with nothing to explain.

        1 is perfect, 0 is no better than always saying the mean, and worse is below 0.
        """
        return 1 - self.residual / self.total if self.total else math.nan

    @property
    def explained(self) -> float:
        """Regression over total; NaN if the truth is constant.

        Only where the sums add up is this the same as `r_squared`; elsewhere it may even exceed 1.
        """
        return share_of(self.regression, self.total)

    @property
    def adds_up(self) -> bool:
        """Do residual and regression make up the total, to one part in a million?

        They do for least squares with an intercept, on the cases it was fitted to; on other cases,
        and for other models, hardly ever.
        """
        return math.isclose(self.residual + self.regression, self.total, rel_tol=1e-6)

    def facts(self) -> dict[str, str]:
        """The three sums, and what is made of them."""
        return {
            "residual": f"{self.residual:.4g}",
            "regression": f"{self.regression:.4g}",
            "total": f"{self.total:.4g}",
            "R squared": f"{self.r_squared:.4g}" if self.total else "undefined",
        }

    def sentence(self) -> str:
        """R squared in words, with a warning where its two formulas part."""
        if not self.total:
            return "The truth is constant: there is nothing to explain, and R squared is undefined."
        words = f"R squared is {self.r_squared:.3g}: "
        if self.r_squared > 0:
            words += f"the predictions leave {100 * self.residual / self.total:.3g} % of the "
            words += "variation unexplained."
        elif self.r_squared == 0:
            words += "the predictions are as good as always saying the mean."
        else:
            words += "the predictions are worse than always saying the mean."
        if not self.adds_up:
            words += (
                " The sums do not add up, so regression over total "
                f"({self.explained:.3g}) is something else."
            )
        return words


def sums_of_squares(truth: Any, predictions: Any) -> SumsOfSquares:
    """Split the variation of the truth into what the predictions explain and what they leave.

    Two formulas go by the name of R squared, 1 - residual/total and regression/total. They agree
    for least squares with an intercept on its own training cases, where the sums add up.

    Examples
    --------
    Predictions that have the right shape and are all too high: only the first formula minds.

    >>> sums = sums_of_squares([1, 2, 3, 4], [3, 4, 5, 6])
    >>> sums
    SumsOfSquares(residual=16.0, regression=21.0, total=5.0)
    >>> round(sums.r_squared, 3), sums.explained, sums.adds_up
    (-2.2, 4.2, False)
    """
    truth, predictions = _number_pair(truth, predictions)
    # The mean of equal numbers may differ from them in the last digit; the total would not be 0.
    mean = truth[0] if (truth == truth[0]).all() else truth.mean()
    return SumsOfSquares(
        residual=_sum_of_squares(predictions - truth),
        regression=_sum_of_squares(predictions - mean),
        total=_sum_of_squares(truth - mean),
    )


def r_squared(truth: Any, predictions: Any) -> float:
    """How much better than always saying the mean: 1 is perfect, 0 no better, below 0 worse.

    It is 1 - residual/total (see `sums_of_squares`), and NaN if the truth is constant.

    Examples
    --------
    >>> r_squared([1, 2, 3, 4], [1, 2, 3, 3]), r_squared([1, 2, 3, 4], [2.5, 2.5, 2.5, 2.5])
    (0.8, 0.0)
    """
    return sums_of_squares(truth, predictions).r_squared


def mean_absolute_error(truth: Any, predictions: Any) -> float:
    """How far off the predictions are on average, in the units of the truth.

    Examples
    --------
    >>> mean_absolute_error([10, 20, 30], [10, 21, 35])
    2.0
    """
    truth, predictions = _number_pair(truth, predictions)
    return float(np.abs(predictions - truth).mean())


def mean_squared_error(truth: Any, predictions: Any) -> float:
    """The mean of the squared errors: one large error weighs more than many small ones.

    Examples
    --------
    The same total error, in one piece and in two.

    >>> mean_squared_error([0, 0], [4, 0]), mean_squared_error([0, 0], [2, 2])
    (8.0, 4.0)
    """
    truth, predictions = _number_pair(truth, predictions)
    return _sum_of_squares(predictions - truth) / truth.size


def root_mean_squared_error(truth: Any, predictions: Any) -> float:
    """The square root of the mean squared error, in the units of the truth.

    For a classifier that gives probabilities, the truth is 0 or 1.

    Examples
    --------
    >>> root_mean_squared_error([0, 0], [3, 3])
    3.0
    """
    return math.sqrt(mean_squared_error(truth, predictions))


def negative_log_predictive_density(truth: Any, means: Any, standard_deviations: Any) -> float:
    """How surprised a model was that predicted bell curves: the mean over all cases; low is good.

    Each case was predicted by a normal distribution of its own mean and standard deviation; one
    standard deviation may serve all. Being sure and wrong costs most. Densities can exceed 1, so
    the measure can be negative, and it changes with the units of the truth.

    Examples
    --------
    The same error of 2, once with a modest claim and once with a bold one.

    >>> round(negative_log_predictive_density([10], [12], 2), 3)
    2.112
    >>> round(negative_log_predictive_density([10], [12], 0.2), 3)
    49.31
    """
    truth, means = numbers_of("truth", truth), numbers_of("means", means)
    same_length(truth=truth, means=means)
    spreads = numbers_of(
        "standard_deviations", standard_deviations, shape="any", lowest=0, strictly=True
    )
    if spreads.ndim > 0:
        spreads = numbers_of("standard_deviations", spreads)
        same_length(truth=truth, standard_deviations=spreads)
    # A tiny deviation and a real error: infinitely surprised, as far as floats go.
    with np.errstate(over="ignore"):
        costs = np.log(spreads) + ((truth - means) / spreads) ** 2 / 2
        return float(costs.mean()) + math.log(2 * math.pi) / 2


def _sum_of_squares(values: np.ndarray) -> float:
    return float(np.square(values).sum())


def _number_pair(truth: Any, predictions: Any) -> tuple[np.ndarray, np.ndarray]:
    truth = numbers_of("truth", truth, largest=LARGEST_NUMBER)
    predictions = numbers_of("predictions", predictions, largest=LARGEST_NUMBER)
    same_length(truth=truth, predictions=predictions)
    return truth, predictions

"""Errors of predictions that are numbers."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.columns import finite_numbers, python_value, same_length
from course_lib.common.result import Result
from course_lib.measures.counts import share_of

#: Numbers beyond this cannot be squared and added up.
LARGEST_NUMBER = 1e145


@dataclass(frozen=True, repr=False)
class SumsOfSquares(Result):
    """What a regression left over, what it moved, and what there was to explain.

    Made by `sums_of_squares`.
    """

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

    Each case was predicted by a normal law of its own mean and standard deviation; one standard
    deviation may serve all. Being sure and wrong costs most. Densities can exceed 1, so the measure
    can be negative, and it changes with the units of the truth.

    Examples
    --------
    The same error of 2, once with a modest claim and once with a bold one.

    >>> round(negative_log_predictive_density([10], [12], 2), 3)
    2.112
    >>> round(negative_log_predictive_density([10], [12], 0.2), 3)
    49.31
    """
    truth = finite_numbers("truth", truth)
    means = finite_numbers("means", means)
    one_for_all = np.ndim(standard_deviations) == 0
    spreads = finite_numbers(
        "standard_deviations", [standard_deviations] if one_for_all else standard_deviations
    )
    same_length(truth=truth, means=means)
    if not one_for_all:
        same_length(truth=truth, standard_deviations=spreads)
    if not (spreads > 0).all():
        raise ValueError(
            "standard_deviations must be greater than 0; got "
            f"{python_value(spreads[~(spreads > 0)][0])!r}"
        )
    # A tiny deviation and a real error: infinitely surprised, as far as floats go.
    with np.errstate(over="ignore"):
        costs = np.log(spreads) + ((truth - means) / spreads) ** 2 / 2
        return float(costs.mean()) + math.log(2 * math.pi) / 2


def _sum_of_squares(values: np.ndarray) -> float:
    return float(np.square(values).sum())


def _number_pair(truth: Any, predictions: Any) -> tuple[np.ndarray, np.ndarray]:
    pair = {
        "truth": finite_numbers("truth", truth),
        "predictions": finite_numbers("predictions", predictions),
    }
    same_length(**pair)
    for name, values in pair.items():
        if np.abs(values).max() > LARGEST_NUMBER:
            raise ValueError(
                f"{name} must hold numbers from {-LARGEST_NUMBER:g} to {LARGEST_NUMBER:g}, which "
                f"can be squared; got {python_value(values[np.abs(values).argmax()])!r}"
            )
    return pair["truth"], pair["predictions"]

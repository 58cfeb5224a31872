"""t tests on paired scores: the plain one, and those that know about resampling."""

import math
from typing import Any

import numpy as np

from course_lib.common.arguments import check_alternative, one_of, open_unit_interval
from course_lib.common.columns import shape_in_words
from course_lib.pairs.results import PairTest
from course_lib.pairs.samples import by_alternative, paired

_SAME_UNITS = "each pair comes from the same split of the same data"


def paired_t_test(
    a: Any,
    b: Any,
    alternative: str = "two-sided",
    *,
    higher_is_better: bool = True,
    confidence: float = 0.95,
) -> PairTest:
    """Do two classifiers score the same on average, given pairs of independent scores?

    `"greater"` asks whether A is better, `"less"` whether B is. The pairs must be independent of
    each other. Scores from overlapping training sets, as in cross-validation, are not, and this
    test then cries wolf: see `corrected_t_test`.

    Examples
    --------
    >>> a = [0.81, 0.78, 0.84, 0.80, 0.79]
    >>> b = [0.79, 0.77, 0.80, 0.80, 0.76]
    >>> result = paired_t_test(a, b)
    >>> round(result.statistic, 3), round(result.p_value, 4)
    (2.828, 0.0474)
    """
    d, grain = paired(a, b, 2, higher_is_better)
    return _t(
        "paired t test",
        d,
        _deviation(d, grain) / math.sqrt(d.size),
        d.size - 1,
        alternative,
        confidence,
        (
            "the pairs are independent of each other",
            _SAME_UNITS,
            "the differences are about normal, or there are many of them",
        ),
        ()
        if d.size >= 30
        else (f"{d.size} pairs are few: the test leans on the differences being about normal.",),
    )


def corrected_t_test(
    a: Any,
    b: Any,
    test_fraction: float,
    alternative: str = "two-sided",
    *,
    higher_is_better: bool = True,
    confidence: float = 0.95,
) -> PairTest:
    """The t test for scores from resampling: splits of one data set, again and again.

    Such scores share training cases, so they resemble each other and the plain t test takes
    resemblance for evidence. Nadeau and Bengio (2003) put 1/n + test/train in place of 1/n.

    `test_fraction` is the share of the cases in each test set: 0.1 in ten-fold cross-validation,
    however often it is repeated.

    Examples
    --------
    The same ten differences, taken from ten-fold cross-validation.

    >>> a = [0.81, 0.78, 0.84, 0.80, 0.79, 0.82, 0.80, 0.83, 0.78, 0.81]
    >>> b = [0.79, 0.77, 0.80, 0.80, 0.76, 0.81, 0.79, 0.80, 0.79, 0.79]
    >>> round(paired_t_test(a, b).p_value, 4), round(corrected_t_test(a, b, 0.1).p_value, 4)
    (0.0084, 0.046)
    """
    d, grain = paired(a, b, 2, higher_is_better)
    fraction = open_unit_interval("test_fraction", test_fraction)
    factor = 1 / d.size + fraction / (1 - fraction)
    return _t(
        "corrected resampled t test",
        d,
        _deviation(d, grain) * math.sqrt(factor),
        d.size - 1,
        alternative,
        confidence,
        (
            f"all scores come from splits of one data set with {fraction:g} of it for testing",
            _SAME_UNITS,
            "two scores resemble each other as much as their test set is large",
        ),
        (),
    )


def five_by_two_test(
    a: Any,
    b: Any,
    alternative: str = "two-sided",
    *,
    kind: str = "F",
    higher_is_better: bool = True,
    confidence: float = 0.95,
) -> PairTest:
    """Five runs of two-fold cross-validation: Dietterich's t test or Alpaydın's F test.

    `a` and `b` are scores with five rows, the runs, and two columns, the halves. The F test uses
    all ten differences; the t test only the first of them over the spread of all, so its verdict
    depends on which half was named first. The F test has no direction.
    """
    kind = one_of("kind", kind, ("F", "t"), {"f": "F", "T": "t"})
    alternative = check_alternative(alternative)
    confidence = open_unit_interval("confidence", confidence)
    d, grain = paired(a, b, 1, higher_is_better, shape="table")
    if d.shape != (5, 2):
        raise ValueError(f"a and b must have five rows of two scores each; got {shape_in_words(d)}")
    unit, power = _near_one(d)
    spread = float(((unit - unit.mean(axis=1, keepdims=True)) ** 2).sum())
    if (np.abs(d[:, 0] - d[:, 1]) <= grain.sum(axis=1)).all():
        spread = 0.0  # what rounding leaves of equal halves is no spread
    assumed = ("five random halvings of one data set, each half tested once", _SAME_UNITS)
    if kind == "t":
        error = math.ldexp(math.sqrt(spread / 5), power)
        return _t("5x2cv t test", d, error, 5, alternative, confidence, assumed, (), float(d[0, 0]))
    if alternative != "two-sided":
        raise ValueError(
            f"alternative must be 'two-sided' for kind='F', which has no direction; got "
            f"{alternative!r}"
        )
    from scipy.special import fdtrc, fdtri

    mean, notes = float(d.mean()), []
    if spread == 0:
        statistic = 0.0 if not d.any() else math.inf
        interval = (mean, mean)
        notes.append(_NO_SPREAD_OF_HALVES)
    else:
        statistic = float((unit**2).sum() / (2 * spread))
        # All means that the test would not reject: sum (d - m)^2 <= 2 F* spread.
        room = 2 * float(fdtri(10, 5, confidence)) * spread - ((unit - unit.mean()) ** 2).sum()
        if room < 0:
            notes.append("The runs differ so much that no mean difference fits them all.")
        half = math.ldexp(math.sqrt(max(0.0, float(room)) / 10), power)
        interval = (mean - half, mean + half)
    return PairTest(
        test="5x2cv F test",
        statistic_name="F",
        statistic=statistic,
        p_value=float(fdtrc(10, 5, statistic)) if math.isfinite(statistic) else 0.0,
        alternative=alternative,
        n=10,
        n_name="difference",
        effect_name="mean difference",
        effect=mean,
        interval=interval,
        confidence=confidence,
        neutral=0.0,
        assumes=assumed,
        notes=tuple(notes),
    )


_SALT = "so there is no spread to judge them by; take the p-value with more than a grain of salt."
_NO_SPREAD = f"All differences are equal, {_SALT}"
_NO_SPREAD_OF_HALVES = f"The two differences of each run are equal, {_SALT}"


def _near_one(d: np.ndarray) -> tuple[np.ndarray, int]:
    """The differences over a power of two, lest the squares of tiny ones vanish; and the power."""
    power = math.frexp(float(np.abs(d).max()))[1]
    return np.ldexp(d, -power), power


def _deviation(d: np.ndarray, grain: np.ndarray) -> float:
    """The standard deviation; what rounding leaves of equal differences is none."""
    if (d - grain).max() <= (d + grain).min():
        return 0.0
    unit, power = _near_one(d)
    return math.ldexp(float(unit.std(ddof=1)), power)


def _t(
    name: str,
    d: np.ndarray,
    error: float,
    df: int,
    alternative: str,
    confidence: float,
    assumed: tuple[str, ...],
    notes: tuple[str, ...],
    effect: float | None = None,
) -> PairTest:
    """A t test with this standard error of the mean difference (or of another effect)."""
    from scipy.special import stdtr, stdtrit

    alternative = check_alternative(alternative)
    confidence = open_unit_interval("confidence", confidence)
    mean, error = float(d.mean()) if effect is None else effect, float(error)
    if error == 0:
        statistic = 0.0 if mean == 0 else math.copysign(math.inf, mean)
        notes = (*notes, _NO_SPREAD if effect is None else _NO_SPREAD_OF_HALVES)
        interval = (mean, mean)
    else:
        statistic = float(mean / error)
        half = -float(stdtrit(df, (1 - confidence) / 2)) * error
        interval = (mean - half, mean + half)
    return PairTest(
        test=name,
        statistic_name="t",
        statistic=statistic,
        p_value=by_alternative(stdtr(df, statistic), stdtr(df, -statistic), alternative),
        alternative=alternative,
        n=d.size,
        n_name="pair",
        effect_name="mean difference" if effect is None else "first difference",
        effect=mean,
        interval=interval,
        confidence=confidence,
        neutral=0.0,
        assumes=assumed,
        notes=notes,
    )

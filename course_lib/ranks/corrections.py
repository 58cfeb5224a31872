"""Corrections for many tests: adjusted p-values.

A family of tests is run at a level alpha by rejecting whatever has an adjusted p-value of at most
alpha. The chance of any false rejection, the family-wise error, is then at most alpha, under the
conditions that `CONDITIONS` states for each correction.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.columns import like_input, numbers_of
from course_lib.ranks.exhaustive import MOST_ALGORITHMS, bergmann_hommel, shaffer_counts

#: For any family of tests; and what each needs to keep the family-wise error at alpha.
CONDITIONS = {
    "none": "no correction: the family-wise error grows with the number of tests",
    "bonferroni": "always valid",
    "holm": "always valid, and never worse than Bonferroni",
    "hochberg": "valid for tests that are independent or positively dependent",
    "hommel": "valid for tests that are independent or positively dependent",
    "finner": (
        "not a guarantee: once some hypotheses are false and two or more are true, the family-wise "
        "error can exceed alpha; otherwise valid for independent tests"
    ),
    "li": "valid for independent tests",
}
_PASSES_ON = (
    "takes for granted that equality passes on (A = B and B = C imply A = C); what the sign test "
    "and Wilcoxon's test call equal need not do so, and Holm does without"
)
_PROVEN = (
    "is proven for tests that are independent or positively dependent, which pairs need not be"
)
#: What must be said with a result about pairs of algorithms.
DOUBTS = {
    "hochberg": f"Hochberg's correction {_PROVEN}",
    "hommel": f"Hommel's correction {_PROVEN}",
    "finner": (
        "Finner's correction, as published for comparing algorithms, does not keep the family-wise "
        "error once some pairs differ"
    ),
    "li": (
        "Li's correction is for independent tests; comparisons that share an algorithm are not, "
        "and the family-wise error may exceed alpha (6 % instead of 5 % for three equals)"
    ),
    "shaffer": f"Shaffer's correction {_PASSES_ON}",
    "bergmann-hommel": f"Bergmann and Hommel's correction {_PASSES_ON}",
}
#: For all pairs, if they cannot be true or false in any combination: A = B and B = C imply A = C.
PAIRWISE_CONDITIONS = {
    "shaffer": "never worse than Holm; valid if equality passes on",
    "bergmann-hommel": "never worse than Shaffer; valid if equality passes on",
}
_SYNONYMS = {
    "bergmann": "bergmann-hommel",
    "bergmann_hommel": "bergmann-hommel",
    "simes_hochberg": "hochberg",
}


def adjust_p_values(p_values: Any, method: str) -> Any:
    """P-values made comparable with alpha although many tests were done.

    Takes an array of any shape, a list, a number or a dictionary, and returns the same with
    adjusted values. `"bonferroni"` and `"holm"` are always valid; `"hochberg"` and `"hommel"` for
    independent or positively dependent tests, `"li"` for independent ones. `"finner"` is what the
    literature on comparing algorithms calls so; it does **not** keep the family-wise error once
    some hypotheses are false (see lesson 05), and is here to be compared.

    Examples
    --------
    >>> adjust_p_values([0.01, 0.04, 0.03], "holm").tolist()
    [0.03, 0.06, 0.06]
    >>> adjust_p_values({"A-B": 0.01, "A-C": 0.04}, "bonferroni")
    {'A-B': 0.02, 'A-C': 0.08}
    """
    if isinstance(method, str) and method in PAIRWISE_CONDITIONS:
        raise ValueError(
            f"method {method!r} needs to know which p-value belongs to which pair; hand a "
            "symmetric matrix of them to adjust_pairwise"
        )
    method = one_of("method", method, CONDITIONS, _SYNONYMS)
    if isinstance(p_values, Mapping):
        names = list(p_values)
        values = _checked("p_values", [p_values[name] for name in names])
        return dict(zip(names, _METHODS[method](values).tolist(), strict=True))
    values = _checked("p_values", p_values)
    _refuse_matrix_of_pairs(values)
    adjusted = _METHODS[method](values.ravel()).reshape(values.shape)
    if hasattr(p_values, "index") and hasattr(p_values, "to_numpy"):  # a pandas Series or frame
        adjusted_copy = p_values.astype(float).copy()
        adjusted_copy[:] = adjusted
        return adjusted_copy
    return like_input(adjusted)


def adjust_pairwise(p_matrix: Any, method: str) -> Any:
    """Adjust the p-values of all pairs, given as a symmetric matrix; its diagonal does not count.

    A data frame comes back as one, with its names.

    `"shaffer"` (static) and `"bergmann-hommel"` use that the hypotheses hang together: if A equals
    B and B equals C, then A equals C. That is so if "equal" means that all orders are equally
    likely; what the sign test or Wilcoxon's test call equal need not pass on (see lesson 05).
    Bergmann-Hommel's values need not stand in the order of the p-values. All corrections of
    `adjust_p_values` work, too.

    Examples
    --------
    >>> p = [[1, 0.01, 0.04], [0.01, 1, 0.03], [0.04, 0.03, 1]]
    >>> adjust_pairwise(p, "shaffer")[0].tolist()
    [1.0, 0.03, 0.04]
    """
    options = [*CONDITIONS, *PAIRWISE_CONDITIONS]
    method = one_of("method", method, options, _SYNONYMS)
    matrix = _symmetric(p_matrix)
    algorithms = matrix.shape[0]
    upper = np.triu_indices(algorithms, 1)
    values = matrix[upper]
    if method == "shaffer":
        adjusted = _step_down(values, shaffer_counts(algorithms))
    elif method == "bergmann-hommel":
        if algorithms > MOST_ALGORITHMS:
            raise ValueError(
                f"'bergmann-hommel' is offered for up to {MOST_ALGORITHMS} algorithms, for "
                f"its work grows threefold with each; got {algorithms}. 'shaffer' takes any number"
            )
        adjusted = bergmann_hommel(values, algorithms)
    else:
        adjusted = _METHODS[method](values)
    result = np.ones((algorithms, algorithms))
    result[upper] = adjusted
    result.T[upper] = adjusted
    if hasattr(p_matrix, "columns") and hasattr(p_matrix, "index"):
        return type(p_matrix)(result, index=p_matrix.index, columns=p_matrix.columns)
    return result


# --- The procedures, each on a plain list of p-values -------------------------------------------


def _none(p: np.ndarray) -> np.ndarray:
    return p.copy()


def _bonferroni(p: np.ndarray) -> np.ndarray:
    return np.minimum(p * p.size, 1.0)


def _holm(p: np.ndarray) -> np.ndarray:
    return _step_down(p, np.arange(p.size, 0, -1))


def _step_down(p: np.ndarray, factors: np.ndarray) -> np.ndarray:
    """From the smallest p-value up: each times its factor, and never below the one before."""
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * factors)
    return _put_back(np.minimum(steps, 1.0), order)


def _hochberg(p: np.ndarray) -> np.ndarray:
    """From the largest down: the factors of Holm, and never above the one before."""
    order = np.argsort(p, kind="stable")
    steps = p[order] * np.arange(p.size, 0, -1)
    return _put_back(np.minimum.accumulate(steps[::-1])[::-1], order)


def _hommel(p: np.ndarray) -> np.ndarray:
    """Closed testing with Simes' test: the largest Simes p-value of all subsets with p in it.

    Of all subsets of one size that hold p, the one with the largest other p-values counts.
    """
    size = p.size
    order = np.argsort(p, kind="stable")
    ordered = p[order]
    adjusted = ordered.copy()
    for chosen in range(size, 1, -1):
        rest = size - chosen
        # Of the largest chosen p-values, the smallest of chosen * p_i / i.
        tail = ordered[rest:]
        simes = float((chosen * tail / np.arange(1, chosen + 1)).min())
        adjusted[rest:] = np.maximum(adjusted[rest:], simes)
        # A smaller one stands in for the first of them.
        others = ordered[rest + 1 :]
        limit = float((chosen * others / np.arange(2, chosen + 1)).min())
        below = slice(0, rest)
        adjusted[below] = np.maximum(adjusted[below], np.minimum(limit, chosen * ordered[below]))
    return _put_back(np.minimum(adjusted, 1.0), order)


def _finner(p: np.ndarray) -> np.ndarray:
    order = np.argsort(p, kind="stable")
    powers = p.size / np.arange(1, p.size + 1)
    with np.errstate(divide="ignore"):
        steps = -np.expm1(powers * np.log1p(-p[order]))
    # Rounding must not bring one below its own p-value.
    return _put_back(np.maximum.accumulate(np.maximum(steps, p[order])), order)


def _li(p: np.ndarray) -> np.ndarray:
    """Two steps: the largest p-value tells how sternly the others are judged."""
    if p.size == 0:
        return p.copy()
    rest = 1 - p.max()
    with np.errstate(invalid="ignore"):
        return np.where(p + rest > 0, p / (p + rest), 0.0)


def _put_back(ordered: np.ndarray, order: np.ndarray) -> np.ndarray:
    result = np.empty_like(ordered)
    result[order] = ordered
    return result


_METHODS = {
    "none": _none,
    "bonferroni": _bonferroni,
    "holm": _holm,
    "hochberg": _hochberg,
    "hommel": _hommel,
    "finner": _finner,
    "li": _li,
}


# --- What callers hand us -------------------------------------------------------------------------


def _checked(name: str, values: Any) -> np.ndarray:
    return numbers_of(name, values, shape="any", lowest=0, highest=1, booleans=False)


def _refuse_matrix_of_pairs(values: np.ndarray) -> None:
    """Every p-value would count twice, and the diagonal as well."""
    square = values.ndim == 2 and values.shape[0] == values.shape[1] >= 3
    if square and (values == values.T).all() and (np.diag(values) == 1).all():
        raise ValueError(
            "p_values looks like a symmetric matrix of all pairs, in which each test stands twice; "
            "hand it to adjust_pairwise"
        )


def _symmetric(p_matrix: Any) -> np.ndarray:
    layout = "2 x 2 or larger"
    matrix = numbers_of(
        "p_matrix", p_matrix, shape="square", layout=layout, finite=False, booleans=False
    )
    if matrix.size == 1:
        raise ValueError(f"p_matrix must be {layout}; got 1 x 1")
    np.fill_diagonal(matrix, 1.0)  # whatever stood there
    if np.isnan(matrix).any():
        raise ValueError("p_matrix must have a p-value for every pair; some are NaN")
    matrix = _checked("p_matrix", matrix)
    if (np.abs(matrix - matrix.T) > 1e-12).any():
        raise ValueError("p_matrix must be symmetric: the p-value of A and B is that of B and A")
    return matrix

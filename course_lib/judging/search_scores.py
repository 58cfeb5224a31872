"""The results of a hyper-parameter search as scikit-learn keeps them, read as they are.

Anything with `cv_results_`, that dictionary, or its data frame. Nothing of scikit-learn is needed.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.columns import names_for, precision_of, python_value
from course_lib.common.phrases import counted, option
from course_lib.judging.fold_data import MISSING, FoldScores, checked
from course_lib.judging.search_splits import splits_of_search

_TEST_SCORE = re.compile(r"split(\d+)_test_(.+)")
#: A value in a candidate's name is cut here.
_LONGEST_VALUE = 40


def is_search(scores: Any) -> bool:
    """Is it a search, or its results?"""
    if hasattr(scores, "cv_results_") or hasattr(scores, "best_index_"):
        return True
    # A search that was not fitted: it has an estimator to try, and scikit-learn's way to ask.
    if hasattr(scores, "get_params") and hasattr(scores, "estimator") and hasattr(scores, "cv"):
        raise ValueError(
            f"scores must be a search that was fitted; this {type(scores).__name__} has no "
            "cv_results_ yet: call its fit first"
        )
    return is_cv_results(column_names(scores))


def is_cv_results(names: Sequence[Any]) -> bool:
    """Do columns of these names hold the results of a search?"""
    return any(isinstance(name, str) and _TEST_SCORE.fullmatch(name) for name in names)


def column_names(scores: Any) -> list[Any]:
    """Of a dictionary or a data frame; else none."""
    if isinstance(scores, Mapping):
        return list(scores)
    return list(scores.columns) if hasattr(scores, "columns") else []


def search_scores(search: Any, names: Any, metric: str | None, missing: str) -> FoldScores:
    """The test scores of each candidate of a search, and how its splits were made, if it tells."""
    fitted = hasattr(search, "cv_results_")
    results = search.cv_results_ if fitted else search
    columns = {str(name): list(results[name]) for name in column_names(results)}
    called = getattr(search, "scoring", None) if fitted else None
    suffix, metric = _scorer(columns, metric, getattr(search, "refit", None), called)
    values = _numbers(columns, suffix)
    params = candidate_params(columns, values.shape[1])
    numbers = np.arange(values.shape[1])
    notes: list[str] = []
    tried = values.shape[1]
    if "iter" in columns:  # a halving search: only who came to the last round saw all resources
        rounds = np.array([int(float(entry)) for entry in columns["iter"]])
        last = rounds == rounds.max()
        tried = int(np.count_nonzero(rounds == rounds.min()))
        notes.append(
            f"A halving search: compared are the {np.count_nonzero(last):,} candidates of its last "
            f"round, of {tried:,}. Earlier rounds chose them by the same cases, which the "
            "corrected score does not see."
        )
        values, numbers = values[:, last], numbers[last]
    failed = ~np.isfinite(values).all(axis=0)
    if failed.any():
        if one_of("missing", missing, MISSING) == "refuse":
            which = numbers[failed]
            raise ValueError(
                f"scores must be finite numbers; {counted(which.size, 'candidate')} of "
                f"{values.shape[1]:,} failed on some fold or on all (the first is number "
                f"{which[0]} of cv_results_, {params[which[0]]}). Find out why (error_score="
                f"'raise'), or leave them out with {option('missing', 'drop')}"
            )
        notes.append(
            f"{counted(int(failed.sum()), 'candidate')} of {values.shape[1]:,} left out, whose "
            "fits failed on some fold or on all; they count among those tried."
        )
        values, numbers = values[:, ~failed], numbers[~failed]
    if names is None:
        found = candidate_names([params[number] for number in numbers], numbers.tolist())
    else:
        given = names_for(names, len(params), "candidate")
        found = tuple(given[number] for number in numbers)
    known = splits_of_search(search, values.shape[0]) if fitted else {}
    return checked(
        FoldScores(
            values,
            found,
            precision_of(values),
            named=len(found) < len(params),  # all here: then each goes by its number, too
            searched=True,
            tried=tried,
            metric=metric,
            notes=(*known.pop("notes", ()), *notes),
            **known,
        )
    )


def _scorer(
    columns: Mapping[str, Any], metric: str | None, refit: Any, scoring: Any
) -> tuple[str, str]:
    """The ending of the columns that count, and what the scores are."""
    scorers = list(dict.fromkeys(m[2] for name in columns if (m := _TEST_SCORE.fullmatch(name))))
    called = scoring if isinstance(scoring, str) else "score"
    if scorers == ["score"] and metric in (None, "score", called):
        return "score", called
    if metric is not None:
        return (metric := one_of("metric", metric, scorers)), metric
    if len(scorers) == 1:
        return scorers[0], scorers[0]
    if isinstance(refit, str) and refit in scorers:
        return refit, refit
    raise ValueError(
        f"{option('metric').removesuffix('=')} must say which of the search's scores to compare: "
        f"{', '.join(map(repr, scorers))}"
    )


def _numbers(columns: Mapping[str, Sequence[Any]], suffix: str) -> np.ndarray:
    """Rows are splits, columns candidates; what is missing is NaN."""
    splits = sorted(
        int(m[1]) for name in columns if (m := _TEST_SCORE.fullmatch(name)) and m[2] == suffix
    )
    if splits != list(range(len(splits))):
        raise ValueError(
            f"scores must have a column for every split, split0_test_{suffix} and on; got splits "
            f"{', '.join(map(str, splits))}"
        )
    rows = [columns[f"split{split}_test_{suffix}"] for split in splits]
    try:
        return np.array([[np.nan if cell in (None, "") else float(cell) for cell in row]
                         for row in rows])  # fmt: skip
    except (TypeError, ValueError) as error:
        raise ValueError(f"scores of a search must be numbers; {error}") from None


def candidate_params(columns: Mapping[str, Sequence[Any]], candidates: int) -> list[dict]:
    """The parameters of each candidate, from `params`, or else from the columns `param_...`."""
    params = [_params_of(cell) for cell in columns.get("params", ())]
    if params and None not in params:
        return params  # type: ignore[return-value]
    keys = [name for name in columns if name.startswith("param_")]
    return [
        {
            key.removeprefix("param_"): columns[key][row]
            for key in keys
            if _is_set(columns[key][row])
        }
        for row in range(candidates)
    ]


def _params_of(cell: Any) -> dict | None:
    """A dictionary, also if a file holds it as text; None if it cannot be read."""
    if isinstance(cell, Mapping):
        return dict(cell)
    try:
        found = ast.literal_eval(cell)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_set(value: Any) -> bool:
    value = python_value(value)
    missing = value is np.ma.masked or (isinstance(value, str) and not value)
    return not missing and value == value


def candidate_names(params: Sequence[Mapping[str, Any]], numbers: Sequence[int]) -> tuple[str, ...]:
    """A short name for each candidate: the parameters that vary, and their values.

    >>> candidate_names([{"svc__C": 1, "tol": 0.1}, {"svc__C": 10, "tol": 0.1}], [0, 1])
    ('C=1', 'C=10')
    """
    keys = list(dict.fromkeys(key for candidate in params for key in candidate))
    texts = {key: [_text(c[key]) if key in c else None for c in params] for key in keys}
    long = {key: [repr(c[key]) if key in c else None for c in params] for key in keys}
    varying = [key for key in keys if len(set(long[key])) > 1]
    endings = [key.rpartition("__")[2] for key in varying]
    short = dict(zip(varying, endings, strict=True))
    for key in varying:
        if endings.count(short[key]) > 1:
            short[key] = key
        if len(set(texts[key])) < len(set(long[key])):  # too short to tell all apart
            texts[key] = [text and " ".join(text.split()) for text in long[key]]
    found = [
        ", ".join(f"{short[key]}={texts[key][row]}" for key in varying if key in candidate)
        for row, candidate in enumerate(params)
    ]
    return tuple(
        name if name and found.count(name) == 1 else f"{name} (candidate {number})".strip()
        for name, number in zip(found, numbers, strict=True)
    )


def _text(value: Any) -> str:
    value = python_value(value)
    if isinstance(value, float):
        return f"{value:.4g}"
    if hasattr(value, "get_params"):  # an estimator
        return type(value).__name__
    if callable(value) and hasattr(value, "__name__"):
        return str(value.__name__)
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 3]}..."

"""Rows and columns of a table of scores that hold none: means, counts of cases, seconds."""

import re
from collections.abc import Iterable, Sequence

from course_lib.judging.looks import MODELS, plain_name

_MEAN = re.compile(
    r"(overall|column|row|macro|grand)?(mean|avg|average)(score|acc|accuracy)?|median"
)
_SUMMARY = re.compile(
    r"(overall|column|row|grand)?(mean|avg|average|median|total|sum)(score|acc|accuracy|rank)?s?|"
    r"all|overall|std|sd|stdev|stddev|standarddeviation|rank|min|max"
)
#: Of columns: no model is called so. (A model may be called mean; then it is not the others' mean.)
_NO_MODEL = re.compile(r"(mean|avg|average)?ranks?|std|sd|stdev|stddev|standarddeviation")
_COUNT = re.compile(
    r"n|size|(n|num|nr|no|number|numberof)?(instances?|samples?|features?|classes|attributes?|"
    r"examples?|cases|rows|observations|obs|train|test)|datasetsize|n[a-z]*size"
)
_SECONDS = re.compile(
    r"(mean|std)?(fit|score|train|training|predict|test|run)?times?(s|sec|seconds)?"
)
#: A mean may have been rounded: it is one up to this part of itself.
_ROUNDED = 0.005


def refuse_summary_rows(source: str, rows: Iterable[str], kind: str) -> None:
    """Complain about a row of means or the like, which would count as one more fold or data set."""
    for name in rows:
        if _SUMMARY.fullmatch(plain_name(str(name))):
            raise ValueError(
                f"{source}: the row called {str(name)!r} is no {kind}, but sums up the others: "
                f"leave it out of the file (or, if it is a {kind}, give it another name)"
            )


def names_models(name: str, cells: Sequence[str]) -> bool:
    """Does a column say which model each row is?

    >>> names_models("Classifier", ["svm", "tree"]), names_models("model", ["0.8", "0.7"])
    (True, False)
    """
    if not MODELS.fullmatch(plain_name(name)) or len(set(cells)) < len(cells):
        return False
    return len(cells) > 1 and all(_number(cell) is None for cell in cells)


def aside(header: Sequence[str], columns: Sequence[Sequence[str]]) -> dict[int, str]:
    """Columns of numbers that are nobody's scores, by their places, and what they are.

    >>> aside(["tree", "svm", "n", "mean"], [["0.5", "0.7"], ["0.7", "0.7"], ["150", "90"],
    ...                                      ["0.6", "0.7"]])
    {2: 'counts cases', 3: 'is the mean of the others'}
    """
    if not any(_odd(plain_name(name), name) for name in header):
        return {}
    numbers = {}
    for place, cells in enumerate(columns):
        found = [_number(cell) for cell in cells]
        if cells and None not in found:
            numbers[place] = [number for number in found if number is not None]
    called = {place: plain_name(header[place]) for place in numbers}
    found_aside: dict[int, str] = {}
    others = {place for place in numbers if not _odd(called[place], header[place])}
    for place, name in called.items():
        if place in others:
            continue
        mine = numbers[place]
        rest = [numbers[other] for other in sorted(others)]
        if _NO_MODEL.fullmatch(name):
            found_aside[place] = "sums up the others"
        elif _SECONDS.fullmatch(name):
            found_aside[place] = "tells how long it took"
        elif _is_count(name, header[place]) and _counts(mine, rest):
            found_aside[place] = "counts cases"
        elif _MEAN.fullmatch(name) and _is_mean(mine, rest):
            found_aside[place] = "is the mean of the others"
    return found_aside


def refuse_confusions(source: str, header: Sequence[str], columns: Sequence[Sequence[str]]) -> None:
    """Complain about a table of how often each class was taken for each, whose rows are classes."""
    names, cells = list(columns[0]), [cell for column in columns[1:] for cell in column]
    numbers = [_number(cell) for cell in cells]
    whole = all(number is not None and number.is_integer() for number in numbers)
    if len(names) > 1 and whole and sorted(names) == sorted(header[1:]):
        raise ValueError(
            f"{source} must hold scores; it looks like a confusion matrix (whole numbers, and rows "
            "are called as columns are), which is of one classifier: nothing is compared in it"
        )


def _odd(plain: str, name: str) -> bool:
    patterns = (_NO_MODEL, _SECONDS, _MEAN)
    return _is_count(plain, name) or any(p.fullmatch(plain) for p in patterns)


def _is_count(plain: str, name: str) -> bool:
    return bool(_COUNT.fullmatch(plain)) or name.casefold().startswith("n_")


def _counts(mine: Sequence[float], rest: Sequence[Sequence[float]]) -> bool:
    """Whole numbers beside scores with decimals, or numbers far larger than the others."""
    if max(mine) <= 1 or not all(number.is_integer() for number in mine) or not rest:
        return False
    every = [number for numbers in rest for number in numbers]
    return max(mine) > 2 * max(every) or not all(number.is_integer() for number in every)


def _is_mean(mine: Sequence[float], rest: Sequence[Sequence[float]]) -> bool:
    if len(rest) < 2:
        return False
    for number, row in zip(mine, zip(*rest, strict=True), strict=True):
        ordered = sorted(row)
        middle = (ordered[(len(row) - 1) // 2] + ordered[len(row) // 2]) / 2
        slack = _ROUNDED * max(map(abs, row))
        if min(abs(number - sum(row) / len(row)), abs(number - middle)) > slack:
            return False
    return True


def _number(cell: str) -> float | None:
    try:
        return float(str(cell).replace(",", "."))
    except ValueError:
        return None

"""Right and wrong, as people and programs write them, and what they call their columns."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from course_lib.judging.labels import is_missing

#: What an item scored, by the words for it; a column speaks one of these languages throughout.
_LANGUAGES: tuple[dict[str, float], ...] = tuple(
    {wrong: 0.0, right: 1.0}
    for wrong, right in (
        ("false", "true"),
        ("f", "t"),
        ("no", "yes"),
        ("n", "y"),
        ("wrong", "right"),
        ("incorrect", "correct"),
        ("fail", "pass"),
        ("failed", "passed"),
        ("failure", "success"),
        ("unresolved", "resolved"),
        ("unsolved", "solved"),
        ("✗", "✓"),
    )
)
#: Inspect's letters, which are capitals: correct, incorrect, partially, no answer.
_LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
#: So many of the cells.
_MOST = 0.9
#: What a message says when a cell is none of these.
HOW_WRITTEN = (
    "right or wrong must be 1 and 0, true and false, yes and no, right and wrong, correct and "
    "incorrect, pass and fail, C and I, or a share from 0 to 1"
)


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


#: What columns are called, without capitals, signs and spaces; the likelier names first.
MODELS = _names(
    "model modelname modelid system systemname classifier algorithm method learner agent llm "
    "submission"
)
ITEMS = _names(
    "item itemid docid questionid qid instanceid exampleid problemid promptid queryid caseid "
    "taskid sampleid id ids uid index idx case question example instance problem sample prompt nr "
    "no number row rowid image imageid"
)
SCORES = _names(
    "correct iscorrect right isright correctness rightorwrong score acc accuracy accnorm "
    "exactmatch em passed pass passat1 resolved isresolved solved success succeeded result grade "
    "outcome hit"
)
PREDICTIONS = _names("prediction predicted predictedlabel pred ypred predictedclass answer")
TRUTHS = _names(
    "truth true ytrue y label labels class target gold goldlabel groundtruth actual reference "
    "truelabel trueclass expected"
)
RUNS = _names("run runid seed epoch trial repeat repetition rep attempt replicate iteration")
TASKS = _names("task taskname subtask dataset benchmark testset subject subset category")
CLUSTERS = _names("cluster clusterid clusters")
#: What items may have in common.
GROUPS = _names(
    "passage passageid text textid document story article context patient patientid speaker user "
    "userid author group groupid family topic template repo repository scene video"
)

_INSPECT_SCORE = re.compile(r"scores?[._](.+)")
_NO_SCORE = re.compile(r".*[._](answer|explanation|metadata|history|metadata\..*|metadata_.*)")

#: What lies below these is the question, not the answer.
_ASKED = re.compile(r"(doc|document|input|metadata|arguments|question|sample)\.")


def plain(name: str) -> str:
    """A name without capitals, signs and spaces.

    >>> plain("Is_Correct"), plain("doc id")
    ('iscorrect', 'docid')
    """
    return re.sub(r"[\W_]", "", name.casefold())


def called(header: Sequence[str], names: Sequence[str]) -> list[int]:
    """The columns that are called so, the likelier names first."""
    found = {plain(name): column for column, name in reversed(list(enumerate(header)))}
    return [found[name] for name in names if name in found]


def score_columns(header: Sequence[str]) -> list[int]:
    """Columns that are called as right or wrong is, in records and in the logs of Inspect."""
    by_name = called(header, SCORES)
    logged = [
        column
        for column, name in enumerate(header)
        if _INSPECT_SCORE.fullmatch(name) and not _NO_SCORE.fullmatch(name)
    ]
    deeper = [
        column
        for column, name in enumerate(header)
        if "." in name and plain(name.rpartition(".")[2]) in SCORES and not _ASKED.match(name)
    ]
    return list(dict.fromkeys([*by_name, *logged])) or deeper


def right_or_wrong(
    cells: Sequence[str], number: Callable[[str], float | None]
) -> tuple[np.ndarray, int | None]:
    """Every cell as a number from 0, wrong, to 1, right, or NaN where it is missing.

    And the first row whose cell is neither, or is of another language than most others; None if
    there is none. Where no cell is, all are NaN.

    >>> right_or_wrong(["C", "I", "", "P"], lambda cell: None)
    (array([1. , 0. , nan, 0.5]), None)
    """
    written = {cell for cell in dict.fromkeys(cells) if not is_missing(cell)}
    shares = {cell: share for cell in written if (share := number(cell)) is not None}
    shares = {cell: share for cell, share in shares.items() if 0 <= share <= 1}
    readings = [{cell: _LETTERS[cell] for cell in written if cell in _LETTERS}, shares]
    for language in _LANGUAGES:
        known = {c: language[c.casefold()] for c in written if c.casefold() in language}
        # pandas mixes True with 1.0 where it joins tables.
        readings.append({**shares, **known} if "true" in language and known else known)
    best = max(readings, key=len)
    if all(len(cell) == 1 and cell.isalpha() for cell in best):
        # A topic may be called C or y: single letters must be most of what is there.
        fitting = sum(cell in best for cell in cells)
        best = best if fitting >= _MOST * sum(cell in written for cell in cells) else {}
    values = {cell: best.get(cell, np.nan) for cell in dict.fromkeys(cells)}
    wrong = written - best.keys()
    bad = next((row for row, cell in enumerate(cells) if cell in wrong), None) if wrong else None
    return np.array([values[cell] for cell in cells], dtype=float), bad

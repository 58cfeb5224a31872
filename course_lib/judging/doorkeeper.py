"""What is said at the door: the way to another one, or a question."""

from collections.abc import Sequence
from typing import NoReturn

from course_lib.common.files import FileTable
from course_lib.common.phrases import AT_THE_SHELL, option
from course_lib.judging.looks import Look
from course_lib.judging.sighting import Sighting

#: What a row may be: in words, and who takes such a file, at the shell and in Python.
KINDS = {
    "cases": ("cases with their truth and scores", "course judge", "judge"),
    "items": ("right or wrong for each item", "course items", "judge_items"),
    "folds": ("scores on the folds of a cross-validation", "course folds", "compare_folds"),
    "sets": ("scores on several data sets", "course compare", "pairwise_tests"),
    "regression": (
        "numbers that were predicted",
        "course judge --regression",
        "judge_regression",
    ),
}


def takes(kind: str) -> str:
    """What a command takes, in words."""
    words, command, function = KINDS[kind]
    return f"{command if AT_THE_SHELL.get() else function} takes {words}"


def way_to(kind: str, table: FileTable, more: str = "") -> str:
    """The command, or in Python the function, that takes such a file."""
    _, command, function = KINDS[kind]
    return f"{command} {table.source}{more}" if AT_THE_SHELL.get() else function


def turn_away(table: FileTable, wanted: str, sighting: Sighting, looks: Sequence[Look]) -> NoReturn:
    """One clear question, or the way to another door."""
    source = table.source
    if sighting.kind is None:
        raise ValueError(f"{source}: {_question(wanted, sighting, looks)}")
    words = KINDS[sighting.kind][0]
    raise ValueError(
        f"{source} looks like {words} ({sighting.why}): "
        f"{way_to(sighting.kind, table, sighting.options)}. "
        f"{_if_not(wanted, sighting, looks)}"
    )


def _if_not(wanted: str, sighting: Sighting, looks: Sequence[Look]) -> str:
    """How to insist."""
    if wanted == "cases" and sighting.kind != "cases":
        two = [look.name for look in looks if look.is_two]
        if two:
            return f"If column {two[0]!r} is the truth, say {option('truth', two[0])}"
    return f"If it holds {KINDS[wanted][0]} nevertheless, say {option('rows', rows_of(wanted))}"


def rows_of(wanted: str) -> str:
    """What `rows` would say for what is wanted."""
    return "cases" if wanted == "regression" else wanted


def _question(wanted: str, sighting: Sighting, looks: Sequence[Look]) -> str:
    if sighting.question:
        return sighting.question
    if sighting.why:  # long tables
        return (
            f"{sighting.why}; there must be a column for each, and a row for what they have in "
            "common (in pandas: pivot)"
        )
    two = [look.name for look in looks if look.is_two]
    if wanted in ("cases", "regression"):
        if len(two) > 1:
            some = ", ".join(map(repr, two[:3])) + (", ..." if len(two) > 3 else "")
            return (
                f"which column is the truth? {some} hold two labels each: say "
                f"{option('truth', two[0])}"
            )
        if two:
            return f"is column {two[0]!r} the truth? Then say {option('truth', two[0])}"
        return (
            "no column looks like the truth, one of two classes: say which is, with "
            f"{option('truth', 'COLUMN')}; scores on data sets go to {_command('sets')}, those on "
            f"folds to {_command('folds')}, and numbers that were predicted to "
            f"{_command('regression')}"
        )
    if wanted in ("sets", "folds"):
        if two:
            return (
                f"column {two[0]!r} holds two values only. Is it the truth ({_command('cases')} "
                f"{option('truth', two[0])})? If it is an algorithm's scores, say "
                f"{option('rows', wanted)}"
            )
        return (
            "what is a row? Nothing names the rows. If each is a data set of its own, say "
            f"{_command('sets')} {option('rows', 'sets')}; if they are folds or repetitions on one "
            f"data set, {_command('folds')} {option('rows', 'folds')}"
        )
    return (
        f"is a cell right or wrong for an item? Then say {option('rows', 'items')}; labels that "
        f"were predicted need the truth, {option('truth', 'COLUMN')}"
    )


def _command(kind: str) -> str:
    return KINDS[kind][1] if AT_THE_SHELL.get() else KINDS[kind][2]

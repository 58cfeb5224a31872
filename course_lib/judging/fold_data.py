"""Scores of several models on the same splits of one data set, and how these splits were made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.columns import HUGE
from course_lib.common.phrases import counted, option
from course_lib.common.tables import table_of_numbers
from course_lib.judging.fold_columns import kinds_of, refuse_other_kinds, repeats_of, told_of
from course_lib.judging.no_scores import refuse_summary_rows

#: What to do where a score is not there.
MISSING = ("refuse", "drop")
#: More have more pairs than fit into memory.
MOST_MODELS = 3_000


@dataclass(frozen=True)
class Before:
    """The folds before some were left out: how many, which of them are here, and their repeats."""

    rows: int
    kept: tuple[int, ...]
    repeats: tuple[str, ...] | None

    @property
    def left(self) -> tuple[str, ...] | None:
        """The repetitions of those that are here."""
        return self.repeats and tuple(self.repeats[row] for row in self.kept)


@dataclass(frozen=True, eq=False)
class FoldScores:
    """A row for each split, a column for each model."""

    values: np.ndarray
    names: tuple[str, ...]
    #: Up to what part of itself a score can be trusted.
    precision: float
    #: Whether a column goes by its name only, or by its number, too.
    named: bool
    #: The share of the cases in each test set, where it is known.
    test_fraction: float | None = None
    #: To which repetition of a cross-validation each row belongs, where it is known.
    repeats: tuple[str, ...] | None = None
    #: Whether test sets were drawn at random and overlap; None if that is not known.
    random_splits: bool | None = None
    #: How the folds were before some were left out, if any were.
    before: Before | None = None
    #: Candidates of a search, of which the best was looked for.
    searched: bool = False
    #: How many were tried, those included that are not here.
    tried: int = 0
    #: What the scores are.
    metric: str = "score"
    #: How it was understood.
    notes: tuple[str, ...] = ()


def table_of_folds(scores: Any, names: Any, missing: str, repeats: Any = None) -> FoldScores:
    """A dictionary of lists, a data frame, an array or rows: rows are splits, columns models."""
    scores, known, notes = _without_names_of_folds(scores)
    found = table_of_numbers("scores", scores, names, row="fold", column="model")
    values = found.values
    labels = checked_repeats(repeats, values.shape[0]) or known
    refuse_summary_rows("scores", found.rows, "fold")
    wrong, before = ~np.isfinite(values), None
    if wrong.any() and one_of("missing", missing, MISSING) == "drop":
        whole = ~wrong.any(axis=1)
        left_out = int(np.count_nonzero(~whole))
        notes = (
            *notes,
            f"{counted(left_out, 'fold')} of {values.shape[0]:,} left out, where a score is "
            "missing.",
        )
        before = Before(len(values), tuple(np.flatnonzero(whole).tolist()), labels)
        values, labels = values[whole], before.left
    elif wrong.any():
        fold, model = np.argwhere(wrong)[0]
        more = f" and {np.count_nonzero(wrong) - 1} more" if np.count_nonzero(wrong) > 1 else ""
        raise ValueError(
            f"scores must be finite numbers; got {values[fold, model]} for {found.names[model]!r} "
            f"on fold {found.rows[fold]!r}{more}. Leave out the model, or the folds "
            f"({option('missing', 'drop')})"
        )
    return checked(
        FoldScores(
            values,
            found.names,
            found.precision,
            found.named,
            repeats=labels,
            before=before,
            tried=values.shape[1],
            notes=notes,
        )
    )


def _without_names_of_folds(scores: Any) -> tuple[Any, tuple[str, ...] | None, tuple[str, ...]]:
    """The models' columns of a dictionary or a data frame; repetitions, and a note, if any."""
    frame = hasattr(scores, "columns") and hasattr(scores, "to_numpy")
    if not (frame or isinstance(scores, Mapping)):
        return scores, None, ()
    header = list(scores.columns) if frame else list(scores)
    if not all(isinstance(name, str) for name in header):
        return scores, None, ()
    try:
        columns = [[str(cell) for cell in scores[name]] for name in header]
    except TypeError:  # no lists: others know better words for it
        return scores, None, ()
    kinds, left_aside = kinds_of(header, columns, may_name_rows=False)
    refuse_other_kinds("scores", header, kinds, columns)
    models = [name for name, kind in zip(header, kinds, strict=True) if kind == "model"]
    if len(models) == len(header):
        return scores, None, ()
    kept = scores[models] if frame else {name: scores[name] for name in models}
    return kept, repeats_of("scores", kinds, columns), (*told_of(header, kinds), *left_aside)


def checked(data: FoldScores) -> FoldScores:
    """The scores, if there are enough of them."""
    folds, models = data.values.shape
    if models < 2:
        raise ValueError(
            f"scores must have at least 2 {'candidates' if data.searched else 'models (columns)'}; "
            f"got {models}"
        )
    if models > MOST_MODELS:
        raise ValueError(f"scores must have at most {MOST_MODELS:,} models; got {models:,}")
    if folds < 2:
        raise ValueError(f"scores must have at least 2 folds (rows); got {folds}")
    if np.abs(data.values).max() > HUGE:
        raise ValueError(f"scores must be numbers from {-HUGE:g} to {HUGE:g}")
    return data


@dataclass(frozen=True, eq=False)
class Splits:
    """Which rows belong to one cross-validation, whose test sets share no case."""

    blocks: tuple[np.ndarray, ...]
    #: Test sets were drawn at random, so that those of one block share cases, too.
    random: bool

    def in_words(self) -> str:
        """How they are called: "10 x 10 folds", "5 folds", "30 random splits"."""
        rows = sum(block.size for block in self.blocks)
        if self.random:
            return f"{rows:,} random splits"
        if len(self.blocks) == 1:
            return f"{rows:,} folds"
        if len({block.size for block in self.blocks}) > 1:
            return f"{rows:,} folds of {len(self.blocks):,} repetitions"
        return f"{len(self.blocks):,} x {self.blocks[0].size:,} folds"


def splits_of(data: FoldScores, fraction: float) -> Splits:
    """Repetitions of a cross-validation, as they are known or as the numbers suggest; or neither.

    100 scores of test sets with a tenth of the cases each are ten repetitions of ten folds, one
    after the other, unless something else is known.
    """
    if data.before is not None:  # folds that are left are folds
        before = data.before
        place = {row: index for index, row in enumerate(before.kept)}
        whole = _splits(before.rows, before.repeats, data.random_splits, fraction)
        left = [np.array([place[row] for row in block if row in place]) for block in whole.blocks]
        left = [block for block in left if block.size]
        if not whole.random and min(block.size for block in left) > 1:
            return Splits(tuple(left), random=False)
    return _splits(data.values.shape[0], data.repeats, data.random_splits, fraction)


def _splits(
    rows: int, repeats: tuple[str, ...] | None, drawn: bool | None, fraction: float
) -> Splits:
    if repeats is not None:
        labels = np.array(repeats)
        blocks = [np.flatnonzero(labels == label) for label in dict.fromkeys(repeats)]
        whole = all(abs(block.size * fraction - 1) <= 0.1 for block in blocks)
        apart = whole or drawn is False
        if apart and min(block.size for block in blocks) > 1:
            return Splits(tuple(blocks), random=False)
    elif not drawn:
        times = max(1, round(rows * fraction))
        if abs(rows * fraction - times) <= 0.05 * times and rows % times == 0:
            return Splits(tuple(np.split(np.arange(rows), times)), random=False)
    size = min(rows, max(2, round(1 / fraction)))
    starts = range(size, rows - size + 1, size)  # the last block takes what is left over
    return Splits(tuple(np.split(np.arange(rows), starts)), random=True)


def checked_repeats(repeats: Any, rows: int) -> tuple[str, ...] | None:
    """To which repetition each row belongs, as text."""
    if repeats is None:
        return None
    if isinstance(repeats, str) or not (isinstance(repeats, Sequence) or hasattr(repeats, "shape")):
        raise ValueError(
            f"repeats must be a list that says to which repetition each fold belongs; got "
            f"{repeats!r}"
        )
    labels = tuple(map(str, repeats))
    if len(labels) != rows:
        raise ValueError(
            f"repeats must have an entry for each of {rows:,} folds; got {len(labels)}"
        )
    return labels

"""Several models on the folds of one data set: who differs, who may be the best, and the winner."""

from dataclasses import replace
from typing import Any

import numpy as np

from course_lib.common.arguments import number_between, one_of, open_unit_interval, true_or_false
from course_lib.common.columns import HUGE
from course_lib.common.phrases import counted, option
from course_lib.common.score_table import ScoreTable
from course_lib.judging.fold_data import FoldScores, Splits, splits_of, table_of_folds
from course_lib.judging.fold_resolution import pair_errors
from course_lib.judging.fold_results import FoldComparison
from course_lib.judging.search_scores import is_search, search_scores
from course_lib.judging.winner import winner_score
from course_lib.ranks.corrections import (
    CONDITIONS,
    DOUBTS,
    PAIRWISE_CONDITIONS,
    adjust_p_values,
    adjust_pairwise,
)

#: For `control`: compare whichever has the highest mean with all others.
BEST = "best"


def compare_folds(
    scores: Any,
    test_fraction: float | None = None,
    *,
    names: Any = None,
    correction: str = "holm",
    control: str | int | None = None,
    higher_is_better: bool = True,
    alpha: float = 0.05,
    margin: float | None = None,
    metric: str | None = None,
    missing: str = "refuse",
    repeats: Any = None,
) -> FoldComparison:
    """Which of several models differ, given their scores on the same folds of one data set?

    Folds share training cases, so their scores resemble each other: each pair is compared by the
    corrected resampled t test (`corrected_t_test`), two-sided, and all of them are corrected for
    their number. Scores go in steps (a share of 30 cases in those of 1/30), and differences that
    are nearly the same on all folds seem to be known for certain: their spread is taken to be that
    of numbers rounded to such steps, at least, and `notes` say of how many pairs.

    Parameters
    ----------
    scores
        Rows are folds, columns models: an array, a data frame, a dictionary of lists. Or a
        hyper-parameter search that was fitted (anything with `cv_results_`), its `cv_results_`,
        or a data frame of them. Then the candidate with the highest mean is compared with all
        others, corrected for *all* pairs, because the same scores chose it.
    test_fraction
        The share of the cases in each test set: 0.1 in ten-fold cross-validation, however often it
        is repeated. A fitted search knows it in most cases.
    correction
        `"none"`, `"bonferroni"`, `"holm"`, `"hochberg"`, `"hommel"`, `"finner"`, `"li"`, and
        unless there is a control `"shaffer"`, `"bergmann-hommel"`.
    control
        The one that all others are compared with, chosen *before* the scores were seen: its name,
        or its number, from 0, where columns have no names. `"best"` compares whichever comes out
        best with all others, corrected for all pairs; for a search that is the default.
    margin
        A difference that matters: then each pair is also judged by whether its difference is shown
        to be larger, or to be smaller.
    metric
        Which scores of a search that has several to compare.
    missing
        `"drop"` leaves out candidates of a search whose fits failed, and folds of a table on which
        a score is missing; and says how many.
    repeats
        To which repetition of a cross-validation each row belongs. Otherwise rows are taken to
        be one repetition after the other. It matters for the winner's corrected score only.

    Examples
    --------
    >>> scores = {
    ...     "forest": [0.81, 0.78, 0.84, 0.80, 0.79, 0.82, 0.80, 0.83, 0.78, 0.81],
    ...     "bayes": [0.79, 0.77, 0.80, 0.80, 0.76, 0.81, 0.79, 0.80, 0.79, 0.79],
    ...     "stump": [0.70, 0.71, 0.74, 0.69, 0.70, 0.72, 0.70, 0.74, 0.70, 0.71],
    ... }
    >>> found = compare_folds(scores, test_fraction=0.1)
    >>> found.adjusted.round(4)[0].tolist(), found.may_be_best
    ([1.0, 0.046, 0.0], ('forest',))
    """
    alpha = open_unit_interval("alpha", alpha)
    higher = true_or_false("higher_is_better", higher_is_better)
    if margin is not None:
        margin = number_between("margin", margin, 0, HUGE)
        if margin == 0:
            raise ValueError("margin must be greater than 0: any difference at all is asked anyway")
    one_of("missing", missing, ("refuse", "drop"))
    data = fold_scores(scores, names, metric, missing, repeats)
    if data.searched and not higher:
        raise ValueError(
            "higher_is_better must be True for a search, whose scores are such that more is better "
            "(errors are negated: 'neg_mean_squared_error')"
        )
    fraction = _fraction(data, test_fraction)
    splits = splits_of(data, fraction)
    question, column = _question(data, control)
    one_of("correction", correction, (*CONDITIONS, *PAIRWISE_CONDITIONS))
    if question == "control" and correction in PAIRWISE_CONDITIONS:
        raise ValueError(
            f"correction {correction!r} is for all pairs; with a control use one of "
            f"{', '.join(map(repr, CONDITIONS))}"
        )
    up = data.values if higher else -data.values
    differences, errors, alike, raised = pair_errors(up, fraction, data.precision)
    winner = winner_score(up, data.names, splits, fraction, data.precision)
    if not higher:
        winner = replace(winner, mean=-winner.mean, corrected=-winner.corrected)
    p_values = _two_sided(differences, errors, up.shape[0] - 1)
    if question == "control":
        p_values, adjusted = _against(column, p_values, correction)
    else:
        column = data.names.index(winner.name)
        adjusted = adjust_pairwise(p_values, correction)
    return FoldComparison(
        names=data.names,
        question=question,
        reference=data.names[column],
        folds=up.shape[0],
        splits=splits.in_words(),
        test_fraction=fraction,
        correction=correction,
        higher_is_better=higher,
        alpha=alpha,
        margin=margin,
        metric=data.metric,
        searched=data.searched,
        tried=data.tried,
        means=data.values.mean(axis=0),
        standard_deviations=data.values.std(axis=0, ddof=1),
        p_values=p_values,
        adjusted=adjusted,
        differences=differences,
        errors=errors,
        winner=winner,
        notes=_notes(data, splits, correction, alike, raised, question, winner.enlarged),
    )


def fold_scores(
    scores: Any, names: Any = None, metric: str | None = None, missing: str = "refuse",
    repeats: Any = None,
) -> FoldScores:  # fmt: skip
    """The scores, whatever they come as."""
    if isinstance(scores, FoldScores):
        return scores
    if is_search(scores):
        if repeats is not None:
            raise ValueError("repeats must be None for a search, whose splits tell them")
        return search_scores(scores, names, metric, missing)
    if metric is not None:
        raise ValueError(
            f"metric must be None unless scores are those of a search; got {metric!r}. A table of "
            "folds holds one kind of score"
        )
    return table_of_folds(scores, names, missing, repeats)


def _fraction(data: FoldScores, given: float | None) -> float:
    """As it was given, or as the search knows it."""
    if given is not None:
        return open_unit_interval("test_fraction", given)
    if data.test_fraction is not None:
        return data.test_fraction
    raise ValueError(
        f"{option('test_fraction').removesuffix('=')} must be given: the share of the cases in "
        f"each test set, which the scores do not tell ({likely_fraction(data)})"
    )


def likely_fraction(data: FoldScores) -> str:
    """What the test sets probably were, and how to say so; not to be taken without asking."""
    rows = data.values.shape[0] if data.before is None else data.before.rows
    if data.random_splits:
        return "their number says nothing about it, for they are no folds of one cross-validation"
    if data.repeats is not None:
        times = len(set(data.repeats))
        again = f", {times:,} times" if times > 1 else ""
        return f"it looks like {rows / times:g} folds{again}: {_as_option(times / rows)}"
    told = f"{rows:,} folds of one cross-validation: {_as_option(1 / rows)}"
    if rows >= 20 and rows % 10 == 0:
        told += f"; 10 folds, {rows // 10:,} times: {_as_option(0.1)}"
    return told


def _as_option(fraction: float) -> str:
    return option("test_fraction", float(f"{fraction:.3g}"))


def _question(data: FoldScores, control: str | int | None) -> tuple[str, int]:
    """Whether "all pairs", the "best" or a "control"; and the control's column."""
    if control is None:
        return (BEST if data.searched else "all pairs"), 0
    if control == BEST and BEST not in data.names:
        return BEST, 0
    # The table knows how columns go by names and numbers.
    rows = tuple(map(str, range(data.values.shape[0])))
    table = ScoreTable(data.values, data.names, rows, data.precision, data.named)
    return "control", table.column("control", control)


def _two_sided(differences: np.ndarray, errors: np.ndarray, freedom: int) -> np.ndarray:
    from scipy.special import stdtr

    t = np.divide(differences, errors, out=np.zeros_like(errors), where=errors > 0)
    p = np.minimum(1.0, 2 * stdtr(freedom, -np.abs(t)))
    np.fill_diagonal(p, 1.0)
    return p


def _against(column: int, p: np.ndarray, correction: str) -> tuple[np.ndarray, np.ndarray]:
    """Only the comparisons with the control, and corrected for their number."""
    others = np.arange(p.shape[0]) != column
    kept, adjusted = (np.full_like(p, np.nan) for _ in range(2))
    kept[column, others] = kept[others, column] = p[column, others]
    adjusted[column, others] = adjust_p_values(p[column, others], correction)
    adjusted[others, column] = adjusted[column, others]
    np.fill_diagonal(kept, 1.0)
    np.fill_diagonal(adjusted, 1.0)
    return kept, adjusted


def _notes(
    data: FoldScores,
    splits: Splits,
    correction: str,
    alike: list[tuple[int, int]],
    raised: int,
    question: str,
    enlarged: float,
) -> tuple[str, ...]:
    notes = [*data.notes]
    if data.repeats is None and len(splits.blocks) > 1 and not splits.random:
        notes.append(
            f"The {data.values.shape[0]:,} scores of each model were taken for "
            f"{splits.in_words()}, one repetition after the other."
        )
    if data.values.shape[1] > data.values.shape[0] and not data.searched:
        notes.append("There are more models than folds: rows should be folds, columns models.")
    if splits.random:
        notes.append(
            "Test sets that were drawn at random share cases, and hide part of what having been "
            f"chosen brings: what is seen of it was multiplied by {enlarged:.2g}, which suits "
            "equally good models, and may be too much for others."
        )
    if alike:
        first, second = (data.names[model] for model in alike[0])
        told = f"{first} and {second}" if len(alike) == 1 else f"such as {first} and {second}"
        notes.append(
            f"{counted(len(alike), 'pair')} ({told}) {'differ' if len(alike) > 1 else 'differs'} "
            "by the same amount on every fold, which leaves no spread to judge by: the spread of "
            "numbers rounded to steps of that amount was taken."
        )
    if raised:
        notes.append(
            f"{counted(raised, 'pair')} {'differ' if raised > 1 else 'differs'} by nearly the same "
            "amount on every fold, less unevenly than the steps allow in which such scores go: the "
            "spread of numbers rounded to these steps was taken."
        )
    if correction in DOUBTS and not (question != "control" and correction in PAIRWISE_CONDITIONS):
        notes.append(f"{DOUBTS[correction]}.")
    return tuple(notes)

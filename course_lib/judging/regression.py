"""Models that predict numbers, on the same cases: whose errors are smaller, and by how much?"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from os import PathLike
from typing import Any

import numpy as np

from course_lib.common.arguments import number_between, one_of, open_unit_interval
from course_lib.common.columns import listed_labels, names_for, numbers_of
from course_lib.common.files import FileTable, read_table
from course_lib.common.frames import aligned, frame_table, is_frame
from course_lib.common.phrases import option
from course_lib.common.randomness import seed_sequence
from course_lib.common.tables import table_of_numbers
from course_lib.judging.door import column_of, enter
from course_lib.judging.item_winner import corrected_accuracy
from course_lib.judging.looks import SURELY_TRUTH, TRUTH, Look, looks_at
from course_lib.judging.margins import beside_margin
from course_lib.judging.regression_results import (
    LOSSES,
    NumberPredictions,
    RegressionJudgement,
    RegressionModel,
    RegressionPair,
)
from course_lib.pairs.differences import squared_lengths
from course_lib.pairs.flips import FlipTest, check_room, flip_test
from course_lib.pairs.joint import joint_quantile
from course_lib.pairs.standing import may_be_best, rank_intervals

#: Squares of errors are squared once more.
_LARGEST = 1e70
#: With fewer cases their correlations are not known well enough to gain by them.
_FEW = 20


def judge_regression(
    y_true: Any,
    predictions: Any = None,
    *,
    names: Iterable[str] | None = None,
    truth: str | None = None,
    loss: str = "absolute",
    control: str | None = None,
    margin: float | None = None,
    alpha: float = 0.05,
    repetitions: int | None = None,
    seed: Any = 0,
) -> RegressionJudgement:
    """Judge models that predict numbers: whose errors are smaller on the same cases?

    `y_true` holds the true number of each case, and `predictions` a column for each model: a
    dictionary, a data frame, a table, or the list of one; what has an index is aligned by it. Or
    hand over a data frame that holds both (`truth` names the column), or what
    `read_number_predictions` gives. `loss` is what an error costs: its size (`"absolute"`) or its
    square (`"squared"`, told as the root of the mean). `control` names the model that all others
    are compared with, `margin` how large a difference of the mean losses must be to matter, in the
    units of the loss.

    Each model's mean loss has an interval by Student's t. Two models that are equally good may
    change places on any case: so the signs of the differences of their losses are flipped, case by
    case, for all pairs at once, and each pair is compared with the largest there is (Westfall and
    Young's step-down). The intervals for the differences hold together. Ranks, and who may be the
    best, follow from the pairs, as in `judge_items`.

    All of it assumes independent cases that the models were not made or tuned on. Where a few huge
    errors make up most of the mean, or differences are lopsided and cases few, tests of means are
    rough; a note tells so.

    Examples
    --------
    >>> truth = [3.1, 4.0, 5.2, 6.1, 7.0, 8.2, 9.1, 9.9]
    >>> near, far = [y + 0.1 for y in truth], [y + 1.1 for y in truth]
    >>> found = judge_regression(truth, {"near": near, "far": far})
    >>> [round(model.mean_loss, 3) for model in found.models]
    [0.1, 1.1]
    >>> found.pairs[0].first, round(found.pairs[0].p_value, 4)
    ('near', 0.0078)
    """
    data = _data(y_true, predictions, names, truth)
    loss = one_of("loss", loss, LOSSES, {"mae": "absolute", "mse": "squared", "rmse": "squared"})
    alpha = open_unit_interval("alpha", alpha)
    if control is not None:
        control = one_of("control", control, data.names)
    if margin is not None:
        margin = number_between("margin", margin, 0, _LARGEST, "in the units of the loss")
    seed_sequence(seed)  # a wrong one is refused even where nothing is drawn
    errors = data.predictions - data.truth[:, None]
    losses = np.abs(errors) if loss == "absolute" else errors**2
    models = tuple(_model(data, losses, column, loss, alpha) for column in range(len(data.names)))
    couples = _couples(models, control)
    flips: FlipTest | None = None
    pairs: tuple[RegressionPair, ...] = ()
    if couples:
        flips, pairs = _compared(data.names, losses, couples, alpha, margin, repetitions, seed)
    order = [one.name for one in sorted(models, key=lambda one: (one.mean_loss, one.name))]
    shown = [(pair.first, pair.second) for pair in pairs if pair.differs]
    lowest, _ = corrected_accuracy(-losses, np.ones(len(losses)), seed)
    return RegressionJudgement(
        data=data,
        models=models,
        pairs=pairs,
        rank_intervals=rank_intervals(order, shown) if control is None else {},
        may_be_best=may_be_best(order, shown) if control is None else (),
        winner_corrected=None if lowest is None else -lowest,
        loss=loss,
        alpha=alpha,
        control=control,
        margin=margin,
        flips=flips,
    )


def read_number_predictions(
    file: str | PathLike | Any,
    *,
    truth: str | None = None,
    drop: Sequence[str] = (),
    ids: Sequence[str] = (),
    rows: str | None = None,
    missing: str | None = None,
) -> NumberPredictions:
    """Read predicted numbers: a row for each case, its true number and a column for each model.

    The truth is the column that is called so (truth, y_true, target, ...); if none is, `truth` must
    name it. The options are those of `read_predictions`.
    """
    table = frame_table(file) if is_frame(file) else read_table(file)
    found_by_name = truth is None
    if truth is None:
        aside = {column_of(table, "drop", n) for n in drop} | {
            column_of(table, "id", n) for n in ids
        }
        truth = _called_truth(table, looks_at(table, aside))
    entrance = enter(
        table, "regression", rows=rows or "cases", truth=truth, drop=drop, ids=ids, missing=missing
    )
    table, at = entrance.table, entrance.truth
    assert at is not None
    taken = (f"Column {truth!r} was taken for the truth.",) if found_by_name else ()
    hint = f"{option('missing', 'drop')} leaves out rows with a missing cell"
    values, notes = table.numbers([at, *entrance.columns], "number", hint)
    found = _checked(
        values[:, 0],
        values[:, 1:],
        tuple(table.header[column] for column in entrance.columns),
        table.source,
        (*table.notes, *taken, *entrance.notes, *notes),
    )
    if np.unique(found.truth).size == 2:
        raise ValueError(
            f"{table.source}, column {table.header[at]!r}: the truth holds two values only, as "
            "classes do: judge them as classes, without regression"
        )
    return found


def _called_truth(table: FileTable, looks: Sequence[Look]) -> str:
    """The name of the column that is called the truth; a question if none is, or several are.

    Nothing in the numbers tells the truth from a prediction: taken for it, a model would win.
    """
    # What names or counts the rows may be judged by nobody.
    looks = [look for look in looks if not look.names_rows and look.is_numeric]
    called = [look.name for look in looks if look.called(TRUTH)]
    sure = [look.name for look in looks if look.called(SURELY_TRUTH)]
    for those in (called, sure):
        if len(those) == 1:
            return those[0]
    names = called or [look.name for look in looks]
    told = f": {listed_labels(names)}" if names else ""
    raise ValueError(
        f"{table.source}: which column holds the true numbers{told}? Name it with {option('truth')}"
    )


def _data(
    y_true: Any, predictions: Any, names: Iterable[str] | None, truth: str | None
) -> NumberPredictions:
    if isinstance(y_true, NumberPredictions):
        return y_true
    if predictions is None:
        if is_frame(y_true):
            return read_number_predictions(y_true, truth=truth)
        raise ValueError("predictions must be given with y_true: a column for each model; got none")
    given = aligned(y_true=y_true, predictions=predictions)
    table = table_of_numbers(
        "predictions", given["predictions"], names, row="case", column="model", single=True
    )
    return _checked(
        numbers_of("y_true", given["y_true"], largest=_LARGEST),
        table.values,
        names_for(table.names, len(table.names), "model"),
        "arrays",
    )


def _checked(
    truth: np.ndarray,
    predictions: np.ndarray,
    names: tuple[str, ...],
    source: str,
    notes: tuple[str, ...] = (),
) -> NumberPredictions:
    if len(truth) != len(predictions):
        raise ValueError(
            "y_true and predictions must be about the same cases, one entry for each; got "
            f"{len(truth):,} and {len(predictions):,} entries"
        )
    if len(truth) < 2:
        raise ValueError(f"y_true must hold at least two cases; got {len(truth)}")
    bad = np.argwhere(~(np.abs(predictions) <= _LARGEST))
    if bad.size:
        row, column = bad[0]
        raise ValueError(
            f"predictions must be numbers from {-_LARGEST:g} to {_LARGEST:g}; got "
            f"{predictions[row, column]} for {names[column]!r} in case {row}"
        )
    return NumberPredictions(names, truth, predictions, source, notes)


def _model(
    data: NumberPredictions, losses: np.ndarray, column: int, loss: str, alpha: float
) -> RegressionModel:
    from scipy.special import stdtrit

    own = losses[:, column]
    mean, error = float(own.mean()), float(own.std(ddof=1) / np.sqrt(own.size))
    reach = float(stdtrit(own.size - 1, 1 - alpha / 2)) * error
    around = data.truth - data.truth.mean()
    total = float(around @ around)
    errors = data.predictions[:, column] - data.truth
    return RegressionModel(
        name=data.names[column],
        mean_loss=mean,
        low=max(0.0, mean - reach),
        high=mean + reach,
        bias=float(errors.mean()),
        r_squared=1 - float(errors @ errors) / total if total > 0 else float("nan"),
        loss=loss,
        confidence=1 - alpha,
    )


def _couples(models: tuple[RegressionModel, ...], control: str | None) -> list[tuple[int, int]]:
    """The one with the smaller mean loss is the first of a pair."""
    order = sorted(range(len(models)), key=lambda i: (models[i].mean_loss, models[i].name))
    couples = list(combinations(order, 2))
    if control is None:
        return couples
    one = [model.name for model in models].index(control)
    return [couple for couple in couples if one in couple]


def _compared(
    names: tuple[str, ...],
    losses: np.ndarray,
    couples: list[tuple[int, int]],
    alpha: float,
    margin: float | None,
    repetitions: int | None,
    seed: Any,
) -> tuple[FlipTest, tuple[RegressionPair, ...]]:
    from scipy.special import ndtr, ndtri, stdtrit

    check_room(len(names), len(losses))
    by_name = np.argsort(np.array(names))
    scaled = losses / max(float(np.abs(losses).max()), 1e-300)  # squares of huge losses overflow
    rows = np.lexsort(scaled.T[by_name])  # so that the order of the cases is no matter
    table = scaled[rows].T
    flips = flip_test([table], repetitions, seed, alpha=alpha, couples=couples)
    first, second = np.array(couples, dtype=np.intp).T
    cases = len(losses)
    deviations = table - table.mean(axis=1, keepdims=True)
    z = joint_quantile(deviations, couples, alpha, seed)
    if cases < _FEW:
        z = max(z, float(-ndtri(alpha / (2 * len(couples)))))
    # As far out as Student's t says for so few cases.
    t = float(stdtrit(cases - 1, ndtr(z)))
    spread = np.sqrt(squared_lengths(deviations, first, second) / (cases * (cases - 1)))
    scale = float(np.abs(losses).max())
    found = []
    for k, (i, j) in enumerate(couples):
        difference = float(losses[:, j].mean() - losses[:, i].mean())
        reach = t * float(spread[k]) * scale
        adjusted = float(flips.adjusted[0, k])
        differs = adjusted <= alpha
        found.append(
            RegressionPair(
                first=names[i],
                second=names[j],
                difference=difference,
                low=difference - reach,
                high=difference + reach,
                p_value=float(flips.p_values[0, k]),
                adjusted=adjusted,
                differs=differs,
                against_margin=None
                if margin is None
                else beside_margin(margin, difference - reach, difference + reach, differs),
            )
        )
    found.sort(key=lambda pair: (pair.p_value, -pair.difference, pair.first, pair.second))
    return flips, tuple(found)

"""Several models on the same items, right or wrong: how good, who is better, who may be best."""

from itertools import combinations
from typing import Any

from course_lib.common.arguments import number_between, open_unit_interval
from course_lib.common.randomness import seed_sequence
from course_lib.intervals.wilson import effective_number, quantile, wilson_limits
from course_lib.judging.item_pairs import (
    ComparedPairs,
    compare_pairs,
    sizes_of,
    sorted_rows,
    totals_of,
)
from course_lib.judging.item_results import (
    ItemPair,
    ItemsJudgement,
    ModelAccuracy,
    Winner,
)
from course_lib.judging.item_winner import corrected_accuracy
from course_lib.judging.items import Items, item_table
from course_lib.judging.margins import beside_margin
from course_lib.pairs.flips import MOST_NUMBERS
from course_lib.pairs.standing import may_be_best, rank_intervals

#: More pairs than these take too long, and nobody reads them.
_MOST_PAIRS = 1_000_000


def judge_items(
    right: Any,
    *,
    names: Any = None,
    truth: Any = None,
    items: Any = None,
    clusters: Any = None,
    runs: Any = None,
    rows: str | None = None,
    control: str | int | None = None,
    margin: float | None = None,
    alpha: float = 0.05,
    repetitions: int | None = None,
    seed: Any = 0,
) -> ItemsJudgement:
    """Judge models that answered the same items, right or wrong: who is better, who may be best?

    `right` has a row for each item and a column for each model, 1 where it is right and 0 where it
    is wrong; or it holds what the models answered, if `truth` tells the right answers. It may be a
    dictionary, a data frame, an array, or what `item_table` gives, which explains `names`, `items`,
    `clusters` (items that belong together) and `runs` (repeated runs of an item). A table that
    looks transposed, with many more models than items, is refused unless `rows="items"`.

    *How good is each?* Its accuracy with Wilson's interval, each by itself. With clusters, or
    answers that count in part, so many independent items as would tell as much take their place.

    *Who is better than whom?* Two models that are equally good may change places on any item. So
    signs are flipped, item by item or cluster by cluster, for all pairs at once, and each pair is
    compared with the largest difference there is (Westfall and Young's step-down): some equal pair
    is declared different with a chance of about alpha at most, however many there are. For two
    models that is McNemar's exact test. The intervals for the differences, Tango's, hold together.
    With a `control`, all others are compared with it only. `margin` is a difference of accuracies
    that matters, such as 0.02: each interval is compared with it.

    *Who may be the best?* Whoever is not shown worse than any other. And each model's rank lies
    between 1 + the number of those shown better and the number of all less those shown worse: for
    all models at once, with a confidence of 1 - alpha.

    *How good is the winner really?* Its accuracy is too high, because it won. `winner.corrected` is
    what whoever looks best scores on items left out, and the winner's interval allows for the
    choice.

    All of it assumes items (or clusters) that are drawn independently from those one wants to speak
    about, and models that were not made or tuned on them.

    Examples
    --------
    >>> right = {
    ...     "large": [1] * 70 + [1] * 16 + [0] * 6 + [0] * 8,
    ...     "small": [1] * 70 + [0] * 16 + [1] * 6 + [0] * 8,
    ...     "coin": [1, 0] * 50,
    ... }
    >>> found = judge_items(right)
    >>> [(pair.first, pair.second) for pair in found.pairs if pair.differs]
    [('large', 'coin'), ('small', 'coin')]
    >>> found.may_be_best, found.rank_intervals["coin"]
    (('large', 'small'), (3, 3))
    >>> print(found.sentences()["standing"])
    2 of 3 models may be the best, for none is shown to be right more often than they are: large
    and small. Not shown is not equal. The runner-up, small, is 10 points behind (interval -1 to
    22).
    """
    if isinstance(right, Items):
        beside = {"names": names, "truth": truth, "items": items, "clusters": clusters,
                  "runs": runs, "rows": rows}  # fmt: skip
        for name, value in beside.items():
            if value is not None:
                raise ValueError(
                    f"{name} must be None where right comes from item_table, which takes it; got "
                    f"{type(value).__name__}"
                )
        table = right
    else:
        table = item_table(
            right, names, truth=truth, items=items, clusters=clusters, runs=runs, rows=rows
        )
    alpha = open_unit_interval("alpha", alpha)
    if margin is not None:
        margin = number_between("margin", margin, 0, 1, "a difference of accuracies: 0.02")
    seed_sequence(seed)  # a wrong one is refused even where nothing is drawn
    column = None if control is None else table.column("control", control)
    if column is not None and len(table.names) < 2:
        raise ValueError(f"control must have others to be compared with; got {control!r} alone")
    accuracies = tuple(_accuracy(table, model, alpha) for model in range(len(table.names)))
    couples = _couples(accuracies, column)
    _check_room(table, len(couples))
    compared = compare_pairs(table, couples, alpha, repetitions, seed) if couples else None
    pairs = _pairs(accuracies, couples, compared, alpha, margin) if compared else ()
    order = [one.name for one in sorted(accuracies, key=lambda one: (-one.accuracy, one.name))]
    shown = [(pair.first, pair.second) for pair in pairs if pair.differs]
    found = rank_intervals(order, shown) if column is None else {}
    return ItemsJudgement(
        items=table,
        accuracies=accuracies,
        pairs=pairs,
        rank_intervals={name: found[name] for name in table.names} if found else {},
        may_be_best=may_be_best(order, shown) if column is None else (),
        winner=_winner(table, accuracies, order, alpha, seed),
        flips=compared.flips if compared else None,
        alpha=alpha,
        control=None if column is None else table.names[column],
        margin=margin,
        quantile=compared.quantile if compared else None,
    )


def _check_room(table: Items, pairs: int) -> None:
    if pairs > _MOST_PAIRS:
        raise ValueError(
            f"right must have fewer models: {len(table.names):,} make {pairs:,} pairs, and at most "
            f"{_MOST_PAIRS:,} are compared. Compare all with a control"
        )
    if table.right.size > MOST_NUMBERS:
        raise ValueError(
            f"right must have fewer models or fewer items: {len(table.names):,} x "
            f"{table.number:,} are more than {MOST_NUMBERS:,} numbers"
        )


def _accuracy(table: Items, model: int, alpha: float, models: int = 1) -> ModelAccuracy:
    """With an interval for this model by itself, or for whichever of several was chosen."""
    values = table.right[:, model]
    total = round(float(values.sum()), 9)
    share = total / table.number
    effective = effective_number(values, table.clusters)
    z = quantile(1 - alpha / models, effective.freedom)
    low, high = wilson_limits(share, effective.number, z)
    return ModelAccuracy(
        name=table.names[model],
        accuracy=share,
        low=low,
        high=high,
        right=int(total) if table.whole else total,
        items=table.number,
        effective_items=effective.number,
        confidence=1 - alpha,
    )


def _couples(accuracies: tuple[ModelAccuracy, ...], control: int | None) -> list[tuple[int, int]]:
    """All pairs, or those with the control; whoever is right more often is the first."""
    order = sorted(
        range(len(accuracies)), key=lambda i: (-accuracies[i].accuracy, accuracies[i].name)
    )
    return [both for both in combinations(order, 2) if control is None or control in both]


def _pairs(
    accuracies: tuple[ModelAccuracy, ...],
    couples: list[tuple[int, int]],
    compared: ComparedPairs,
    alpha: float,
    margin: float | None,
) -> tuple[ItemPair, ...]:
    number = accuracies[0].items
    columns = zip(couples, *(column.tolist() for column in compared[:6]), strict=True)
    found = []
    for (i, j), only_first, only_second, p_value, adjusted, low, high in columns:
        differs = adjusted <= alpha
        whole = only_first.is_integer() and only_second.is_integer()
        found.append(
            ItemPair(
                first=accuracies[i].name,
                second=accuracies[j].name,
                only_first_right=int(only_first) if whole else only_first,
                only_second_right=int(only_second) if whole else only_second,
                difference=(only_first - only_second) / number,
                low=low,
                high=high,
                p_value=p_value,
                adjusted=adjusted,
                differs=differs,
                against_margin=None
                if margin is None
                else beside_margin(margin, low, high, differs),
            )
        )
    found.sort(key=lambda pair: (pair.adjusted, pair.p_value, -pair.difference))
    return tuple(found)


def _winner(
    table: Items,
    accuracies: tuple[ModelAccuracy, ...],
    order: list[str],
    alpha: float,
    seed: Any,
) -> Winner:
    best = table.names.index(order[0])
    top = accuracies[best].accuracy
    models = len(accuracies)
    chosen = _accuracy(table, best, alpha, models)
    corrected: float | None = top
    resamples = 0
    if models > 1:
        rows = sorted_rows(table)
        found, resamples = corrected_accuracy(totals_of(table)[rows], sizes_of(table)[rows], seed)
        # It is the choice that makes the score too high; nothing makes it too low.
        corrected = None if found is None else min(round(found, 12), top)
    return Winner(
        name=order[0],
        shared_by=tuple(n for n in order if accuracies[table.names.index(n)].accuracy == top),
        accuracy=top,
        corrected=corrected,
        low=chosen.low,
        high=chosen.high,
        models=models,
        confidence=1 - alpha,
        resamples=resamples,
    )

"""A judgement of predicted numbers, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from course_lib.common.phrases import counted, listed, p_alone, p_in_words, percent
from course_lib.common.result import Table
from course_lib.judging.lopsided import is_lopsided, lopsided_pairs
from course_lib.judging.margins import BEYOND, OPEN, WITHIN

if TYPE_CHECKING:
    from course_lib.judging.regression_results import RegressionJudgement

#: What the mean of the losses is called.
MEANS = {"absolute": "mean absolute error", "squared": "mean squared error"}
#: If so few cases make up half of the mean loss, the mean rests on them.
_FEW_CASES = 0.02


def told(*numbers: float, also: float | None = None) -> list[str]:
    """Numbers of one kind with as many decimals as the widest distance among them carries.

    `also` is told last, in as many decimals; its distance does not matter.
    """
    spread = max(numbers) - min(numbers)
    every = [*numbers, *([] if also is None else [also])]
    if spread <= 1e-9 * max(map(abs, numbers)):  # nothing but rounding
        return [f"{number + 0.0:.4g}" for number in every]
    decimals = int(np.clip(1 - np.floor(np.log10(spread)), 0, 12))
    return [f"{round(number, decimals) + 0.0:.{decimals}f}" for number in every]


def r_in_words(r_squared: float) -> str:
    """R², or that there is none."""
    return "none" if np.isnan(r_squared) else f"{r_squared + 0.0:.3f}"


def best(found: RegressionJudgement) -> str:
    """Who leads, and what it would show on other cases."""
    best = found.ranking[0]
    if len(found.models) == 1:
        return best.sentence()
    mean, sharing = MEANS[found.loss], leaders(found)
    words = best.sentence().replace(f"has a {mean} of", f"has the smallest {mean},", 1)
    if len(sharing) > 1:
        who = "All models" if len(sharing) == len(found.models) else listed(sharing)
        own = f", that of {best.name},"
        words = words.replace(f"{best.name} has the smallest {mean},", f"{who} share the smallest "
                              f"{mean},", 1).replace("interval", f"interval{own}", 1)  # fmt: skip
    if found.winner_corrected is not None and found.winner_corrected > best.mean_loss:
        # As many digits as the mean itself has, or it might seem to be the larger one.
        shown, _, _, corrected = told(
            best.mean_loss, best.low, best.high, also=found.winner_corrected
        )
        chosen = "The best was chosen for that" if len(sharing) > 1 else "It was chosen for that"
        words += (
            f" {chosen}: on other cases expect about "
            f"{'the same' if corrected == shown else corrected}."
        )
    return words


def leaders(found: RegressionJudgement) -> list[str]:
    """All that share the smallest mean loss, but for rounding."""
    least = found.ranking[0].mean_loss
    return [one.name for one in found.ranking if one.mean_loss <= least * (1 + 1e-12)]


def rest(found: RegressionJudgement) -> str:
    """Against whom that is shown."""
    how = _how(found)
    if found.control is not None:
        differ = [pair for pair in found.pairs if pair.differs]
        told = [f"{pair.first} has smaller errors than {pair.second}" for pair in differ]
        shown = f": {listed(told)}" if differ else ""
        return (
            f"Against {found.control}, {len(differ)} of {len(found.pairs)} differ ({how}){shown}."
        )
    best, others = found.ranking[0].name, list(found.may_be_best)
    if others == [best]:
        return f"It is shown to have smaller errors than {_every(found)} ({how})."
    rivals = [name for name in others if name != best]
    return (
        f"{len(others)} of {len(found.models)} may be the best, for none is shown to have smaller "
        f"errors than they have ({how}): {listed([best, *rivals])}. Not shown is not equal."
    )


def _every(found: RegressionJudgement) -> str:
    return "the other" if len(found.models) == 2 else f"all {len(found.models) - 1} others"


def meaning(found: RegressionJudgement) -> str:
    """What it is worth, and whether the lead matters."""
    best = found.ranking[0]
    words = (
        "All true numbers are the same, so there is no R²."
        if np.isnan(best.r_squared)
        else "Always saying the mean of these cases would have an R² of 0; "
        f"{best.name} has {r_in_words(best.r_squared)}."
    )
    if found.margin is not None and found.pairs:
        mine = [pair for pair in found.pairs if best.name in (pair.first, pair.second)] or [
            found.pairs[0]
        ]
        nearest = min(mine, key=lambda pair: pair.difference)
        _, low, high = told(nearest.difference, nearest.low, nearest.high)
        verdict = {
            BEYOND: "more than the margin: it matters",
            WITHIN: "less than the margin: too little to matter",
            OPEN: "whether it matters is not known",
        }[nearest.against_margin or OPEN]
        other = nearest.second if nearest.first == best.name else nearest.first
        words += (
            f" The difference from {other} is {low} to {high}, and the margin {found.margin:g}: "
            f"{verdict}."
        )
    return words


def _how(found: RegressionJudgement) -> str:
    assert found.flips is not None
    flips = "every way to flip signs" if found.flips.every_way else (
        f"{found.flips.repetitions:,} sign flips"
    )  # fmt: skip
    family = "" if len(found.pairs) == 1 else ", corrected for all pairs"
    return f"{flips}, two-sided{family}, {percent(found.alpha)}"


def paper(found: RegressionJudgement) -> str:
    """What was done and what came out, to copy."""
    size = counted(found.data.truth.size, "case")
    several = len(found.pairs) > 1
    step_down = "; step-down procedure of Westfall and Young" if several else ""
    words = (
        f"On {size}, {MEANS[found.loss]}s were compared between models by a permutation test that "
        f"exchanges the losses of two models case by case ({_how(found)}{step_down})."
        if found.flips
        else f"The {MEANS[found.loss]} was taken on {size}."
    )
    results = []
    for pair in found.pairs[:10]:
        if pair.differs:
            difference, low, high = told(pair.difference, pair.low, pair.high)
            results.append(
                f"{pair.first} had smaller losses than {pair.second} (by {difference}, "
                f"{'simultaneous ' * several}{percent(1 - found.alpha)} interval {low} to {high}; "
                f"{'adjusted ' * several}{p_in_words(pair.adjusted, found.alpha)})"
            )
    if found.pairs and not results:
        results.append(f"No difference was shown at the {percent(found.alpha)} level")
    said = f" {'; '.join(results)}." if results else ""
    return words + said


def notes_of(found: RegressionJudgement) -> list[str]:
    """What a reader should know of these very numbers."""
    data, notes = found.data, []
    if found.flips is not None and found.flips.is_close(found.alpha):
        notes.append("A p-value lies so close to the level that another seed may decide otherwise.")
    if found.flips is not None and found.flips.every_way and found.flips.repetitions < 40:
        notes.append(
            f"On so few cases there are {found.flips.repetitions} ways to flip signs: hardly "
            "anything can be shown."
        )
    errors = np.abs(data.predictions - data.truth[:, None])
    losses = errors if found.loss == "absolute" else errors**2
    told_of = set()
    for name, own in zip(data.names, losses.T, strict=True):
        largest = np.sort(own)[::-1].cumsum()
        few = int(np.searchsorted(largest, largest[-1] / 2)) + 1
        if largest[-1] > 0 and few <= max(1, _FEW_CASES * own.size) and own.size >= 20:
            told_of.add(name)
            who = "1 case makes" if few == 1 else f"{few} cases make"
            notes.append(
                f"{who} up half of the mean loss of {name}: the mean rests on them, and so do the "
                "tests. Look at them; the absolute loss, or medians, heed them less."
            )
    notes += _lopsided(found, losses, told_of)
    same = [
        f"{a} and {b}"
        for i, a in enumerate(data.names)
        for j, b in enumerate(data.names[:i])
        if np.array_equal(data.predictions[:, i], data.predictions[:, j])
    ]
    if same:
        notes.append(f"{same[0]} predict the same, case by case.")
    exact = [n for n, own in zip(data.names, errors.T, strict=True) if not own.any()]
    if exact:
        notes.append(f"{exact[0]} is the truth itself: has the answer leaked into it?")
    return notes


def _lopsided(found: RegressionJudgement, losses: np.ndarray, told_of: set[str]) -> list[str]:
    """Where Student's t, and flipped signs, are rough; models that were told of are passed over."""
    names, notes = found.data.names, []
    cases = counted(len(losses), "case")
    alone = [names[k] for k in np.flatnonzero(is_lopsided(losses)) if names[k] not in told_of]
    if alone:
        notes.append(
            f"The losses of {listed(alone, 3)} are lopsided, many small ones and a few large ones, "
            f"and {cases} are few for that: the interval of the mean is rough, and may well lie "
            "too low."
        )
    column = {name: at for at, name in enumerate(names)}
    couples = [(column[pair.first], column[pair.second]) for pair in found.pairs]
    odd = lopsided_pairs(losses, couples) if couples else []
    if odd:
        told = listed([f"{found.pairs[k].first} and {found.pairs[k].second}" for k in odd], 3)
        notes.append(
            f"So are the differences between {told}, which test and interval take for about "
            f"symmetric: equal models may be told apart more often than in {percent(found.alpha)}."
            if alone
            else f"The differences between the losses of {told} are lopsided, and {cases} are few "
            "for that: test and interval take them for about symmetric, and equal models may be "
            f"told apart more often than in {percent(found.alpha)}."
        )
    return notes


def pair_table(found: RegressionJudgement, most: int) -> Table:
    """The pairs, the most different first."""
    rows = []
    for pair in found.pairs[:most]:
        difference, low, high = told(pair.difference, pair.low, pair.high)
        mark = "*" if pair.differs else " "
        row = [
            f"{pair.first} / {pair.second}",
            f"{difference} ({low} to {high})",
            f"{p_alone(pair.adjusted, found.alpha)}{mark}",
        ]
        rows.append(row if pair.against_margin is None else [*row, pair.against_margin])
    header = ["first / second", "difference, interval", "adjusted p"]
    return Table(header if found.margin is None else [*header, "margin"], rows)

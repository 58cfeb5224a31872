"""The winner's score is too high, because it won: by how much, and what luck alone would show."""

from dataclasses import dataclass

import numpy as np

from course_lib.common.randomness import seed_sequence
from course_lib.judging.fold_data import Splits

#: So often equal candidates are drawn, to see how far ahead the best of them comes out.
_DRAWS = 1_000


@dataclass(frozen=True)
class WinnerScore:
    """The highest mean, and what is left of it once the choice is made on other folds."""

    name: str
    #: How many others have the same mean.
    shared_with: int
    mean: float
    #: Chosen again on the other folds of the cross-validation, looked at on the fold left out; or
    #: an estimate of that, where test sets were drawn at random.
    corrected: float
    #: What the choice itself brought: mean - corrected (for errors: corrected - mean).
    optimism: float
    #: By what it was enlarged, because test sets share cases, and hide part of it; 1 for folds.
    enlarged: float
    #: How far it is ahead of the mean of all, and how far the best of as many *equally good* ones
    #: would be expected to be, by luck alone.
    lead: float
    lead_by_luck: float


def winner_score(
    up: np.ndarray, names: tuple[str, ...], splits: Splits, fraction: float, precision: float
) -> WinnerScore:
    """The winner of scores of which more is better.

    Only folds of one repetition share no test case, so the choice is made again within each
    repetition: elsewhere the cases of the fold left out would have their say in the choice. Test
    sets that were drawn at random share cases throughout. What is then seen of the optimism is
    enlarged as if candidates were equally good, and two scores correlated by the test fraction:
    with other candidates that is, if anything, too much.
    """
    means = up.mean(axis=0)
    slack = precision * float(np.abs(up).max())
    best = int(np.argmax(means >= means.max() - slack))  # the first of equals
    chosen, gaps = [], []
    for block in splits.blocks:
        scores = up[block]
        others = scores.sum(axis=0) - scores
        leading = others >= others.max(axis=1, keepdims=True) - slack * block.size
        again = (scores * leading).sum(axis=1) / leading.sum(axis=1)  # equals share
        chosen.append(again)
        gaps.append(float(scores.mean(axis=0).max() - again.mean()))
    enlarged = 1.0
    if splits.random:
        enlarged = _hidden(up.shape[0], splits.blocks[0].size, fraction)
        corrected = float(means[best]) - enlarged * float(np.mean(gaps))
    else:
        corrected = float(np.concatenate(chosen).mean())
    # Repetitions differ by chance, and so may the winner's mean in them: no gain from losing.
    if corrected > means[best] - slack:
        corrected = float(means[best])
    return WinnerScore(
        name=names[best],
        shared_with=int(np.count_nonzero(means >= means.max() - slack)) - 1,
        mean=float(means[best]),
        corrected=corrected,
        optimism=float(means[best]) - corrected,
        enlarged=enlarged,
        lead=float(means[best] - means.mean()),
        lead_by_luck=_lead_by_luck(up, splits, fraction),
    )


def _hidden(rows: int, block: int, correlation: float) -> float:
    """How much larger the optimism of all rows is than what one block of them shows.

    For equals, the optimism is the covariance of the score that is looked at with the mean that
    chose, over the latter's deviation, times a number that depends on the candidates only.
    """

    def deviation(size: int) -> float:
        return float(np.sqrt((1 + (size - 1) * correlation) / size))

    return deviation(rows) / (deviation(block) - correlation / deviation(block - 1))


def _lead_by_luck(up: np.ndarray, splits: Splits, fraction: float) -> float:
    """How far the best of equally good candidates is ahead of their mean, on average.

    Their mean scores would scatter as the folds say: the deviations of the folds, from each
    candidate's mean and from what all candidates share, are added up with random weights, so that
    candidates that resemble each other do so here.
    """
    rows, blocks = up.shape[0], len(splits.blocks)
    own = up - up.mean(axis=1, keepdims=True)
    centres = np.array([own[block].mean(axis=0) for block in splits.blocks])
    deviations = own.copy()
    for block, centre in zip(splits.blocks, centres, strict=True):
        deviations[block] -= centre
    freedom = rows - blocks
    variance = float((deviations**2).sum()) / freedom
    if variance == 0:
        return 0.0
    if splits.random:
        factor = 1 / rows + fraction / (1 - fraction)
    else:
        # One repetition's mean scatters by 1/folds. Of that, what differs from one repetition to
        # the next is averaged out; what comes of the cases, which are the same in all, is not.
        factor = blocks / rows
        if blocks > 1:
            between = float(centres.var(axis=0, ddof=1).sum())
            averaged_out = (1 - 1 / blocks) * between / (variance * factor)
            factor *= max(1 / blocks, 1 - averaged_out)
    rng = np.random.default_rng(seed_sequence(0, 16))
    weights = rng.standard_normal((_DRAWS, rows)) * np.sqrt(factor / freedom)
    means = weights @ deviations
    return float((means.max(axis=1) - means.mean(axis=1)).mean())

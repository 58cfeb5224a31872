"""The winner's accuracy is too high, because it won: how high is it on other items?"""

from typing import Any

import numpy as np

from course_lib.common.randomness import seed_sequence

RESAMPLES = 1_000
_FEWEST = 100
#: Items times resamples: fewer resamples where items are many.
_MOST = 100_000_000
_AT_ONCE = 4_000_000
#: What differs by less than rounding does counts as equal.
_EQUAL = 1e-9


def corrected_accuracy(
    totals: np.ndarray, sizes: np.ndarray, seed: Any
) -> tuple[float | None, int]:
    """What whoever looks best scores on items it was not chosen on, and how many resamples say so.

    `totals` has a row for each item, or cluster of items, and a column for each model; `sizes` how
    many items each row stands for. Items are drawn with replacement, the winner is chosen anew on
    those drawn, and looked at on those left out; if several share the lead, they count alike. The
    mean over the resamples is the estimate (Tsamardinos et al., 2018). Where all models are equally
    good it is right on average; where one leads by a little it is rather low, since the choice was
    made on fewer different items. (`benchmarks/items.py`)

    None where nothing can be left out.
    """
    units = len(totals)
    if units < 2:
        return None, 0
    resamples = int(min(RESAMPLES, max(_FEWEST, _MOST // units)))
    generator = np.random.default_rng(seed_sequence(seed, 3))
    leading, leaders_outside, all_outside = [], [], []
    at_once = max(1, _AT_ONCE // units)
    for start in range(0, resamples, at_once):
        rows = min(at_once, resamples - start)
        drawn = generator.integers(0, units, (rows, units))
        drawn += units * np.arange(rows)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=rows * units).reshape(rows, units)
        some = (weights == 0).any(axis=1)  # by chance, all of few items may have been drawn
        weights = weights[some].astype(float)
        left_out = (weights == 0).astype(float)
        inside = (weights @ totals) / (weights @ sizes)[:, None]
        outside = (left_out @ totals) / (left_out @ sizes)[:, None]
        leads = inside >= inside.max(axis=1, keepdims=True) - _EQUAL
        shares = leads / leads.sum(axis=1, keepdims=True)
        leading.append(shares)
        leaders_outside.append((shares * outside).sum(axis=1))
        all_outside.append(outside)
    lead = np.concatenate(leading).mean(axis=0)
    # On average over all ways to leave items out, a model that is not chosen for it has its own
    # accuracy there. To put that in place of the average over these resamples takes most of their
    # noise away, and all of it where the same model always leads.
    drawn_luck = lead @ (
        np.concatenate(all_outside).mean(axis=0) - totals.sum(axis=0) / sizes.sum()
    )
    return float(np.concatenate(leaders_outside).mean() - drawn_luck), resamples

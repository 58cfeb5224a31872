"""How often fixed-width bands hold the whole true ROC curve, and where they warn that they may not.

python -m benchmarks.bands [confidence] [data sets] [resamples]: half an hour. Two normal classes.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product

import numpy as np
from scipy.stats import norm

from course_lib import roc_band

SIZES = ((30, 30), (30, 300), (50, 50), (100, 100), (100, 1000), (300, 300))
AUCS = (0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998)


def held_and_warned(setting):
    """Of so many data sets: whose band held the whole curve, and whose band had a warning."""
    (positives, negatives), auc, confidence, data_sets, resamples = setting
    shift = np.sqrt(2) * norm.ppf(auc)
    thresholds = np.linspace(-7, 7 + shift, 4001)
    curve = norm.sf(thresholds), norm.sf(thresholds - shift)
    truth = np.arange(positives + negatives) < positives
    found = []
    for seed in range(data_sets):
        random = np.random.default_rng([seed, positives, negatives, round(1e4 * auc)])
        scores = random.standard_normal(truth.size) + shift * truth
        band = roc_band(truth, scores, "fixed-width", confidence, resamples=resamples, seed=seed)
        found.append((band.contains(*curve), bool(band.notes)))
    return np.mean(found, axis=0)


def run(confidence=0.95, data_sets=1000, resamples=1000):
    """Print the table: for each size and AUC the share that held, and the share that warned."""
    settings = [(*case, confidence, data_sets, resamples) for case in product(SIZES, AUCS)]
    print(f"Bands of {100 * confidence:g} %, {data_sets:,} data sets each (largest standard error ")
    print(f"{np.sqrt(0.25 / data_sets):.3f}): share that held the curve / share that warned")
    print("AUC        " + "".join(f"{auc:>14g}" for auc in AUCS))
    with ProcessPoolExecutor(2) as pool:
        for setting, (held, warned) in zip(
            settings, pool.map(held_and_warned, settings), strict=True
        ):
            if setting[1] == AUCS[0]:
                print(f"\n{setting[0][0]:>4} + {setting[0][1]:<4}", end="")
            print(f"{held:>8.3f} /{warned:5.2f}", end="", flush=True)
    print()


if __name__ == "__main__":
    run(*(kind(text) for kind, text in zip((float, int, int), sys.argv[1:], strict=False)))

"""How often fixed-width bands hold the whole true ROC curve, and how often they warn.

python -m benchmarks.bands [confidence] [data sets] [resamples]: a quarter of an hour. The scores of
both classes are normal. Bands of 95 %, on 500 data sets each (a share of 0.95 has a standard error
of 0.01): the share that held the curve / the share that warned.

AUC                0.75         0.9        0.95        0.98        0.99       0.995       0.998
  30 + 30   0.972 /0.05 0.942 /0.79 0.954 /0.98 0.930 /1.00 0.810 /1.00 0.700 /1.00 0.494 /1.00
  30 + 300  0.964 /0.00 0.966 /0.42 0.960 /0.93 0.886 /1.00 0.924 /1.00 0.878 /1.00 0.814 /1.00
  50 + 50   0.960 /0.00 0.954 /0.05 0.956 /0.49 0.944 /0.96 0.882 /1.00 0.882 /1.00 0.736 /1.00
 100 + 100  0.974 /0.00 0.978 /0.00 0.960 /0.00 0.960 /0.17 0.928 /0.66 0.924 /0.96 0.914 /1.00
 100 + 1000 0.968 /0.00 0.982 /0.00 0.968 /0.00 0.974 /0.02 0.956 /0.39 0.940 /0.86 0.906 /1.00
 300 + 300  0.978 /0.00 0.976 /0.00 0.980 /0.00 0.954 /0.00 0.966 /0.00 0.958 /0.01 0.952 /0.35
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


def run(confidence=0.95, data_sets=500, resamples=500):
    """Print the table: for each size and AUC the share that held, and the share that warned."""
    settings = [(*case, confidence, data_sets, resamples) for case in product(SIZES, AUCS)]
    print(f"Bands of {100 * confidence:g} %, {data_sets:,} data sets each: held / warned")
    print("AUC       " + "".join(f"{auc:>12g}" for auc in AUCS), end="")
    with ProcessPoolExecutor(2) as pool:
        for setting, (held, warned) in zip(
            settings, pool.map(held_and_warned, settings), strict=True
        ):
            if setting[1] == AUCS[0]:
                print(f"\n{setting[0][0]:>4} + {setting[0][1]:<4}", end="")
            print(f" {held:.3f} /{warned:.2f}", end="", flush=True)
    print()


if __name__ == "__main__":
    run(*(kind(text) for kind, text in zip((float, int, int), sys.argv[1:], strict=False)))

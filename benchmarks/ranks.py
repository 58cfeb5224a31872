"""Many algorithms: all pairs and all pools, against scikit-posthocs and a loop over scipy."""

import warnings
from itertools import combinations

import numpy as np
import scikit_posthocs
from scipy import stats

from course_lib import pairwise_tests, pool_sensitivity
from course_lib.datasets import load_benavoli_accuracies


def ranks(seconds, report):
    """All pairs of 30 algorithms on 500 data sets; all pools of seven algorithms."""
    scores = np.random.default_rng(1).random((500, 30))

    def loop():
        for i, j in combinations(range(30), 2):
            stats.wilcoxon(scores[:, i], scores[:, j])

    def posthocs(table=scores):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            scikit_posthocs.posthoc_wilcoxon(list(table.T), p_adjust="holm")

    print("All pairs of 500 x 30, Wilcoxon and Holm")
    ours = seconds(lambda: pairwise_tests(scores))
    report("faster than scikit-posthocs", seconds(posthocs, 3) / ours, 5)
    report("faster than a loop over scipy (without Holm)", seconds(loop, 3) / ours, 5)

    table = load_benavoli_accuracies()

    def pools():
        for first, second in combinations(table.names, 2):
            pool_sensitivity(table, first, second, [3, 4, 5, 6])

    print("All pools of sizes 3 to 6 of 54 x 7, for all 21 pairs")
    ten = 10 * seconds(lambda: scikit_posthocs.posthoc_nemenyi_friedman(table.scores), 3)
    report("faster than ten calls of scikit-posthocs' Nemenyi test", ten / seconds(pools), 1)
    one = seconds(lambda: pool_sensitivity(table, "C2", "C4", [3, 4, 5, 6]))
    report("the same for one pair", ten / one)

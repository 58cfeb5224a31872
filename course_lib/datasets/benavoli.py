"""The scores of Benavoli, Corani and Mangili (2016)."""

import numpy as np

from course_lib.common.files import read_table
from course_lib.common.score_table import ScoreTable, table_of_scores
from course_lib.datasets.files import stored


def load_benavoli_accuracies() -> ScoreTable:
    """Accuracies in percent of seven classifiers, C1 to C7, on 54 data sets.

    Source: A. Benavoli, G. Corani and F. Mangili, *Should We Really Use Post-Hoc Tests Based on
    Mean-Ranks?*, Journal of Machine Learning Research 17 (2016), table 2: means of ten runs of
    ten-fold cross-validation. C1 is J48, C2 hidden naive Bayes, C3 AODE, C4 naive Bayes, C5 J48
    graft, C6 locally weighted naive Bayes, C7 a random forest. Names of data sets that lost a
    letter in print are restored; `credit` stands there twice, with different scores.

    >>> table = load_benavoli_accuracies()
    >>> table.shape, table.names[3], float(table.scores[0, 3])
    ((54, 7), 'C4', 96.43)
    """
    table = read_table(stored("benavoli_uci_accuracies.csv"))
    return table_of_scores(table, range(1, len(table.header)), names=0)


def load_benavoli_example() -> ScoreTable:
    """Five made-up algorithms on twenty data sets, of which A and B are exactly even.

    Source: the same paper, example 1. B is better on the first ten data sets, A on the others.

    >>> load_benavoli_example().scores[[0, 10]].tolist()
    [[50.0, 80.0, 55.0, 60.0, 65.0], [80.0, 50.0, 45.0, 85.0, 90.0]]
    """
    halves = np.array([[50.0, 80, 55, 60, 65], [80, 50, 45, 85, 90]])
    return ScoreTable(
        np.repeat(halves, 10, axis=0), tuple("ABCDE"), tuple(str(i) for i in range(1, 21))
    )

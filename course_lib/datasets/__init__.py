"""Published tables, as files with their provenance."""

import csv
from dataclasses import dataclass
from importlib import resources

import numpy as np

from course_lib.common.score_table import ScoreTable
from course_lib.datasets.elazmeh import (
    ELAZMEH_CLASSIFIERS,
    ELAZMEH_DATA_SETS,
    ClassifierScores,
    FeatureTable,
    load_elazmeh_auc,
    load_elazmeh_class_counts,
    load_elazmeh_scores,
    load_hypothyroid,
    load_spect,
    load_spectf,
    load_uci_class_counts,
)
from course_lib.datasets.example import example_predictions

__all__ = [
    "ELAZMEH_CLASSIFIERS",
    "ELAZMEH_DATA_SETS",
    "ClassifierScores",
    "FeatureTable",
    "PublishedCriticalValues",
    "example_predictions",
    "load_elazmeh_auc",
    "load_elazmeh_class_counts",
    "load_elazmeh_scores",
    "load_forman_cohen_critical_values",
    "load_hypothyroid",
    "load_lecture_accuracies",
    "load_lecture_breast_cancer_scores",
    "load_lecture_leaf_confusion",
    "load_lecture_sign_table",
    "load_lecture_t_table",
    "load_spect",
    "load_spectf",
    "load_uci_class_counts",
]


@dataclass(frozen=True)
class PublishedCriticalValues:
    """The nine tables in appendix B of Forman & Cohen's technical report."""

    #: Numbers of competitors, the first axis of each array.
    competitors: tuple[int, ...]
    #: Class sizes, in the order of the other two axes: positives, then negatives.
    sizes: tuple[int, ...]
    #: For each of "accuracy", "auc" and "f_measure", the printed critical values.
    values: dict[str, np.ndarray]


def load_forman_cohen_critical_values() -> PublishedCriticalValues:
    """Critical values at alpha = 0.01 as printed in 2005, to three decimals.

    Source: G. Forman and I. Cohen, *Beware the Null Hypothesis: Critical Value Tables for
    Evaluating Classifiers*, HP Laboratories, HPL-2005-70, appendix B, tables 1 to 9.

    >>> published = load_forman_cohen_critical_values()
    >>> published.competitors, published.values["auc"].shape
    ((10, 100, 1000), (3, 19, 19))
    """
    text = resources.files(__name__).joinpath("forman_cohen_critical_values.csv").read_text()
    rows = list(csv.DictReader(text.splitlines()))
    competitors = tuple(sorted({int(row["competitors"]) for row in rows}))
    sizes = tuple(sorted({int(row["positives"]) for row in rows}))
    shape = (len(competitors), len(sizes), len(sizes))
    values = {row["metric"]: np.full(shape, np.nan) for row in rows}
    for row in rows:
        place = (
            competitors.index(int(row["competitors"])),
            sizes.index(int(row["positives"])),
            sizes.index(int(row["negatives"])),
        )
        values[row["metric"]][place] = float(row["critical_value"])
    return PublishedCriticalValues(competitors, sizes, values)


def load_lecture_t_table() -> dict[tuple[int, float], float]:
    """Critical values of t as printed: by degrees of freedom (0 for infinity) and one-tail level.

    Source: M. Neumann, *Lecture 6: Performance Evaluation of ML Methods*, Fig. 3, which takes it
    from *Biometrika Tables for Statisticians* (1966).

    >>> load_lecture_t_table()[(9, 0.025)]
    2.262
    """
    return {
        (int(row["df"].replace("inf", "0")), float(row["one_tail"])): float(row["critical_value"])
        for row in _rows("lecture_t_table.csv")
    }


def load_lecture_sign_table() -> dict[tuple[int, float], int | None]:
    """The sign-test table as printed: by trials and two-sided level; None where there is a dash.

    Source: the same lecture, Fig. 5.

    >>> load_lecture_sign_table()[(10, 0.05)]
    8
    """
    return {
        (int(row["n"]), float(row["two_sided_alpha"])): (
            int(row["critical_value"]) if row["critical_value"] else None
        )
        for row in _rows("lecture_sign_table.csv")
    }


def load_lecture_accuracies() -> dict[str, dict[str, float]]:
    """Accuracies in percent of four classifiers on ten data sets, by classifier and data set.

    Source: the same lecture, exercise 3.2.

    >>> load_lecture_accuracies()["SVM"]["Anneal"]
    99.44
    """
    rows = _rows("lecture_sign_exercise.csv")
    names = [name for name in rows[0] if name != "dataset"]
    return {name: {row["dataset"]: float(row[name]) for row in rows} for name in names}


def load_lecture_leaf_confusion() -> tuple[tuple[str, ...], np.ndarray]:
    """Leaf diseases: class names, and counts with a row for each *prediction*, a column for truth.

    Source: the same lecture, section 2.2.2.

    >>> labels, counts = load_lecture_leaf_confusion()
    >>> labels[0], int(counts[0, 0])
    ('n-inf', 1009)
    """
    rows = _rows("lecture_leaf_confusion.csv")
    labels = tuple(row["predicted"] for row in rows)
    return labels, np.array([[int(row[label]) for label in labels] for row in rows])


def load_lecture_breast_cancer_scores() -> dict[str, dict[str, float]]:
    """Eight classifiers on one data set: for each, the eight measures as printed.

    Source: the same lecture, section 1.1.

    >>> load_lecture_breast_cancer_scores()["NB"]["precision"]
    0.53
    """
    rows = _rows("lecture_breast_cancer_scores.csv")
    return {
        row["algorithm"]: {k: float(v) for k, v in row.items() if k != "algorithm"} for row in rows
    }


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
    rows = _rows("benavoli_uci_accuracies.csv")
    names = tuple(name for name in rows[0] if name != "dataset")
    scores = np.array([[float(row[name]) for name in names] for row in rows])
    return ScoreTable(scores, names, tuple(row["dataset"] for row in rows))


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


def _rows(name: str) -> list[dict[str, str]]:
    text = resources.files(__name__).joinpath(name).read_text()
    return list(csv.DictReader(text.splitlines()))

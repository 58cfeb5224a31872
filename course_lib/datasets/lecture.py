"""The tables of Neumann's Lecture 6."""

import numpy as np

from course_lib.datasets.files import rows_of


def load_lecture_t_table() -> dict[tuple[int, float], float]:
    """Critical values of t as printed: by degrees of freedom (0 for infinity) and one-tail level.

    Source: M. Neumann, *Lecture 6: Performance Evaluation of ML Methods*, Fig. 3, which takes it
    from *Biometrika Tables for Statisticians* (1966).

    >>> load_lecture_t_table()[(9, 0.025)]
    2.262
    """
    return {
        (int(row["df"].replace("inf", "0")), float(row["one_tail"])): float(row["critical_value"])
        for row in rows_of("lecture_t_table.csv")
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
        for row in rows_of("lecture_sign_table.csv")
    }


def load_lecture_accuracies() -> dict[str, dict[str, float]]:
    """Accuracies in percent of four classifiers on ten data sets, by classifier and data set.

    Source: the same lecture, exercise 3.2.

    >>> load_lecture_accuracies()["SVM"]["Anneal"]
    99.44
    """
    rows = rows_of("lecture_sign_exercise.csv")
    names = [name for name in rows[0] if name != "dataset"]
    return {name: {row["dataset"]: float(row[name]) for row in rows} for name in names}


def load_lecture_leaf_confusion() -> tuple[tuple[str, ...], np.ndarray]:
    """Leaf diseases: class names, and counts with a row for each *prediction*, a column for truth.

    Source: the same lecture, section 2.2.2.

    >>> labels, counts = load_lecture_leaf_confusion()
    >>> labels[0], int(counts[0, 0])
    ('n-inf', 1009)
    """
    rows = rows_of("lecture_leaf_confusion.csv")
    labels = tuple(row["predicted"] for row in rows)
    return labels, np.array([[int(row[label]) for label in labels] for row in rows])


def load_lecture_breast_cancer_scores() -> dict[str, dict[str, float]]:
    """Eight classifiers on one data set: for each, the eight measures as printed.

    Source: the same lecture, section 1.1.

    >>> load_lecture_breast_cancer_scores()["NB"]["precision"]
    0.53
    """
    rows = rows_of("lecture_breast_cancer_scores.csv")
    return {
        row["algorithm"]: {k: float(v) for k, v in row.items() if k != "algorithm"} for row in rows
    }

"""The data of Elazmeh, Japkowicz and Matwin (2006): printed tables, scores, and features."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from course_lib.common.arguments import one_of
from course_lib.common.files import read_table
from course_lib.common.phrases import counted
from course_lib.datasets.files import rows_of, stored

#: The paper's four classifiers, and the letters by which it calls them.
ELAZMEH_CLASSIFIERS = MappingProxyType(
    {"decision_stump": "S", "decision_tree": "T", "random_forest": "F", "naive_bayes": "B"}
)
#: The paper's six data sets, in its order.
ELAZMEH_DATA_SETS = ("dis", "hypothyroid", "sick", "sick-euthyroid", "spect", "spectf")
#: All that scores exist for, and how they were won.
_SCORED = {
    "dis": "test file",
    "hypothyroid": "ten-fold cross-validation",
    "sick": "test file",
    "sick-euthyroid": "ten-fold cross-validation",
    "spect": "test file",
    "spectf": "ten-fold cross-validation of the training file",
    "spectf-test": "test file",
    "spectf-withdrawn": "test file that its donors withdrew",
}
_THYROID = (
    *("age", "sex", "on_thyroxine", "query_on_thyroxine", "on_antithyroid_medication"),
    *("thyroid_surgery", "query_hypothyroid", "query_hyperthyroid", "pregnant", "sick", "tumor"),
    *("lithium", "goitre", "TSH_measured", "TSH", "T3_measured", "T3", "TT4_measured", "TT4"),
    *("T4U_measured", "T4U", "FTI_measured", "FTI", "TBG_measured", "TBG"),
)


@dataclass(frozen=True, eq=False)
class ClassifierScores:
    """What several classifiers gave to each case of one data set. The arrays cannot be written to.

    Made by `load_elazmeh_scores`.
    """

    data_set: str
    #: How the scores were won: "test file", "ten-fold cross-validation".
    won_by: str
    is_positive: np.ndarray
    #: For each classifier, the probability of the positive class that it gave to each case.
    scores: Mapping[str, np.ndarray]

    @property
    def positives(self) -> int:
        """How many cases are positive."""
        return int(self.is_positive.sum())

    @property
    def negatives(self) -> int:
        """How many cases are negative."""
        return self.is_positive.size - self.positives

    def sentence(self) -> str:
        """Which data these are."""
        return (
            f"{self.data_set}: {len(self.scores)} classifiers on "
            f"{counted(self.positives, 'positive')} and {counted(self.negatives, 'negative')} "
            f"({self.won_by})."
        )


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """Cases to learn from: a row of features for each, and which are positive.

    The arrays cannot be written to; what is missing is NaN.
    """

    data_set: str
    names: tuple[str, ...]
    features: np.ndarray
    is_positive: np.ndarray

    @property
    def positives(self) -> int:
        """How many cases are positive."""
        return int(self.is_positive.sum())

    @property
    def negatives(self) -> int:
        """How many cases are negative."""
        return self.is_positive.size - self.positives


# --- What the paper prints ------------------------------------------------------------------------


def load_elazmeh_auc() -> dict[str, dict[str, float]]:
    """The AUCs as printed, by data set and classifier, to three decimals.

    Source: W. Elazmeh, N. Japkowicz and S. Matwin, *A Framework for Comparative Evaluation of
    Classifiers in the Presence of Class Imbalance*, ROC Analysis in Machine Learning, 2006,
    Table 3.

    >>> load_elazmeh_auc()["dis"]["decision_stump"]
    0.752
    """
    return {
        row["dataset"]: {name: float(row[name]) for name in ELAZMEH_CLASSIFIERS}
        for row in rows_of("elazmeh_auc.csv")
    }


def load_elazmeh_class_counts() -> dict[str, dict[str, int | None]]:
    """How many positives and negatives each data set has, as printed; None where there is a dash.

    Source: the same paper, Table 2. Its line for `sick` is a misprint; `load_uci_class_counts` has
    what is in the files.

    >>> load_elazmeh_class_counts()["spect"]["test_positives"]
    15
    """
    return _class_counts("elazmeh_class_counts.csv")


def load_uci_class_counts() -> dict[str, dict[str, int | None]]:
    """How many positives and negatives there are, counted in the files of the UCI repository.

    `spectf` is the data set with its present test file, `spectf-withdrawn` with the one that its
    donors withdrew in September 2006.

    >>> counted = load_uci_class_counts()
    >>> counted["sick"]["test_positives"], load_elazmeh_class_counts()["sick"]["test_positives"]
    (60, 13)
    """
    return _class_counts("uci_class_counts.csv")


def _class_counts(file: str) -> dict[str, dict[str, int | None]]:
    return {
        row["dataset"]: {
            key: int(value) if value else None
            for key, value in row.items()
            if key.startswith(("train", "test"))
        }
        for row in rows_of(file)
    }


# --- Scores ---------------------------------------------------------------------------------------


def load_elazmeh_scores(data_set: str) -> ClassifierScores:
    """What the paper's four classifiers gave to each case of a data set.

    `data_set` is `"dis"`, `"hypothyroid"`, `"sick"`, `"sick-euthyroid"`, `"spect"` or `"spectf"`.
    With `"spectf"` come the scores that fit the printed numbers: ten-fold cross-validation of the
    80 training cases. The paper speaks of a test file: `"spectf-withdrawn"` is the one it counts,
    which held the training cases too and was withdrawn, `"spectf-test"` the one that replaced it.

    Provenance: Weka 3.6.14's DecisionStump, J48, RandomForest and NaiveBayes with default settings
    on the paper's splits, run for this course; cross-validation with seed 1, its folds pooled. A
    score is the probability of the positive class. AUCs of stump, tree and naive Bayes agree with
    the paper's (Weka 3.4.6) to three decimals; a random forest depends on version and seed.

    Examples
    --------
    >>> dis = load_elazmeh_scores("dis")
    >>> dis.sentence()
    'dis: 4 classifiers on 13 positives and 959 negatives (test file).'
    >>> float(dis.scores["decision_stump"][0])
    0.006779661017
    """
    return _stored_scores(one_of("data_set", data_set, _SCORED))


@cache
def _stored_scores(data_set: str) -> ClassifierScores:
    with np.load(stored("elazmeh_scores.npz")) as arrays:
        columns = {
            name: _frozen(arrays[f"{data_set} {name}"])
            for name in ("is_positive", *ELAZMEH_CLASSIFIERS)
        }
    truth = columns.pop("is_positive")
    return ClassifierScores(data_set, _SCORED[data_set], truth, MappingProxyType(columns))


# --- Features -------------------------------------------------------------------------------------


def load_spect(part: str = "train") -> FeatureTable:
    """Heart images as 22 yes-or-no features: 80 cases to learn from, or 187 to test on.

    `part` is `"train"` or `"test"`. Positive are the *normal* hearts (label 0), the rarer class in
    the test file, as in the paper.

    Source: K. Cios, L. Kurgan and L. Goodenday, *SPECT Heart*, UCI Machine Learning Repository,
    2001, https://doi.org/10.24432/C5P304, CC BY 4.0. Unchanged.

    Examples
    --------
    >>> test = load_spect("test")
    >>> test.features.shape, test.positives, test.negatives
    ((187, 22), 15, 172)
    """
    part = one_of("part", part, ("train", "test"))
    names = tuple(f"F{i}" for i in range(1, 23))
    return _heart("spect", f"uci_spect_{part}.csv", names)


def load_spectf(part: str = "train") -> FeatureTable:
    """Heart images as 44 counts: 80 cases to learn from, 187 to test on, or the withdrawn file.

    `part` is `"train"`, `"test"` or `"withdrawn"`: the 269 cases of a test file that held the
    training cases as well and was withdrawn in September 2006. Positive are the *normal* hearts
    (label 0).

    Source: K. Cios, L. Kurgan and L. Goodenday, *SPECTF Heart*, UCI Machine Learning Repository,
    2001, https://doi.org/10.24432/C5N015, CC BY 4.0. Unchanged.

    Examples
    --------
    >>> [load_spectf(part).is_positive.size for part in ("train", "test", "withdrawn")]
    [80, 187, 269]
    """
    part = one_of("part", part, ("train", "test", "withdrawn"))
    names = tuple(f"F{i}{when}" for i in range(1, 23) for when in "RS")
    file = "uci_spectf_withdrawn_test.csv" if part == "withdrawn" else f"uci_spectf_{part}.csv"
    return _heart("spectf", file, names)


@cache
def load_hypothyroid() -> FeatureTable:
    """Blood values and answers of 3,163 patients; positive are 151 with too little thyroid hormone.

    Yes and no are 1 and 0, as are male and female; what was not measured is NaN.

    Source: R. Quinlan, *Thyroid Disease* (the file hypothyroid.data of the Garavan Institute), UCI
    Machine Learning Repository, 1986, https://doi.org/10.24432/C5D010, CC BY 4.0. Unchanged, but
    compressed.

    Examples
    --------
    >>> patients = load_hypothyroid()
    >>> patients.features.shape, patients.positives
    ((3163, 25), 151)
    >>> tsh = patients.features[:, patients.names.index("TSH")]
    >>> float(tsh[0]), int(np.isnan(tsh).sum())
    (30.0, 468)
    """
    rows = read_table(stored("uci_hypothyroid.csv.gz"), header=False).rows
    words = {"?": np.nan, "f": 0.0, "t": 1.0, "n": 0.0, "y": 1.0, "F": 0.0, "M": 1.0}
    features = [[words[x] if x in words else float(x) for x in row[1:]] for row in rows]
    truth = np.array([row[0] == "hypothyroid" for row in rows])
    return FeatureTable("hypothyroid", _THYROID, _frozen(np.array(features)), _frozen(truth))


@cache
def _heart(data_set: str, file: str, names: tuple[str, ...]) -> FeatureTable:
    table = np.array(read_table(stored(file), header=False).rows, dtype=float)
    return FeatureTable(data_set, names, _frozen(table[:, 1:].copy()), _frozen(table[:, 0] == 0))


def _frozen(array: Any) -> np.ndarray:
    array.setflags(write=False)
    return array

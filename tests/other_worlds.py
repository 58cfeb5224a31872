"""For every claim of the sources a world in which its verdict must be another one."""

import copy
import dataclasses
import sys
from functools import partial
from types import SimpleNamespace

import numpy as np

from course_lib import ScoreTable, agresti_min_interval, friedman_test, wald_interval
from course_lib.datasets import (
    ELAZMEH_CLASSIFIERS,
    load_benavoli_accuracies,
    load_benavoli_example,
    load_elazmeh_auc,
    load_elazmeh_class_counts,
    load_lecture_breast_cancer_scores,
    load_lecture_leaf_confusion,
    load_lecture_sign_table,
    load_lecture_t_table,
    load_uci_class_counts,
)
from course_lib.papers.source import SOURCES
from course_lib.papers.sources.elazmeh.checks_of_tables import auc_differences
from course_lib.papers.sources.lecture.printed_tables import sign_table_misprints, t_table_misprints

KEYS = {"FC": "forman-cohen", "LN": "lecture", "BC": "benavoli", "EJ": "elazmeh"}
CLAIMS = {claim_id: claim for s in SOURCES.values() for claim_id, claim in s.claims.items()}


def source_of(claim_id):
    return SOURCES[KEYS[claim_id[:2]]]


def verdict_of(claim_id, run, published=None):
    """The verdict on a claim with this run, which need not be a whole one."""
    claim = CLAIMS[claim_id]
    if published:
        claim = dataclasses.replace(claim, published=published, value=published)
    return source_of(claim_id).checks[claim_id](claim, run).verdict


def otherwise(run, **things):
    """The same run, but for some of the things that it knows."""
    other = copy.copy(run)
    vars(other).update(things)
    return other


def printing(run, **facts):
    """The same run, had the source printed something else."""
    return otherwise(run, printed={**run.printed, **facts})


class Other:
    """A world that is otherwise: published words or facts, data, a function, or a run."""

    def __init__(self, published=None, printed=None, data=None, patch=None, run=None):
        self.published, self.printed, self.data = published, printed or {}, data or {}
        self.patch, self.run = patch or {}, run or (lambda run: run)

    def verdict(self, claim_id, run, monkeypatch):
        run = self.run(run)
        if self.printed:
            run = printing(run, **self.printed)
        if self.data:
            run = otherwise(run, **self.data)
        module = sys.modules[source_of(claim_id).checks[claim_id].func.__module__]
        for name, value in self.patch.items():
            owner = module
            *way, last = name.split(".")
            for step in way:
                owner = getattr(owner, step)
            monkeypatch.setattr(owner, last, value)
        return verdict_of(claim_id, run, self.published)


def _comparisons(run, change):
    """The printed tables of Forman & Cohen, changed."""
    return SimpleNamespace(
        published=run.published,
        comparisons={metric: change(c) for metric, c in run.comparisons.items()},
    )


def _misprinted(run):
    def change(comparison):
        off = comparison.published + 0.02
        impossible = np.zeros_like(comparison.plausibility)
        return dataclasses.replace(comparison, published=off, plausibility=impossible)

    return _comparisons(run, change)


def _benavoli(**tables):
    """A run of Benavoli et al. with other scores in some of its tables."""
    return otherwise(SOURCES["benavoli"].open(), **tables)


def _with_scores(table, rows, column, change):
    scores = table.scores.copy()
    scores[rows, column] = change(scores[rows, column])
    return ScoreTable(scores, table.names, table.data_sets)


def other_table(run=None):
    table = load_benavoli_accuracies()
    return _benavoli(table=_with_scores(table, slice(None), 3, lambda scores: scores + 3.0))


def other_example(run=None):
    return _benavoli(example=_with_scores(load_benavoli_example(), slice(5), 0, lambda _: 85.0))


def _as_many_algorithms_as_data_sets(run):
    scores = np.eye(5) + np.arange(5)
    return _benavoli(example=ScoreTable(scores, tuple("ABCDE"), tuple("12345")))


def _both_grow_alike(run):
    alike = {"kernel ridge, bytes": run.growth["naive Bayes, bytes"]}
    return SimpleNamespace(growth=run.growth | alike)


def _type_i_errors_of_five_percent(run):
    rates = dict.fromkeys(run.type_i.rates, 0.05)
    return SimpleNamespace(type_i=dataclasses.replace(run.type_i, rates=rates))


def _curves_that_end_elsewhere(run):
    along = SimpleNamespace(differences=np.array([0.5, -0.5]), cases=100)
    segment = SimpleNamespace(along=along, curve=SimpleNamespace(positives=10, negatives=90))
    return SimpleNamespace(segments=lambda data_set: dict.fromkeys("STFB", segment))


def _confident_points_with_a_gap(run):
    along = SimpleNamespace(
        holds_zero=np.array([True, False, True]),
        differences=np.array([0.1, 0.0, -0.1]),
        low=np.array([-0.1, -0.2, -0.3]),
        high=np.array([0.3, 0.2, 0.1]),
    )
    return SimpleNamespace(segments=lambda data_set: {"B": SimpleNamespace(along=along)})


def _scores_with_another_f():
    rows = load_lecture_breast_cancer_scores()
    rows["NB"]["f_measure"] = 0.5
    return rows


def _our_aucs(run):
    printed = load_elazmeh_auc()
    for (data_set, letter), difference in auc_differences(run).items():
        name = next(n for n, k in ELAZMEH_CLASSIFIERS.items() if k == letter)
        printed[data_set][name] = round(printed[data_set][name] + difference, 3)
    return otherwise(run, auc=printed)


def _one_auc(run, classifier, value):
    """As if one classifier had the same AUC on all data sets."""
    return otherwise(run, auc={name: row | {classifier: value} for name, row in run.auc.items()})


def _all_bands_wide(run):
    wide = dict.fromkeys("STFB", SimpleNamespace(share=0.51))
    return otherwise(
        run, bands={reading: dict.fromkeys(sets, wide) for reading, sets in run.bands.items()}
    )


def _measured_otherwise(run):
    """Areas and differences measured in the one way in which all statements about Fig. 6 hold."""

    def other(segment):
        return SimpleNamespace(
            empty=segment.empty,
            points=segment.points,
            vertical_area=segment.vertical_area,
            area=segment.vertical_area,
            mean_difference=0 if segment.empty else segment.mean_absolute_difference,
            mean_absolute_difference=0 if segment.empty else segment.mean_absolute_difference,
        )

    segments = run.segments
    return otherwise(
        run, segments=lambda data_set: {k: other(s) for k, s in segments(data_set).items()}
    )


def scored_as(run, **names):
    """A run that takes the scores of another data set for one of them."""
    segments = run.segments
    return otherwise(run, segments=lambda data_set: segments(names.get(data_set, data_set)))


#: A distribution that ends at its 99th percentile.
ENDS_AT_99_PERCENT = SimpleNamespace(critical_value=lambda c, alpha: 1 - max(alpha, 0.01))
LEAVES = load_lecture_leaf_confusion()
OTHER_EDGES = load_lecture_t_table() | {(9, 0.025): 2.3, (0, 0.005): 2.5}
RIGHT_T = load_lecture_t_table() | {
    (df, level): round(exact, 3) for df, level, _, exact in t_table_misprints()
}
RIGHT_SIGNS = load_lecture_sign_table() | {
    (n, alpha): exact for n, alpha, _, exact in sign_table_misprints()
}
RIGHT_COUNTS = load_elazmeh_class_counts() | {"sick": load_uci_class_counts()["sick"]}
RIGHT_HEADER = [[one, 2 * one] for one, _ in SOURCES["lecture"].printed["t_header"]]

#: For every claim a world in which its verdict is another one.
OTHERWISE = {
    "FC-01": Other("0.998994"),
    "FC-02": Other("9950417"),
    "FC-03": Other("about 110 million"),
    "FC-04": Other("400 MB"),
    "FC-05": Other("0.98"),
    "FC-06": Other("9950416 rankings"),
    "FC-07": Other("9,980,010,000,000 rankings"),
    "FC-08": Other(patch={"null_distribution": lambda *sizes: ENDS_AT_99_PERCENT}),
    "FC-09": Other("about 0.64"),
    "FC-10": Other("0.90"),
    "FC-11": Other("0.68"),
    "FC-12": Other("0.66"),
    "FC-13": Other(patch={"_all_scores": lambda metric, p, n: np.array([p])}),
    "FC-14": Other(patch={"critical_value": lambda *sizes: 9.0}),
    "FC-15": Other(run=lambda run: SimpleNamespace(grid=lambda *which: run.grid(*which).T)),
    "FC-16": Other("101 choose 2"),
    "FC-17": Other("about 100"),
    "FC-18": Other("0.00000203"),
    "FC-19": Other("49 times"),
    "FC-20": Other(printed={"hypergeometric_start": 0}),
    "FC-21": Other(printed={"alpha_is_the_chance_of": "rejecting"}),
    **{f"FC-{n}": Other(run=_misprinted) for n in (22, 23, 24, 25, 26, 27)},
    "FC-28": Other("0.59"),
    "FC-29": Other("0.96"),
    # Scores that have nothing to do with the labels, not even with those of the other folds.
    "FC-30": Other(patch={"pooled_scores": lambda y, x, f: {"prior": x[:, 0], "line": x[:, 1]}}),
    # Whoever learned something gets past the line: then what does not came from luck.
    "FC-31": Other(patch={"_auc_variance": lambda *sizes: 1e-12}),
    "FC-32": Other("about 10,000 and about 50"),
    "FC-33": Other(printed={"bonferroni_increases": "type II"}),
    "LN-01": Other(data={"scores": _scores_with_another_f()}),
    "LN-02": Other(data={"leaves": (LEAVES[0], LEAVES[1].T)}),
    "LN-03": Other(patch={"printed_f": lambda p, r: 2 / (1 / p + 1 / r)}),
    "LN-04": Other("9.21"),
    "LN-05": Other("1, 0.5, 0.04, 0.02"),
    "LN-06": Other(data={"t_table": RIGHT_T}, printed={"t_header": RIGHT_HEADER}),
    "LN-07": Other(data={"sign_table": RIGHT_SIGNS}),
    "LN-08": Other(data={"t_table": OTHER_EDGES}),
    "LN-09": Other(data={"t_table": OTHER_EDGES}),
    "LN-10": Other(run=_type_i_errors_of_five_percent),
    "LN-11": Other(patch={"np.polyfit": lambda x, y, degree: np.array([1.0, 0.0])}),
    "LN-12": Other(patch={"np.trapezoid": lambda y, x: 0.5}),
    "LN-13": Other(run=_both_grow_alike),
    "LN-14": Other(printed={"ranked": "test"}),
    "LN-15": Other(printed={"sign_rule": "at least"}),
    "LN-16": Other("71.7"),
    "LN-17": Other(printed={"means_in_the_null_hypothesis": "true"}),
    "LN-18": Other(printed={"tails_joined_by": "or"}),
    "BC-01": Other("2 and 3.4"),
    "BC-02": Other(run=other_example),
    "BC-03": Other("1e-9"),
    "BC-04": Other("2.808"),
    "BC-05": Other("about 1.5"),
    "BC-06": Other(patch={"mean_ranks": lambda table: {"A0": 1.5, "B": 1.5}}),
    "BC-07": Other("0.95"),
    "BC-08": Other("0.047"),
    "BC-09": Other("sqrt(6)"),
    "BC-10": Other("2.519, 2.676, 2.889, 1.917"),
    "BC-11": Other("2.528, 2.713, 2.102, 2.659"),
    "BC-12": Other("3.06 and 2.47"),
    "BC-13": Other("2.63"),
    "BC-14": Other("C2-C4 7/10 9/10 3/5; C2-C7 1/10 - -; C3-C7 2/10 - -; C4-C6 9/10 4/10 -"),
    "BC-15": Other("0.0001"),
    "BC-16": Other("0.0083"),
    "BC-17": Other(run=_as_many_algorithms_as_data_sets),
    "BC-18": Other(patch={"error_of_three": lambda: 0.049}),
    "BC-19": Other(run=other_table),
    "BC-20": Other(patch={"friedman_test": partial(friedman_test, ties="uncorrected")}),
    "BC-21": Other(run=other_table),
    "EJ-01": Other(patch={"np.searchsorted": lambda a, v: -np.arange(len(v))}),
    "EJ-02": Other(run=_curves_that_end_elsewhere),
    "EJ-03": Other(patch={"tango_interval": wald_interval}),
    "EJ-04": Other(patch={"tango_interval": wald_interval}),
    "EJ-05": Other(patch={"tango_interval": agresti_min_interval}),
    "EJ-06": Other(
        data={"class_counts": RIGHT_COUNTS}, printed={"shares": {"dis": 1.3, "spectf": 20.4}}
    ),
    "EJ-07": Other(run=_our_aucs),
    "EJ-08": Other(run=_confident_points_with_a_gap),
    "EJ-09": Other("0.29"),
    "EJ-10": Other(run=_all_bands_wide),
    "EJ-11": Other(printed={"no_confident_point": {"dis": "S", "spect": "ST"}}),
    "EJ-12": Other(run=_measured_otherwise),
    "EJ-13": Other(printed={"tree_range": [0.1, 0.6]}),
    "EJ-14": Other(run=lambda run: scored_as(run, spectf="spectf-test")),
    "EJ-15": Other(printed={"tree_points": 3}),
    "EJ-16": Other(printed={"discordant": "b and c"}),
    "EJ-17": Other(printed={"dis_tested_by": "test file"}),
    "EJ-18": Other(run=lambda run: _one_auc(run, "decision_stump", 0.96)),
    "EJ-19": Other(run=lambda run: _one_auc(run, "random_forest", 0.998)),
    "EJ-20": Other(run=_all_bands_wide),
}

"""Where numba is not installed: the same numbers to the last bit, and one remark."""

import json
import warnings

from course_lib.common.compiling import SLOWLY
from tests.helpers import run_python

#: Asked with numba and without.
QUESTIONS = """
import numpy as np
from course_lib import adjust_pairwise, assess_best, null_distribution, simulate_null
from course_lib import simulated_critical_value_table
from course_lib.chance import kernels


def early(tp, fp):
    return tp[3] / 4


def p_values(algorithms):
    p = np.ones((algorithms, algorithms))
    above = np.triu_indices(algorithms, 1)
    p[above] = p.T[above] = np.random.default_rng(algorithms).random(above[0].size) ** 3
    return p


answers = {}
for metric in ("auc", "accuracy", "f_measure", "top_k", "TP3", early):
    for p, n, count in ((10, 400, 37), (30, 20, 1001), (1, 12, 50)):
        scores = simulate_null(metric, p, n, count, seed=7)
        answers[f"{metric if isinstance(metric, str) else 'own'} {p} {n}"] = scores.tolist()
found = simulated_critical_value_table(["auc", "TP5"], [20], [30], 10, repetitions=3000, seed=4)
answers["table"] = [found[metric].tolist() for metric in ("auc", "TP5")]
walks = np.empty((40, 37), np.int64)
kernels.draw_rankings(9, np.uint64(0xFEDCBA9876543210), 2**40, walks)
answers["rankings"] = walks.tolist()
for p, n in ((90, 70), (3, 2000), (400, 500)):
    luck = null_distribution("f_measure", p, n)
    scores = np.linspace(luck.lowest, 1, 9).tolist()
    answers[f"tails {p} {n}"] = [luck.chance_at_least(score) for score in scores]
    answers[f"lines {p} {n}"] = [luck.critical_value(c, 0.01) for c in (1, 1000, 10**9)]
answers["verdict"] = assess_best("f_measure", 0.3, 200, 2000, 12).as_dict()
for many in (4, 9):
    answers[f"pairs {many}"] = adjust_pairwise(p_values(many), "bergmann-hommel").tolist()
"""


def test_the_same_numbers_without_numba_and_one_remark():
    with_numba = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing is remarked where it is installed
        exec(QUESTIONS, with_numba)
    as_if_not_installed = "import sys; sys.modules['numba'] = None\n"
    tell = "\nimport json; print(json.dumps(answers))"
    out, err = run_python(as_if_not_installed + QUESTIONS + tell)
    without = json.loads(out)
    assert without.keys() == with_numba["answers"].keys()
    for name, numbers in json.loads(json.dumps(with_numba["answers"])).items():
        assert without[name] == numbers, name
    assert (err.count(SLOWLY), err.count("Warning")) == (1, 1)

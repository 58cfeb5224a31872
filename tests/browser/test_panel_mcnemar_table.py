"""The McNemar table in the browser: the same p-values and words as Python's."""

import itertools
import random

from course_lib.widgets import McNemarTable
from course_lib.widgets.controls import ALPHAS

from .told import Said

COUNTS = ("both_right", "only_a_wrong", "only_b_wrong", "both_wrong")


def settings(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        most = rng.choice([3, 12, 60, 500, 10_000])
        values = {name: rng.randint(0, most) for name in COUNTS}
        alpha = rng.choice([*ALPHAS, 0.125, 0.0625, round(rng.uniform(0.0001, 0.5), 5)])
        yield {**values, "alpha": alpha}


def test_the_same_words_as_python(browser):
    names = (*COUNTS, "alpha")
    ends = itertools.product(*[(0, 10_000)] * 4, (0.0001, 0.5))
    few = itertools.product((0,), range(9), range(9), (0, 3), (0.05, 0.0625, 0.5))
    values = [dict(zip(names, one, strict=True)) for one in (*ends, *few)]
    values += settings(1, 1500)
    assert not Said(browser.new_page(), McNemarTable()).differ_from_python(values)

"""Pictures for many algorithms are tested by what they contain."""

import matplotlib
import numpy as np

from course_lib import (
    critical_difference,
    friedman_test,
    pairwise_tests,
    pool_sensitivity,
    variant_trick,
)
from course_lib.datasets import load_benavoli_accuracies, load_benavoli_example
from course_lib.plots import (
    draw_corrections,
    draw_critical_difference,
    draw_duel,
    draw_groups,
    draw_line_of_ranks,
    draw_pairs,
    draw_pools,
    draw_power,
    draw_variants,
)
from tests.helpers import missing, texts

matplotlib.use("Agg")
TABLE = load_benavoli_accuracies()


def test_bars_of_mean_ranks_join_exactly_those_within_the_critical_difference(ax):
    rng = np.random.default_rng(3)
    result = friedman_test(rng.random((15, 8)) + np.linspace(0, 0.8, 8))
    groups = draw_critical_difference(ax, result)
    ranks = dict(zip(result.names, result.mean_ranks, strict=True))
    needed = critical_difference(8, 15)
    for first in ranks:
        for second in ranks:
            together = any(first in group and second in group for group in groups)
            if first != second:
                assert together == (abs(ranks[first] - ranks[second]) < needed)
    bars = [line for line in ax.lines if line.get_linewidth() == 5]
    assert len(bars) == len(groups)
    assert f"critical difference {needed:.2f} (5 %)" in texts(ax)


def test_groups_that_are_no_intervals_are_dots_with_crosses_between(ax):
    groups = draw_groups(ax, pairwise_tests(load_benavoli_example()))
    assert sorted(map(sorted, groups)) == [["A", "B"], ["A", "C"], ["B", "D"], ["B", "E"]]
    order = [label.get_text() for label in ax.get_xticklabels()]
    crosses = [
        (order[round(x)], round(y))
        for line in ax.lines
        if line.get_marker() == "x"
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    ]
    # D lies between B and A, and is better than A.
    assert crosses == [("D", [set(group) for group in groups].index({"A", "B"}))]
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    assert [sorted(order[round(x)] for x in line.get_xdata()) for line in dots] == [
        sorted(group) for group in groups
    ]


def test_the_table_of_pairs_shows_every_adjusted_p_value_and_who_is_better(ax):
    result = pairwise_tests(TABLE)
    assert draw_pairs(ax, result) == 3
    shown = texts(ax)
    assert len(shown) == 42
    assert sum("better" in text for text in shown) == 3
    assert sum("worse" in text for text in shown) == 3
    assert shown.count("0.300") == 2


def test_with_a_control_only_its_row_and_column_are_drawn(ax):
    draw_pairs(ax, pairwise_tests(TABLE, control="C4"))
    assert len(ax.patches) == 12


def test_every_pool_is_a_dot_on_the_right_side_of_the_level(ax):
    found = pool_sensitivity(TABLE, "C2", "C4", [4, 5, 6])
    labels = draw_pools(ax, found)
    assert labels == {4: "7 of 10", 5: "9 of 10", 6: "3 of 5"}
    heights = np.concatenate([c.get_offsets()[:, 1] for c in ax.collections])
    assert heights.size == sum(p.size for p in found.p_values)
    assert (heights <= 0.05).sum() == sum((p <= 0.05).sum() for p in found.p_values)


def test_many_pools_fit_into_a_picture(ax):
    rng = np.random.default_rng(1)
    labels = draw_pools(ax, pool_sensitivity(rng.random((40, 30)), "A", "B", [2, 10, 30]))
    assert labels[10].endswith(" %")


def test_a_line_of_ranks_says_whether_the_two_are_far_enough_apart(ax):
    ranks = {"A": 1.0, "B": 2.5, "C": 2.6}
    assert draw_line_of_ranks(ax, ranks, "A", "B", 1.5)
    assert "called significantly different" in ax.get_title("left")
    assert not draw_line_of_ranks(ax, ranks, "A", "B", 1.51)
    assert "not significant" in ax.get_title("left")


def test_a_duel_shows_every_difference(ax):
    draw_duel(ax, np.array([1.0, -2.0, 0.0, 3.0]), "A", "B")
    assert sorted(bar.get_height() for bar in ax.patches) == [-2.0, 1.0, 3.0]
    assert "2 to 1" in ax.get_title("left")


def test_variants_show_the_lead_and_what_it_must_reach(ax):
    trick = variant_trick(10, 10, 12)
    assert not draw_variants(ax, trick, 2)
    assert draw_variants(ax, trick, 3)
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), trick.z)
    np.testing.assert_array_equal(ax.lines[1].get_ydata(), trick.critical)


def test_variants_keep_to_themselves_what_more_of_them_would_do(ax):
    trick = variant_trick(10, 10, 12)
    assert not draw_variants(ax, trick, 2, so_far=True)
    assert ax.lines[0].get_ydata().tolist() == trick.z[:3].tolist()
    assert ax.lines[1].get_ydata().tolist() == trick.critical.tolist()


def test_power_is_read_off_its_curve(ax):
    draw_power(ax, [0.0, 1.0, 2.0], [0.8, 0.4, 0.2], 0.9, 1.5)
    assert not missing(texts(ax), "mean-ranks test 0.300", "sign test 0.900")


def test_corrections_count_what_is_at_most_alpha(ax):
    counts = draw_corrections(ax, ["A-B", "A-C"], {"none": [0.01, 0.05], "Holm": [0.02, 0.051]})
    assert counts == {"none": 2, "Holm": 1}
    assert texts(ax) == [".0100", ".0500", ".0200", ".0510"]

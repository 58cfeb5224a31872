"""The 2005 paper: its tables and its figures hold what they should."""

import dataclasses

import matplotlib
import numpy as np
import pytest

from course_lib import critical_value
from course_lib.papers import forman_cohen, forman_cohen_exhibits, published_tables
from course_lib.papers.ledger import Verdict, printed_number
from course_lib.papers.published_tables import AGREES, NOISE, UNEXPLAINED
from course_lib.plots.surfaces import contour_levels

matplotlib.use("Agg")


@pytest.fixture(scope="module")
def run():
    return forman_cohen.Run()


@pytest.fixture(scope="module")
def findings(run):
    return {finding.claim.id: finding for finding in forman_cohen.findings(run)}


# --- Verdicts -----------------------------------------------------------------------------------


def test_errata_are_found(findings):
    errata = {i for i, f in findings.items() if f.evidence.verdict is Verdict.ERRATUM}
    assert errata == {"FC-18", "FC-20", "FC-21"}


@pytest.mark.parametrize(
    ("text", "value", "tolerance"),
    [
        ("0.95", 0.95, 0.005),
        ("9950416", 9950416, 0.5),
        ("about 100 million", 1e8, 1e6),
        ("380 MB", 380, 0.5),
        ("5.5 hours", 5.5, 0.05),
        ("9,950,416", 9950416, 0.5),
        ("about 0.65", 0.65, 0.0065),
    ],
)
def test_numbers_as_papers_print_them(text, value, tolerance):
    found = printed_number(text)
    assert (found.value, found.tolerance) == pytest.approx((value, tolerance))


def test_a_text_without_a_number_is_refused():
    with pytest.raises(ValueError, match="text must hold a number; got 'figure'"):
        printed_number("figure")


# --- The nine tables ----------------------------------------------------------------------------


def test_the_published_tables_are_whole(run):
    published = run.published
    assert published.competitors == (10, 100, 1000)
    assert len(published.sizes) == 19
    assert set(published.values) == {"accuracy", "auc", "f_measure"}
    for values in published.values.values():
        assert values.shape == (3, 19, 19)
        assert ((values > 0) & (values <= 1)).all()
    # Spot checks against the printed pages: table 1, first row and column.
    assert published.values["accuracy"][0, 0, :4].tolist() == [0.775, 0.76, 0.783, 0.8]


def test_accuracy_agrees_in_1050_cells_and_elsewhere_is_one_step_away(run):
    comparison = run.comparisons["accuracy"]
    assert comparison.count(AGREES) >= 1050
    assert comparison.within_one_case.all()
    assert comparison.count(UNEXPLAINED) == 0


def test_every_cell_is_of_one_kind_and_none_is_unexplained(run):
    for comparison in run.comparisons.values():
        counts = [comparison.count(kind) for kind in (AGREES, NOISE, UNEXPLAINED)]
        assert sum(counts) == 1083
        assert counts[UNEXPLAINED] == 0
        by_competitors = sum(comparison.count(NOISE, c) for c in comparison.competitors)
        assert by_competitors == counts[NOISE]


def test_exact_values_in_the_comparison_are_the_librarys(run):
    for metric, comparison in run.comparisons.items():
        for c, i, j in ((0, 0, 5), (1, 10, 2), (2, 18, 18)):
            p, n = comparison.sizes[i], comparison.sizes[j]
            expected = critical_value(metric, p, n, comparison.competitors[c])
            assert comparison.exact[c, i, j] == expected


def test_plausibility_is_what_ten_million_rankings_give():
    # Small enough to do the paper's work over: the printed value is the r-th best of R scores.
    from course_lib import null_distribution, simulate_null

    law = null_distribution("auc", 20, 30)
    rank = published_tables.rank_of_critical_value(100)
    assert rank == 1004
    top = simulate_null("auc", 20, 30, published_tables.REPETITIONS, seed=3, keep_top=rank)
    printed = round(float(top[-1]), 3)
    so_high, so_low = published_tables._as_high_and_as_low(law, printed, 100)
    assert min(so_high, so_low) > 0.005
    assert published_tables._as_high_and_as_low(law, printed + 0.01, 100)[0] < 1e-6
    assert published_tables._as_high_and_as_low(law, printed - 0.01, 100)[1] < 1e-6


def test_whole_tables_lie_on_no_side_and_a_shift_of_all_cells_would_be_noticed(run):
    for comparison in run.comparisons.values():
        for competitors in comparison.competitors:
            assert abs(comparison.bias(competitors)) < published_tables.MOST_BIAS
    # One third of a noise deviation in every cell: no cell alone would tell.
    comparison = run.comparisons["auc"]
    from scipy.special import ndtr, ndtri

    shifted = ndtr(ndtri(comparison.position) + 1 / 3)
    moved = dataclasses.replace(comparison, position=shifted)
    assert forman_cohen._judge_cells([moved]) is Verdict.DIFFERS
    assert forman_cohen._judge_cells([comparison]) is Verdict.WITHIN_NOISE


def test_a_misprint_would_be_noticed(run):
    values = {m: v.copy() for m, v in run.published.values.items()}
    values["auc"][2, 10, 10] += 0.01
    published = dataclasses.replace(run.published, values=values)
    sizes = (10, 18)
    small = dataclasses.replace(
        published,
        sizes=tuple(published.sizes[i] for i in sizes),
        values={m: v[:, sizes, :][:, :, sizes] for m, v in values.items()},
    )
    comparison = dataclasses.replace(
        published_tables.compare_tables(small, "auc"), cells_in_all=3249
    )
    assert comparison.count(UNEXPLAINED) == 1
    assert forman_cohen._judge_cells([comparison]) is Verdict.DIFFERS
    assert forman_cohen._judge_cells([comparison], 10) is not Verdict.DIFFERS


def test_printed_tables_are_not_symmetric_where_exact_ones_are(run):
    for metric in ("accuracy", "auc"):
        comparison = run.comparisons[metric]
        assert comparison.asymmetric > 0
        assert (comparison.exact == comparison.exact.swapaxes(1, 2)).all()


# --- Figures ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pictures(run):
    drawn = {
        picture.name: picture
        for picture in (draw() for draw in forman_cohen_exhibits.pictures(run))
    }
    yield drawn
    matplotlib.pyplot.close("all")


def test_all_figures_are_there(pictures):
    assert list(pictures) == [
        *(f"figure-{i}" for i in range(1, 8)),
        *(f"appendix-a-{i}" for i in range(1, 5)),
        "appendix-b-differences",
        "appendix-b-asymmetry",
    ]
    for picture in pictures.values():
        assert picture.text
        for ax in picture.figure.axes:
            named = ax.get_title() or ax.get_title(loc="left")
            inner = picture.name.startswith("appendix-b")  # there only the outer ones are labelled
            if named and not inner:  # those without a title are colour bars
                assert (ax.get_xlabel(), ax.get_ylabel()) in {
                    ("negatives", "positives"),
                    ("score", "cumulative probability"),
                }


@pytest.mark.parametrize(
    ("number", "metric"), [(2, "auc"), (3, "accuracy"), (4, "f_measure"), (5, "top_k")]
)
def test_surfaces_hold_critical_values(pictures, number, metric):
    picture = pictures[f"figure-{number}"]
    sizes, grid = picture.data["sizes"].tolist(), picture.data["critical_values"]
    for p, n in ((20, 1000), (100, 300), (1000, 1000), (900, 13)):
        expected = critical_value(metric, p, n, 1000)
        assert grid[sizes.index(p), sizes.index(n)] == expected
    (ax,) = picture.figure.axes
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("negatives", "positives")
    assert ax.get_zlabel() in ax.get_title()
    assert "C = 1000" in ax.get_title()


@pytest.mark.parametrize(("number", "competitors"), [(6, 10), (7, 1000)])
def test_contours_are_labelled_and_at_round_levels(pictures, number, competitors):
    picture = pictures[f"figure-{number}"]
    sizes = picture.data["sizes"].tolist()
    for ax, metric in zip(picture.figure.axes, forman_cohen.ALL_METRICS, strict=True):
        grid = picture.data[metric]
        expected = critical_value(metric, 150, 400, competitors)
        assert grid[sizes.index(150), sizes.index(400)] == expected
        step = 1 if metric == "top_k" else 0.05
        (lines,) = [c for c in ax.collections if hasattr(c, "levels")]
        assert np.allclose(np.asarray(lines.levels) / step % 1, 0) or np.allclose(
            np.round(np.asarray(lines.levels) / step), np.asarray(lines.levels) / step
        )
        assert np.nanmin(grid) <= min(lines.levels) <= max(lines.levels) <= np.nanmax(grid)
        labels = [text.get_text() for text in ax.texts]
        assert labels
        assert {float(label) for label in labels} <= set(np.round(lines.levels, 10).tolist())
        assert f"C = {competitors:,}" in ax.get_title(loc="left")


def test_charts_hold_three_numbers_of_competitors(pictures):
    for number, metric in enumerate(forman_cohen.ALL_METRICS, 1):
        data = pictures[f"appendix-a-{number}"].data
        sizes = data["sizes"].tolist()
        for competitors in (10, 100, 1000):
            grid = data[f"competitors_{competitors}"]
            expected = critical_value(metric, 80, 50, competitors)
            assert grid[sizes.index(80), sizes.index(50)] == expected
        assert (data["competitors_10"] <= data["competitors_1000"])[3:, 3:].all()


def test_figure_1_holds_the_exact_cdfs(pictures):
    data = pictures["figure-1"].data
    for metric in ("auc", "accuracy", "f_measure"):
        heights = data[f"{metric}_cdf"]
        assert heights[-1] == pytest.approx(1)
        assert (np.diff(heights) >= 0).all()
        place = int(np.argmax(heights >= 0.99 - 1e-12))
        assert data[f"{metric}_score"][place] == critical_value(metric, 10, 1000, 1, 0.01)


def test_heat_maps_hold_differences(pictures, run):
    data = pictures["appendix-b-differences"].data
    assert (data["auc"] == run.comparisons["auc"].published - run.comparisons["auc"].exact).all()
    mirrored = pictures["appendix-b-asymmetry"].data
    assert set(mirrored) == {"accuracy", "auc"}
    assert (mirrored["auc"] == -mirrored["auc"].swapaxes(1, 2)).all()


def test_contour_levels_are_names_a_reader_knows():
    assert contour_levels(np.array([0.52, 0.71])).tolist() == [0.55, 0.6, 0.65, 0.7]
    assert contour_levels(np.array([2.0, np.nan, 5.0])).tolist() == [2, 3, 4, 5]

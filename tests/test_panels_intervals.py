"""The panels of lesson 06 say what the library says."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from course_lib import interval_coverage, tango_interval
from course_lib.intervals.methods import METHODS
from course_lib.widgets import CoverageMap, IntervalRace
from course_lib.widgets.intervals import _covered
from tests.helpers import missing


def words(panel):
    return panel.tell(panel.values).words


def drawn(panel):
    axes = panel.make_axes(Figure(figsize=panel.size))
    panel.draw(axes, panel.values)
    return axes


def counts(race):
    return tuple(race.values[name] for name in ("b", "c", "both_right", "n"))


def test_the_race_shows_what_the_library_says():
    race = IntervalRace()
    low, high = tango_interval(9, 3, 32)
    assert f"Tango: {low:.3f} to {high:.3f}, which holds 0" in words(race)
    race.set(b=11)
    said = "does not hold 0; so McNemar's test (asymptotic) rejects at the 5 % level, p = 0.033"
    assert said in words(race)
    race.set(b=0, c=0, both_right=0, n=20)
    assert not missing(words(race), "Wald has no width", "Bootstrap has no width")
    race.set(b=9, n=10)
    assert not missing(words(race), "Wald leaves [-1, 1]", "Agresti-Min leaves [-1, 1]")


@pytest.mark.parametrize(
    ("moved", "fitting"),
    [
        ({"b": 60}, (60, 3, 14, 77)),
        ({"c": 2000}, (9, 2000, 14, 2023)),
        ({"both_right": 80}, (9, 3, 80, 92)),
        ({"n": 20}, (9, 3, 8, 20)),
        ({"n": 7}, (7, 0, 0, 7)),
        ({"n": 1}, (1, 0, 0, 1)),
        ({"n": 10, "both_right": 5}, (5, 0, 5, 10)),
        ({"b": 1, "c": 1, "both_right": 1, "n": 1}, (1, 1, 1, 3)),
    ],
)
def test_the_race_keeps_its_counts_possible(moved, fitting):
    race = IntervalRace()
    race.set(**moved)
    assert counts(race) == fitting
    race.reset()
    assert counts(race) == (9, 3, 14, 32)


def test_counts_in_the_thousands_are_shown_and_told():
    race = IntervalRace(b=2000, c=1900, both_right=6000, n=9900)
    assert "(2,000 - 1,900 of 9,900; 6,000 both right)" in words(race)
    assert IntervalRace(b=2000, c=2000, both_right=6000, n=1).n == 10_000
    with pytest.raises(ValueError, match="b: only A right must be"):
        IntervalRace(b=2001)


def test_the_map_is_a_mirror_image_and_its_words_are_its_numbers():
    panel = CoverageMap("wald", 15)
    covered = _covered("wald", 15, 0.95)
    both = ~np.isnan(covered)
    assert (both == both.T).all()
    assert covered[both] == pytest.approx(covered.T[both])
    assert covered[4, 12] == pytest.approx(interval_coverage(15, 12 / 40, 4 / 40, "wald"))
    assert covered[12, 4] == pytest.approx(interval_coverage(15, 4 / 40, 12 / 40, "wald"))
    assert f"together {100 * np.nanmin(covered):.1f} % at worst" in words(panel)
    assert f"{100 * np.nanmean(covered):.1f} % on average" in words(panel)


@pytest.mark.parametrize("method", METHODS)
def test_both_halves_of_the_map_are_what_the_library_says(method):
    covered = _covered(method, 6, 0.95)
    for c, b in ((4, 12), (12, 4), (0, 40), (40, 0), (20, 20), (0, 0)):
        rest = {"both_right_chance": (40 - b - c) / 80} if method == "newcombe" else {}
        right = interval_coverage(6, b / 40, c / 40, method, **rest)
        assert covered[c, b] == pytest.approx(right, abs=1e-12), (b, c)


@pytest.mark.parametrize("discordant", [0.02, 0.2, 1.0])
@pytest.mark.parametrize("method", ["tango", "wald", "bootstrap", "newcombe"])
def test_the_map_does_not_contradict_its_cut(method, discordant):
    panel = CoverageMap(method, 12)
    panel.set(discordant=discordant)
    line, both = (float(x) for x in re.findall(r"([\d.]+) % at worst", words(panel)))
    axes = drawn(panel)
    worst = float(np.min(axes[1].lines[-1].get_ydata()))
    assert line == pytest.approx(100 * worst, abs=0.051)
    assert both <= line
    low, high = axes[1].get_ylim()
    assert low <= worst < high  # nothing is cut off
    arrow = next(text for text in axes[0].texts if "dashed" in text.get_text())
    assert arrow.xy == (discordant / 2, discordant / 2)


def test_newcombes_map_says_how_the_other_pairs_split():
    assert "half of them, on average, are right for both" in words(CoverageMap("newcombe", 10))
    assert "Newcombe" not in words(CoverageMap("tango", 10))


def test_a_promise_of_more_than_99_percent_is_told_in_two_decimals():
    panel = CoverageMap("tango", 10, 0.999)
    assert len(re.findall(r"\d+\.\d\d % (?:on average|at worst)", words(panel))) == 3
    panel.set(confidence=0.99)
    assert not re.search(r"\d\.\d\d %", words(panel))

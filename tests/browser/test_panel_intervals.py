"""Interval race and coverage map: the browser says what Python says, and counts fit together."""

import random
from itertools import product

import numpy as np
import pytest

from course_lib.intervals.coverage import interval_coverage
from course_lib.intervals.methods import METHODS
from course_lib.widgets.controls import CONFIDENCES
from course_lib.widgets.intervals import CoverageMap, IntervalRace

from .live import LivePanel
from .told import Said

RACE = "panels/interval_race.js"
NEWCOMBE = "math/newcombe_coverage.js"


@pytest.fixture(scope="module")
def page(front):
    return front(RACE, NEWCOMBE)


@pytest.fixture
def said(front):
    """A panel's module on a page of its own."""
    return lambda panel: Said(front("words.js").page, panel)


# --- The race -------------------------------------------------------------------------------------


def test_the_race_says_what_python_says(said):
    rng, panel = random.Random(1), IntervalRace()
    ends = [(control.low, control.high) for control in panel.controls.values()]
    settings = [dict(zip(panel.controls, values, strict=True)) for values in product(*ends)]
    settings += [{**panel.values, **still} for still in panel.stills]
    for _ in range(1500):
        most = rng.choice([1, 3, 10, 60, 2000])
        b, c, both = rng.randint(0, most), rng.randint(0, most), rng.randint(0, 3 * most)
        n = max(1, b + c + both) + rng.choice([0, 0, 1, rng.randint(0, most)])
        level = rng.choice([*CONFIDENCES, round(rng.uniform(0.5, 0.9999), 3)])
        settings.append({"b": b, "c": c, "both_right": both, "n": n, "confidence": level})
    assert not said(panel).differ_from_python(settings)


def reader(page, moves, first=None):
    """The counts b, c, both right and n after each of a reader's moves."""
    return page.page.evaluate(
        """([first, moves]) => {
            const { settle } = front["panels/interval_race.js"], context = { state: {} };
            let v = first;
            return moves.map(([name, value]) => {
                v = settle({ ...v, [name]: value }, name, context);
                return [v.b, v.c, v.both_right, v.n];
            });
        }""",
        [first or IntervalRace().values, moves],
    )


def test_the_whole_follows_its_parts(page):
    assert reader(page, [("b", 60), ("b", 9)]) == [[60, 3, 14, 77], [9, 3, 14, 32]]


def test_parts_give_way_and_come_back(page):
    moves = [("n", 20), ("n", 10), ("n", 5), ("n", 1), ("n", 32)]
    fitting = [[9, 3, 8, 20], [9, 1, 0, 10], [5, 0, 0, 5], [1, 0, 0, 1], [9, 3, 14, 32]]
    assert reader(page, moves) == fitting


def test_a_part_that_is_moved_leaves_the_others_as_they_are(page):
    assert reader(page, [("n", 10), ("c", 2), ("n", 32)]) == [
        [9, 1, 0, 10],
        [9, 2, 0, 11],
        [9, 2, 0, 32],
    ]


def test_the_parts_always_fit_and_there_and_back_changes_nothing(page):
    rng = random.Random(2)
    controls = IntervalRace.controls
    for _ in range(300):
        b, c, both = (rng.randint(0, 80) for _ in range(3))
        first = {"b": b, "c": c, "both_right": both, "n": max(1, b + c + both) + rng.randint(0, 40)}
        name = rng.choice(list(first))
        away = [rng.randint(controls[name].low, 200) for _ in range(4)]
        seen = reader(page, [*((name, value) for value in away), (name, first[name])], first)
        assert all(sum(parts) <= n for *parts, n in seen), (first, name, away)
        assert seen[-1] == [b, c, both, first["n"]], (first, name, away)


def test_what_others_set_is_not_taken_for_the_readers_wish(browser, tmp_path):
    context = browser.new_context(viewport={"width": 940, "height": 700})
    panel = LivePanel(context, tmp_path, "IntervalRace")
    field = panel.page.locator(".course-typed").nth(3)

    def type_n(text):
        field.fill(text)
        field.press("Enter")
        panel.settle()
        values = panel.values()
        return [values[name] for name in ("b", "c", "both_right", "n")]

    assert type_n("10") == [9, 1, 0, 10]
    # A kernel would do it so.
    panel.page.evaluate("""() => document.querySelector(".course-live").model.set("b", 2)""")
    panel.settle()
    assert "followed" not in panel.see()["words"]
    assert type_n("32") == [2, 1, 0, 32]
    context.close()


def test_words_say_what_followed(browser, tmp_path):
    context = browser.new_context(viewport={"width": 940, "height": 700})
    panel = LivePanel(context, tmp_path, "IntervalRace")

    def type_in(place, text):
        panel.page.locator(".course-typed").nth(place).fill(text)
        panel.page.keyboard.press("Enter")
        panel.settle()
        return panel.see()["words"]

    plain = panel.see()["words"]
    assert plain == panel.twin.tell(panel.values()).words
    assert type_in(0, "1,500").endswith(" (n followed, from 32 to 1,517: it holds all the parts.)")
    assert type_in(0, "9") == plain
    assert type_in(3, "10").endswith(
        " (Other sliders followed, for the parts must fit into n: c from 3 to 1, both right from "
        "14 to 0.)"
    )
    assert type_in(3, "32") == plain
    assert not panel.page.errors
    context.close()


# --- The map --------------------------------------------------------------------------------------


def settings_of_the_map(method, sizes, count, rng):
    for _ in range(count):
        yield {
            "method": method,
            "n": rng.choice(sizes),
            "confidence": rng.choice([0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.87]),
            "discordant": rng.choice([0.01, 0.05, 0.2, 0.5, 1.0, round(rng.uniform(0.01, 1), 3)]),
        }


@pytest.mark.parametrize("method", METHODS)
def test_the_map_says_what_python_says(said, method):
    rng = random.Random(3)
    small = list(range(2, 16)) if method == "newcombe" else list(range(2, 41))
    settings = list(settings_of_the_map(method, small, 90, rng))
    # The largest take Python seconds if there are three counts to sum over.
    settings += settings_of_the_map(method, [40] if method == "newcombe" else [60, 80, 100], 2, rng)
    assert not said(CoverageMap()).differ_from_python(settings)


def test_newcombes_coverage(page):
    rng, compared = random.Random(4), 0
    shares = np.arange(41) / 40
    b, c = np.meshgrid(shares, shares, indexing="ij")
    inside = b + c <= 1 + 1e-9
    for n in (2, 3, 5, 8, 13):
        level = rng.choice([0.8, 0.95, 0.99])
        [found] = page.call(NEWCOMBE, "newcombeMap", [(n, level)])
        found = np.array([float(x) for x in found]).reshape(41, 41)
        assert (np.isnan(found) == ~inside).all()
        both = np.maximum(1 - b - c, 0)[inside] / 2
        other = np.minimum(c[inside], 1 - b[inside])
        right = interval_coverage(n, b[inside], other, "newcombe", level, both_right_chance=both)
        np.testing.assert_allclose(found[inside], right, rtol=0, atol=1e-12)
        compared += right.size
    split = np.arange(81) / 80
    for _ in range(80):
        n, level, share = rng.randint(2, 15), rng.uniform(0.5, 0.999), rng.uniform(0.01, 1)
        [found] = page.call(NEWCOMBE, "newcombeCut", [(n, level, share)])
        first, second = share * split, share * (1 - split)
        both = np.full(81, max(0.0, 1 - share) / 2)
        right = interval_coverage(n, first, second, "newcombe", level, both_right_chance=both)
        np.testing.assert_allclose(found, right, rtol=0, atol=1e-12)
        compared += right.size
    assert compared > 10_000

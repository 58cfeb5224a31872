"""The critical region in the browser: the same edges and words as Python's."""

import itertools
import random

from course_lib.widgets import CriticalRegion
from course_lib.widgets.controls import ALPHAS

from .front import Front
from .live import LivePanel
from .told import Said

MODULE = "panels/critical_region.js"
LAWS = ("t", "chi-squared", "normal", "wins")
TAILS = ("both", "upper", "lower")


def settings(seed, count):
    """Random values of the controls, near the edges of the region and at the ends."""
    rng = random.Random(seed)
    for _ in range(count):
        law, n = rng.choice(LAWS), rng.choice([1, 2, rng.randint(1, 30), rng.randint(1, 1000)])
        alpha = rng.choice([*ALPHAS, 0.125, 0.25, round(rng.uniform(0.0001, 0.5), 4)])
        statistic = rng.choice(
            [
                round(rng.uniform(-8, 8), 2),
                round(rng.uniform(0, n)),
                round(n / 2 + rng.gauss(0, 2) * n**0.5 / 2),
                round(max(0.0, n + rng.gauss(0, 3) * (2 * n) ** 0.5), 2),
                0,
                round(rng.choice([-1, 1]) * 10 ** rng.uniform(-3, 4), 6),
            ]
        )
        yield {
            "law": law,
            "n": n,
            "alpha": alpha,
            "tails": rng.choice(TAILS),
            "statistic": statistic,
        }


def at_the_ends():
    values = itertools.product(LAWS, (1, 1000), (0.0001, 0.5), TAILS, (-10_000, -8, 0, 8, 10_000))
    names = ("law", "n", "alpha", "tails", "statistic")
    return [dict(zip(names, one, strict=True)) for one in values]


def on_edges():
    """Statistics that are an edge, but for rounding: tan(pi / 4), say."""
    for law, n, alpha, statistic in (
        ("t", 1, 0.5, 1),
        ("t", 1, 0.25, 1),
        ("t", 2, 0.5, 0.816496580927726),
        ("normal", 1, 0.5, 0),
        ("normal", 1, 0.05, 1.959963984540054),
        ("chi-squared", 2, 0.5, 1.3862943611198906),
        ("wins", 3, 0.25, 3),
        ("wins", 101, 0.5, 51),
    ):
        for tails, sign in itertools.product(TAILS, (1, -1)):
            mirrored = n - statistic if law == "wins" else -statistic
            yield {
                "law": law,
                "n": n,
                "alpha": alpha,
                "tails": tails,
                "statistic": statistic if sign > 0 else mirrored,
            }


def test_the_same_words_as_python(browser):
    values = [*at_the_ends(), *on_edges(), *settings(1, 1500)]
    panel = CriticalRegion()
    assert sum("on its edge" in panel.tell(v).words for v in on_edges()) >= 16
    assert not Said(browser.new_page(), panel).differ_from_python(values)


def test_statistics_fit_their_distribution_as_in_python(browser):
    panel, values = CriticalRegion(), [*at_the_ends(), *settings(2, 10_000)]
    halves = [{**v, "law": "wins", "statistic": v["n"] % 40 + 0.5} for v in values]
    inputs = values + halves
    found = Front(browser.new_page(), MODULE).call(MODULE, "settled", [[v] for v in inputs])
    for one, theirs in zip(inputs, found, strict=True):
        assert theirs == panel.settled(one), one


def choose(live, name, value):
    live.page.select_option(f"select[name={name}]", label=value)
    live.settle()
    return live.values()


def test_each_distribution_is_found_again_as_it_was_left(browser, tmp_path):
    context = browser.new_context()
    live = LivePanel(context, tmp_path, "CriticalRegion")
    assert live.values()["n"] == 9
    assert choose(live, "law", "chi-squared (McNemar)")["n"] == 1
    # One degree of freedom is for chi-squared; twenty trials are something to play with.
    found = choose(live, "law", "wins (sign test)")
    assert (found["n"], found["statistic"]) == (20, 15)
    live.page.press("input[name=n]", "Home")
    live.settle()
    assert live.values() == {**found, "n": 1, "statistic": 1}
    found = choose(live, "law", "t (paired t test)")
    assert (found["n"], found["statistic"]) == (9, 2)
    found = choose(live, "law", "wins (sign test)")
    assert (found["n"], found["statistic"]) == (1, 1)
    live.reset()
    assert choose(live, "law", "wins (sign test)")["n"] == 20
    context.close()


def test_controls_without_a_say_are_grey(browser, tmp_path):
    context = browser.new_context()
    live = LivePanel(context, tmp_path, "CriticalRegion")
    idle = {}
    for label in ("t (paired t test)", "chi-squared (McNemar)", "z (normal)", "wins (sign test)"):
        choose(live, "law", label)
        rows = live.page.query_selector_all(".course-idle :is(select, input[name])")
        idle[label] = [row.get_attribute("name") for row in rows]
    assert list(idle.values()) == [[], ["tails"], ["n"], []]
    context.close()

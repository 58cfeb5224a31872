"""The walk in the browser: the very rankings that Python draws, the same scores and words."""

import itertools
import random

import numpy as np
import pytest

from course_lib.chance.kernels import draw_rankings
from course_lib.chance.plain import score_rankings
from course_lib.widgets import Walk

from .front import Front
from .live import LivePanel
from .told import Said

MODULE = "math/rankings.js"
MANY = 12_000
KEYS = (0, 1, 2**64 - 1, 0xFEDCBA9876543210, 2005)
EDGES = [(1, 1), (1, 50), (50, 1), (50, 50), (2, 1), (1, 2)]


@pytest.fixture(scope="module")
def rankings(browser):
    """Inputs, and for each the ranking that Python draws."""
    rng = random.Random(1)
    sizes = EDGES + [(rng.randint(1, 50), rng.randint(1, 50)) for _ in range(80)]
    inputs, drawn = [], []
    for positives, negatives in sizes:
        key, first, count = rng.choice(KEYS), rng.choice([0, 7, 9_000]), MANY // len(sizes) + 1
        walks = np.empty((count, positives + negatives), np.int64)
        draw_rankings(positives, np.uint64(key), first, walks)
        inputs += [(f"{key:016x}", first + i, positives, negatives) for i in range(count)]
        drawn += list(walks)
    assert len(inputs) >= 10_000
    return inputs, drawn


def test_the_same_rankings_as_the_kernels_draw(browser, rankings):
    inputs, drawn = rankings
    front = Front(browser.new_page(), MODULE)
    found = front.call(MODULE, "randomRanking", inputs)
    wanted = [np.diff(walk, prepend=0).tolist() for walk in drawn]
    assert found == wanted


def test_the_same_scores_of_rankings(browser, rankings):
    inputs, drawn = rankings
    front = Front(browser.new_page(), MODULE)
    asked = [
        (np.diff(walk, prepend=0).tolist(), p, n)
        for (*_, p, n), walk in zip(inputs, drawn, strict=True)
    ]
    found = front.call(MODULE, "scoresOf", asked)
    for walk, scores in zip(drawn, found, strict=True):
        exact = score_rankings(walk[None, :], k=1)
        assert scores == {name: exact[name][0] for name in ("auc", "accuracy", "f_measure")}


def test_the_same_words_as_python(browser):
    rng = random.Random(2)
    panel = Walk(seed=7)
    metrics = ["auc", "accuracy", "f_measure"]
    ends = itertools.product([1, 50], [1, 50], metrics, [1, 2, 501], [0, 1, 2, 100])
    names = list(panel.controls)
    settings = [dict(zip(names, one, strict=True)) for one in ends]
    for _ in range(800):
        p, n = rng.randint(1, 50), rng.randint(1, 50)
        count = rng.choice([1, 2, 3, 19, 20, 21, rng.randint(1, 3000)])
        walked = rng.choice([p + n, p + n, rng.randint(0, p + n)])
        settings.append(dict(zip(names, (p, n, rng.choice(metrics), count, walked), strict=True)))
    assert not Said(browser.new_page(), panel).differ_from_python(settings)


@pytest.fixture
def walking(browser, tmp_path):
    context = browser.new_context()
    yield LivePanel(context, tmp_path, "Walk")
    context.close()


def press(panel, label):
    """Press a button; what is seen right after it."""
    panel.page.get_by_role("button", name=label, exact=True).click()
    return panel.see()


def move(panel, name, key):
    """Press a key on a slider; the values then."""
    panel.element.query_selector(f"[name={name}]").press(key)
    panel.settle()
    return panel.values()


# Every picture from the press of the button to the end of the walk.
WATCHED = """() => new Promise(done => {
    const model = document.querySelector(".course-live").model, seen = [];
    const look = () => {
        const all = model.get("positives") + model.get("negatives");
        seen.push([model.get("walked"), document.querySelector(".course-words").textContent,
                   document.querySelector(".course-picture").getAttribute("aria-label")]);
        if (model.get("walked") < all) requestAnimationFrame(look);
        else setTimeout(() => done(seen), 50);
    };
    [...document.querySelectorAll("button")].find(b => b.textContent === "Shuffle").click();
    queueMicrotask(look);
})"""


def test_a_shuffle_walks_by_itself_and_does_not_give_the_result_away(walking):
    before = walking.values()
    seen = walking.page.evaluate(WATCHED)
    walked = [cases for cases, *_ in seen]
    assert walked[0] == 0
    assert len(set(walked)) > 5  # it moves, and does not jump
    assert walked == sorted(walked)
    for _, words, alt in seen[:-1]:
        assert words.startswith("After "), words
        assert "the spread of 1 ranking." in alt
    assert walking.values() == {**before, "rankings": 2}
    words = walking.see()["words"]
    assert "Collected so far: 2 rankings" in words
    assert words == walking.twin.tell(walking.values()).words


def test_who_moves_something_meanwhile_stops_the_walk(walking):
    press(walking, "Shuffle")
    halted = move(walking, "walked", "ArrowRight")["walked"]
    assert 0 < halted < 30
    walking.page.wait_for_timeout(200)
    assert walking.values()["walked"] == halted
    press(walking, "Shuffle")
    walking.reset()
    walking.page.wait_for_timeout(200)
    assert walking.see() == walking.first
    assert walking.values()["rankings"] == 1


def test_many_shuffles_at_once_and_another_test_set_begins_anew(walking):
    press(walking, "Shuffle 500 times")
    walking.settle()
    values = walking.values()
    assert values["rankings"] == 501
    assert walking.see()["words"] == walking.twin.tell(values).words
    values = move(walking, "positives", "End")
    assert values == {**values, "positives": 50, "rankings": 1, "walked": 70}


def test_nothing_moves_for_readers_who_want_it_so(browser, tmp_path):
    context = browser.new_context(reduced_motion="reduce")
    panel = LivePanel(context, tmp_path, "Walk")
    seen = press(panel, "Shuffle")
    assert panel.values()["walked"] == 30
    assert "Collected so far: 2 rankings" in seen["words"]
    context.close()

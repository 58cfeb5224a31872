"""The panels on many algorithms say what Python says; and what gave way comes back."""

import random
from itertools import combinations, product

import numpy as np
import pytest

from course_lib.widgets import Corrections, PoolPicker, Power, VariantFactory
from course_lib.widgets.controls import ALPHAS

from .live import LivePanel
from .told import Said


@pytest.fixture
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


def check(page, panel, settings):
    """Words and description of the picture are Python's, letter by letter."""
    settings = list(settings)
    assert len(settings) >= 300
    wrong = Said(page, panel).differ_from_python(settings)
    assert not wrong, f"{len(wrong)} of {len(settings)} differ, such as {wrong[:3]}"


def ends(panel):
    """Every control at every end, one by one and all together."""
    options = {
        name: [control.low, control.high] if hasattr(control, "low") else
        [value for _, value in control.options]
        for name, control in panel.controls.items()
    }  # fmt: skip
    for name, values in options.items():
        yield from ({**panel.values, name: value} for value in values)
    yield from (dict(zip(options, values, strict=True)) for values in product(*options.values()))


def test_the_variant_factory(page):
    panel, rng = VariantFactory(), random.Random(1)
    settings = [panel.settled(v) for v in ends(panel)]
    for data_sets in (5, 10, 11, 20):
        for wins, variants in product(range(data_sets + 1), (0, 1, 3, 12, 30)):
            settings.append({**panel.values, "wins": wins, "data_sets": data_sets,
                             "variants": variants})  # fmt: skip
    for _ in range(1500):
        data_sets = rng.randint(5, 500)
        settings.append(
            {
                "variants": rng.randint(0, 30),
                "wins": rng.choice([data_sets // 2, rng.randint(0, data_sets)]),
                "data_sets": data_sets,
                "correction": rng.choice(["bonferroni", "nemenyi"]),
            }
        )
    check(page, panel, settings)


def test_power(page):
    panel, rng = Power(), random.Random(2)
    settings = list(ends(panel))
    for _ in range(300):
        settings.append(
            {
                "distance": rng.choice([rng.randint(-8, 12) / 2, round(rng.uniform(-4, 6), 3)]),
                "data_sets": rng.randint(6, 100),
                "gap": rng.choice([rng.randint(0, 12) / 4, round(rng.uniform(0, 3), 2)]),
                "others": rng.randint(1, 8),
            }
        )
    check(page, panel, settings)


def pools(panel):
    for size in range(len(panel.others) + 1):
        yield from map(list, combinations(panel.others, size))


def test_the_pool_picker(page):
    panel, rng = PoolPicker(), random.Random(3)
    levels = [*ALPHAS, *(10 ** rng.uniform(-4, -0.302) for _ in range(10))]
    settings = [
        {"pool": pool, "correction": correction, "alpha": alpha}
        for pool in pools(panel)
        for correction in ("bonferroni", "nemenyi")
        for alpha in levels
    ]
    check(page, panel, settings)


def test_the_pool_picker_with_a_table_of_ones_own(page):
    rng = np.random.default_rng(4)
    scores = {f"<{letter}> & co": rng.integers(0, 9, 12) / 9 for letter in "ABCDEFGH"}
    panel = PoolPicker(scores, "<D> & co", "<A> & co", "<B> & co", higher_is_better=False)
    settings = [{**panel.values, "pool": pool, "alpha": a} for pool in pools(panel)
                for a in (0.01, 0.05, 0.1, 0.3, 0.5)]  # fmt: skip
    check(page, panel, settings)


@pytest.mark.parametrize("own", [False, True])
def test_corrections(page, own):
    rng = np.random.default_rng(5)
    table = rng.random((15, 9)) + np.linspace(0, 1, 9) if own else None
    panel = Corrections(table)
    found = [column for one in panel.data["found"].values() for column in one["adjusted"]]
    # Each p-value is at most itself: the level where it becomes significant.
    borders = sorted({p for column in found for p in column if ALPHAS[0] <= p <= ALPHAS[-1]})
    levels = [*ALPHAS, *random.Random(6).sample(borders, 60)]
    sizes = panel.controls["algorithms"]
    settings = [
        {"test": test, "alpha": alpha, "algorithms": size}
        for test in ("wilcoxon", "sign", "mean-ranks")
        for size in range(sizes.low, sizes.high + 1)
        for alpha in levels
    ]
    check(page, panel, settings)


def test_wins_give_way_to_the_data_sets_and_come_back(browser, tmp_path):
    context = browser.new_context()
    panel = LivePanel(context, tmp_path, "VariantFactory")
    (slider,) = panel.find("input[name=data_sets]")
    (wins,) = panel.find("input[name=wins]")

    def at(key, control=slider):
        control.press(key)
        panel.settle()
        return panel.values()["wins"], panel.values()["data_sets"]

    assert at("Home") == (5, 5)
    assert at("ArrowRight") == (6, 6)
    assert at("End") == (10, 500)
    assert at("End", wins) == (500, 500)
    assert at("Home") == (5, 5)
    assert at("ArrowLeft", wins) == (4, 5)
    assert at("End") == (4, 500)  # the reader's last wish
    context.close()

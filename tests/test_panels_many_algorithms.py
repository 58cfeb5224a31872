"""What the panels on many algorithms say, and what they are made with."""

import json

import numpy as np
import pytest

from course_lib.pairs.sign import sign_test
from course_lib.ranks.corrections import adjust_pairwise
from course_lib.ranks.pairwise import pairwise_tests
from course_lib.ranks.ranking import mean_ranks
from course_lib.widgets import LIVE_WIDGETS, Corrections, PoolPicker, Power, VariantFactory

PANELS = [Corrections, PoolPicker, Power, VariantFactory]


def words(panel):
    return panel.tell(panel.values).words


@pytest.mark.parametrize("kind", PANELS)
def test_they_are_live_and_have_a_still_picture(kind):
    assert LIVE_WIDGETS[kind.__name__] is kind
    panel = kind()
    picture, told = panel.still()
    assert picture.startswith(b"\x89PNG")
    assert told.words == words(panel)
    assert json.loads(json.dumps(panel.state())) == panel.state()
    assert kind.as_set(json.loads(json.dumps(panel.settings()))).state() == panel.state()


# --- Pool picker ---------------------------------------------------------------------------------


def test_the_pool_picker_flips_while_the_two_stay_the_same():
    panel = PoolPicker()
    assert "must be 0.66: significantly different" in words(panel)
    panel.set(pool=["C5", "C1"])
    assert panel.pool == ["C1", "C5"]  # in the order of the boxes
    assert words(panel).startswith("With C1 and C5 in the pool:")
    assert "not significant" in words(panel)
    for size in range(len(panel.others) + 1):
        panel.pool = panel.others[:size]
        assert "p = 0.00012, whoever else is there" in words(panel)
    panel.pool = []
    assert "nobody else" in words(panel)


def test_the_pool_picker_shows_no_answer_before_the_reader_looked_for_it():
    assert PoolPicker().still()[1].words.count("in the pool") == 1


def own_scores():
    return np.random.default_rng(1).random((12, 4))


def test_the_pool_picker_takes_scores_of_ones_own():
    panel = PoolPicker(own_scores(), "A", "D", pool=["B"])
    assert panel.controls["pool"].options == ["B", "C"]
    assert panel.pool == ["B"]
    with pytest.raises(ValueError, match="second must be one of 'A', 'B', 'C', 'D'"):
        PoolPicker(own_scores(), "A", "Z")
    with pytest.raises(ValueError, match="pool must be one of 'A', 'B', 'C', 'D'"):
        PoolPicker(own_scores(), "A", "D", pool=["C1"])
    # Columns without names go by their numbers, and the two are in the pool anyway.
    again = PoolPicker(own_scores(), 0, 3, pool=[0, 1])
    assert again.values == panel.values
    assert again.data == panel.data


def test_ones_own_table_goes_where_the_panel_goes():
    panel = PoolPicker(own_scores(), "A", "D", pool=["B"], higher_is_better=False)
    panel.set(pool=["C"], alpha=0.2)
    again = PoolPicker.as_set(json.loads(json.dumps(panel.settings())))
    assert again.data == panel.data
    assert words(again) == words(panel)
    assert again.spec["first"] == panel.values
    assert "table" not in PoolPicker().settings()


def test_duels_hold_every_mean_rank():
    panel = PoolPicker(own_scores().round(1), "A", "D", pool=["B"], higher_is_better=False)
    duels = np.array(panel.data["duels"])
    np.fill_diagonal(duels, 0)
    expected = mean_ranks(panel.table, higher_is_better=False)
    assert (1 + duels.sum(axis=1) / 12).tolist() == pytest.approx(list(expected.values()))


def test_a_duel_of_many_data_sets_is_thinned_out():
    scores = np.random.default_rng(2).random((5000, 3))
    data = PoolPicker(scores, "A", "B", pool="C").data
    assert len(data["differences"]) == 200
    assert data["differences"][0] == (scores[:, 0] - scores[:, 1]).max()
    assert data["differences"][-1] == (scores[:, 0] - scores[:, 1]).min()
    assert sum(data["won"]) == data["dataSets"] == 5000


# --- Variant factory -----------------------------------------------------------------------------


def test_the_variant_factory_finds_how_many_it_takes():
    panel = VariantFactory()
    panel.variants = 2
    assert "does not call A0 significantly better than B, which it beats on 10 of 20" in words(
        panel
    )
    assert "Not yet." in words(panel)
    panel.variants = 3
    assert "calls A0 significantly better" in words(panel)
    assert "Variants needed: 3." in words(panel)
    panel.set(wins=9, variants=5)
    assert "Variants needed: 5." in words(panel)
    panel.set(wins=7, variants=30)
    assert "Not even 30 variants do." in words(panel)
    panel.set(wins=9, data_sets=8)
    assert panel.wins == 8  # nobody wins on more data sets than there are
    assert VariantFactory(wins=30, data_sets=12).wins == 12


def test_the_variant_factory_does_not_tell_before_it_is_asked():
    told = VariantFactory(variants=4).still()[1]
    assert "Variants needed" not in told.words
    assert "without variants, 0.00;" in told.alt


@pytest.mark.parametrize(
    ("wins", "data_sets", "better", "p"),
    [(5, 5, "neither", "0.062"), (10, 20, "neither", "1"), (15, 20, "A0", "0.041"),
     (2, 20, "B", "0.0004"), (0, 6, "B", "0.031")],
)  # fmt: skip
def test_the_variant_factory_says_what_the_two_alone_say(wins, data_sets, better, p):
    said = words(VariantFactory(wins, data_sets))
    assert f"calls {better} better (p = {p})." in said
    scores = np.arange(data_sets) < wins
    assert sign_test(scores, ~scores).p_value == pytest.approx(float(p), abs=5e-3)


def test_few_data_sets_are_too_few_for_z():
    assert "calls A0 significantly better" in words(VariantFactory(5, 5))
    assert "more than 10 data sets" in words(VariantFactory(5, 5))
    assert "more than 10 data sets" in words(VariantFactory(5, 10))
    assert "more than 10 data sets" not in words(VariantFactory(5, 11))


# --- Power and corrections -----------------------------------------------------------------------


def test_the_power_panel_says_what_the_paper_says():
    panel = Power()
    assert "with chance 0.942" in words(panel)
    assert words(panel).endswith("finds it with chance 0.046.")
    panel.set(gap=0, others=1, distance=-0.5)
    assert "With 1 other, the first 0.50 standard deviations behind B, the mean" in words(panel)
    assert words(panel).endswith("both chances are errors.)")


def test_corrections_count_what_is_significant():
    panel = Corrections()
    assert "holm 3, hochberg 3" in words(panel)
    panel.set(test="sign", alpha=0.1)
    assert "holm 2" in words(panel)
    assert "shaffer 3" in words(panel)


def test_corrections_carry_the_p_values_of_the_library():
    panel = Corrections(own_scores())
    assert "table" in panel.settings()
    for test in ("wilcoxon", "sign", "mean-ranks"):
        raw = pairwise_tests(panel.table, test, "none").p_values
        found = panel.data["found"][f"{test} 4"]
        ordered = [raw[tuple(pair)] for pair in found["pairs"]]
        assert ordered == sorted(ordered)
        for (_, method), column in zip(panel.data["columns"], found["adjusted"], strict=True):
            expected = adjust_pairwise(raw, method)
            assert column == [expected[tuple(pair)] for pair in found["pairs"]]


def test_two_algorithms_are_one_pair():
    panel = Corrections(own_scores()[:, :2])
    assert panel.algorithms == 2
    assert "among 1 pair:" in words(panel)

"""Every widget at its ends and in between: picture and words follow, and there is a way back."""

import base64
import io
import re
from dataclasses import dataclass

import ipywidgets
import matplotlib
import numpy as np
import pytest
from PIL import Image

from course_lib import critical_value, null_distribution, p_value
from course_lib.classroom import board
from course_lib.classroom.bank import QUESTIONS
from course_lib.classroom.questions import ChoiceQuestion
from course_lib.classroom.replies import Outcome
from course_lib.plots.style import SETTINGS
from course_lib.widgets import (
    BestOfC,
    CaucPlane,
    ChartReader,
    Checkpoint,
    Corrections,
    CoverageMap,
    CriticalRegion,
    IntervalRace,
    McNemarTable,
    PoolPicker,
    Power,
    ThresholdRider,
    TypeIError,
    VariantFactory,
    Walk,
    WhichTest,
)
from course_lib.widgets.panel import Panel

PANELS = [Walk, BestOfC, ChartReader, CriticalRegion, McNemarTable, TypeIError, WhichTest]
PANELS += [PoolPicker, VariantFactory, Power, Corrections]
PANELS += [IntervalRace, CoverageMap]
PANELS += [ThresholdRider, CaucPlane]


def words(panel):
    return re.sub("<[^>]+>", "", panel.words.value)


def ends(control):
    """The values at both ends of a control, and all of a list that has no ends."""
    if isinstance(control, ipywidgets.SelectionSlider):
        values = [value for _, value in control.options]
        return [values[0], values[-1]]
    if isinstance(control, ipywidgets.Dropdown):
        return [value for _, value in control.options]
    if isinstance(control, ipywidgets.Checkbox):
        return [False, True]
    return [control.min, control.max]


def other(control):
    """A value that is not the present one."""
    return next(value for value in ends(control) if value != control.value)


def picture(panel):
    return np.asarray(Image.open(io.BytesIO(panel.picture.value)))


@dataclass(frozen=True)
class Seen:
    """What a panel shows after a move, and what showed before."""

    move: tuple
    words: tuple
    bytes: tuple
    tooltip: str
    image: np.ndarray
    fresh: np.ndarray


def look(panel, move, before):
    with matplotlib.rc_context(SETTINGS):
        panel.figure.canvas.draw()  # without the remembered backdrop
    fresh = np.asarray(panel.figure.canvas.buffer_rgba())[..., :3].astype(int)
    now = words(panel), panel.picture.value
    image = picture(panel)
    return Seen(move, *zip(before, now, strict=True), panel.picture.tooltip, image, fresh)


@pytest.fixture(scope="module", params=PANELS)
def shared_panel(request):
    """A panel, and what it shows at first."""
    panel = request.param()
    return panel, (panel.picture.value, words(panel), panel.values)


@pytest.fixture
def panel(shared_panel):
    """The panel as it was at first."""
    shared_panel[0].reset()
    return shared_panel[0]


@pytest.fixture(scope="module")
def tour(shared_panel):
    """Every control moved to its ends, and reset: what was seen on the way."""
    panel, _ = shared_panel
    seen = [look(panel, (), ("", b""))]
    for name, control in panel.controls.items():
        for value in ends(control):
            if control.value != value:
                before = words(panel), panel.picture.value
                control.value = value
                seen.append(look(panel, (name, value), before))
        panel.reset()
    return seen


def test_each_control_is_labelled_and_moves_picture_and_words(panel, tour):
    assert all(control.description for control in panel.controls.values())
    assert {step.move[0] for step in tour[1:]} == set(panel.controls)
    for step in tour:
        assert not step.words[1].startswith("⚠"), step.move
        assert step.bytes[0] != step.bytes[1], step.move
        assert step.words[0] != step.words[1] or step.move[0] == "metric", step.move
        assert step.tooltip


def test_pictures_are_not_blank_and_have_no_text_cut_off(tour):
    for step in tour:
        image = step.image
        for rim in (image[0], image[-1], image[:, 0], image[:, -1]):
            assert (rim == 255).all(), step.move  # nothing reaches it
        assert image.std() > 5


def test_a_picture_upon_a_remembered_backdrop_is_the_picture_drawn_afresh(tour):
    for step in tour:
        # Painted over the axes' lines instead of under them: some pixels at the rim differ.
        differ = np.abs(step.image.astype(int) - step.fresh).max(axis=2) > 40
        assert differ.mean() < 0.001, step.move


@pytest.mark.parametrize("end", [0, -1])
def test_all_controls_at_an_end_together(panel, end):
    panel.set(**{name: ends(control)[end] for name, control in panel.controls.items()})
    assert picture(panel).ndim == 3
    # With 2 + 2 cases there are no first ten; that is said, and nothing breaks.
    assert ("⚠" in words(panel)) == (
        isinstance(panel, ChartReader) and panel.values["metric"] == "top_k" and end == 0
    )


def test_reset_brings_back_the_first_picture_and_words(panel, shared_panel):
    first = shared_panel[1]
    for control in panel.controls.values():
        control.value = other(control)
    if isinstance(panel, Walk):
        panel.shuffle_many()
    assert (panel.picture.value, words(panel), panel.values) != first
    panel.reset_button.click()
    assert (panel.values, words(panel)) == (first[2], first[1])
    assert panel.picture.value == first[0]


def test_moving_several_controls_redraws_once(panel, monkeypatch):
    drawn = []
    paint = panel.paint
    monkeypatch.setattr(panel, "paint", lambda: drawn.append(1) or paint())
    first, second = list(panel.controls)[:2]
    panel.set(**{name: other(panel.controls[name]) for name in (first, second)})
    assert len(drawn) == 1
    panel.reset()
    assert len(drawn) == 2
    panel.controls[second].value = other(panel.controls[second])
    assert len(drawn) == 3


def test_readers_without_a_kernel_get_a_still_picture_and_words(panel):
    before = panel.values, words(panel), panel.picture.value
    data, metadata = panel._repr_mimebundle_()
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert image.height == len(panel.stills) * round(100 * panel.size[1])
    assert data["text/plain"].count("\n") == len(panel.stills) - 1
    alt = metadata["image/png"]["alt"]
    assert alt.count("\n") == len(panel.stills) - 1
    assert alt != data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data
    # Taking the still picture changes nothing, and it is the same every time.
    assert (panel.values, words(panel), panel.picture.value) == before
    assert panel._repr_mimebundle_()[0]["image/png"] == data["image/png"]
    panel.redraw()
    assert panel.picture.value == before[2]


# --- What each of them says ---------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["auc", "accuracy", "f_measure", "top_k"])
@pytest.mark.parametrize(("competitors", "alpha"), [(1, 0.05), (100, 0.01), (1_000_000, 0.001)])
def test_best_of_c_tells_the_exact_line(metric, competitors, alpha):
    panel = BestOfC()
    panel.set(metric=metric, competitors=competitors, alpha=alpha, positives=30, negatives=80)
    line = critical_value(metric, 30, 80, competitors, alpha)
    assert f"must exceed {line:.4g} " in words(panel)
    alone = critical_value(metric, 30, 80, 1, alpha)
    assert (f"One named in advance need only exceed {alone:.4g}." in words(panel)) == (
        competitors > 1
    )
    assert ("Not even a perfect score" in words(panel)) == (
        line == null_distribution(metric, 30, 80).setting.highest
    )


@pytest.mark.parametrize("score", [0.55, 0.60, 0.65])
@pytest.mark.parametrize("competitors", [1, 100, 114])
def test_the_chart_reader_gives_the_exact_verdict(score, competitors):
    panel = ChartReader()
    panel.set(score=score, competitors=competitors)
    significant = p_value("auc", score, 150, 484, competitors) <= 0.01
    assert ("luck alone is not a plausible explanation" in words(panel)) == significant
    assert ("filled" in panel.picture.tooltip) == significant


def test_the_chart_reader_counts_in_whole_numbers_for_tp10():
    panel = ChartReader()
    score = panel.controls["score"]
    panel.controls["metric"].value = "top_k"
    assert (score.max, score.step, score.value) == (10, 1, 6)
    score.value = 9
    assert "TP10 score of 9" in words(panel)
    panel.controls["positives"].value = 4
    assert (score.max, score.value) == (4, 4)
    assert "TP10 score of 4" in words(panel)
    panel.controls["metric"].value = "accuracy"
    assert (score.max, score.step, score.value) == (1, 0.005, 0.6)


def test_a_readers_own_number_of_competitors_finds_its_place():
    panel = ChartReader(competitors=12)
    values = [value for _, value in panel.controls["competitors"].options]
    assert values == sorted(values)
    assert panel.values["competitors"] == 12


@pytest.mark.parametrize(
    ("make", "settings", "name"),
    [
        (Walk, {"positives": 100}, "positives"),
        (BestOfC, {"positives": 5}, "positives"),
        (BestOfC, {"alpha": 0.5}, "level alpha"),
        (ChartReader, {"negatives": 2000}, "negatives"),
        (ChartReader, {"score": 60}, "your best score"),
        (ChartReader, {"competitors": 10**9}, "competitors C"),
        (McNemarTable, {"only_a_wrong": -1}, "only A wrong"),
    ],
)
def test_what_a_panel_cannot_show_it_refuses(make, settings, name):
    with pytest.raises(ValueError, match=f"{name} must be"):
        make(**settings)


def test_a_panel_that_paints_nothing_is_refused_at_once():
    with pytest.raises(TypeError, match=r"Idle must say what to paint"):
        type("Idle", (Panel,), {})
    assert type("Busy", (BestOfC,), {}).paint is BestOfC.paint  # inherited is as good as written


def test_a_panel_can_begin_with_counts_and_with_a_level_of_ones_own():
    assert "TP10 score of 6" in words(ChartReader(metric="top_k", score=6))
    panel = ChartReader(alpha=0.03)
    labels = [label for label, _ in panel.controls["alpha"].options]
    assert labels == ["10 %", "5 %", "3 %", "2 %", "1 %", "0.5 %", "0.1 %"]


def test_a_shuffle_does_not_give_the_result_away(monkeypatch):
    panel = Walk()
    said = []
    panel.words.observe(lambda change: said.append(change["new"]), "value")
    panel.shuffle_button.click()
    assert "After 0 cases" in said[0]


def test_distributions_are_computed_once_for_all_numbers_of_competitors():
    from course_lib.plots import contest

    panel = BestOfC(positives=33, negatives=44)
    before = contest._luck_bins.cache_info()
    for competitors in (1, 20, 1000):
        panel.controls["competitors"].value = competitors
    after = contest._luck_bins.cache_info()
    assert after.misses == before.misses
    assert after.hits >= before.hits + 3


def test_walks_step_by_step_give_the_scores_of_their_thresholds():
    panel = Walk(positives=4, negatives=6)
    ranking = panel.state.ranking
    for walked in range(10):
        panel.controls["walked"].value = walked
        tp = int(ranking[:walked].sum())
        right = tp + 6 - (walked - tp)
        assert f"accuracy {right / 10:.3f}" in words(panel)
        assert f"F {2 * tp / (4 + walked):.3f}" in words(panel)
    panel.controls["walked"].value = 10
    assert "best accuracy" in words(panel)


def test_a_walk_collects_scores_that_follow_the_exact_distribution():
    panel = Walk(positives=5, negatives=7)
    for _ in range(8):
        panel.many_button.click()
    for metric, scores in panel.state.scores.items():
        assert len(scores) == 1 + 8 * 500
        exact = null_distribution(metric, 5, 7)
        # Largest distance between the two distribution functions (Kolmogorov): 0.1 % level.
        values = exact.support
        empirical = np.searchsorted(np.sort(scores), values + 1e-9) / len(scores)
        assert np.abs(empirical - exact.cdf(values)).max() < 1.95 / np.sqrt(len(scores))


def test_a_shuffle_walks_by_itself_and_other_sizes_begin_anew():
    panel = Walk()
    panel.shuffle_button.click()
    assert panel.play.playing
    assert panel.play.value == 0
    assert panel.values["walked"] == 0
    for frame in range(1, panel.play.max + 1):  # what the browser does
        panel.play.value = frame
    assert panel.values["walked"] == 30
    assert "Collected so far: 2 rankings" in words(panel)
    panel.controls["positives"].value = 20
    assert "Collected so far: 1 ranking," in words(panel)
    assert panel.controls["walked"].max == 40


def test_two_walks_with_one_seed_are_the_same_and_with_another_are_not():
    first, second, third = Walk(seed=1), Walk(seed=1), Walk(seed=2)
    for panel in (first, second, third):
        panel.shuffle()
        panel.shuffle_many()
    assert first.state.scores == second.state.scores != third.state.scores


# --- Checkpoints --------------------------------------------------------------------------------

CHOICES = [name for name, q in QUESTIONS.items() if isinstance(q, ChoiceQuestion)]


@pytest.mark.parametrize("name", CHOICES)
def test_every_option_of_a_checkpoint_has_its_own_reason(name, monkeypatch):
    monkeypatch.setattr(board, "_memory", {})
    checkpoint = Checkpoint(name)
    assert "Not attempted" in checkpoint.answer.value
    seen = set()
    for letter in checkpoint.question.options:
        checkpoint.choice.value = letter
        right = letter == checkpoint.question.right
        assert ("✔ Correct" if right else "✘ Not yet, because") in checkpoint.answer.value
        seen.add(checkpoint.answer.value)
    assert len(seen) == len(checkpoint.question.options)
    assert board.outcomes()[name] is Outcome.CORRECT


def test_a_checkpoint_without_a_kernel_folds_its_answer_away():
    data = Checkpoint("luck-level")._repr_mimebundle_()
    assert data["text/plain"].splitlines()[1] == "b  about 1 in 10,000"
    shown, folded = data["text/html"].split("<details>")
    assert "63 of 100" in folded
    assert "63 of 100" not in shown


def test_checkpoints_have_hints_and_show_emphasis():
    checkpoint = Checkpoint("start-p-value")
    checkpoint.choice.value = "a"
    assert "<em>assuming</em>" in checkpoint.answer.value
    hints = checkpoint.question.hints
    for number, hint in [*enumerate(hints, 1), (1, hints[0])]:
        checkpoint.hint_button.click()
        assert f"Hint {number} of {len(hints)}" in checkpoint.answer.value
        assert hint.split("`")[0] in checkpoint.answer.value


def test_only_questions_with_options_can_be_checkpoints():
    with pytest.raises(ValueError, match="a question with options"):
        Checkpoint("luck-auc")
    with pytest.raises(ValueError, match="name must be one of"):
        Checkpoint("nonsense")


# --- Many algorithms ------------------------------------------------------------------------------


def test_the_pool_picker_flips_while_the_two_stay_the_same():
    panel = PoolPicker()
    assert "must be 0.66: significantly different" in words(panel)
    panel.set(C3=False, C5=True)
    assert "not significant" in words(panel)
    for name in panel.others:
        panel.controls[name].value = False
        assert "p = 0.00012, whoever else is there" in words(panel)
    assert "nobody else" in words(panel)


def test_the_pool_picker_takes_scores_of_ones_own():
    rng = np.random.default_rng(1)
    panel = PoolPicker(rng.random((12, 4)), "A", "D", pool=["B"])
    assert list(panel.controls)[:2] == ["B", "C"]
    with pytest.raises(ValueError, match="second must be one of 'A', 'B', 'C', 'D'"):
        PoolPicker(rng.random((12, 4)), "A", "Z")


def test_the_variant_factory_finds_how_many_it_takes():
    panel = VariantFactory()
    panel.controls["variants"].value = 2
    assert "not significantly better than B, which it beats on 10 of 20 data sets" in words(panel)
    assert words(panel).endswith("Not yet.")
    panel.controls["variants"].value = 3
    assert words(panel).endswith("Variants needed: 3.")
    panel.set(wins=9, variants=5)
    assert "Variants needed: 5." in words(panel)
    panel.set(wins=7, variants=30)
    assert words(panel).endswith("Not even 30 variants do.")
    panel.set(wins=9, data_sets=8)
    assert panel.values["wins"] == 8  # nobody wins on more data sets than there are


def test_the_power_panel_says_what_the_paper_says():
    panel = Power()
    assert "with chance 0.942" in words(panel)
    assert words(panel).endswith("finds it with chance 0.046.")


def test_corrections_count_what_is_significant():
    panel = Corrections()
    assert "holm 3, hochberg 3" in words(panel)
    panel.set(test="sign", alpha=0.1)
    assert "holm 2" in words(panel)
    assert "shaffer 3" in words(panel)

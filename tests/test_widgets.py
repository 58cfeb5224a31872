"""Every widget on its Python side: settings, still pictures, and what a page needs of it."""

import base64
import io
import json
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from course_lib import reset_progress
from course_lib.classroom import board
from course_lib.classroom.bank import QUESTIONS
from course_lib.classroom.questions import ChoiceQuestion
from course_lib.classroom.replies import Outcome
from course_lib.widgets import LIVE_WIDGETS, Checkpoint
from course_lib.widgets.bundle import FRONT, as_module, as_script
from course_lib.widgets.controls import Choice, Number, Ticks, confidence, level, wide
from course_lib.widgets.panel import LIVE, Panel
from course_lib.widgets.static import live_html, live_place, panels_script

PANELS = {name: w for name, w in LIVE_WIDGETS.items() if issubclass(w, Panel)}


@pytest.fixture(scope="module", params=PANELS)
def panel(request):
    return PANELS[request.param]()


def ends(control):
    """The values at both ends of a control, and all of a list that has no ends."""
    if isinstance(control, Number):
        return [control.low, control.high]
    if isinstance(control, Ticks):
        return [[], list(control.options)]
    return [value for _, value in control.options]


def test_values_can_be_read_set_and_brought_back(panel):
    first = panel.values
    for name, control in panel.controls.items():
        assert control.label.strip()
        for value in ends(control):
            panel.set(**{name: value})
            assert getattr(panel, name) == panel.values[name]
            words, alt = panel.tell(panel.values)
            assert words.strip()
            assert alt.strip()
        panel.reset()
        assert panel.values == first
    with pytest.raises(ValueError, match="set takes the panel's controls"):
        panel.set(nonsense=1)


def test_what_a_control_does_not_allow_is_refused(panel):
    for name, control in panel.controls.items():
        wrong = control.high + 1 if isinstance(control, Number) else "no such thing"
        with pytest.raises(ValueError, match=r"must|only"):
            setattr(panel, name, [wrong] if isinstance(control, Ticks) else wrong)
    panel.reset()


def test_readers_without_a_kernel_get_a_still_picture_and_words(panel):
    before = panel.values
    data, metadata = panel._repr_mimebundle_()
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert image.height == len(panel.stills) * round(100 * panel.size[1])
    pixels = np.asarray(image.convert("RGB"))
    for rim in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
        assert (rim == 255).all()  # no text is cut off
    assert pixels.std() > 5
    assert data["text/plain"].count("\n") == len(panel.stills) - 1
    alt = metadata["image/png"]["alt"]
    assert alt.count("\n") == len(panel.stills) - 1
    assert alt != data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data
    # Taking the still picture changes nothing, and it is the same every time.
    assert panel.values == before
    assert panel._repr_mimebundle_()[0]["image/png"] == data["image/png"]


def test_a_stored_output_tells_how_to_bring_the_panel_to_life(panel):
    live = panel._repr_mimebundle_()[1][LIVE]
    assert live == {"panel": type(panel).__name__, "settings": panel.settings()}
    assert panel.values.items() <= live["settings"].items()
    assert json.loads(json.dumps(live)) == live
    place = live_html(live["panel"], live["settings"], "<p>still</p>")
    state = json.loads(place.split('"application/json">')[1].split("</script>")[0])
    assert state["spec"]["first"] == panel.values
    assert {name: state[name] for name in panel.controls} == panel.values
    assert place.startswith(f'<div class="course-live" data-live="{panel.front}">')
    assert "<noscript><p>still</p></noscript>" in place


def test_a_panel_on_a_page_may_begin_elsewhere():
    settings = {"competitors": 114, "alpha": 0.05}
    state = live_html("BestOfC", settings)
    assert '"first":{"competitors":114,"alpha":0.05,' in state


def test_a_panel_that_draws_and_tells_nothing_cannot_be_made():
    class Idle(Panel):
        front = "best_of_c"

    with pytest.raises(TypeError, match="abstract"):
        Idle()


# --- Controls -------------------------------------------------------------------------------------


def test_wide_ranges_stop_at_round_numbers():
    stops = wide(1, 1_000_000)
    assert stops[:10] == (1, 2, 3, 4, 5, 6, 7, 8, 10, 12)
    assert (stops[0], stops[-1]) == (1, 1_000_000)
    assert all(a < b for a, b in pairwise(stops))
    assert wide(5, 60)[0] == 5


def test_levels_and_confidences_ascend_and_anything_between_is_allowed():
    for control in (level(0.05), confidence(0.95)):
        assert list(control.stops) == sorted(control.stops)
        assert control.check(0.6 if control.low == 0.5 else 0.03) in (0.6, 0.03)
        with pytest.raises(ValueError, match="must be"):
            control.check(1)


@pytest.mark.parametrize("value", [0, 11, 2.5, "3", None, True, float("nan")])
def test_whole_numbers_are_whole_and_within_the_range(value):
    with pytest.raises(ValueError, match="size must be"):
        Number("size", 5, 1, 10).check(value)


def test_boxes_keep_their_order_and_a_choice_is_one_of_them():
    boxes = Ticks("pool", [], ["a", "b", "c"])
    assert boxes.check(("c", "a")) == ["a", "c"]
    assert boxes.check("b") == ["b"]
    with pytest.raises(ValueError, match="pool must be"):
        boxes.check(["d"])
    with pytest.raises(ValueError, match="test must be"):
        Choice("test", "t", [("t test", "t")]).check("z")


# --- The front end as text ------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(FRONT.rglob("*.js")), ids=lambda path: path.name)
def test_modules_say_only_what_the_bundle_understands(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        assert not line.lstrip().startswith(("import *", "import(", "export {", "export *")), number
        assert "require(" not in line
        assert "http://" not in line.replace("http://www.w3.org", "")
        assert "https://" not in line
        assert len(line) <= 120, number


def test_the_text_of_a_panel_holds_each_module_once_and_those_it_needs_first():
    text = as_module("panels/best_of_c.js")
    assert text.count('M["words.js"] = ') == 1
    assert text.index('M["words.js"] = ') < text.index('M["chart.js"] = ')
    assert text.rstrip().endswith('export default M["panels/best_of_c.js"].default;')
    assert "import " not in text
    # Every saved notebook carries it, once for each panel.
    assert max(len(as_module(f"panels/{w.front}.js")) for w in LIVE_WIDGETS.values()) < 150_000


def test_a_script_does_what_it_is_told_in_the_end():
    script = as_script("words.js", then="window.front = M;")
    assert script.startswith("(() => {")
    assert script.rstrip().endswith("window.front = M;\n})();")


def test_nothing_in_a_table_or_a_state_is_a_tag_to_a_page():
    assert "</script" not in panels_script()
    place = live_place("x", {"name": "<!--<script>"})
    assert place.count("<script") == 1
    assert json.loads(place.split('json">')[1].split("</script>")[0]) == {"name": "<!--<script>"}


# --- Checkpoints ----------------------------------------------------------------------------------

CHOICES = [name for name, q in QUESTIONS.items() if isinstance(q, ChoiceQuestion)]


@pytest.fixture
def _empty_board(monkeypatch):
    monkeypatch.setattr(board, "_memory", {})
    monkeypatch.setenv("COURSE_PROGRESS", "memory")


def choose(checkpoint, *letters):
    """As the browser does: all that were chosen, the new ones at the end."""
    checkpoint.tried = [*checkpoint.tried, *letters]


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.usefixtures("_empty_board")
def test_every_option_of_a_checkpoint_has_its_own_reason(name):
    checkpoint = Checkpoint(name)
    assert "Not attempted" in checkpoint.asked["invitation"]
    replies = checkpoint.replies
    assert list(replies) == list(checkpoint.question.options)
    assert len(set(replies.values())) == len(replies)
    for letter, reply in replies.items():
        right = letter == checkpoint.question.right
        assert ("✔ Correct. " if right else "✘ Not yet, because") in reply
        assert "later" not in reply


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("at_once", [True, False], ids=["the kernel was busy", "one by one"])
@pytest.mark.usefixtures("_empty_board")
def test_clicking_through_a_checkpoint_is_no_tick(name, at_once):
    checkpoint = Checkpoint(name)
    right = checkpoint.question.right
    wrong = [letter for letter in checkpoint.question.options if letter != right]
    for letters in [[wrong[0], right, *wrong[1:]]] if at_once else [[*wrong], [right], [wrong[0]]]:
        choose(checkpoint, *letters)
    assert board.outcomes() == {name: Outcome.LATER}


@pytest.mark.usefixtures("_empty_board")
def test_a_checkpoint_that_is_right_at_first_has_a_tick():
    checkpoint = Checkpoint("luck-level")
    plain = checkpoint.replies
    for letter in "bac":
        choose(checkpoint, letter)
        assert board.outcomes() == {"luck-level": Outcome.CORRECT}
    assert checkpoint.replies == plain


@pytest.mark.usefixtures("_empty_board")
def test_a_checkpoint_says_that_the_first_answer_counts():
    checkpoint = Checkpoint("luck-level")
    plain = checkpoint.replies
    choose(checkpoint, "a")
    assert board.outcomes() == {"luck-level": Outcome.NOT_YET}
    # Shown anew, in this notebook or in another, it remembers.
    for shown in (checkpoint, Checkpoint("luck-level")):
        assert shown.replies == {**plain, "b": shown.replies["b"]}
        assert "◐ Correct on a later try. " in shown.replies["b"]
        assert "0.0001005" in shown.replies["b"]  # the reason
        assert "The progress board counts first answers" in shown.replies["b"]
    again = Checkpoint("luck-level")
    choose(again, "b")
    assert board.outcomes() == {"luck-level": Outcome.LATER}
    assert Checkpoint("luck-level").replies == again.replies == checkpoint.replies


@pytest.mark.usefixtures("_empty_board")
def test_a_checkpoint_whose_question_begins_anew_takes_a_first_answer(capsys):
    checkpoint = Checkpoint("luck-level")
    plain = checkpoint.replies
    choose(checkpoint, "a")
    reset_progress("luck-level")
    choose(checkpoint, "b")
    assert board.outcomes() == {"luck-level": Outcome.CORRECT}
    assert checkpoint.replies == plain


@pytest.mark.usefixtures("_empty_board")
def test_a_page_without_a_kernel_speaks_of_no_board():
    board.record("luck-level", Outcome.NOT_YET)
    page = live_html("Checkpoint", {"name": "luck-level"})
    assert "Correct. " in page
    assert "board" not in page


def test_a_checkpoint_without_a_kernel_folds_its_answer_away():
    data, metadata = Checkpoint("luck-level")._repr_mimebundle_()
    assert data["text/plain"].splitlines()[1] == "b  about 1 in 10,000"
    shown, folded = data["text/html"].split("<details>")
    assert "63 of 100" in folded
    assert "63 of 100" not in shown
    assert metadata[LIVE] == {"panel": "Checkpoint", "settings": {"name": "luck-level"}}
    assert '"tried":[]' in live_html("Checkpoint", {"name": "luck-level"})


def test_checkpoints_have_hints_and_show_emphasis():
    checkpoint = Checkpoint("start-p-value")
    asked = checkpoint.asked
    assert "<em>assuming</em>" in checkpoint.replies["a"]
    hints = QUESTIONS["start-p-value"].hints
    assert len(asked["hints"]) == len(hints)
    assert f"Hint 1 of {len(hints)}: " in asked["hints"][0]


def test_only_questions_with_options_can_be_checkpoints():
    with pytest.raises(ValueError, match="a question with options"):
        Checkpoint("luck-auc")
    with pytest.raises(ValueError, match="name must be one of"):
        Checkpoint("nonsense")

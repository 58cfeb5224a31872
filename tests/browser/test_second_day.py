"""The second day: a lesson that was run and saved is alive when it is opened again.

Between two days the server is stopped. On the second and the third nothing is run.
"""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from .lab import ROOT, WIDGET, Lesson, running_lab
from .panel import wait_until

STATE = "application/vnd.jupyter.widget-state+json"
#: Of this one only the first half is run.
HALF = "03_critical_values.ipynb"
LESSONS = [
    path.name
    for pattern in ("02_*.ipynb", "05_*.ipynb", "*_reproduce_the_papers.ipynb")
    for path in (ROOT / "notebooks").glob(pattern)
]
DEAD = (
    "model not found",
    "Error displaying widget",
    "Loading widget",
    "Click to show javascript error",
)
PANEL, CHECKPOINT = ".course-panel[data-panel]", ".course-checkpoint"
CONTROLS = ("input[type=range]", "select", "input[type=checkbox]")

# What a panel shows and says; nothing while it is still at work.
SEE = """panel => {
    const picture = panel.querySelector(".course-picture");
    if (!picture.querySelector("svg") || panel.matches(".course-busy")) return null;
    const words = panel.querySelector(".course-words").innerText;
    return [picture.innerHTML, words + picture.getAttribute("aria-label")];
}"""


# --- What a reader does on a later day ------------------------------------------------------------


def see(panel):
    return panel.evaluate(SEE)


def move(control):
    """Move a control by keyboard, or choose from a list."""
    kind = control.evaluate("e => e.type")
    if kind == "range":
        at_the_end = control.evaluate("e => +e.value >= +e.max")
        control.press("ArrowLeft" if at_the_end else "ArrowRight")
    elif kind == "checkbox":
        control.press("Space")
    else:
        chosen = control.evaluate("e => e.selectedIndex")
        control.select_option(index=0 if chosen else 1)


def can_be_moved(control):
    choices = (
        "e => !e.disabled && (e.options ? e.options.length > 1 : e.min === '' || e.min !== e.max)"
    )
    return control.is_visible() and control.evaluate(choices)


def play(lesson, panel):
    """Move each control: picture and words follow. Then go back to the beginning."""
    name = panel.get_attribute("data-panel")
    panel.scroll_into_view_if_needed()
    assert wait_until(lesson.page, lambda: see(panel)), f"{name} shows no picture"
    controls = [c for c in panel.query_selector_all(", ".join(CONTROLS)) if can_be_moved(c)]
    assert controls, f"{name} has nothing to play with"
    panel.query_selector("button.course-reset").press("Enter")
    lesson.page.wait_for_timeout(200)  # where it stood already, nothing tells when it is there
    assert wait_until(lesson.page, lambda: see(panel))
    first = see(panel)
    for control in controls:
        what = control.evaluate("e => e.name || e.value")
        move(control)
        followed = lambda: (now := see(panel)) and all(a != b for a, b in zip(now, first))  # noqa: B905, E731
        assert wait_until(lesson.page, followed), f"{name} does not follow {what}"
        panel.query_selector("button.course-reset").press("Enter")
        back = wait_until(lesson.page, lambda: see(panel) == first)
        assert back, f"{name}: reset does not undo {what}"


def answer(lesson, checkpoint):
    """Choose each option: each has its own reply, and one of them is correct."""
    reply = checkpoint.query_selector(".course-answer")
    seen = [reply.inner_text()]
    for option in checkpoint.query_selector_all("input[type=radio]"):
        option.focus()
        lesson.page.keyboard.press("Space")
        assert wait_until(lesson.page, lambda: reply.inner_text() not in seen), "no answer"
        seen.append(reply.inner_text())
    assert len(seen) > 2
    assert sum("Correct" in text for text in seen) == 1


def parts(lesson):
    """The names of the panels, and how many checkpoints there are."""
    panels = lesson.page.query_selector_all(PANEL)
    names = [panel.get_attribute("data-panel") for panel in panels]
    return names, len(lesson.page.query_selector_all(CHECKPOINT))


def open_again(browser, address, name):
    """Open a notebook, run nothing, and wait until all that is stored is there."""
    lesson = Lesson(browser, address, name)
    lesson.open()
    lesson.wait_for_widgets()
    return lesson


def dead(lesson):
    shown = lesson.page.locator(".jp-Notebook").inner_text()
    return [words for words in DEAD if words in shown]


def stored(home, name):
    """What a saved notebook shows, and what it knows of it: ids of models, and names of kinds."""
    notebook = json.loads((home / "notebooks" / name).read_text())
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    shown = {o["data"][WIDGET]["model_id"] for o in outputs if WIDGET in o.get("data", {})}
    known = notebook["metadata"]["widgets"][STATE]["state"]
    return shown, set(known), {model["model_name"] for model in known.values()}


# --- The lessons ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def second_day(browser, tmp_path_factory):
    """The address of the lab on the second day, its home, and what was to see on the first."""
    home, seen = tmp_path_factory.mktemp("second_day"), {}
    # As for a reader: with bars.
    with running_lab(ROOT / "notebooks", home, COURSE_BARS="") as address:
        for name in LESSONS:
            lesson = Lesson(browser, address, name)
            lesson.open()
            lesson.restart_and_run_all()
            seen[name] = parts(lesson)
            lesson.save()
            lesson.close()
        run_the_first_half(browser, address)
    with running_lab(ROOT / "notebooks", home, COURSE_BARS="") as address:
        yield address, home, seen


def run_the_first_half(browser, address):
    """Run a lesson as far as its panel, and save it."""
    lesson = Lesson(browser, address, HALF)
    lesson.open()
    lesson.page.evaluate("""async () => {
        const app = window.jupyterapp, notebook = app.shell.currentWidget.content;
        await app.shell.currentWidget.sessionContext.ready;
        const panel = cell => cell.model.sharedModel.getSource().includes("ChartReader()");
        notebook.activeCellIndex = notebook.widgets.findIndex(panel) + 1;
        await app.commands.execute("notebook:run-all-above");
    }""")
    assert lesson.page.wait_for_selector(PANEL, timeout=120_000)
    lesson.save()
    lesson.close()


@pytest.fixture(scope="module", params=LESSONS)
def lesson(request, browser, second_day):
    lesson = open_again(browser, second_day[0], request.param)
    yield lesson
    lesson.close()


def test_there_is_something_to_bring_back(second_day):
    _, _, seen = second_day
    assert len(seen) == 3
    for name in LESSONS[:2]:  # the last has neither
        panels, checkpoints = seen[name]
        assert panels, name
        assert checkpoints, name


def test_the_lesson_is_as_it_was_left(lesson, second_day):
    _, home, seen = second_day
    assert not dead(lesson)
    assert parts(lesson) == seen[lesson.name]
    shown, known, kinds = stored(home, lesson.name)
    assert len(shown) == sum((len(seen[lesson.name][0]), seen[lesson.name][1]))
    assert shown <= known
    assert kinds <= {"AnyModel", "LayoutModel"}  # and no bars


def test_what_was_run_of_a_lesson_half_done_is_alive(browser, second_day):
    lesson = Lesson(browser, second_day[0], HALF)
    lesson.open()
    play(lesson, lesson.page.wait_for_selector(PANEL))
    assert not dead(lesson)
    lesson.close()


def test_every_panel_moves(lesson):
    for panel in lesson.page.query_selector_all(PANEL):
        play(lesson, panel)
    assert not lesson.page_errors


def test_every_checkpoint_answers(lesson):
    for checkpoint in lesson.page.query_selector_all(CHECKPOINT):
        answer(lesson, checkpoint)
    assert not lesson.page_errors


# --- A notebook of our own: what keeps panels alive, and what these tests notice ------------------

SCRATCH = '''
import anywidget, traitlets
from course_lib.common.bars import progress_bar

class Panel(anywidget.AnyWidget):
    """A panel whose picture or words can be made to stand still."""

    name = traitlets.Unicode().tag(sync=True)
    size = traitlets.Int(5).tag(sync=True)
    draws = traitlets.Bool(True).tag(sync=True)
    says = traitlets.Bool(True).tag(sync=True)
    _esm = """
    export default { render({ model, el }) {
      el.innerHTML = `<div class="course-live-part course-panel" data-panel="${model.get("name")}">
        <input type="range" name="size" min="0" max="9">
        <button class="course-reset">Reset</button>
        <div class="course-picture" aria-label="a picture"></div>
        <p class="course-words"></p></div>`;
      const part = name => el.querySelector(name), slider = part("input");
      const show = () => {
        const size = model.get("size");
        slider.value = size;
        part(".course-picture").innerHTML =
          `<svg width="50" height="50"><circle r="${model.get("draws") ? size : 1}"/></svg>`;
        part(".course-words").textContent = `The size is ${model.get("says") ? size : "?"}.`;
      };
      const set = size => { model.set("size", size); model.save_changes(); show(); };
      slider.addEventListener("input", () => set(+slider.value));
      part("button").addEventListener("click", () => set(5));
      el.addEventListener("keydown", event => event.stopPropagation());
      model.on("change:size", show);
      show();
      return () => model.off("change:size", show);
    } };
    """

    def _repr_mimebundle_(self, **_):
        data, metadata = super()._repr_mimebundle_()
        return {**data, "text/html": f"<b>the still picture of {self.name}</b>"}, metadata

class Checkpoint(anywidget.AnyWidget):
    _esm = """
    export default { render({ el }) {
      el.innerHTML = `<div class="course-live-part course-checkpoint">
        <input type="radio" name="c" value="Correct."><input type="radio" name="c" value="No.">
        <p class="course-answer">Not attempted.</p></div>`;
      el.addEventListener("change", event => {
        el.querySelector(".course-answer").textContent = event.target.value;
      });
    } };
    """
'''
CELLS = [
    SCRATCH,
    "good = Panel(name='good', size=3)\ngood",
    "Panel(name='still', draws=False)",
    "Panel(name='silent', says=False)",
    "Checkpoint()",
    "print('before')\n"
    "with progress_bar(3, 'work', show=True) as bar:\n"
    "    bar.update(3)\n"
    "print('after')",
]


@pytest.fixture(scope="module")
def home(browser, tmp_path_factory):
    """Where the notebook was run and saved on the first day, and opened and saved on the second."""
    home = tmp_path_factory.mktemp("scratch")
    (home / "notebooks").mkdir()
    notebook = new_notebook(cells=[new_code_cell(source) for source in CELLS])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, home / "notebooks" / "scratch.ipynb")
    with running_lab(None, home) as address:
        lesson = Lesson(browser, address, "scratch.ipynb")
        lesson.open()
        lesson.restart_and_run_all()
        lesson.save()
        lesson.close()
    with running_lab(None, home) as address:
        lesson = open_again(browser, address, "scratch.ipynb")
        lesson.save()
        lesson.close()
    return home


@pytest.fixture(scope="module")
def third_day(browser, home):
    with running_lab(None, home) as address:
        lesson = open_again(browser, address, "scratch.ipynb")
        yield lesson
        lesson.close()


def scratch_panel(lesson, name):
    return lesson.page.query_selector(f'{PANEL}[data-panel="{name}"]')


def test_all_is_alive_on_the_third_day(third_day):
    assert not dead(third_day)
    assert parts(third_day) == (["good", "still", "silent"], 1)
    good = scratch_panel(third_day, "good")
    assert "The size is 3." in see(good)[1]
    play(third_day, good)
    answer(third_day, third_day.page.query_selector(CHECKPOINT))
    assert not third_day.page_errors


def test_what_was_saved_without_a_run_is_complete(home):
    # JupyterLab itself forgets all panels then, for its new kernel knows none of them.
    shown, known, _ = stored(home, "scratch.ipynb")
    assert len(shown) == 4
    assert shown <= known


@pytest.mark.parametrize("name", ["still", "silent"])
def test_a_panel_that_does_not_follow_is_noticed(third_day, name, monkeypatch):
    monkeypatch.setattr("tests.browser.panel.WAIT", 2_000)  # nothing will come
    with pytest.raises(AssertionError, match=f"{name} does not follow size"):
        play(third_day, scratch_panel(third_day, name))


def test_a_bar_leaves_no_gap(third_day):
    (after,) = [
        child
        for child in third_day.page.query_selector_all(".jp-OutputArea-child")
        if "after" in child.inner_text()
    ]
    gap = """after => {
        const before = after.previousElementSibling.previousElementSibling;
        if (!before.innerText.includes("before")) throw new Error(before.innerText);
        return after.getBoundingClientRect().top - before.getBoundingClientRect().bottom;
    }"""
    assert after.evaluate(gap) == 0

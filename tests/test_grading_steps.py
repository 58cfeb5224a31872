"""The steps that a submission goes through when it is graded, one by one."""

import nbformat
import pytest
from nbconvert.filters.markdown_mistune import markdown2html_mistune
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from course_lib.classroom import class_file, execution, own
from course_lib.classroom.bank import QUESTIONS
from course_lib.classroom.cleaning import CleanPages, clean_html, clean_sentences
from course_lib.classroom.desk import VERDICT
from course_lib.classroom.execution import BriefSession, ExecuteWithinLimits
from course_lib.classroom.grading import ForgetMetadata
from course_lib.classroom.naming import (
    NOTES,
    REMARK,
    CompareNumbers,
    ForgetTheStudent,
    NameTheClass,
    NameTheStudent,
    name_in,
)
from course_lib.classroom.replies import correct
from course_lib.classroom.verdicts import NOT_COUNTED, JudgeChecks, asked_in
from tools.classroom import starter

MARK = {"grade": True, "solution": False, "grade_id": "x-check", "points": 1, "schema_version": 3}
SOURCE = 'from course_lib import check\ncheck("x", answer)\nassert True'


def verdict(question="x", outcome="CORRECT", answer=None):
    told = {"question": question, "outcome": outcome, "answer": answer}
    return new_output("display_data", {"text/plain": "said", VERDICT: told})


def error(name="NotCorrect", words="no"):
    return new_output("error", ename=name, evalue=words, traceback=[words])


def result(value="1"):
    return new_output("execute_result", {"text/plain": value}, execution_count=1)


def judged(*outputs, source=SOURCE, count=1, mark=MARK):
    """What is left in a test cell that showed these outputs."""
    cell = new_code_cell(source, outputs=list(outputs), execution_count=count)
    cell.metadata["nbgrader"] = dict(mark)
    JudgeChecks().preprocess_cell(cell, {}, 0)
    return cell.outputs


def reason(*outputs, **more):
    """Why it does not count; None if it does."""
    return next((o.evalue for o in judged(*outputs, **more) if o.output_type == "error"), None)


def test_a_check_counts_with_exactly_its_own_verdict():
    assert reason(verdict()) is None
    printed = new_output("stream", name="stdout", text="working")
    assert reason(printed, verdict()) is None


@pytest.mark.parametrize(
    ("outputs", "words"),
    [
        ((), "ended without a verdict"),
        ((verdict(), verdict()), "other verdicts than its own"),
        ((verdict("y"),), "other verdicts than its own"),
        ((verdict(outcome="NOT_YET"),), "did not find the answer correct"),
        ((verdict(outcome="NOT_ATTEMPTED"),), "did not find the answer correct"),
        ((verdict(), result()), "a result of its own"),
        ((result(), verdict()), "a result of its own"),
        ((new_output("execute_result", {VERDICT: {}}, execution_count=1),), "a result of its own"),
        ((new_output("display_data", {VERDICT: "CORRECT"}),), "other verdicts than its own"),
    ],
)
def test_otherwise_it_does_not_and_the_reason_is_said(outputs, words):
    assert words in reason(*outputs)
    assert not any(o.output_type == "execute_result" for o in judged(*outputs))


def test_a_check_that_did_not_run_does_not_count():
    assert reason(count=None) == "This check was not run."


def test_an_error_stays_the_error_it_was_and_no_result_hides_it():
    left = judged(result(), verdict(outcome="NOT_YET"), error(words="because"))
    assert [o.output_type for o in left] == ["display_data", "error"]
    assert left[-1].evalue == "because"


def test_a_teachers_own_test_is_judged_as_nbgrader_does_it():
    assert reason(source="assert answer == 2") is None
    assert "a result of its own" in reason(result(), source="assert answer == 2")
    assert "not run" in reason(source="assert answer == 2", count=None)
    # The last line gives the points: only what it showed last can be that.
    left = judged(result("5"), result("0.5"), source="score = 1\nscore / 2")
    assert [o.data["text/plain"] for o in left if o.output_type == "execute_result"] == ["0.5"]


def test_answers_and_sentences_are_not_judged():
    assert judged(result(), mark=MARK | {"grade": False}) == [result()]
    assert judged(result(), mark=MARK | {"solution": True}) == [result()]


def test_the_questions_of_a_test_are_those_it_checks():
    source = 'assert question("a").check(b).correct\ncheck("first-winner", b)\nrecheck("c", b)'
    assert asked_in(source) == ["first-winner"]


def test_of_metadata_nothing_is_left_but_what_nbgrader_needs():
    cell = new_code_cell("1")
    cell.metadata.update(tags=["skip-execution"], nbgrader=MARK | {"more": "x"}, editable=False)
    notebook = new_notebook(cells=[cell], metadata={"title": "x", "widgets": {}})
    ForgetMetadata().preprocess(notebook, {})
    assert cell.metadata == {"nbgrader": MARK}
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec["name"] == "python3"


# --- Pages ----------------------------------------------------------------------------------------


def test_our_own_verdicts_stay_as_they_are():
    html = correct("`a` and *b*, 1 < 2 & so on").html()
    assert clean_html(html).replace("margin: 0.3em 0;", "margin: 0.3em 0") == html


@pytest.mark.parametrize(
    "text",
    [
        "a < b and b > c, 2<3",
        "> quoted\n\n- *one*\n- **two** `x < y`",
        "[a link](https://x.example/a?b=c) and [another](../notebooks/00.ipynb#cell-id=x)",
        "$a < b$, $\\frac{1}{2}$ & more",
        "![my plot](attachment:plot.png) and ![](plots/roc.PNG): see!",
    ],
)
def test_honest_sentences_stay_as_they_are(text):
    assert clean_sentences(text, ["plot.png"]) == text


@pytest.mark.parametrize(
    "picture",
    [
        "![x](https://x.example/t.png)",
        "![x](//x.example/t.png)",
        "![x]( /t.png)",
        "![x](<https://x.example/t.png>)",
        "![a [b] c](https://x.example/t.png)",
        "![x][there]\n\n[there]: https://x.example/t.png",
        "![x]\n\n[x]: https://x.example/t.png",
        "![x](../logout)",
        "\\\\![x](https://x.example/t.png)",
    ],
)
def test_pictures_from_elsewhere_become_links(picture):
    assert "<img" in markdown2html_mistune(picture)
    assert "<img" not in markdown2html_mistune(clean_sentences(picture))


@pytest.mark.parametrize("name", ["href", "style", "class", "cssId", "bbox"])
def test_formulas_hold_no_addresses(name):
    assert clean_sentences(f"$\\{name}{{x}}{{y}}$") == "$\\text{x}{y}$"


@pytest.mark.parametrize(
    ("style", "left"),
    [
        ("color: red; margin: 0.3em 0", "color: red; margin: 0.3em 0"),
        ("color: red; margin: 0 -9em", "color: red;"),
        ("MARGIN-top: -50%", ""),
        ("m\\61rgin-left: calc(0px - 9em)", ""),
    ],
)
def test_margins_move_nothing_over_anything_else(style, left):
    cleaned = clean_html(f'<p style="{style}">x</p>')
    assert cleaned.replace(';"', '"') == f'<p style="{left}">x</p>'.replace(';"', '"')


def test_what_the_kernel_wrote_into_the_metadata_is_dropped_and_our_notes_are_kept():
    notebook = new_notebook(metadata={"widgets": {"a": 1}, NOTES: {"same_numbers": {}}})
    notebook.cells = [new_markdown_cell("x")]
    CleanPages().preprocess(notebook, {})
    assert set(notebook.metadata) == {"kernelspec", "language_info", NOTES}


# --- Whose it is ----------------------------------------------------------------------------------


@pytest.fixture
def classroom(tmp_path):
    """A class with a key; and what nbgrader tells its steps about Asa's submission."""
    (tmp_path / "class.toml").write_text('key = "k1"\n[known_as]\n"Asa Ambler" = "asa"\n')
    for student in ("Asa Ambler", "bela", "cleo"):
        (tmp_path / "submitted" / student / "03_critical_values").mkdir(parents=True)
    told = {
        "student": "Asa Ambler",
        "assignment": "03_critical_values",
        "db_url": f"sqlite:///{tmp_path}/gradebook.db",
    }
    return tmp_path, {"nbgrader": told}


def test_the_key_of_the_class_is_put_into_the_first_cell(classroom):
    notebook = starter("03_critical_values")
    NameTheClass().preprocess(notebook, classroom[1])
    cells = [cell.source for cell in notebook.cells if "i_am(" in cell.source]
    assert len(cells) == 1
    assert 'i_am("", class_key="k1")  # your name' in cells[0]


def test_where_all_have_the_printed_numbers_nobody_is_asked_who_it_is(classroom):
    (classroom[0] / "class.toml").write_text('key = "k1"\nown_numbers = false\n')
    notebook = starter("03_critical_values")
    NameTheClass().preprocess(notebook, classroom[1])
    assert not any("i_am(" in cell.source for cell in notebook.cells)


def test_without_a_class_file_the_notebook_is_released_as_it_is(tmp_path):
    notebook = starter("03_critical_values")
    NameTheClass().preprocess(notebook, {"nbgrader": {"db_url": f"sqlite:///{tmp_path}/g.db"}})
    assert notebook == starter("03_critical_values")


def test_before_anything_runs_and_before_each_check_the_student_is_named(classroom):
    notebook = starter("03_critical_values")
    before = [cell.id for cell in notebook.cells]
    checks = sum(cell.id.endswith("-check") for cell in notebook.cells)
    _, resources = NameTheStudent().preprocess(notebook, classroom[1])
    inserted = [cell for cell in notebook.cells if cell.id not in before]
    assert len(inserted) == 1 + checks
    assert notebook.cells[0] is inserted[0]
    assert all("_whose.graded('asa', 'k1', 0)\n" in cell.source for cell in inserted)
    ForgetTheStudent().preprocess(notebook, resources)
    assert [cell.id for cell in notebook.cells] == before


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ('i_am("Asa")', "Asa"),
        ("i_am('Zoë O\"Neil', class_key='k')", 'Zoë O"Neil'),
        ('i_am(name="bela")', "bela"),
        ('i_am("")', ""),
        ('# i_am("x")\nprint("i_am")', ""),
    ],
)
def test_who_a_notebook_says_it_is(source, name):
    assert name_in(new_notebook(cells=[new_code_cell(source)])) == name


def compared(classroom, number, words="it is another number", name="critical-look-up", forged=()):
    """The cell, and the notes, after Asa answered a question of lesson 03 with this number."""
    outputs = [*forged, verdict(name, "NOT_YET", number), error(words=words)]
    cell = new_code_cell(f'check("{name}", line)', outputs=outputs, execution_count=1)
    cell.metadata["nbgrader"] = dict(MARK)
    notebook = new_notebook(cells=[cell])
    CompareNumbers().preprocess(notebook, classroom[1])
    return cell, notebook.metadata.get(NOTES)


def test_somebody_elses_right_number_is_noticed_and_nobody_is_named(classroom):
    name = "critical-look-up"
    assert own.draws(name)
    agreed = class_file.read(classroom[0])
    theirs = own.right_for(name, agreed.learner("bela"))
    assert theirs not in (
        own.right_for(name, agreed.learner("Asa Ambler")),
        own.right_for(name, agreed.learner("cleo")),
    )
    cell, notes = compared(classroom, theirs)
    assert cell.outputs[-1].text == REMARK
    assert "bela" not in str(cell)
    assert notes == {"same_numbers": {name: ["bela"]}}


def test_a_wrong_number_of_ones_own_is_only_wrong(classroom):
    cell, notes = compared(classroom, 0.123456)
    assert len(cell.outputs) == 2
    assert notes is None
    # A known mistake with one's own numbers is that, whoever else it would be right for.
    agreed = class_file.read(classroom[0])
    mine = QUESTIONS["critical-look-up"].for_learner(agreed.learner("Asa Ambler"))
    theirs = own.right_for("critical-look-up", agreed.learner("bela"))
    assert compared(classroom, theirs, words=mine.mistakes[0].because)[1] is None


@pytest.mark.parametrize(
    "forged",
    [
        verdict("no-such-question", "NOT_YET", 0.5),
        verdict(["critical-look-up"], "NOT_YET", 0.5),
        verdict("own-not-here", "NOT_YET", 0.5),
        verdict("critical-look-up", "NOT_YET", 10**400),
        verdict("critical-look-up", "NOT_YET", float("nan")),
        verdict("critical-look-up", "NOT_YET", float("-inf")),
        verdict("critical-look-up", "NOT_YET", "0.5"),
    ],
)
def test_a_forged_verdict_stops_nobody_from_being_graded(classroom, forged):
    assert compared(classroom, 0.123456, forged=[forged])[1] is None
    theirs = own.right_for("critical-look-up", class_file.read(classroom[0]).learner("bela"))
    notes = compared(classroom, theirs, forged=[forged])[1]
    assert notes == {"same_numbers": {"critical-look-up": ["bela"]}}


def test_a_verdict_of_another_question_is_not_looked_at(classroom):
    agreed = class_file.read(classroom[0])
    theirs = own.right_for("critical-p", agreed.learner("bela"))
    assert not own.is_right_for("critical-p", agreed.learner("Asa Ambler"), theirs)
    forged = verdict("critical-p", "NOT_YET", theirs)
    assert compared(classroom, 0.123456, forged=[forged])[1] is None


def test_a_teachers_question_that_is_not_here_is_not_compared(classroom):
    assert compared(classroom, 0.5, name="own-not-here")[1] is None


def test_of_counts_nothing_is_said(classroom):
    """Many have the same count by chance, and a near miss is somebody's right one."""
    name = "critical-plan"
    agreed = class_file.read(classroom[0])
    theirs = own.right_for(name, agreed.learner("bela"))
    assert isinstance(theirs, int)
    assert theirs != own.right_for(name, agreed.learner("Asa Ambler"))
    cell, notes = compared(classroom, float(theirs), name=name)
    assert len(cell.outputs) == 2
    assert notes is None


@pytest.mark.parametrize(("others", "told"), [(1, True), (2, True), (3, False)])
def test_what_more_than_two_classmates_have_is_nobodys_in_particular(
    classroom, others, told, monkeypatch
):
    """Dara and Enno, too, are in the class; so many of the four have this right answer."""
    for student in ("dara", "enno"):
        (classroom[0] / "submitted" / student / "03_critical_values").mkdir(parents=True)
    having = ["bela", "cleo", "dara"][:others]
    monkeypatch.setattr(own, "is_right_for", lambda name, learner, number: learner.name in having)
    cell, notes = compared(classroom, 0.123456)
    assert notes == ({"same_numbers": {"critical-look-up": having}} if told else None)
    assert len(cell.outputs) == 2 + told


# --- Limits ---------------------------------------------------------------------------------------


class Clock:
    """A minute passes between any two looks at it."""

    def __init__(self):
        self.now = 0

    def monotonic(self):
        self.now += 60
        return self.now


def test_when_the_time_of_a_notebook_is_up_the_rest_is_not_run(monkeypatch):
    monkeypatch.setattr(execution, "time", Clock())
    notebook = new_notebook(cells=[new_code_cell(f"print({i})") for i in range(20)])
    notebook.cells.insert(0, new_markdown_cell("sentences"))
    ExecuteWithinLimits(total_timeout=300, timeout=60).preprocess(notebook, {})
    ends = [cell.outputs[0].get("ename", "ran") for cell in notebook.cells[1:]]
    assert ends == ["ran"] * 2 + ["TimeIsUp"] * 18
    assert "300 seconds were over" in notebook.cells[-1].outputs[0].evalue


def long_message(kind, content):
    session = BriefSession(key=b"k")
    message = session.msg(kind, content)
    parts = session.serialize(message)
    _, parts = session.feed_identities(parts)
    return session.deserialize(parts)


def test_a_message_that_is_far_too_long_is_not_read():
    text = "x" * 20_000_001
    cut = long_message("stream", {"name": "stdout", "text": text})
    assert cut["content"] == {"name": "stdout", "text": "", "too_long": True}
    assert long_message("display_data", {"data": {"text/plain": text}})["msg_type"] == "stream"
    # An error stays one: it costs the points.
    for kind in ("error", "execute_reply"):
        cut = long_message(kind, {"status": "error", "ename": "E", "evalue": text})
        assert (cut["msg_type"], cut["content"]["ename"]) == (kind, "TooLong")
    short = {"name": "stdout", "text": "x"}
    assert long_message("stream", short)["content"] == short


def test_a_verdict_is_heard_however_much_was_printed_before():
    source = f"""
from IPython.display import display
print("x" * 3000)
for _ in range(3):
    display({{"text/plain": "said", {VERDICT!r}: {{"question": "x"}}}}, raw=True)
"""
    notebook = new_notebook(cells=[new_code_cell(source), new_code_cell("1 / 0")])
    ExecuteWithinLimits(cell_output=1000).preprocess(notebook, {})
    first, second = notebook.cells
    shown = [output for output in first.outputs if output.output_type == "display_data"]
    assert len(shown) == 2  # two are enough to see that there are too many
    assert "beyond 0.001 MB it is left out" in first.outputs[0].text
    assert second.outputs[0].ename == "ZeroDivisionError"
    nbformat.validate(notebook)


def test_not_counted_is_not_an_error_that_a_student_could_raise_by_accident():
    assert NOT_COUNTED not in dir(__import__("builtins"))

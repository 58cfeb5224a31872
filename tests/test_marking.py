"""Marking by hand: what stands on the page, and what of a saved file gets into the gradebook."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from tools.classroom import ASSIGNMENTS, ROOT, cell_of, points, source, written_questions
from tools.marking import collect, main, texts_of
from tools.marks import FORMAT, fingerprint

from . import marked_class
from .marked_class import (
    ABSENT,
    ATTACK,
    LUCK,
    MARKED,
    QUITS,
    STUB,
    WAITING,
    WORDS,
    put,
    written,
)

classroom, room = marked_class.classroom, marked_class.room
QUESTION = written_questions(LUCK)[0]


def run(room, *arguments, assignment=LUCK):
    return main([assignment, *map(str, arguments), "--folder", str(room.folder)])


def saved(room, given, name="saved.json", **changes):
    """A file as the page saves it: {student: (points, comment)}."""
    texts, scores = texts_of(room, LUCK, WORDS), room.scores(LUCK)
    nothing = {"points": None, "comment": ""}
    known = {
        student: {"points": cells[WORDS].by_hand, "comment": cells[WORDS].comment or ""}
        for student, cells in scores.items()
    }
    entries = [
        {
            "student": student,
            "fingerprint": fingerprint(student, texts.get(student)),
            "points": points_given,
            "comment": comment,
            "from": [known.get(student, nothing)],
        }
        for student, (points_given, comment) in given.items()
    ]
    whole = {"format": FORMAT, "assignment": LUCK, "question": WORDS, "marks": entries}
    path = room.folder / name
    path.write_text(json.dumps(whole | changes), encoding="utf-8")
    return path


def everything(room):
    """All that the gradebook holds."""
    with sqlite3.connect(room.gradebook) as gradebook:
        return list(gradebook.iterdump())


# --- What there is to mark ------------------------------------------------------------------------


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_written_question_has_all_that_a_marker_needs(assignment):
    (question,) = written_questions(assignment)
    assert question.points == points(assignment)[question.name]
    assert "(written)" in question.question
    cell = cell_of(source(assignment), question.name).source
    assert question.model_answer
    assert cell.startswith(question.model_answer)
    assert question.mark_scheme.startswith("1 point")
    assert "MARK SCHEME" not in question.model_answer + question.mark_scheme


def test_a_question_reaches_from_its_heading_to_the_answer(monkeypatch):
    notebook = source(LUCK)
    position = notebook.cells.index(cell_of(notebook, WORDS))
    heading = notebook.cells[position - 1]
    more = heading.copy()
    more.source = "One more remark."
    notebook.cells.insert(position, more)
    monkeypatch.setattr("tools.classroom.source", lambda assignment: notebook)
    (question,) = written_questions(LUCK)
    assert question.question == f"{heading.source}\n\nOne more remark."


def test_the_pile_holds_whoever_wrote_and_counts_the_others(classroom):
    pile = collect(classroom, LUCK, QUESTION)
    assert {answer.student for answer in pile.answers} == {*WAITING, *MARKED}
    assert (pile.unanswered, pile.ungraded) == (1, [QUITS])
    assert pile.unmarked == len(WAITING) + 1  # one was graded anew
    assert STUB not in {answer.student for answer in pile.answers}
    found = {a.student: (a.points, a.comment or None, a.again) for a in pile.answers}
    assert {student: found[student] for student in MARKED} == MARKED
    assert {a.student: a.text for a in pile.answers if a.student in WAITING} == WAITING


def test_the_order_is_always_the_same_and_not_that_of_the_alphabet(classroom, room):
    order = [answer.student for answer in collect(classroom, LUCK, QUESTION).answers]
    assert order == [answer.student for answer in collect(room, LUCK, QUESTION).answers]
    assert order not in (sorted(order), sorted(order, reverse=True))


def test_the_same_words_are_noticed_whatever_their_case_and_spaces(classroom):
    answers = {a.student: a for a in collect(classroom, LUCK, QUESTION).answers}
    cleo, dara = answers["Cleo O'Elm, Jr."], answers['Dara "D" Dray']
    assert (cleo.same, dara.same) == ([dara.number], [cleo.number])
    assert answers["Asa Ambler"].same == answers["=cmd()"].same == answers["Gil Garth"].same == []


# --- The page -------------------------------------------------------------------------------------


class Seen(HTMLParser):
    """The text of answers, and the tags on a page."""

    def __init__(self):
        super().__init__()
        self.texts, self.tags, self.inside = [], [], False

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.inside = tag == "div" and "text" in (dict(attrs).get("class") or "").split()
        if self.inside:
            self.texts.append("")

    def handle_data(self, text):
        if self.inside:
            self.texts[-1] += text

    def handle_endtag(self, tag):
        self.inside = False


def test_answers_are_text_letter_by_letter_and_nothing_else(room, capsys):
    assert run(room) == 0
    text = (room.folder / "marking" / "02_luck-luck-words.html").read_text(encoding="utf-8")
    seen = Seen()
    seen.feed(text)
    order = collect(room, LUCK, QUESTION).answers
    shown = dict(zip([a.student for a in order], seen.texts, strict=True))
    for student, answer in WAITING.items():
        if answer and answer.strip():
            assert shown[student] == answer
    assert shown["=cmd()"] == "Nothing is written here."
    assert shown["Gil Garth"] == "The cell for this answer was deleted."
    assert seen.tags.count("script") == 2
    assert "img" not in seen.tags
    assert ATTACK not in text
    assert "Content-Security-Policy" in text
    assert not re.search(r"https?://|src=x onerror=\"", text)
    said = capsys.readouterr().out
    assert "9 answers, 8 of them to be marked." in said
    assert f"could not be graded: {QUITS}." in said


def test_the_page_shows_the_scheme_and_no_names(room):
    run(room)
    text = (room.folder / "marking" / "02_luck-luck-words.html").read_text(encoding="utf-8")
    for line in QUESTION.mark_scheme.splitlines():
        assert line in text
    visible = text.partition('<script type="application/json"')[0]
    assert not any(student in visible for student in [*MARKED, "Asa Ambler", "Bela Brook"])


def test_data_for_the_script_cannot_end_it(room):
    run(room, "--read", saved(room, {"Asa Ambler": (1, "</script><b>")}))
    run(room)
    text = (room.folder / "marking" / "02_luck-luck-words.html").read_text(encoding="utf-8")
    seen = Seen()
    seen.feed(text)
    assert "b" not in seen.tags
    held = re.search(r'id="data">(.*?)</script>', text, re.S)[1]
    assert "</script><b>" in {entry["comment"] for entry in json.loads(held)["answers"]}


# --- Reading back ---------------------------------------------------------------------------------


def test_marks_are_read_where_nbgrader_looks_for_them_and_twice_changes_nothing(room, capsys):
    before = everything(room)
    path = saved(
        room,
        {
            "Asa Ambler": (2.5, "And what would luck score?\n\n<b>"),
            "Ümit Öz": (0, ""),
            "Gil Garth": (None, "Your answer is missing."),
        },
    )
    assert run(room, "--read", path) == 0
    said = capsys.readouterr().out
    assert "Marks read: 3; 3 of them are new" in said
    assert f"{WORDS}: 6 still to be marked." in said
    found = room.ask_gradebook(
        "for student in ('Asa Ambler', 'Ümit Öz', 'Gil Garth', 'Bela Brook'):\n"
        f"    g = gb.find_grade({WORDS!r}, 'luck', {LUCK!r}, student)\n"
        f"    c = gb.find_comment({WORDS!r}, 'luck', {LUCK!r}, student)\n"
        "    print([g.score, g.manual_score, g.needs_manual_grade, c.comment])"
    )
    assert [eval(line) for line in found.splitlines()] == [
        [2.5, 2.5, False, "And what would luck score?\n\n<b>"],
        [0.0, 0.0, False, None],
        [0.0, None, True, "Your answer is missing."],
        [0.0, None, True, None],
    ]
    (copy,) = (room.folder / "backups").iterdir()
    with sqlite3.connect(copy) as gradebook:
        assert list(gradebook.iterdump()) == before
    after = everything(room)
    assert run(room, "--read", path) == 0
    assert "Marks read: 3; 0 of them are new" in capsys.readouterr().out
    assert everything(room) == after
    assert list((room.folder / "backups").iterdir()) == [copy]


def test_marks_are_on_the_next_page_and_the_same_file_confirms_what_was_graded_anew(room, capsys):
    path = saved(room, {"Asa Ambler": (2, "Good.")})
    run(room, "--read", path)
    asa = next(a for a in collect(room, LUCK, QUESTION).answers if a.student == "Asa Ambler")
    assert (asa.points, asa.comment, asa.again) == (2, "Good.", False)
    room.ask_gradebook(
        f"gb.find_grade({WORDS!r}, 'luck', {LUCK!r}, 'Asa Ambler').needs_manual_grade = True\n"
        "gb.db.commit()"
    )
    capsys.readouterr()
    assert run(room, "--read", path) == 0
    assert "Marks read: 1; 1 of them are new" in capsys.readouterr().out
    assert not room.scores(LUCK)["Asa Ambler"][WORDS].asks


def test_an_answer_that_changed_is_named_and_left_as_it_is(room, capsys):
    path = saved(room, {"Asa Ambler": (3, "Good."), "Bela Brook": (1, "")})
    put(room, "autograded", "Asa Ambler", written("Ümit Öz"))
    assert run(room, "--read", path) == 0
    said = capsys.readouterr().out
    assert f"mark it again:\n  Asa Ambler, {WORDS}\n" in said
    assert "Marks read: 1;" in said
    scores = room.scores(LUCK)
    assert scores["Asa Ambler"][WORDS].by_hand is None
    assert scores["Bela Brook"][WORDS].by_hand == 1


def in_formgrader(room, student, points_given, comment=None):
    """Somebody marks there, and not on the page."""
    room.ask_gradebook(
        f"g = gb.find_grade({WORDS!r}, 'luck', {LUCK!r}, {student!r})\n"
        f"g.manual_score, g.needs_manual_grade = {points_given!r}, False\n"
        f"c = gb.find_comment({WORDS!r}, 'luck', {LUCK!r}, {student!r})\n"
        f"c.manual_comment = {comment!r}\n"
        "gb.db.commit()"
    )


def test_a_mark_that_was_changed_in_the_gradebook_since_is_named_and_left(room, capsys):
    path = saved(
        room,
        {
            "Asa Ambler": (3, "Good."),
            "Bela Brook": (1, ""),
            "Ümit Öz": (None, "Which luck?"),
            "Hana Hale": (1, "And luck?"),
        },
    )
    in_formgrader(room, "Asa Ambler", 2)
    in_formgrader(room, "Ümit Öz", 0, "No.")
    in_formgrader(room, "Hana Hale", 2.5, "And luck, please?")
    for new in (1, 0):  # read twice
        assert run(room, "--read", path) == 0
        said = capsys.readouterr().out
        assert f"Marks read: 1; {new} of them are new" in said
        assert (
            "changed in the gradebook since; make the page anew:\n"
            f"  Asa Ambler, {WORDS}\n  Ümit Öz, {WORDS}\n  Hana Hale, {WORDS}\n"
        ) in said
        scores = {student: cells[WORDS] for student, cells in room.scores(LUCK).items()}
        assert (scores["Asa Ambler"].by_hand, scores["Asa Ambler"].comment) == (2, None)
        assert (scores["Ümit Öz"].by_hand, scores["Ümit Öz"].comment) == (0, "No.")
        assert scores["Hana Hale"].comment == "And luck, please?"
        assert scores["Bela Brook"].by_hand == 1


def test_a_mark_that_somebody_else_gave_as_well_is_no_change(room, capsys):
    path = saved(room, {"Asa Ambler": (3, "Good.")})
    in_formgrader(room, "Asa Ambler", 3, "Good.")
    assert run(room, "--read", path) == 0
    assert "Marks read: 1; 0 of them are new" in capsys.readouterr().out


def test_files_of_two_markers_are_read_together_unless_they_disagree(room, capsys):
    first = saved(room, {"Asa Ambler": (3, ""), "Bela Brook": (1, "")}, "first.json")
    second = saved(room, {"Ümit Öz": (2, ""), "Bela Brook": (1, "")}, "second.json")
    before = everything(room)
    third = saved(room, {"Bela Brook": (2, "Yes.")}, "third.json")
    assert run(room, "--read", first, third) == 2
    assert "two files mark luck-words of Bela Brook" in capsys.readouterr().err
    assert everything(room) == before
    assert run(room, "--read", first, second) == 0
    assert "Marks read: 3;" in capsys.readouterr().out


def broken(text):
    def write(room):
        path = room.folder / "x.marks.json"
        path.write_text(text)
        return path

    return write


REFUSED = {
    "another assignment": (
        lambda room: saved(room, {}, assignment="03_critical_values"),
        "has marks of 03_critical_values, not of 02_luck",
    ),
    "another question": (
        lambda room: saved(room, {}, question="first-words"),
        "has marks of first-words, which is no written question there",
    ),
    "too many points": (
        lambda room: saved(room, {"Asa Ambler": (3.5, "")}),
        "gives Asa Ambler 3.5 points; from 0 to 3 are allowed",
    ),
    "fewer than none": (
        lambda room: saved(room, {"Asa Ambler": (-1, "")}),
        "gives Asa Ambler -1 points; from 0 to 3 are allowed",
    ),
    "no number": (
        lambda room: saved(room, {"Asa Ambler": (float("nan"), "")}),
        "gives Asa Ambler nan, which is no number",
    ),
    "yes": (lambda room: saved(room, {"Asa Ambler": (True, "")}), "True, which is no number"),
    "a stranger": (
        lambda room: saved(room, {"Bela Brook": (1, ""), "Zoe": (1, "")}),
        "marks Zoe, whose 02_luck was not graded here",
    ),
    "nothing handed in": (lambda room: saved(room, {ABSENT: (1, "")}), f"marks {ABSENT}, whose"),
    "half a file": (broken('{"format": "beyond'), "is broken, or no file of marks"),
    "a deep one": (broken("[" * 200_000), "is broken, or no file of marks"),
    "a list": (broken("[1, 2]"), "is no file that a marking page saved"),
    "no marks": (lambda room: saved(room, {}, marks="all"), "it has no list of marks"),
    "no mark": (lambda room: saved(room, {}, marks=[{"student": 1}]), "is no mark"),
    "a mark from nowhere": (
        lambda room: saved(
            room,
            {},
            marks=[{"student": "Asa Ambler", "comment": "", "fingerprint": "", "points": 1}],
        ),
        "is no mark",
    ),
    "a mark from nonsense": (
        lambda room: saved(
            room,
            {},
            marks=[{"student": "Asa Ambler", "comment": "", "fingerprint": "", "from": ["2"]}],
        ),
        "is no mark",
    ),
    "not there": (lambda room: room.folder / "nothing.json", "No such file or directory"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_cannot_be_is_refused_whole_in_one_line(what, room, capsys):
    make, message = REFUSED[what]
    path, before = make(room), everything(room)
    assert run(room, "--read", path) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert everything(room) == before
    assert not (room.folder / "backups").exists()


def test_a_gradebook_in_use_is_left_alone(room, capsys, monkeypatch):
    path = saved(room, {"Asa Ambler": (3, "")})
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k, timeout=0))
    with sqlite3.connect(room.gradebook) as other:
        other.execute("BEGIN IMMEDIATE")
        assert run(room, "--read", path) == 2
        other.rollback()
    assert "the gradebook cannot be used: database is locked" in capsys.readouterr().err
    assert room.scores(LUCK)["Asa Ambler"][WORDS].by_hand is None


# --- Wrong use ------------------------------------------------------------------------------------


def test_folders_without_grades_are_refused_in_one_line(room, tmp_path, capsys):
    assert main([LUCK, "--folder", str(tmp_path)]) == 2
    assert "There is no gradebook.db in" in capsys.readouterr().err
    assert run(room, assignment="03_critical_values") == 2
    assert "has nothing about 03_critical_values: grade first." in capsys.readouterr().err
    room.gradebook.write_bytes(b"no database" * 100)
    assert run(room) == 2
    assert "the gradebook cannot be used: file is not a database" in capsys.readouterr().err


def test_a_class_that_wrote_nothing_leaves_nothing_to_mark(room, capsys):
    with sqlite3.connect(room.gradebook) as gradebook:
        gradebook.execute("DELETE FROM grade")
    assert run(room) == 0
    assert "nobody has written anything" in capsys.readouterr().out
    assert not (room.folder / "marking").exists()


def test_only_written_questions_can_be_chosen(room, capsys):
    assert run(room, "--question", WORDS) == 0
    with pytest.raises(SystemExit) as stopped:
        run(room, "--question", "luck-auc-check")
    assert stopped.value.code == 2
    assert "02_luck has no written question luck-auc-check, but luck-words" in (
        capsys.readouterr().err
    )


def test_a_report_that_nobody_reads_to_the_end_ends_quietly(classroom):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "tools.class_report", LUCK, "--folder", classroom.folder]
    with os.fdopen(write, "w") as closed:
        done = subprocess.run(command, cwd=ROOT, stdout=closed, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")

"""Handing back: who gets which grade, in whose form, and who gets none yet."""

import csv
import io
import os
import zipfile

import pytest

from tools.class_report import main as class_report
from tools.classroom import points
from tools.hand_back import NOT_ALL_READ, main, moodle_places
from tools.handed_in import NEWER, UNFINISHED, fingerprint, note

from . import marked_class
from .marked_class import (
    ABSENT,
    CHECK_GONE,
    LUCK,
    MARKED,
    MISNAMED,
    QUITS,
    STUB,
    WAITING,
    WORDS,
    copy_of,
    make_class,
)

room = marked_class.room
#: What "Download all submissions" looked like, of several versions of Moodle.
DOWNLOADED = (
    "all/Asa Ambler_1001_assignsubmission_file_/luck.ipynb",
    f"all/{STUB}_1002_assignsubmission_file/luck (1).ipynb",
    "all/Ümit Öz_1003_assignsubmission_file_luck.ipynb",
    "all/Ivo Ives_1004_assignsubmission_file_/luck.ipynb",
    f"all/{MISNAMED}_1005_assignsubmission_file_/my luck.ipynb",
    # Two of one name; and a student who plays another.
    "all/Bela Brook_1006_assignsubmission_file_/luck.ipynb",
    "all/Bela Brook_1007_assignsubmission_file_/luck.ipynb",
    "all/Ivo Ives_1004_assignsubmission_file_/Asa Ambler_9_assignsubmission_file_x.ipynb",
)


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    """Asa's sentences have been read; her comment looks like HTML."""
    room = make_class(tmp_path_factory.mktemp("classroom"))
    room.ask_gradebook(
        f"g = gb.find_grade({WORDS!r}, 'luck', {LUCK!r}, 'Asa Ambler')\n"
        "g.manual_score, g.needs_manual_grade = 1.5, False\n"
        f"c = gb.find_comment({WORDS!r}, 'luck', {LUCK!r}, 'Asa Ambler')\n"
        "c.manual_comment = 'p < 0.05\\nis not all'\n"
        "n = gb.find_submission_notebook('luck', '02_luck', 'Juno Jay')\n"
        "n.late_submission_penalty = 0.5\n"
        "gb.db.commit()"
    )
    for name in DOWNLOADED:
        path = room.folder / "downloaded" / LUCK / "extracted" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return room


def hand_back(room, *options):
    return main([LUCK, *options, "--folder", str(room.folder)])


def table(room, name, folder=f"handed_back/{LUCK}"):
    return list(csv.reader(io.StringIO((room.folder / folder / name).read_text(encoding="utf-8"))))


def by_name(rows):
    header, *lines = rows
    return {line[0]: dict(zip(header, line, strict=True)) for line in lines}


def pages_in(room):
    with zipfile.ZipFile(room.folder / "handed_back" / LUCK / "feedback.zip") as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture(scope="module")
def handed_back(classroom, tmp_path_factory):
    """Everything made once, with the pages; its files, and not what was said."""
    room = copy_of(classroom, tmp_path_factory.mktemp("handed"))
    assert hand_back(room) == 0
    return room


def test_the_teachers_table_has_everybody_and_says_what_is_missing(handed_back):
    rows = by_name(table(handed_back, "grades.csv"))
    known = {name.replace("=cmd()", "'=cmd()") for name in WAITING}
    assert set(rows) == {*known, *MARKED, STUB, QUITS, ABSENT, MISNAMED}
    asa = rows["Asa Ambler"]
    assert [asa[name] for name in points(LUCK)] == ["2", "0", "2", "3", "1.5"]
    assert (asa["total"], asa["maximum"], asa["unmarked"], asa["note"]) == ("8.5", "12", "", "")
    assert (rows[STUB]["late_penalty"], rows[STUB]["total"]) == ("0.5", "6.5")
    assert (rows["Bela Brook"][WORDS], rows["Bela Brook"]["unmarked"]) == ("", WORDS)
    assert rows[CHECK_GONE]["unmarked"] == "luck-auc-check"
    assert rows["Ivo Ives"]["unmarked"] == WORDS  # graded anew since
    assert (rows[ABSENT]["total"], rows[ABSENT]["note"]) == ("0", "nothing handed in")
    assert (rows[QUITS]["total"], rows[QUITS]["note"]) == ("", "could not be graded")
    assert rows[MISNAMED]["note"] == "handed in my luck.ipynb, not luck.ipynb"


def test_moodle_gets_grades_by_its_own_numbers_and_none_that_is_too_low(handed_back):
    rows = by_name(table(handed_back, "moodle.csv"))
    # Without the last but one Moodle refuses the whole file.
    assert list(rows["Participant 1001"]) == [
        *("Identifier", "Full name", "Email address", "Grade", "Maximum Grade"),
        *("Last modified (grade)", "Feedback comments"),
    ]
    assert {name: row["Grade"] for name, row in rows.items()} == {
        "Participant 1001": "8.5",
        "Participant 1002": "6.5",
        "Participant 1003": "",
        "Participant 1004": "",
        "Participant 1005": "",
    }
    asa = rows["Participant 1001"]
    assert (asa["Full name"], asa["Email address"]) == ("Asa Ambler", "asa@example.org")
    assert asa["Feedback comments"] == "p &lt; 0.05<br>is not all"
    assert rows["Participant 1004"]["Feedback comments"] == ""


def test_canvas_gets_points_possible_and_ids_where_they_are_numbers(room):
    room.ask_gradebook(
        "gb.add_student('2001', first_name='Nia', last_name='Orr, Jr.')\n"
        "gb.add_student('pat', first_name='@Pat', lms_user_id='77')\ngb.db.commit()"
    )
    assert hand_back(room, "--keep-pages") == 0
    header, possible, *lines = table(room, "canvas.csv")
    assert header == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", LUCK]
    assert possible == ["    Points Possible", "", "", "", "", "12"]
    rows = {line[0]: line[1:] for line in lines}
    assert rows["Orr, Jr., Nia"] == ["2001", "", "", "", ""]
    assert rows["'@Pat"] == ["77", "", "", "", ""]
    assert rows["Asa Ambler"] == ["", "", "", "", "8.5"]
    assert rows["'=cmd()"] == ["", "", "'=cmd()", "", ""]
    graded = {name for name, row in rows.items() if row[-1]}
    assert graded == {"Asa Ambler", STUB}


def test_pages_go_under_moodles_names_and_only_with_a_grade(handed_back):
    pages = pages_in(handed_back)
    assert set(pages) == {
        "Asa Ambler_1001_assignsubmission_file_/luck.html",
        f"{STUB}_1002_assignsubmission_file/luck.html",
    }
    # Made anew, with the points of now.
    assert "Score: 8.5 / 12.0" in pages["Asa Ambler_1001_assignsubmission_file_/luck.html"]


def test_who_waits_gets_what_there_is_only_if_asked_for_and_is_told(room, capsys):
    for student in ("Bela Brook", "Ümit Öz", QUITS):
        path = room.folder / "feedback" / student / LUCK / "luck.html"
        path.parent.mkdir(parents=True)
        path.write_text(student)
    assert hand_back(room, "--keep-pages", "--with-unmarked") == 0
    assert "A PERSON MUST STILL LOOK (what there is counts)" in capsys.readouterr().out
    rows = by_name(table(room, "moodle.csv"))
    assert (rows["Participant 1003"]["Grade"], rows["Participant 1003"]["Feedback comments"]) == (
        "7",
        NOT_ALL_READ,
    )
    assert rows["Participant 1005"]["Grade"] == ""  # there are no points at all
    # An old page of somebody who could not be graded stays out.
    assert pages_in(room) == {
        "Bela Brook/luck.html": "Bela Brook",
        "Ümit Öz_1003_assignsubmission_file_luck.html": "Ümit Öz",
    }


def test_it_says_loudly_who_has_no_grade_and_why(room, capsys):
    assert hand_back(room, "--keep-pages") == 0
    said = capsys.readouterr().out
    assert "2 of 13 students are marked to the end" in said
    assert "A PERSON MUST STILL LOOK (NO grade and NO page until then):" in said
    for student in {*WAITING, "Ivo Ives"} - {"Asa Ambler"}:
        assert f"\n  {student}: {WORDS}\n" in said
    assert f"\n  {CHECK_GONE}: luck-auc-check\n" in said
    assert f"\n  {MISNAMED}: handed in my luck.ipynb, not luck.ipynb\n" in said
    assert "Moodle's number is unknown: =cmd(), Bela Brook," in said


def test_names_within_a_students_folder_are_not_moodles(classroom):
    places = moodle_places(classroom, LUCK)
    assert places["Asa Ambler"] == ("1001", "Asa Ambler_1001_assignsubmission_file_/")
    assert places["Ümit Öz"] == ("1003", "Ümit Öz_1003_assignsubmission_file_")
    assert "Bela Brook" not in places  # which of the two?


def test_without_moodles_names_there_is_no_worksheet_even_if_there_was_one(room, capsys):
    assert hand_back(room, "--keep-pages") == 0
    own = room.folder / "handed_back" / LUCK / "notes.txt"
    own.write_text("mine")
    (room.folder / "downloaded").rename(room.folder / "elsewhere")
    capsys.readouterr()
    assert hand_back(room, "--keep-pages") == 0
    assert "No moodle.csv" in capsys.readouterr().out
    left = {path.name for path in own.parent.iterdir()}
    assert left == {"grades.csv", "canvas.csv", "feedback.zip", "notes.txt"}


def test_whoever_handed_in_and_was_never_graded_is_in_the_table(room):
    (room.folder / "submitted" / "+Zoe" / LUCK).mkdir(parents=True)
    (room.folder / "submitted" / "+Zoe" / LUCK / "luck.ipynb").write_text("{}")
    assert hand_back(room, "--keep-pages") == 0
    assert by_name(table(room, "grades.csv"))["'+Zoe"]["note"] == "not graded yet"


def test_nobody_gets_the_grade_of_an_older_version_without_a_word(room, capsys):
    asas = room.folder / "submitted" / "Asa Ambler" / LUCK / "luck.ipynb"
    note(room.folder, LUCK, "Asa Ambler", f"{fingerprint(asas.parent)} of these tests")
    note(room.folder, LUCK, STUB, None)  # failed; and what was graded before is as new
    made = room.folder / "autograded" / STUB / LUCK / "luck.ipynb"
    newest = (room.folder / "submitted" / STUB / LUCK / "luck.ipynb").stat().st_mtime
    os.utime(made, (newest, newest))
    assert hand_back(room, "--keep-pages") == 0
    rows = by_name(table(room, "grades.csv"))
    assert (rows["Asa Ambler"]["total"], rows["Asa Ambler"]["note"]) == ("8.5", "")
    assert (rows[STUB]["total"], rows[STUB]["note"]) == ("", UNFINISHED)
    # She hands in again; and his new version could not be graded.
    asas.write_text(asas.read_text() + "\n")
    os.utime(made, (newest - 10, newest - 10))
    note(room.folder, LUCK, "Hana Hale", f"{'0' * 64} of these tests")
    assert hand_back(room, "--keep-pages", "--with-unmarked") == 0
    rows = by_name(table(room, "grades.csv"))
    said = capsys.readouterr().out
    for student in ("Asa Ambler", STUB, "Hana Hale"):
        assert (rows[student]["total"], rows[student]["note"]) == ("", NEWER)
        assert f"\n  {student}: {NEWER}\n" in said
    grades = {name: row["Grade"] for name, row in by_name(table(room, "moodle.csv")).items()}
    assert (grades["Participant 1001"], grades["Participant 1002"]) == ("", "")
    # It does not matter here that the tests have changed since.
    note(room.folder, LUCK, "Asa Ambler", f"{fingerprint(asas.parent)} of other tests")
    assert hand_back(room, "--keep-pages") == 0
    assert by_name(table(room, "grades.csv"))["Asa Ambler"]["total"] == "8.5"


def test_folders_that_are_not_as_they_should_be_are_refused_in_one_line(room, tmp_path, capsys):
    assert main([LUCK, "--folder", str(tmp_path / "nowhere")]) == 2
    assert "There is no gradebook.db in" in capsys.readouterr().err
    assert main(["03_critical_values", "--folder", str(room.folder)]) == 2
    assert "has nothing about 03_critical_values" in capsys.readouterr().err
    (room.folder / "handed_back").write_text("a file")
    assert hand_back(room, "--keep-pages") == 2
    said = capsys.readouterr().err
    assert "handed_back" in said
    assert said.count("\n") == 1
    (room.folder / "autograded").rename(room.folder / "gone")
    assert hand_back(room) == 2
    assert "nobody's 02_luck has been graded in" in capsys.readouterr().err


def test_a_class_report_names_files_with_another_name(classroom, capsys):
    assert class_report([LUCK, "--folder", str(classroom.folder)]) == 0
    assert f"{MISNAMED}: my luck.ipynb, and no luck.ipynb" in capsys.readouterr().out


def test_nbgraders_export_names_what_nobody_has_read(classroom, tmp_path):
    to = tmp_path / "grades.csv"
    run = classroom.run("export", "--to", str(to))
    assert run.returncode == 0, run.stdout
    assert "nobody has looked at all of it yet" in run.stdout
    with to.open(encoding="utf-8", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert list(rows["Asa Ambler"])[-2:] == ["max_score", "unmarked"]
    shown = {name: rows[name]["unmarked"] for name in ("Asa Ambler", "Bela Brook", STUB, ABSENT)}
    assert shown == {"Asa Ambler": "", "Bela Brook": WORDS, STUB: "", ABSENT: ""}
    assert rows["Cleo O'Elm, Jr."]["max_score"] == "12.0"  # a comma moves no column
    assert (rows["Asa Ambler"]["score"], rows[STUB]["score"]) == ("8.5", "6.5")
    assert "'=cmd()" in rows
    one = tmp_path / "one.csv"
    run = classroom.run("export", "--to", str(one), "--student", "['Asa Ambler']")
    assert "Exporting grades" in run.stdout
    assert "nobody has looked" not in run.stdout
    assert len(one.read_text().splitlines()) == 2


def test_a_second_download_is_collected_without_being_forced(tmp_path, room):
    archive = room.folder / "downloaded" / "02_luck" / "archive"
    archive.mkdir()
    victim = "Asa Ambler_9_assignsubmission_file_luck.ipynb"
    asas = (room.folder / "submitted" / "Asa Ambler" / LUCK / "luck.ipynb").read_bytes()
    collected = room.folder / "submitted" / "Pia Poe" / LUCK / "luck.ipynb"
    for text in ("first", "second"):
        with zipfile.ZipFile(archive / "all.zip", "w") as packed:
            packed.writestr("Pia Poe_7_assignsubmission_file_/luck (1).ipynb", text)
            packed.writestr(f"Rex Roe_8_assignsubmission_file_/{victim}", "not Asa's")
        run = room.run("zip_collect", LUCK)
        assert run.returncode == 0, run.stdout
        assert collected.read_text() == text
    # Whoever names a file like somebody else's folder hands in for nobody else.
    assert (room.folder / "submitted" / "Asa Ambler" / LUCK / "luck.ipynb").read_bytes() == asas
    assert os.listdir(room.folder / "submitted" / "Rex Roe" / LUCK) == ["Asa.ipynb"]

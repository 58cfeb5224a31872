"""The `course` command, as typed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from course_lib.cli import main

BEST = ["best", "--metric", "auc", "--score", "0.72", "--positives", "20", "--negatives", "300"]
BEST += ["--competitors", "12"]


def test_best_prints_the_verdict(capsys):
    assert main(BEST) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "critical value  0.706167\np-value         0.00456\nThe AUC of 0.72, reached"
    )


def test_best_as_json(capsys):
    assert main([*BEST, "--json", "--alpha", "0.001"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["significant"] is False
    assert found["competitors"] == 12
    assert found["p_value"] == pytest.approx(0.00456, abs=1e-5)
    assert "0.1 % critical value" in found["sentence"]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["--metric", "acc"],
            "metric must be one of 'auc', 'accuracy', 'f_measure', 'top_k' (or 'TP10'",
        ),
        (["--score", "1.2"], "score must be a number from 0 to 1 (a share: 72 % is 0.72); got 1.2"),
        (["--score", "high"], "argument --score: 'high' is not a number"),
        (["--positives", "2.5"], "positives must be a whole number from 1 to 10,000"),
        (["--negatives", "nan"], "negatives must be a whole number from 1 to 10,000"),
        (
            ["--competitors", "0"],
            "competitors must be a whole number from 1 to 1,000,000,000; got 0",
        ),
        (["--alpha", "1"], "alpha must be a number strictly between 0 and 1; got 1"),
        (["--metric", "TP900", "--score", "3"], "k must be a whole number from 1 to 320"),
        (["--colour", "red"], "unrecognized arguments: --colour red"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, line, capsys):
    with pytest.raises(SystemExit) as stop:
        main([*BEST, *arguments])
    assert stop.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert line in captured.err


def test_check_says_that_all_is_well(capsys):
    assert main(["check"]) == 0
    assert capsys.readouterr().out.endswith("Everything the course needs is here.\n")


def test_the_command_is_installed():
    command = Path(sys.executable).parent / "course"
    done = subprocess.run([command, "--help"], capture_output=True, text=True, check=True)
    assert "best" in done.stdout


PLAN = ["plan", "--metric", "auc", "--score", "0.65", "--competitors", "50", "--ratio", "1:4"]


def test_plan_prints_sizes_growth_and_mixes(capsys):
    assert main(PLAN) == 0
    out = capsys.readouterr().out
    assert "from 58 positives and 232 negatives on, where the critical value is 0.6489." in out
    assert "cases  critical value" in out
    assert "       290  0.6489" in out
    assert "AUC: 145 positives, 145 negatives" in out


def test_plan_as_json(capsys):
    assert main([*PLAN, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["positives"], found["negatives"]) == (58, 232)
    assert found["mixes"][0]["metric"] == "auc"


@pytest.mark.parametrize("arguments", [BEST, PLAN])
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_plot_writes_a_picture(arguments, ending, tmp_path, capsys):
    file = tmp_path / f"picture.{ending}"
    assert main([*arguments, "--plot", str(file)]) == 0
    assert file.stat().st_size > 5000


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([*PLAN, "--ratio", "1-4"], "ratio must be two whole numbers of at least 1"),
        ([*BEST, "--plot", "no/such/folder/x.png"], "--plot: cannot write 'no/such/folder/x.png'"),
        ([*BEST, "--plot", "x.docx"], "--plot must end in .png, .svg or .pdf; got 'x.docx'"),
        (["reproduce", "darwin"], "invalid choice: 'darwin'"),
        (["reproduce", "forman-cohen", "--folder", "/dev/null/x"], "Not a directory"),
        ([], "choose a command: best, plan, compare, reproduce or check"),
    ],
)
def test_more_bad_input_is_one_line_too(arguments, line, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert line in captured.err


@pytest.mark.parametrize("command", ["best", "plan", "compare", "reproduce", "check"])
def test_every_command_has_an_example(command, capsys):
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert f"Example: course {command}" in " ".join(capsys.readouterr().out.split())


def test_version(capsys):
    import course_lib

    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"Beyond Chance {course_lib.__version__}\n"

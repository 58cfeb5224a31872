"""The `course` command, as typed."""

import json
import subprocess
import sys

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
    done = subprocess.run(
        [sys.executable, "-m", "course_lib.cli", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "best" in done.stdout

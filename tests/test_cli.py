"""The `course` command, as typed."""

import gzip
import json
import os
import subprocess
import sys
import textwrap
import warnings
from pathlib import Path

import pytest

import course_lib
from course_lib.cli import COMMANDS, main
from tests.helpers import line_of_refusal, loaded_by, missing

BEST = ["best", "--metric", "auc", "--score", "0.72", "--positives", "20", "--negatives", "300"]
BEST += ["--competitors", "12"]


def test_best_prints_the_verdict(capsys):
    assert main(BEST) == 0
    told = "critical value  0.706167\np-value         0.00456\nThe AUC of 0.72, reached"
    assert capsys.readouterr().out.startswith(told)


def test_best_as_json(capsys):
    assert main([*BEST, "--json", "--alpha", "0.001"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["significant"] is False
    assert found["competitors"] == 12
    assert found["p_value"] == pytest.approx(0.00456, abs=1e-5)
    assert "0.1 % critical value" in found["sentence"]


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
    assert not missing(out, "cases  critical value", "       290  0.6489")
    assert "AUC: 145 positives, 145 negatives" in out


def test_plan_as_json(capsys):
    assert main([*PLAN, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["positives"], found["negatives"]) == (58, 232)
    assert found["mixes"][0]["metric"] == "auc"


RESULTS = Path(__file__).parent.parent / "course_lib" / "datasets" / "benavoli_uci_accuracies.csv"
COMPARE = ["compare", str(RESULTS)]


def test_compare_prints_the_whole_analysis(capsys):
    assert main(COMPARE) == 0
    out = capsys.readouterr().out
    assert "C3         3.343\n" in out
    assert "Friedman test (chi-squared, corrected for ties) of 7 algorithms on 54 data sets" in out
    assert "C2 is better than C4 (37 wins, 16 losses, 1 tie; median difference " in out
    assert out.count("no difference is shown (") == 18
    assert "  C5, C1, C7, C4\n" in out
    assert "WARNING" not in out


def test_compare_by_mean_ranks_warns_of_pairs_that_depend_on_the_pool(capsys):
    assert main([*COMPARE, "--test", "mean-ranks", "--correction", "bonferroni"]) == 0
    warning = capsys.readouterr().out.partition("WARNING")[2]
    assert "7 of 10 pools of 4, 9 of 10 pools of 5, 3 of 5 pools of 6" in warning
    assert warning.count(" are called different ") == 4
    assert "--test wilcoxon" in warning


def test_compare_with_a_control_and_errors_instead_of_successes(capsys, tmp_path):
    assert main([*COMPARE, "--control", "C4", "--lower-is-better"]) == 0
    out = capsys.readouterr().out
    assert not missing(out, "6 comparisons with C4", "C4 is better than C3 (39 wins")
    assert "Groups" not in out


def test_compare_as_json_and_csv(capsys, tmp_path):
    file = tmp_path / "pairs.csv"
    assert main([*COMPARE, "--json", "--csv", str(file), "--alpha", "0.001"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["better"] for row in found["pairs"] if row["significant"]] == ["C3"]
    assert found["mean_ranks"]["C3"] == pytest.approx(3.3426, abs=1e-4)
    lines = file.read_text().splitlines()
    assert lines[0].startswith("better,worse,wins,losses,ties,effect,median_difference,p_val")
    assert len(lines) == 22


def test_compare_reads_other_files(capsys, tmp_path):
    file = tmp_path / "plain.csv"
    file.write_text("tree;forest\n" + "\n".join(f"0.{60 + i};0.{70 + i}" for i in range(9)))
    assert main(["compare", str(file), "--test", "sign", "--rows", "sets"]) == 0
    assert "forest is better than tree (9 wins, 0 losses" in capsys.readouterr().out


@pytest.fixture
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_judge_prints_the_findings_and_writes_a_page(in_an_empty_folder, capsys):
    assert main(["judge", "--example"]) == 0
    out = capsys.readouterr().out
    told = "naive_bayes has the highest AUC of 4 classifiers, 0.835 (95 % interval 0.703 to 0.915"
    assert told in out
    row = "naive_bayes     0.835  0.703 to 0.915     0.749  0.682 to 0.805       5            42\n"
    assert row in out
    assert (
        "-0.105  -0.221 to 0.011      0.094           0.134   0.042 to 0.230     0.0005*\n" in out
    )
    assert out.endswith("Written: spect_predictions_judged.html\n")
    page = (in_an_empty_folder / "spect_predictions_judged.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "naive_bayes is beyond luck." in page


def test_judge_as_json_and_csv(in_an_empty_folder, capsys):
    arguments = ["--tried", "50", "--alpha", "0.01", "--pairs-by", "delong", "--no-report"]
    assert main(["judge", "--example", *arguments, "--json", "--csv", "pairs.csv"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["luck"]["tried"], found["luck"]["decided_by"]) == (50, "exact distribution")
    assert (found["alpha"], found["pairs_by"], found["report"]) == (0.01, "delong", None)
    lines = (in_an_empty_folder / "pairs.csv").read_text().splitlines()
    assert lines[0].startswith("first,second,only_first_wrong,only_second_wrong,cases,p_value")
    assert len(lines) == 7
    assert [p.name for p in in_an_empty_folder.iterdir()] == ["pairs.csv"]


def test_judge_takes_thresholds_labels_and_a_place_for_the_page(in_an_empty_folder, capsys):
    rows = [f"{'spam' if i % 3 else 'ham'};{i / 2};{-i / 2}" for i in range(12)]
    Path("mail.csv").write_text("kind;up;a=b\n" + "\n".join(rows))
    arguments = ["--positive", "ham", "--threshold", "2", "--threshold", "a=b=-2.5"]
    assert main(["judge", "mail.csv", *arguments, "--report", "page.html", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert not missing(out, "always answering 'spam' (67 %", "At their thresholds")
    assert "separated by semicolons" in out
    assert out.endswith("Written: page.html\n")
    assert Path("page.html").exists()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["no-such-file.csv"], "No such file or directory: 'no-such-file.csv'"),
        (["."], "Is a directory: '.'"),
        ([], "say which file, as in: course judge predictions.csv (or --example)"),
        (["x.csv", "--example"], "--example brings its own file; got 'x.csv' as well"),
        (["--example", "--tried", "3"], "tried must be a whole number from 4 to"),
        (["--example", "--tried", "many"], "argument --tried: 'many' is not a number"),
        (["--example", "--threshold", "high"], "--threshold must be a number, or NAME=number"),
        (["--example", "--threshold", "x=0.5"], "the classifier must be one of 'decision_stump'"),
        (["--example", "--threshold", "1", "--threshold", "2"], "given twice for all"),
        (["--example", "--positive", "2"], "'0' and '1'; got '2'"),
        (["--example", "--alpha", "0"], "alpha must be a number strictly between 0 and 1; got 0"),
        (["--example", "--seed", "-1"], "seed must be None, a whole number of at least 0"),
        (["--example", "--pairs-by", "edwards"], "--pairs-by must be one of 'flips', 'delong'"),
        (["--example", "--folds"], "folds must name the column that holds the fold of each case"),
        (["--example", "--folds", "x"], "folds must be one of the columns of"),
        (["--example", "--report", "page.pdf"], "--report must end in .html; got 'page.pdf'"),
        (["--example", "--report", "no/x.html"], "--report: cannot write 'no/x.html': No such"),
        (["--example", "--csv", "no/x.csv"], "--csv: cannot write 'no/x.csv': No such"),
        (["one.html", "--report", "one.html"], "--report must not be the file that is read"),
        (["one.html", "--csv", "./one.html"], "--csv must not be the file that is read"),
        (["--example", "--csv", "x.html", "--report", "./x.html"], "must be two files; got 'x."),
        (["one.html", "--csv", "linked"], "--csv must not be the file that is read; got 'linked'"),
        (["--example", "--csv", "nowhere/linked"], "--csv: cannot write 'nowhere/linked'"),
        (["--example", "--csv", "dangling", "--report", "no/x.html"], "--report: cannot write"),
        (["--example", "--csv", "."], "--csv: cannot write '.': Is a directory"),
        (["--example", "--csv", ""], "--csv: cannot write '.': Is a directory"),
        (
            ["ids.csv", "--truth", "b"],
            "truth: the column must be one of 'truth', 'id', 'a'; got 'b'",
        ),
    ],
)
def test_judge_says_in_one_line_what_is_wrong(arguments, line, in_an_empty_folder, capsys):
    Path("one.html").write_text("truth,a\n1,0.9\n0,0.1\n1,0.2\n")
    Path("ids.csv").write_text("truth,id,a\n1,1,0.9\n0,2,0.1\n1,3,0.2\n0,4,0.7\n")
    Path("linked").hardlink_to("one.html")
    Path("dangling").symlink_to("not-there.csv")
    before = sorted(in_an_empty_folder.iterdir())
    assert line in line_of_refusal(["judge", *arguments], capsys)
    assert sorted(in_an_empty_folder.iterdir()) == before


def test_answers_go_into_a_pipe():
    command = [sys.executable, "-m", "course_lib.cli", *COMPARE, "--csv", "/dev/stdout"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.startswith("better,worse,wins,losses,ties,")


def test_a_command_leaves_warnings_as_they_were(capsys):
    before = warnings.showwarning
    assert main(["check"]) in (0, 1)
    assert warnings.showwarning is before


def test_one_classifier_has_no_pairs_and_all_its_files(in_an_empty_folder, capsys):
    Path("one.csv").write_text("truth,a\n1,0.9\n0,0.1\n1,0.2\n")
    assert main(["judge", "one.csv", "--csv", "pairs.csv"]) == 0
    assert Path("pairs.csv").read_text().startswith("first,second,")
    assert Path("pairs.csv").read_text().count("\n") == 1
    assert Path("one_judged.html").exists()


def test_a_compressed_file_is_judged_and_its_page_named_after_it(in_an_empty_folder, capsys):
    Path("one.csv.gz").write_bytes(gzip.compress(b"truth,a\n1,0.9\n0,0.1\n1,0.2\n"))
    assert main(["judge", "one.csv.gz"]) == 0
    assert capsys.readouterr().out.endswith("Written: one_judged.html\n")


def test_a_pipe_is_not_closed_before_anything_is_written(in_an_empty_folder, capsys):
    os.mkfifo("pipe")
    with subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE, text=True) as reader:
        assert main([*COMPARE, "--csv", "pipe"]) == 0
        assert reader.stdout.read().count("\n") == 22


def test_a_command_loads_only_what_it_needs():
    code = """
        import contextlib, sys
        from course_lib.cli import COMMANDS, main
        with contextlib.suppress(SystemExit): main(sys.argv[1:])
    """

    def loaded(*arguments):
        return loaded_by(textwrap.dedent(code), *arguments)

    assert loaded("--help").isdisjoint({"numpy", "scipy", "matplotlib", "course_lib.chance"})
    heavy = {"matplotlib", "numba", "pandas", "sklearn", "IPython", "jinja2"}
    assert loaded(*BEST).isdisjoint(heavy | {"course_lib.papers", "course_lib.judging"})
    assert loaded("judge", "--example", "--no-report").isdisjoint(heavy | {"course_lib.papers"})


@pytest.mark.parametrize(
    "arguments",
    [BEST, PLAN, COMPARE, [*COMPARE, "--test", "mean-ranks"], [*COMPARE, "--control", "C4"]],
)
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_plot_writes_a_picture(arguments, ending, tmp_path, capsys):
    file = tmp_path / f"picture.{ending}"
    assert main([*arguments, "--plot", str(file)]) == 0
    assert file.stat().st_size > 5000


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example(command, capsys):
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert f"Example: course {command}" in " ".join(capsys.readouterr().out.split())


def test_version(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"Beyond Chance {course_lib.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([*BEST, "--metric", "acc"], "metric must be one of 'auc', 'accuracy', 'f_measure', 'top"),
        ([*BEST, "--score", "1.2"], "from 0 to 1 (a share: 72 % is 0.72); got 1.2"),
        ([*BEST, "--score", "high"], "argument --score: 'high' is not a number"),
        ([*BEST, "--positives", "2.5"], "positives must be a whole number from 1 to 10,000"),
        ([*BEST, "--negatives", "nan"], "negatives must be a whole number from 1 to 10,000"),
        ([*BEST, "--competitors", "0"], "competitors must be a whole number from 1 to 1,000,000,0"),
        ([*BEST, "--alpha", "1"], "alpha must be a number strictly between 0 and 1; got 1"),
        ([*BEST, "--metric", "TP900", "--score", "3"], "k must be a whole number from 1 to 320"),
        ([*BEST, "--colour", "red"], "unrecognized arguments: --colour red"),
        ([*PLAN, "--ratio", "1-4"], "ratio must be two whole numbers of at least 1"),
        ([*BEST, "--plot", "no/such/folder/x.png"], "--plot: cannot write 'no/such/folder/x.png'"),
        ([*BEST, "--plot", "x.docx"], "--plot must end in .png, .svg or .pdf; got 'x.docx'"),
        (["reproduce", "darwin"], "sources must be some of forman-cohen, lecture, benavoli"),
        (["compare", "no-such-file.csv"], "No such file or directory: 'no-such-file.csv'"),
        ([*COMPARE, "--correction", "holmes"], "Did you mean 'holm'?"),
        ([*COMPARE, "--control", "C9"], "control must be one of 'C1', 'C2'"),
        ([*COMPARE, "--correction", "nemenyi"], "goes with test='mean-ranks' only"),
        ([*COMPARE, "--alpha", "0"], "alpha must be a number strictly between 0 and 1; got 0"),
        ([*COMPARE, "--csv", "no/such/folder/x.csv"], "--csv: cannot write"),
        ([], "choose a command: best, plan, compare, items, folds, judge, printed, calculators, "),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, line, capsys):
    assert line in line_of_refusal(arguments, capsys)


def test_a_folder_that_cannot_be_made_is_one_line_below_what_was_said(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["reproduce", "forman-cohen", "--folder", "/dev/null/x"])
    err = capsys.readouterr().err
    assert (stop.value.code, err.count("\n")) == (2, 1)
    assert "Not a directory" in err

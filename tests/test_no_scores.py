"""Rows and columns of a table of scores that hold none; and tables of something else."""

import numpy as np
import pandas as pd
import pytest

from course_lib import compare_folds, read_scores
from course_lib.cli import main
from tests.helpers import line_of_refusal, missing, refused

ROWS = [("1", 0.8, 0.7), ("2", 0.82, 0.75), ("3", 0.81, 0.7), ("4", 0.8, 0.73)]


def written(path, header, rows):
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return str(path)


def told(capsys, *arguments):
    """What a command prints, in one line."""
    assert main(list(arguments)) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", ["mean", "Avg", "average", "Std.", "sd", "Median", "total", "all"])
def test_a_row_that_sums_up_the_others_is_no_fold(name, tmp_path, capsys):
    file = written(tmp_path / "a.csv", "fold,svm,rf", [*ROWS, (name, 0.8, 0.72)])
    line = line_of_refusal(["folds", file, "--test-fraction", "0.25"], capsys)
    assert f"the row called {name!r} is no fold" in line
    frame = pd.DataFrame({"svm": [0.8, 0.82, 0.81], "rf": [0.7, 0.7, 0.6]}, index=["1", "2", name])
    refused("is no fold, but sums up the others", compare_folds, frame, 0.5)


@pytest.mark.parametrize("name", ["model", "Algorithm", "classifier"])
def test_rows_that_are_models_are_refused(name, tmp_path, capsys):
    rows = [("svm", 0.8, 0.7), ("rf", 0.82, 0.75), ("knn", 0.81, 0.7)]
    file = written(tmp_path / "a.csv", f"{name},HellaSwag,ARC", rows)
    line = line_of_refusal(["folds", file, "--test-fraction", "0.25"], capsys)
    assert "rows are models: turn the table round" in line
    line = line_of_refusal(["compare", file], capsys)
    assert not missing(line, "rows are models here", "course printed --table")


def test_times_counts_and_means_are_no_models(tmp_path, capsys):
    rows = [(*row, 3.5, 0.1, 30, sum(row[1:]) / 2) for row in ROWS]
    file = written(tmp_path / "a.csv", "fold,svm,rf,fit_time,score time,n_test,mean", rows)
    out = told(capsys, "folds", file, "--test-fraction", "0.25")
    assert not missing(out, "2 models on 4 folds", "'fit_time' tells", "'score time' tells",
                       "'n_test' counts cases", "'mean' is the mean of the others")  # fmt: skip
    # Who predicts the mean of all is a model.
    baseline = {"mean": [0.1, 0.2, 0.1], "svm": [0.8, 0.9, 0.8], "rf": [0.7, 0.8, 0.9]}
    assert compare_folds(baseline, 1 / 3).names == ("mean", "svm", "rf")


def test_data_sets_are_compared_without_means_and_counts(tmp_path):
    sets = [("iris", 150, 0.8, 0.7), ("wine", 178, 0.9, 0.7), ("car", 1728, 0.6, 0.5)]
    header = "dataset,n_instances,svm,rf"
    rows = [(*row, sum(row[2:]) / 2, 1) for row in sets]
    found = read_scores(written(tmp_path / "a.csv", f"{header},average,rank", rows))
    assert found.names == ("svm", "rf")
    assert not missing(" ".join(found.notes), "'n_instances' counts", "'average' is", "'rank' sums")
    summed = written(tmp_path / "b.csv", header, [*sets, ("Average", 600, 0.8, 0.7)])
    refused("'Average' is no data set", read_scores, summed)
    # Errors in whole numbers may be large: what they are called decides, too.
    whole = written(tmp_path / "c.csv", "dataset,svm,rf", [("a", 900, 7), ("b", 800, 9)])
    assert read_scores(whole, rows="sets").names == ("svm", "rf")


@pytest.mark.parametrize("command", ["compare", "folds"])
def test_confusion_matrices_hold_no_scores(command, tmp_path, capsys):
    confusion = [("cat", 30, 2, 1), ("dog", 4, 40, 3), ("cow", 2, 2, 50)]
    file = written(tmp_path / "d.csv", ",cat,dog,cow", confusion)
    assert "confusion matrix" in line_of_refusal([command, file], capsys)


@pytest.mark.parametrize(("repeats", "words"), [(1, "3 folds"), (2, "7 folds of 2 repetitions")])
def test_folds_that_are_left_are_folds(repeats, words, tmp_path, capsys):
    scores = np.random.default_rng(1).random((4 * repeats, 2))
    scores[1, 0] = np.nan
    assert compare_folds(scores, 0.25, missing="drop").splits == words
    rows = [(k % 4, *("" if np.isnan(s) else s for s in row)) for k, row in enumerate(scores)]
    file = written(tmp_path / "a.csv", "fold,a,b", rows)
    out = told(capsys, "folds", file, "--test-fraction", "0.25", "--missing", "drop")
    assert f"two-sided, on {words} with 0.25" in out
    assert "random" not in out


def test_words_of_two_and_of_several(tmp_path, capsys):
    two = compare_folds({"svm": [0.8, 0.82, 0.81, 0.8], "rf": [0.7, 0.75, 0.7, 0.73]}, 0.25)
    assert two.for_the_paper().startswith("svm and rf were compared by")
    assert "They differed at the 5 % level: svm exceeded rf" in two.for_the_paper()
    assert "less the best" in two.table().text()
    near = np.random.default_rng(2).normal(0.8, 0.01, (10, 5)) - [0, 0, 0, 0, 0.5]
    some = compare_folds(near, 0.1, names=["svm", "rf", "gbm", "knn", "stump"])
    best, second, third, fourth = some.may_be_best
    words = f"Besides {best}, three others may be the best: {second}, {third} and {fourth}."
    assert words in some.sentence()
    header = "params,split0_test_f1,split1_test_f1,split0_test_auc,split1_test_auc"
    file = written(tmp_path / "cv.csv", header, [(1, 0.7, 0.8, 0.9, 0.8), (2, 0.6, 0.8, 0.7, 0.9)])
    assert "--metric must say" in line_of_refusal(["folds", file], capsys)
    one = written(tmp_path / "one.csv", "fold,svm,rf", ROWS)
    line = line_of_refusal(["folds", one], capsys)
    assert not missing(line, "--test-fraction must be given", "--test-fraction 0.25")

"""The door: what a file is, said before anything is computed; and one clear question in doubt."""

import itertools
import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from course_lib import delong_interval, judge, prediction_table, read_predictions, read_scores
from course_lib.cli import main
from course_lib.common.frames import MATCHED
from course_lib.common.phrases import AT_THE_SHELL, option
from course_lib.roc.covariance import auc_covariance
from course_lib.roc.delong import delong_test
from tests.helpers import exact_auc, line_of_refusal, refused

CASES = 60


def columns():
    """Columns of every kind, of the same 60 rows; the same on every run."""
    draw = np.random.default_rng(16)
    truth = draw.integers(0, 2, CASES)

    def scores():
        return (truth * 0.3 + draw.random(CASES) * 0.7).round(3)

    def right():
        return (draw.random(CASES) < 0.7).astype(int)

    def digits(labels):
        return draw.choice(labels, CASES)

    a, b, c = scores(), scores(), scores()
    called = [(column > 0.5).astype(int) for column in (a, b)]
    sites = draw.choice(["north", "south", "east"], CASES)
    return {
        "truth": truth, "a": a, "b": b, "c": c, "called a": called[0], "called b": called[1],
        "right": [right() for _ in range(6)], "digits": [digits(range(10)) for _ in range(3)],
        "animals": [digits(["cat", "dog", "emu"]) for _ in range(3)], "sites": sites,
        "codes": draw.permutation(9_000)[:CASES] + 100,
        "normal": [draw.standard_normal(CASES).round(3) * 10 for _ in range(3)],
    }  # fmt: skip


HAVE = columns()


def text_of(table, separator=","):
    lines = zip(*table.values(), strict=True)
    return "\n".join(separator.join(map(str, row)) for row in [tuple(table), *lines]) + "\n"


def yes(column):
    return np.where(column == 1, "yes", "no")


RIGHT = {f"model {k}": column for k, column in enumerate(HAVE["right"])}
FOLDS = {name: HAVE[name] for name in "abc"}
#: Files that are let in, at which door, and what is said of them.
WELCOME = {
    "truth first": ({"truth": HAVE["truth"], "a": HAVE["a"]}, "the truth in column 'truth'"),
    "truth last": ({"a": HAVE["a"], "label": HAVE["truth"]}, "the truth in column 'label'"),
    "truth by place": ({"ill": HAVE["truth"], "a": HAVE["a"]}, "the truth in column 'ill'"),
    "an index": ({"": range(CASES), "y": HAVE["truth"], "a": HAVE["a"]}, "'' counts the rows"),
    "ids": ({"case_id": HAVE["codes"], "y": HAVE["truth"], "a": HAVE["a"]}, "names the rows"),
    "names": (
        {"who": [f"P{k}" for k in range(CASES)], "y": HAVE["truth"], "a": HAVE["a"]},
        "Column 'who' names the rows: it is left out",
    ),
    "constant": (
        {"y": HAVE["truth"], "a": HAVE["a"], "version": [3] * CASES},
        "Column 'version' holds '3' everywhere: it is left out",
    ),
    "labels": ({"y": HAVE["truth"], "a": HAVE["called a"]}, "scores of 1 classifier"),
    "yes and no": (
        {"y": yes(HAVE["truth"]), "a": yes(HAVE["called a"])},
        "Column 'a' holds labels, those of the truth",
    ),
    "-1 and 1": (
        {"y": 2 * HAVE["truth"] - 1, "a": 2 * HAVE["called a"] - 1},
        "Column 'a' holds labels, those of the truth",
    ),
    "-1 and 1 for 0 and 1": (
        {"y": HAVE["truth"], "a": 2 * HAVE["called a"] - 1},
        "Column 'a' holds the labels -1 and 1: no and yes",
    ),
    "1 and 2": (
        {"y": HAVE["truth"] + 1, "a": HAVE["called a"] + 1},
        "Of the labels 1 and 2, 2 was taken for the positive one; else --positive 1",
    ),
    "log-odds": (
        {"y": HAVE["truth"], "a": HAVE["a"] * 8 - 4},
        "its errors are not counted, for nobody said from which score on a case is called pos",
    ),
    "percent": ({"y": HAVE["truth"], "a": 100 * HAVE["a"]}, "is called positive (--threshold)"),
    "seeds": (
        {"y": HAVE["truth"], "seed": np.arange(CASES) % 7, "a": HAVE["a"]},
        "Column 'seed' names folds or runs: it is left out",
    ),
    "true and false": (
        {"y": HAVE["truth"], "a": HAVE["called a"] == 1},
        "Column 'a' holds the labels false and true: no and yes",
    ),
    "several of a patient": (
        {"patient": np.arange(CASES) // 3, "y": HAVE["truth"], "a": HAVE["a"]},
        "Column 'patient' holds 20 different ids in 60 rows",
    ),
}


@pytest.mark.parametrize("kind", WELCOME)
def test_a_file_of_cases_is_let_in_with_a_word_on_what_it_is(kind, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table, words = WELCOME[kind]
    Path("file.csv").write_text(text_of(table))
    assert main(["judge", "file.csv", "--no-report"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("file.csv: cases, with the truth in column")
    assert words in said


def test_labels_of_every_coding_give_the_same_answer(tmp_path):
    answers = []
    for truth, called in (
        (HAVE["truth"], HAVE["called a"]),
        (2 * HAVE["truth"] - 1, 2 * HAVE["called a"] - 1),
        (HAVE["truth"], 2 * HAVE["called a"] - 1),
        (HAVE["truth"] + 1, HAVE["called a"] + 1),
        (yes(HAVE["truth"]), yes(HAVE["called a"])),
    ):
        file = tmp_path / "file.csv"
        file.write_text(text_of({"y": truth, "a": called}))
        for found in (judge(read_predictions(file)), judge(truth, {"a": called})):
            one = found.classifiers[0]
            answers.append((one.auc, one.threshold, one.counts))
    assert len(set(answers)) == 1
    right = (HAVE["truth"] == HAVE["called a"]).sum()
    assert answers[0][2].true_positives + answers[0][2].true_negatives == right


def test_labels_are_labels_however_the_rows_are_sorted_and_whichever_is_positive(tmp_path):
    """Sorted by class, the first thousands of rows hold one label: it is a label all the same."""
    draw = np.random.default_rng(3)
    truth = np.repeat([1, 2], 2_000)
    called = np.where(draw.random(4_000) < 0.92, truth, 3 - truth)
    file = tmp_path / "file.csv"
    file.write_text(text_of({"y": truth, "a": called}))
    right = float((truth == called).mean())
    for positive in (1, 2):
        for found in (
            judge(read_predictions(file, positive=positive)),
            judge(truth, {"a": called}, positive=positive),
            judge(truth, called, positive=positive),
            judge(truth - 1, called - 1, positive=positive - 1),
        ):
            one = found.classifiers[0]
            assert one.auc == pytest.approx(right, abs=0.01)
            assert one.counts.accuracy == right


#: Files at the wrong door: who is asked, the file, and what must be said.
TURNED_AWAY = {
    "right or wrong": (
        "judge", RIGHT,
        "file.csv looks like right or wrong for each item (all 6 columns hold 0 and 1, or the "
        "like): course items file.csv. If column 'model 0' is the truth, say --truth \"model 0\"",
    ),
    "right or wrong, with ids": (
        "judge", {"item": [f"q{k}" for k in range(CASES)], **RIGHT}, "course items file.csv",
    ),
    "correct and incorrect": (
        "judge", {k: np.where(v, "correct", "incorrect") for k, v in RIGHT.items()},
        "course items file.csv",
    ),
    "labels without a name for the truth": (
        "judge", {"ill": HAVE["truth"], "a": HAVE["called a"], "b": HAVE["called b"]},
        "If column 'ill' is the truth, say --truth ill",
    ),
    "truth in the middle under an odd name": (
        "judge", {"a": HAVE["a"], "ill": HAVE["truth"], "b": HAVE["b"]},
        "is column 'ill' the truth? Then say --truth ill",
    ),
    "two truths": (
        "judge", {"label": HAVE["truth"], "target": 1 - HAVE["truth"], "a": HAVE["a"]},
        "which column is the truth? 'label', 'target' hold two labels each: say --truth label",
    ),
    "ten classes": (
        "judge", dict(zip(("truth", "knn", "tree"), HAVE["digits"], strict=True)),
        "course items file.csv --truth truth",
    ),
    "classes in words": (
        "judge", dict(zip(("y_true", "knn", "tree"), HAVE["animals"], strict=True)),
        "column 'y_true' holds 3 classes, and the others such labels): course items file.csv",
    ),
    "folds": (
        "judge", {"fold": np.arange(CASES) % 10 + 1, **FOLDS},
        "looks like scores on the folds of a cross-validation (column 'fold' names folds or runs)",
    ),
    "data sets": (
        "judge", {"dataset": [f"set {k}" for k in range(CASES)], **FOLDS}, "course compare file",
    ),
    "a search": (
        "judge", {"params": ["{'C': 1}", "{'C': 2}"], "split0_test_score": [0.7, 0.8]},
        "its columns are those of scikit-learn's cv_results_): course folds file.csv",
    ),
    "numbers predicted": (
        "judge", dict(zip(("y", "linear", "forest"), HAVE["normal"], strict=True)),
        "course judge --regression file.csv",
    ),
    "one row a model": (
        "judge", {"model": ["a", "b"] * 30, "item": np.arange(CASES) // 2, "ok": HAVE["right"][0]},
        "column 'model' names a model in every row): course items file.csv",
    ),
    "no truth at all": ("judge", FOLDS, "no column looks like the truth, one of two classes"),
    "a column of text": (
        "judge", {"y": HAVE["truth"], "site": HAVE["sites"], "a": HAVE["a"]},
        "column 'site' holds text, 3 values. Is it the truth (--truth site), a group within which "
        "to judge (--stratum site), or neither (--drop site)?",
    ),
    "perhaps an id": (
        "judge", {"y": HAVE["truth"], "ref": HAVE["codes"], "a": HAVE["a"]},
        "'ref' holds a different whole number in every row. Is it an id (--id ref), or the scores "
        "of a classifier (--keep ref)?",
    ),
    "one class": ("judge", {"y": [1] * CASES, "a": HAVE["a"]}, "two classes to tell apart; got"),
    "a fold's number": (
        "judge", {"y": HAVE["truth"], "fold": np.arange(CASES) % 5, "a": HAVE["a"]},
        "Say --folds fold, and cases are ranked and shuffled within their fold",
    ),
    "nobody to judge": (
        "judge", {"y": HAVE["truth"], "id": range(CASES)}, "must have a column to be judged; none",
    ),
    "predictions to compare": (
        "compare", {"truth": HAVE["truth"], **FOLDS},
        "file.csv looks like cases with their truth and scores (column 'truth' looks like the "
        "truth, one of two classes): course judge file.csv",
    ),
    "folds to compare": (
        "compare", {"fold": np.arange(CASES) % 10 + 1, **FOLDS}, "course folds file.csv",
    ),
    "folds by the names of rows": (
        "compare", {"row": [f"rep{k // 10}_fold{k % 10}" for k in range(CASES)], **FOLDS},
        "column 'row' names folds or runs): course folds file.csv",
    ),
    "seeds to compare": (
        "compare", {"seed": range(CASES), **FOLDS}, "column 'seed' names folds or runs",
    ),
    "rows without names": (
        "compare", FOLDS,
        "what is a row? Nothing names the rows. If each is a data set of its own, say course "
        "compare --rows sets; if they are folds or repetitions on one data set, course folds",
    ),
    "right or wrong to compare": ("compare", RIGHT, "course items file.csv"),
    "data sets that come again": (
        "compare", {"dataset": [f"set {k // 10}" for k in range(CASES)], **FOLDS},
        "data set 'set 0' occurs 10 times. Folds or repetitions of one data set are no data sets",
    ),
    "cases to the items": ("items", {"truth": HAVE["truth"], **FOLDS}, "course judge file.csv"),
    "folds to the items": (
        "items", {"fold": np.arange(CASES) % 10 + 1, **FOLDS}, "course folds file.csv",
    ),
    "data sets to the items": (
        "items", {"dataset": [f"set {k}" for k in range(CASES)], **FOLDS}, "course compare",
    ),
    "numbers to the items": (
        "items", dict(zip(("y", "linear", "forest"), HAVE["normal"], strict=True)),
        "course judge --regression file.csv",
    ),
    "labels of two classes to the items": (
        "items", {"truth": HAVE["truth"], "a": HAVE["called a"], "b": HAVE["called b"]},
        "labels that models predicted (--truth truth), or do they say right and wrong",
    ),
    "cases to the folds": ("folds", {"truth": HAVE["truth"], **FOLDS}, "course judge file.csv"),
    "right or wrong to the folds": ("folds", RIGHT, "course items file.csv"),
    "data sets to the folds": (
        "folds", {"dataset": [f"set {k}" for k in range(CASES)], **FOLDS}, "course compare",
    ),
    "a label among folds": (
        "folds", {"fold": np.arange(CASES), **FOLDS, "ill": HAVE["truth"]},
        "column 'ill' holds two values only. Is it the truth (course judge --truth ill)?",
    ),
    "a leaderboard": (
        "judge", {"model": ["x", "y", "z"], "mmlu": [0.7, 0.8, 0.6], "gsm": [0.5, 0.4, 0.7]},
        "each row is a model (column 'model'). Models must be columns: turn the table round",
    ),
    "a leaderboard to compare": (
        "compare", {"model": ["x", "y", "z"], "mmlu": [0.7, 0.8, 0.6], "gsm": [0.5, 0.4, 0.7]},
        "column 'model' says that rows are models here; rows must be data sets",
    ),
    "a second truth": (
        "judge", {"truth": HAVE["truth"], "label": HAVE["called a"], "a": HAVE["a"]},
        "which column is the truth? 'truth', 'label' hold two labels each: say --truth truth",
    ),
    "both classes of one model": (
        "judge", {"y": HAVE["truth"], "p0": 1 - HAVE["a"], "p1": HAVE["a"]},
        "columns 'p0' and 'p1' add up to 1 in every case: one model's probabilities of the two",
    ),
    "three classes with probabilities": (
        "judge", {"y": HAVE["animals"][0], **FOLDS}, "Take each model's most probable label",
    ),
    "counts predicted": (
        "judge", {"y": HAVE["digits"][0], **FOLDS}, "Are they numbers that were predicted (course",
    ),
    "classes under an odd name": (
        "judge", dict(zip(("species", "knn", "tree"), HAVE["animals"], strict=True)),
        "all 3 columns hold the same labels): course items file.csv --truth species",
    ),
    "a weight": (
        "judge", {"y": HAVE["truth"], "sample_weight": HAVE["b"], "a": HAVE["a"]},
        "is column 'sample_weight' a classifier (--keep sample_weight), a group",
    ),
    "hospitals in numbers": (
        "judge", {"y": HAVE["truth"], "hospital": np.arange(CASES) % 5, "a": HAVE["a"]},
        "a group within which to judge (--stratum hospital), or neither (--drop hospital)?",
    ),
    "training and test": (
        "judge",
        {"y": HAVE["truth"], "split": ["train", "test"] * (CASES // 2), "a": HAVE["a"]},
        "column 'split' tells training from test cases. Only cases that no model was made with",
    ),
    "a header twice": (
        "judge", {"y": ["y", *HAVE["truth"]], "a": ["a", *HAVE["a"]]},
        "line 2: the header stands there again",
    ),
    "a label among scores": (
        "compare", {"dataset": [f"set {k}" for k in range(CASES)], **FOLDS, "ill": HAVE["truth"]},
        "column 'ill' holds two values only. Is it the truth (course judge --truth ill)?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", TURNED_AWAY)
def test_at_the_wrong_door_one_learns_of_the_right_one(kind, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command, table, words = TURNED_AWAY[kind]
    Path("file.csv").write_text(text_of(table))
    said = line_of_refusal([command, "file.csv"], capsys)
    assert words in said
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file.csv"]


def test_options_settle_all_doubt(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def judged(table, *arguments):
        Path("file.csv").write_text(text_of(table))
        assert main(["judge", "file.csv", "--no-report", "--json", *arguments]) == 0
        found = json.loads(capsys.readouterr().out)
        return found["taken_for"], [one["name"] for one in found["classifiers"]]

    hard = {"ill": HAVE["truth"], "a": HAVE["called a"], "b": HAVE["called b"]}
    assert judged(hard, "--truth", "ill")[1] == ["a", "b"]
    assert judged(hard, "--rows", "cases")[0].startswith("cases, with the truth in column 'ill'")
    more = {"y": HAVE["truth"], "ref": HAVE["codes"], "site": HAVE["sites"], "a": HAVE["a"]}
    assert judged(more, "--id", "ref", "--drop", "site")[1] == ["a"]
    assert judged(more, "--keep", "ref", "--drop", "site")[1] == ["ref", "a"]
    assert judged(more, "--id", "ref", "--stratum", "site")[0].endswith("in column 'site'")
    Path("file.csv").write_text(text_of({"y": HAVE["truth"], "a": HAVE["a"]}))
    for arguments, words in (
        (
            ["--rows", "items"],
            "course judge takes cases with their truth and scores; for items, use",
        ),
        (["--rows", "rows"], "rows must be one of 'cases', 'items', 'folds', 'sets'; got 'rows'"),
        (["--drop", "z"], "drop: the column must be one of 'y', 'a'; got 'z'"),
        (["--missing", "keep"], "missing must be one of 'drop'; got 'keep'"),
    ):
        assert words in line_of_refusal(["judge", "file.csv", *arguments], capsys)


def test_rows_with_gaps_are_dropped_on_request_and_counted(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = text_of({"y": HAVE["truth"], "a": HAVE["a"], "b": HAVE["b"]}).splitlines()
    lines[5] = lines[5].rsplit(",", 1)[0] + ","
    lines[9] = "NA," + lines[9].split(",", 1)[1]
    Path("file.csv").write_text("\n".join(lines))
    said = line_of_refusal(["judge", "file.csv"], capsys)
    assert "line 10, column 'y': the truth is missing; got 'NA'. --missing drop leaves such" in said
    found = read_predictions("file.csv", missing="drop")
    assert found.cases == CASES - 2
    assert "2 rows of 60 had a missing cell and were dropped." in found.notes[0]
    keep = [k for k in range(CASES) if k not in (4, 8)]
    assert found.scores[:, 0].tolist() == HAVE["a"][keep].tolist()
    Path("file.csv").write_text("y,a\n1,\n0,\n")
    refused("every row has a missing cell", read_predictions, "file.csv", missing="drop")


# --- Data frames ----------------------------------------------------------------------------------


def _same_pairs(one, other):
    """The same numbers; the limits but for rounding."""
    ours, theirs = ([list(row.values()) for row in found.pair_rows()] for found in (one, other))
    return all(
        a == b or (isinstance(a, float) and a == pytest.approx(b, abs=1e-12))
        for mine, yours in zip(ours, theirs, strict=True)
        for a, b in zip(mine, yours, strict=True)
    )


def test_frames_are_aligned_by_their_index_or_refused():
    truth = pd.Series(HAVE["truth"])
    scores = pd.DataFrame({"id": range(CASES), "a": HAVE["a"], "b": HAVE["b"]})
    sites = pd.Series(HAVE["sites"])
    expected = judge(HAVE["truth"], {"a": HAVE["a"], "b": HAVE["b"]}, strata=HAVE["sites"])
    for seed in range(3):
        shuffled = (
            part.sample(frac=1, random_state=seed + k)
            for k, part in enumerate((truth, scores, sites))
        )
        y, x, strata = shuffled
        found = judge(y, x, strata=strata)
        assert _same_pairs(found, expected)
        assert found.luck.p_value == expected.luck.p_value
        assert "Column 'id' names or counts the rows: it is left out." in found.notes
        columns = {name: x[name].sample(frac=1, random_state=seed) for name in "ab"}
        assert _same_pairs(judge(y, columns, strata=strata), expected)
    refused(
        "their indexes differ (0 ... 59 and 5 ... 64)",
        judge,
        truth,
        scores.set_index(scores.id + 5),
    )
    refused("their indexes differ (0 ... 39 and 0 ... 59)", judge, truth[:40], scores)
    # Beside a frame of both, too; and a word where rows were moved.
    both = scores.assign(label=HAVE["truth"])
    mixed = sites.sample(frac=1, random_state=7)
    assert _same_pairs(judge(both, strata=mixed), expected)
    assert judge(truth, scores).notes.count(MATCHED[0]) == 0
    assert MATCHED[0] in judge(truth.sample(frac=1, random_state=1), scores).notes
    # A list has no index: where others are in different orders, nobody knows whose entry is whose.
    disordered = {"a": scores.a, "b": scores.b.sample(frac=1, random_state=1)}
    refused("truth has no index, and others have", judge, HAVE["truth"].tolist(), disordered)
    patients = pd.MultiIndex.from_arrays([HAVE["sites"], range(CASES)], names=["site", "case"])
    assert judge(both.set_index(patients)).predictions.names == ("a", "b")
    assert judge(both.set_index(np.linspace(0, 1, CASES))).predictions.names == ("a", "b")
    # What has no index is taken as it comes.
    assert judge(truth.to_numpy(), scores.sample(frac=1, random_state=1)[["a", "b"]]).pairs
    both = scores.assign(label=HAVE["truth"], site=HAVE["sites"])
    assert _same_pairs(judge(both, stratum="site"), expected)
    assert judge(both, drop=["site"]).predictions.strata is None
    refused("drop goes with a data frame that holds", judge, truth, scores, drop=["id"])
    found = judge(both, strata="site")
    assert _same_pairs(found, expected)
    refused("Is it the truth (truth='site'), a group", judge, both)
    refused("looks like right or wrong for each item", judge, pd.DataFrame(RIGHT))


def test_both_probabilities_of_one_model_are_refused_and_two_constants_are_not():
    both = np.column_stack([1 - HAVE["a"], HAVE["a"]])
    refused("Keep that of the positive class only", judge, HAVE["truth"], both)
    even = judge(HAVE["truth"], {"x": [0.5] * CASES, "y": [0.5] * CASES})
    assert [one.auc for one in even.classifiers] == [0.5, 0.5]


def test_sentences_speak_python_here_and_shell_there(tmp_path, capsys):
    assert option("tried", 3) == "tried=3"
    found = judge(HAVE["truth"], {"a": HAVE["a"], "b": HAVE["b"]})
    said = " ".join([found.sentence(), *found.sentences().values(), *found.notes])
    assert "--" not in said
    assert "(tried=)" in said
    token = AT_THE_SHELL.set(True)
    try:
        assert "(--tried)" in found.sentences()["luck"]
        assert option("truth", "model 0") == '--truth "model 0"'
    finally:
        AT_THE_SHELL.reset(token)
    refused("looks like right or wrong for each item", read_predictions, pd.DataFrame(RIGHT))
    file = tmp_path / "scores.csv"
    file.write_text(text_of(FOLDS))
    refused("pairwise_tests rows='sets'", read_scores, file)


# --- Several test sets ----------------------------------------------------------------------------


def _by_class(labels, scores):
    return scores[labels == 1].tolist(), scores[labels == 0].tolist()


def test_strata_by_listing_every_way_to_hand_out_labels():
    """Two test sets of 4 and 5 cases: 6 x 10 ways, each with its AUC within the test sets."""
    strata = np.array([0] * 4 + [1] * 5)
    truth = np.array([1, 1, 0, 0, 1, 1, 0, 0, 0])
    scores = np.array([5, 3, 4, 1, 90, 60, 70, 20, 20])

    def within(labels):
        won = total = Fraction(0)
        for stratum in (0, 1):
            own = strata == stratum
            pairs = int(labels[own].sum() * (1 - labels[own]).sum())
            won += exact_auc(*_by_class(labels[own], scores[own])) * pairs
            total += pairs
        return won / total

    ways = []
    for first in itertools.combinations(range(4), 2):
        for second in itertools.combinations(range(4, 9), 2):
            labels = np.zeros(9, int)
            labels[[*first, *second]] = 1
            ways.append(within(labels))
    observed = within(truth)
    found = judge(truth, scores, strata=strata)
    assert found.luck.auc == pytest.approx(float(observed), abs=1e-12)
    assert found.luck.p_value == pytest.approx(sum(w >= observed for w in ways) / 60, abs=1e-12)
    table = prediction_table(truth, scores, strata=strata)
    assert table.aucs_within(0)[0] == pytest.approx(
        float(exact_auc(*_by_class(truth[:4], scores[:4])))
    )


def test_one_test_set_shifted_as_a_whole_changes_nothing_within_strata():
    """A hospital whose scores are all higher: pooled it misleads, within strata it does not."""
    shift = np.where(HAVE["sites"] == "north", 5.0, 0.0)
    plain = judge(HAVE["truth"], {"a": HAVE["a"], "b": HAVE["b"]}, strata=HAVE["sites"])
    moved = judge(HAVE["truth"], {"a": HAVE["a"] + shift, "b": HAVE["b"]}, strata=HAVE["sites"])
    assert moved.luck.auc == plain.luck.auc
    # One has no threshold now, so only the AUCs are compared.
    assert moved.pairs[0].auc_p_value == pytest.approx(plain.pairs[0].auc_p_value, abs=0.02)
    assert (moved.pairs[0].auc_low, moved.pairs[0].p_value) == (plain.pairs[0].auc_low, None)
    assert not moved.compares_errors


def test_a_stratum_of_one_class_is_told_and_counts_for_errors_only():
    truth = np.append(HAVE["truth"], [0, 0, 0])
    scores = np.append(HAVE["a"], [0.1, 0.2, 0.3])
    strata = np.append(HAVE["sites"], ["west"] * 3)
    found = judge(truth, scores, strata=strata)
    assert found.luck.auc == judge(HAVE["truth"], HAVE["a"], strata=HAVE["sites"]).luck.auc
    assert any("One class only: west" in note for note in found.notes)
    assert found.classifiers[0].counts.total == 63


# --- Intervals ------------------------------------------------------------------------------------


def test_the_covariance_of_aucs_is_delongs():
    scores = np.column_stack([HAVE["a"], HAVE["b"], HAVE["called a"]])
    truth = HAVE["truth"].astype(bool)
    spread = auc_covariance(truth, scores)
    for column in range(3):
        alone = delong_interval(truth, scores[:, column]).standard_error
        assert spread[column, column] == pytest.approx(alone**2, rel=1e-12)
    test = delong_test(truth, scores[:, 0], scores[:, 1])
    error = np.sqrt(spread[0, 0] + spread[1, 1] - 2 * spread[0, 1])
    assert test.statistic == pytest.approx(test.effect / error, rel=1e-9)
    assert auc_covariance(np.array([True, False, False]), np.array([[3.0], [2], [1]])) is None


def test_control_compares_with_one_only_and_corrects_for_fewer():
    scores = {name: HAVE[name] for name in "abc"}
    every = judge(HAVE["truth"], scores)
    some = judge(HAVE["truth"], scores, control="b")
    assert {frozenset((p.first, p.second)) for p in some.pairs} == {
        frozenset("ab"),
        frozenset("bc"),
    }
    of_all = {(p.first, p.second): p for p in every.pairs}
    for pair in some.pairs:
        assert pair.adjusted <= of_all[pair.first, pair.second].adjusted + 0.02
    assert "all pairs with b and both questions" in some.sentences()["errors"]

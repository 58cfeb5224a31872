"""Models that predict numbers: whose errors are smaller, and by how much."""

import itertools
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from course_lib import judge_regression, r_squared, read_number_predictions
from course_lib.cli import main
from course_lib.judging.lopsided import lopsided_pairs
from tests.helpers import line_of_refusal, refused


def data(cases=200, worse=(1.0, 1.0, 1.6), seed=5):
    draw = np.random.default_rng(seed)
    truth = 10 * draw.standard_normal(cases)
    noise = draw.standard_normal((cases, len(worse))) + 0.5 * draw.standard_normal((cases, 1))
    return truth, {f"m{k}": truth + size * noise[:, k] for k, size in enumerate(worse)}


@pytest.mark.parametrize("loss", ["absolute", "squared"])
def test_a_pair_by_listing_every_way_to_flip_signs(loss):
    truth, predictions = data(9, (1.0, 2.0))
    found = judge_regression(truth, predictions, loss=loss)
    power = 1 if loss == "absolute" else 2
    losses = [np.abs(column - truth) ** power for column in predictions.values()]
    difference = losses[1] - losses[0]
    sums = [abs(np.dot(signs, difference)) for signs in itertools.product((1, -1), repeat=9)]
    expected = np.mean(np.array(sums) >= abs(difference.sum()) - 1e-9)
    assert found.pairs[0].p_value == pytest.approx(expected, abs=1e-12)
    assert found.pairs[0].adjusted == found.pairs[0].p_value
    assert [one.mean_loss for one in found.models] == pytest.approx([x.mean() for x in losses])


def test_intervals_of_one_model_and_one_pair_are_students():
    truth, predictions = data(50, (1.0, 1.3))
    found = judge_regression(truth, predictions)
    losses = np.array([np.abs(column - truth) for column in predictions.values()])
    for one, own in zip(found.models, losses, strict=True):
        low, high = stats.t.interval(0.95, 49, own.mean(), stats.sem(own))
        assert (one.low, one.high) == pytest.approx((low, high))
        assert one.r_squared == pytest.approx(r_squared(truth, predictions[one.name]))
    difference = losses[1] - losses[0]
    limits = stats.t.interval(0.95, 49, difference.mean(), stats.sem(difference))
    assert (found.pairs[0].low, found.pairs[0].high) == pytest.approx(limits, rel=1e-9)


def test_many_pairs_hold_together_and_find_what_is_there():
    """100 files of four equal models and a worse one: how often is an equal pair told apart, or
    does some interval miss? Each should happen in 5 % of files at most.
    """
    told_apart = missed = found_worse = 0
    names = ("m0", "m1", "m2", "m3")
    draw = np.random.default_rng(2)
    true = {**dict.fromkeys(names, 1.0), "m4": 1.5}
    mean = np.sqrt(2 / np.pi)
    for seed in range(100):
        truth = draw.standard_normal(60)
        predictions = {n: truth + size * draw.standard_normal(60) for n, size in true.items()}
        found = judge_regression(truth, predictions, seed=seed, repetitions=999)
        told_apart += any(p.differs and p.first in names and p.second in names for p in found.pairs)
        missed += any(
            not p.low <= mean * (true[p.second] - true[p.first]) <= p.high for p in found.pairs
        )
        found_worse += sum(p.differs and p.second == "m4" for p in found.pairs)
    bound = 5 + 3 * np.sqrt(100 * 0.05 * 0.95)  # three standard errors of such a count
    assert told_apart <= bound
    assert missed <= bound
    assert found_worse > 200  # of 400


def test_ranks_control_margin_and_words():
    truth, predictions = data()
    found = judge_regression(truth, predictions, margin=0.3)
    assert found.may_be_best == tuple(sorted(("m0", "m1"), key=lambda n: found.ranking.index(
        next(one for one in found.models if one.name == n))))  # fmt: skip
    assert found.rank_intervals["m2"] == (3, 3)
    assert {pair.against_margin for pair in found.pairs} == {"within", "open"} or any(
        pair.against_margin == "beyond" for pair in found.pairs
    )
    assert "2 of 3 may be the best" in found.sentence()
    assert "Not shown is not equal" in found.sentence()
    assert found.winner_corrected >= found.ranking[0].mean_loss
    against = judge_regression(truth, predictions, control="m2")
    assert {pair.second for pair in against.pairs} == {"m2"}
    assert (against.rank_intervals, against.may_be_best) == ({}, ())
    assert "Against m2, 2 of 2 differ" in against.sentence()
    # The order of cases and of columns is no matter.
    back = judge_regression(truth[::-1], {n: predictions[n][::-1] for n in reversed(predictions)})
    plain = judge_regression(truth, predictions)
    assert [p.adjusted for p in back.pairs] == [p.adjusted for p in plain.pairs]


def test_what_a_reader_should_know():
    truth, predictions = data(100)
    wild = predictions["m0"].copy()
    wild[3] += 1e6
    found = judge_regression(truth, {"wild": wild, "copy": wild, "leak": truth})
    said = " ".join(found.notes)
    assert "1 case makes up half of the mean loss of wild" in said
    assert "copy and wild predict the same" in said
    assert "leak is the truth itself: has the answer leaked into it?" in said
    few = judge_regression([1, 2, 3], {"a": [1, 2, 4], "b": [3, 4, 6]})
    assert any("ways to flip signs: hardly anything can be shown" in note for note in few.notes)
    one = judge_regression(truth, predictions["m0"])
    assert (one.pairs, len(one.models)) == ((), 1)
    assert np.isnan(judge_regression([2, 2, 2], [1, 2, 3]).models[0].r_squared)
    huge = judge_regression([1e69, 2e69], {"a": [1.1e69, 2e69], "b": [0, 0]}, loss="squared")
    assert np.isfinite(huge.pairs[0].high)


def test_frames_are_aligned_and_wrong_input_is_refused():
    truth, predictions = data(40)
    frame = pd.DataFrame(predictions)
    expected = judge_regression(truth, predictions).pair_rows()
    shuffled = frame.sample(frac=1, random_state=1)
    assert judge_regression(pd.Series(truth), shuffled).pair_rows() == expected
    assert judge_regression(frame.assign(y=truth)).pair_rows() == expected
    assert judge_regression(frame.assign(cost=truth), truth="cost").pair_rows() == expected
    refused("their indexes differ", judge_regression, pd.Series(truth), frame.set_index(frame.m0))
    refused("got 40 and 39 entries", judge_regression, truth, frame[1:].to_numpy())
    refused("y_true must hold at least two cases", judge_regression, [1], {"a": [1]})
    refused("to 1e+70; got nan for 'a' in case 1", judge_regression, [1, 2], {"a": [1, None]})
    refused("loss must be one of 'absolute', 'squared'", judge_regression, truth, frame, loss="l3")
    refused("control must be one of 'm0'", judge_regression, truth, frame, control="m")
    refused("margin must be a number from 0", judge_regression, truth, frame, margin=-1)
    refused("predictions must be given with y_true", judge_regression, truth)


def test_a_file_from_the_shell(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    truth, predictions = data(60)
    frame = pd.DataFrame({"house": range(60), **predictions, "y": truth})
    frame.to_csv("houses.csv", index=False)
    assert main(["judge", "--regression", "houses.csv", "--csv", "pairs.csv"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("houses.csv: numbers that were predicted, 3 models on 60 cases")
    assert "For the paper:" in out
    assert len(Path("pairs.csv").read_text().splitlines()) == 4
    assert main(["judge", "--regression", "houses.csv", "--loss", "squared", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["loss"], len(found["models"])) == ("squared", 3)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["houses.csv", "pairs.csv"]
    for arguments, words in (
        (["--tried", "5"], "--tried does not go with --regression"),
        (["--truth", "z"], "truth: the column must be one of"),
    ):
        said = line_of_refusal(["judge", "houses.csv", "--regression", *arguments], capsys)
        assert words in said
    frame.loc[3, "m1"] = np.nan
    frame.to_csv("gaps.csv", index=False)
    refused("line 5, column 'm1': the number is missing", read_number_predictions, "gaps.csv")
    assert read_number_predictions("gaps.csv", missing="drop").truth.size == 59
    pd.DataFrame({"y": [1, 0] * 10, "a": [0.5, 0.2] * 10}).to_csv("classes.csv", index=False)
    refused(
        "the truth holds two values only, as classes do", read_number_predictions, "classes.csv"
    )


def test_which_column_is_the_truth_is_said_or_asked(tmp_path):
    """Nothing in the numbers tells; taken for the truth, a model would judge the truth."""
    truth, predictions = data(30, (1.0, 2.0))
    frame = pd.DataFrame({"lin": predictions["m0"], "tree": predictions["m1"], "price": truth})
    file = tmp_path / "prices.csv"
    frame.to_csv(file, index=False)
    asked = ["which column holds the true numbers", "'lin', 'tree', 'price'", "truth="]
    refused(asked, read_number_predictions, file)
    refused(asked, judge_regression, frame)
    assert judge_regression(frame, truth="price").ranking[0].name == "lin"
    frame.rename(columns={"price": "target"}).to_csv(file, index=False)
    found = read_number_predictions(file)
    assert found.names == ("lin", "tree")
    assert "Column 'target' was taken for the truth." in found.notes
    frame.assign(label=truth + 1, target=truth).to_csv(file, index=False)
    refused("'target'", read_number_predictions, file)


def test_lopsided_losses_on_few_cases_are_told_of():
    draw = np.random.default_rng(1)
    constant = np.full(50, np.exp(0.5))
    skewed = {"a": draw.lognormal(size=50), "b": constant}
    notes = " ".join(judge_regression(np.zeros(50), skewed).notes)
    assert "The losses of a are lopsided" in notes
    assert "differences between" in notes
    many = {"a": draw.exponential(size=2000), "b": np.full(2000, 1.0)}
    assert "lopsided" not in " ".join(judge_regression(np.zeros(2000), many).notes)
    # What is lopsided in both may be even in the difference.
    assert lopsided_pairs(np.array([[1.0, 0, 0], [2, 2, 1], [900, 901, 2]]), [(0, 1), (0, 2)]) == [
        1
    ]


def test_words_of_regression_hold_to_the_numbers():
    truth, predictions = data(60, (1.0, 1.01))
    found = judge_regression(truth, {"lin": predictions["m0"], "far": predictions["m0"] + 9})
    assert "lin had smaller losses than far" in found.for_the_paper()
    close = judge_regression(truth, predictions)
    best = close.ranking[0]
    shown, expected = re.findall(
        r"error, (\S+) .* expect about (.+)\.$", close.sentences()["best"]
    )[0]
    assert expected == "the same" or (
        len(shown) == len(expected) and float(expected) > float(shown)
    )
    assert close.winner_corrected > best.mean_loss
    tied = judge_regression([1.0, 2, 4], {"a": [2.0, 2, 4], "b": [1.0, 2, 5], "c": [9.0, 9, 9]})
    assert tied.sentences()["best"].startswith("a and b share the smallest mean absolute error, ")
    always = judge_regression([3.0, 3, 3], {"a": [4.0, 4, 4]})
    assert "there is no interval" in always.sentence()
    assert "there is no R²" in always.sentence()
    assert always.table().rows[0][2] == "none"

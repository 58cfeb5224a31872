"""Results say in words what they hold."""

import dataclasses

import pytest

from course_lib import assess_best, null_distribution, simulated_critical_value


def test_a_significant_score_in_words():
    found = assess_best("auc", 0.72, 20, 300, competitors=12)
    assert found.significant
    assert found.sentence() == (
        "The AUC of 0.72, reached by the best of 12 classifiers on 20 positives and 300 "
        "negatives, exceeds 0.7062, the 1 % critical value for the best of 12 classifiers that "
        "learned nothing (p = 0.0046): luck alone is not a plausible explanation."
    )


def test_a_score_that_luck_explains_in_words():
    found = assess_best("top_k", 3, 20, 300, competitors=12, alpha=0.05)
    assert not found.significant
    assert found.sentence().startswith(
        "The TP10 score of 3, reached by the best of 12 classifiers on"
    )
    assert "does not exceed 3, the 5 % critical value" in found.sentence()
    assert found.sentence().endswith("luck alone is not ruled out.")


def test_a_perfect_score_that_proves_nothing_in_words():
    found = assess_best("auc", 1.0, 2, 1)
    assert not found.significant
    assert found.out_of_reach
    assert found.sentence() == (
        "The AUC of 1, reached by one classifier on 2 positives and 1 negative, does not exceed "
        "1, the 1 % critical value for one classifier that learned nothing (p = 0.33): on this "
        "test set not even a perfect score would be significant."
    )


def test_the_verdict_is_the_same_by_p_value_and_by_critical_value():
    for metric in ("auc", "accuracy", "f_measure", "top_k"):
        for score in null_distribution(metric, 9, 14).support:
            found = assess_best(metric, score, 9, 14, competitors=5, alpha=0.05)
            assert found.significant == (found.score > found.critical_value)


def test_sentences_tell_close_scores_apart():
    critical = assess_best("auc", 0.7, 700, 900, competitors=50).critical_value
    just_above = critical + 1 / (700 * 900)
    words = assess_best("auc", just_above, 700, 900, competitors=50).sentence()
    score, said_critical = (
        words.split(" of ")[1].split(",")[0],
        words.split("exceeds ")[1].split(",")[0],
    )
    assert float(score) > float(said_critical)


def test_a_rounded_score_is_not_taken_for_more_than_it_is():
    # 26 of 30 is the critical value; typed as 0.87 it seems to exceed it.
    exact = assess_best("accuracy", 26 / 30, 10, 20, competitors=20)
    assert exact.critical_value == exact.score
    assert not exact.just_above_critical
    rounded = assess_best("accuracy", 0.87, 10, 20, competitors=20)
    assert rounded.just_above_critical
    assert "if it was rounded from 0.8666666667, it is not significant." in rounded.sentence()
    assert not assess_best("accuracy", 27 / 30, 10, 20, competitors=20).just_above_critical
    assert not assess_best("accuracy", 0.91, 10, 20, competitors=20).just_above_critical
    critical = assess_best("f_measure", 0.9, 30, 40, competitors=7).critical_value
    assert assess_best("f_measure", critical + 1e-6, 30, 40, competitors=7).just_above_critical


def test_a_score_below_the_lowest_best_score_is_remarked_upon():
    words = assess_best("accuracy", 0.35, 20, 30).sentence()
    assert "no ranking scores below 0.6 at its best threshold" in words
    assert assess_best("auc", 0.35, 20, 30).sentence().endswith("luck alone is not ruled out.")


def test_printing_a_result_gives_its_sentence():
    found = assess_best("auc", 0.72, 20, 300)
    assert str(found) == found.sentence()
    assert found.sentence() in found._repr_html_()
    assert "beyond luck" in found._repr_html_()


def test_a_p_value_near_the_level_is_told_apart_from_it():
    # p = 0.010468: rounded to two digits it would contradict the verdict.
    luck = null_distribution("auc", 21, 21)
    found = assess_best("auc", luck.critical_value(), 21, 21)
    assert "(p = 0.0105): luck alone is not ruled out" in found.sentence()
    assert "(p = 0.01)" in assess_best("auc", 1.0, 1, 99).sentence()


def test_a_distribution_in_words():
    luck = null_distribution("accuracy", 10, 30)
    assert luck.sentence() == (
        "On 10 positives and 30 negatives, the best accuracy of a classifier that learned nothing "
        "exceeds 0.75 at most half of the time, and 0.825 at most once in a hundred times."
    )
    assert repr(null_distribution("top_k", 4, 1, k=3)) == (
        "TopKDistribution(metric='top_k', positives=4, negatives=1, k=3)"
    )
    assert str(luck) == luck.sentence()
    assert luck.facts()["in 1 %"] == "0.825"
    assert luck.as_dict() == {
        "metric": "accuracy",
        "positives": 10,
        "negatives": 30,
        "k": None,
        "sentence": luck.sentence(),
    }


def test_a_simulated_critical_value_in_words():
    found = simulated_critical_value("auc", 100, 100, 10, repetitions=100_000, seed=1)
    words = found.sentence()
    assert (
        "100,000 simulated rankings put the 1 % critical value of auc for the best of 10 at"
        in words
    )
    assert f"from {found.low:.4g} to {found.high:.4g} (95 % confidence)" in words


def test_results_cannot_be_changed():
    found = assess_best("auc", 0.72, 20, 300)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.score = 0.9

"""A file of predictions, judged: the practitioner's door."""

from course_lib.judging.predictions import Predictions, prediction_table
from course_lib.judging.reading import read_predictions
from course_lib.judging.results import (
    ClassifierJudgement,
    Judgement,
    Luck,
    LuckTest,
    PairJudgement,
)
from course_lib.judging.shuffle import ShuffleTest, shuffle_test
from course_lib.judging.verdict import judge

__all__ = [
    "ClassifierJudgement",
    "Judgement",
    "Luck",
    "LuckTest",
    "PairJudgement",
    "Predictions",
    "ShuffleTest",
    "judge",
    "prediction_table",
    "read_predictions",
    "shuffle_test",
]

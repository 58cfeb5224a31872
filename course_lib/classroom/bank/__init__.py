"""All questions of the course, part by part."""

from course_lib.classroom.bank import (
    critical_values,
    intervals,
    luck,
    measures,
    pairs,
    ranks,
    roc,
    start,
)
from course_lib.classroom.questions import Question

#: The parts of the course that ask something, in order.
_PARTS: dict[str, list[Question]] = {
    "Lesson 00, start here": start.LESSON,
    "Exercises 00, first steps": start.EXERCISES,
    "Lesson 01, measuring performance": measures.LESSON,
    "Exercises 01, measures": measures.EXERCISES,
    "Lesson 02, luck has a distribution": luck.LESSON,
    "Exercises 02, luck": luck.EXERCISES,
    "Lesson 03, critical values": critical_values.LESSON,
    "Exercises 03, critical values": critical_values.EXERCISES,
    "Lesson 04, two classifiers": pairs.LESSON,
    "Exercises 04, two classifiers": pairs.EXERCISES,
    "Lesson 05, mean ranks": ranks.LESSON,
    "Exercises 05, mean ranks": ranks.EXERCISES,
    "Lesson 06, intervals": intervals.LESSON,
    "Exercises 06, intervals": intervals.EXERCISES,
    "Lesson 07, confident ROC curves": roc.LESSON,
    "Exercises 07, confident ROC curves": roc.EXERCISES,
}

QUESTIONS: dict[str, Question] = {q.name: q for part in _PARTS.values() for q in part}
#: Names of the questions in each part that a checker can judge.
PARTS: dict[str, tuple[str, ...]] = {
    title: tuple(q.name for q in part if q.checked) for title, part in _PARTS.items()
}

"""The right answers to other people's numbers: for finding out that one was handed on."""

from functools import cache

from course_lib.classroom.catalogue import find
from course_lib.classroom.questions import NumberQuestion
from course_lib.classroom.rounding import agrees
from course_lib.classroom.whose import Learner


def draws(name: str) -> bool:
    """Does this question draw its numbers for each learner?"""
    asked = find(name)
    return isinstance(asked, NumberQuestion) and asked.draws is not None


@cache
def right_for(name: str, learner: Learner) -> float:
    """The right answer to a question with this learner's numbers."""
    asked = find(name).for_learner(learner)
    if not isinstance(asked, NumberQuestion):
        raise ValueError(f"name must be that of a question about a number; got {name!r}")
    return asked.right()


def is_right_for(name: str, learner: Learner, number: float) -> bool:
    """Would this number be right if the question had this learner's numbers?"""
    return agrees(number, right_for(name, learner))

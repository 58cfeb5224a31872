"""Draws in which every mistake leads to a number of its own, so that its message is true."""

from itertools import combinations

from course_lib.classroom.questions import NumberQuestion
from course_lib.classroom.rounding import apart


def one_by_one(asked: NumberQuestion) -> bool:
    """Has the question an answer, and does no known mistake come close to it or to another?"""
    values = [mistake.value() for mistake in asked.mistakes]
    return asked.is_sound() and all(apart(one, other) for one, other in combinations(values, 2))

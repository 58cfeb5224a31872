"""Which draws make a clear question."""

from itertools import combinations

from course_lib.classroom.questions import NumberQuestion
from course_lib.classroom.rounding import apart


def is_clear(asked: NumberQuestion) -> bool:
    """Is every known mistake apart from the answer, and from every other?

    Where two mistakes lead to one number, one of the messages would be wrong for somebody.
    """
    wrong = [mistake.value() for mistake in asked.mistakes]
    return asked.is_sound() and all(apart(one, other) for one, other in combinations(wrong, 2))

"""Whether each number that people come to has one reason."""

from itertools import combinations

from course_lib.classroom.questions import NumberQuestion
from course_lib.classroom.rounding import apart


def is_distinct(question: NumberQuestion) -> bool:
    """Is the right answer apart from every known mistake, and every mistake from the others?

    Where two mistakes lead to the same number, nobody can tell which of them was made.
    """
    found = [mistake.value() for mistake in question.mistakes]
    return question.is_sound() and all(apart(a, b) for a, b in combinations(found, 2))

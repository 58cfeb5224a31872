"""A question of our own."""

from course_lib.classroom.questions import Mistake, NumberQuestion, own_numbers


def _make(positives: int, negatives: int) -> NumberQuestion:
    """The question for these numbers; everything in it follows them."""
    cases = positives + negatives
    return NumberQuestion(
        name="own-example",
        title="The accuracy of doing nothing",
        text=f"Of {cases} cases {positives} are positive. A classifier calls every case negative. "
        "What is its accuracy?",
        right=lambda: negatives / cases,
        worked=f"example = {negatives} / {cases}",
        mistakes=[
            Mistake(lambda: positives / cases, "that is the share of the positives."),
            Mistake(
                lambda: negatives / positives, "that divides by the positives, not by all cases."
            ),
        ],
        hints=(
            "Which cases are called rightly?",
            f"There are {negatives} negatives among {cases} cases.",
        ),
        why="Where positives are rare, doing nothing is accurate.",
    )


QUESTIONS = [
    own_numbers(
        _make,
        printed={"positives": 30, "negatives": 170},
        among={"positives": range(11, 60), "negatives": range(101, 400)},
    ),
]

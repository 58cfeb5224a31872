"""A question of our own."""

from course_lib.classroom.questions import FunctionQuestion, Mistake

QUESTIONS = [
    FunctionQuestion(
        name="own-example",
        title="The share of right calls",
        reference=lambda y, calls: sum(a == b for a, b in zip(y, calls, strict=True)) / len(y),
        # Lists arrive at the student's function as NumPy arrays. Choose cases that tell wrong
        # functions from right ones.
        cases=[
            ([1, 0, 0], [1, 1, 0]),
            ([0, 0, 0, 1, 1, 1, 1], [0, 1, 1, 1, 0, 1, 1]),
        ],
        mistakes=[
            Mistake(
                lambda y, calls: sum(a != b for a, b in zip(y, calls, strict=True)) / len(y),
                "that is the share of *wrong* calls.",
            ),
            Mistake(
                lambda y, calls: sum(a == b for a, b in zip(y, calls, strict=True)),
                "that is how many, not which share.",
            ),
        ],
        hints=("Compare the two, case by case.", "Count, then divide by the number of cases."),
        why="That is the accuracy.",
    ),
]

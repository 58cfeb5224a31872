"""A question of our own."""

from course_lib.classroom.questions import WrittenQuestion

QUESTIONS = [
    WrittenQuestion(
        name="own-example",
        title="In your own words",
        hints=("Name the number of models.", "Say what luck would have scored."),
        why="a good answer asks what the best of as many guessers would have scored.",
    ),
]

"""A question of our own."""

from course_lib.classroom.questions import ChoiceQuestion, Option

QUESTIONS = [
    ChoiceQuestion(
        name="own-example",
        title="What an AUC of one half means",
        options={
            "a": Option("Half of the cases are called wrongly.", "no case is called anything yet."),
            "b": Option("Positives stand above negatives half of the time.", "As in a shuffle."),
        },
        right="b",
        hints=("An AUC counts pairs.", "Which share of the pairs is in the right order?"),
        why="An AUC of one half is what shuffling brings.",
    ),
]

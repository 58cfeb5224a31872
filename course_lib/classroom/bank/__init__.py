"""All questions of the course, part by part."""

from types import ModuleType

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
from course_lib.classroom.board import Part, Row
from course_lib.classroom.questions import Question

#: Number, lesson and exercises, with their titles and files; and where their questions are.
_LESSONS: tuple[tuple[str, tuple[str, str], tuple[str, str], ModuleType], ...] = (
    ("00", ("Start here", "00_start_here"), ("first steps", "00_first_steps"), start),
    (
        "01",
        ("Measuring performance", "01_measuring_performance"),
        ("measures", "01_measures"),
        measures,
    ),
    ("02", ("Luck has a distribution", "02_luck_has_a_distribution"), ("luck", "02_luck"), luck),
    (
        "03",
        ("Critical values", "03_critical_values"),
        ("critical values", "03_critical_values"),
        critical_values,
    ),
    (
        "04",
        ("Two classifiers", "04_two_classifiers"),
        ("two classifiers", "04_two_classifiers"),
        pairs,
    ),
    (
        "05",
        ("The mean-rank paradox", "05_mean_rank_paradox"),
        ("mean ranks", "05_mean_ranks"),
        ranks,
    ),
    ("06", ("Tango intervals", "06_tango_intervals"), ("intervals", "06_intervals"), intervals),
    ("07", ("Confident ROC curves", "07_confident_roc"), ("ROC curves", "07_roc"), roc),
)

#: Every question, in the order of the course.
QUESTIONS: dict[str, Question] = {
    question.name: question
    for *_, module in _LESSONS
    for question in [*module.LESSON, *module.EXERCISES]
}


def _checked(questions: list[Question]) -> tuple[str, ...]:
    return tuple(question.name for question in questions if question.checked)


def _row(
    number: str, lesson: tuple[str, str], exercises: tuple[str, str], module: ModuleType
) -> Row:
    notebook = exercises[1].split("_", 1)[1]
    return Row(
        number,
        Part(lesson[0], f"notebooks/{lesson[1]}.ipynb", _checked(module.LESSON)),
        Part(
            exercises[0], f"exercises/{exercises[1]}/{notebook}.ipynb", _checked(module.EXERCISES)
        ),
    )


#: The lines of the progress board.
ROWS: tuple[Row, ...] = tuple(_row(*lesson) for lesson in _LESSONS)

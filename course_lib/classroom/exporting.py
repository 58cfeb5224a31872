"""`nbgrader export` that says which marks are still missing; `nbgrader_config.py` switches it on.

Alone, nbgrader counts a sentence that nobody has read as 0, and does not say so.
"""

import csv
from typing import Any

from nbgrader.api import Assignment, Gradebook, MissingEntry, Student
from nbgrader.plugins import CsvExportPlugin

from course_lib.classroom.spreadsheets import defused

#: nbgrader's own, in its order, and one more.
COLUMNS = (
    "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
    "raw_score", "late_submission_penalty", "score", "max_score", "unmarked",
)  # fmt: skip


class CsvWithUnmarked(CsvExportPlugin):
    """nbgrader's table, with a column that names what a person still has to look at."""

    def export(self, gradebook: Gradebook) -> None:
        """Write the table, and warn of everybody whose score is not the last word."""
        to = self.to or "grades.csv"
        self.log.info("Exporting grades to %s", to)
        rows = [
            _row(gradebook, assignment, student)
            for assignment in gradebook.assignments
            if not self.assignment or assignment.name in map(str, self.assignment)
            for student in gradebook.students
            if not self.student or student.id in map(str, self.student)
        ]
        with open(to, "w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, COLUMNS)
            table.writeheader()
            table.writerows(rows)
        waiting = [f"{r['student_id']} ({r['assignment']})" for r in rows if r["unmarked"]]
        if waiting:
            self.log.warning(
                "Too low, for nobody has looked at all of it yet (column `unmarked`): %s",
                ", ".join(waiting),
            )


def _row(gradebook: Gradebook, assignment: Assignment, student: Student) -> dict[str, Any]:
    """What one student has for one assignment; 0 where nothing was handed in."""
    row: dict[str, Any] = {
        "assignment": assignment.name,
        "duedate": assignment.duedate,
        "student_id": defused(student.id),
        "last_name": defused(student.last_name or ""),
        "first_name": defused(student.first_name or ""),
        "email": defused(student.email or ""),
        "max_score": assignment.max_score,
        "unmarked": "",
    }
    try:
        found = gradebook.find_submission(assignment.name, student.id)
    except MissingEntry:
        return row | {"raw_score": 0.0, "late_submission_penalty": 0.0, "score": 0.0}
    waiting = [
        grade.name for book in found.notebooks for grade in book.grades if grade.needs_manual_grade
    ]
    return row | {
        "timestamp": found.timestamp,
        "raw_score": found.score,
        "late_submission_penalty": found.late_submission_penalty,
        "score": max(0.0, found.score - found.late_submission_penalty),
        "unmarked": " ".join(sorted(waiting)),
    }

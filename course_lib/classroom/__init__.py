"""Questions, checks and hints; exercises made from solutions; what a teacher needs for grading."""

from course_lib.classroom.desk import check, hint, progress_board, reset_progress, solution

__all__ = ["check", "hint", "progress_board", "reset_progress", "solution"]

"""What a check must show to count, when a submission is graded.

nbgrader gives full points to a test that is silent, and takes the first result that a cell shows
for its points. Both can be had without a right answer. So a check counts only if it ran, raised
nothing, gave no result of its own, and showed exactly one verdict of ours: correct, for its own
question.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from course_lib.classroom.desk import VERDICT
from course_lib.classroom.grading import Step

#: The error that takes the points away; its message says why.
NOT_COUNTED = "NotCounted"
_CALL = re.compile(r"""(?<![\w.])check\(\s*["']([\w-]+)["']""")


def is_verdict(content: Mapping[str, Any]) -> bool:
    """Is this what a check displays (the content of a message, or a stored output)?"""
    data = content.get("data")
    return isinstance(data, Mapping) and VERDICT in data


def verdicts(cell: NotebookNode) -> Iterator[Mapping[str, Any]]:
    """All verdicts that a cell shows."""
    for output in cell.get("outputs", []):
        if output.output_type == "display_data" and is_verdict(output):
            found = output.data[VERDICT]
            yield found if isinstance(found, Mapping) else {}


def asked_in(source: str) -> list[str]:
    """The questions that a test checks with `check("...", ...)`."""
    return _CALL.findall(source)


class JudgeChecks(Step):
    """Grading: no points for a test that only looks as if it had passed.

    A teacher's own test without `check(...)` is judged as nbgrader does it: an error costs the
    points. If its last line is an expression, the number that it gives is taken for the points.
    """

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        """Put an error into a test that must not count."""
        mark = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code" or not mark.get("grade") or mark.get("solution"):
            return cell, resources
        results = [output for output in cell.outputs if output.output_type == "execute_result"]
        names = asked_in(cell.source)
        meant = results[-1:] if not names and _ends_in_an_expression(cell.source) else []
        why = _why_not(cell, names, gave_a_result=len(results) > len(meant))
        # The first result would decide, an error after it would not be seen.
        cell.outputs = [o for o in cell.outputs if o not in results or o in meant]
        if why:
            cell.outputs.append(
                new_output(
                    "error",
                    ename=NOT_COUNTED,
                    evalue=why,
                    traceback=[f"\x1b[0;31m{NOT_COUNTED}\x1b[0m: {why}"],
                )
            )
        return cell, resources


def _why_not(cell: NotebookNode, names: list[str], *, gave_a_result: bool) -> str | None:
    """Why a test does not count, in a sentence; None if it does, or shows an error already."""
    if any(output.output_type == "error" for output in cell.outputs):
        return None
    if cell.execution_count is None:
        return "This check was not run."
    if gave_a_result:
        return "This check showed a result of its own, which a check never does."
    if not names:
        return None
    found = list(verdicts(cell))
    if not found:
        return "This check ended without a verdict."
    if [verdict.get("question") for verdict in found] != names:
        return "This check showed other verdicts than its own."
    if any(verdict.get("outcome") != "CORRECT" for verdict in found):
        return "This check did not find the answer correct."
    return None


def _ends_in_an_expression(source: str) -> bool:
    try:
        body = ast.parse(source).body
    except SyntaxError:  # a line for IPython only, such as %time
        return False
    return bool(body) and isinstance(body[-1], ast.Expr)

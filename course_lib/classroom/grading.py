"""Steps that nbgrader lacks, for `nbgrader_config.py` to add.

They build on nbconvert, as nbgrader's own steps do, so this file can be read without nbgrader.
"""

from typing import Any

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from traitlets import Bool

#: The only layout of `metadata.nbgrader` that nbgrader reads today.
_SCHEMA = 3
_MARKS = frozenset(
    [
        *("cell_type", "checksum", "grade", "grade_id", "locked", "points", "schema_version"),
        *("solution", "task"),
    ]
)
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {"file_extension": ".py", "name": "python"}


class Step(Preprocessor):
    """A step that is on, as nbgrader's are; nbconvert's are off unless told otherwise."""

    enabled = Bool(True, help="Whether to take this step").tag(config=True)


class TidyMetadata(Step):
    """Release: leave out what an editor or a kernel wrote into the source.

    The state of widgets can hold answers; versions and timings differ from machine to machine.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Keep what says how to run the notebook, and what nbgrader needs."""
        nb.metadata = NotebookNode(kernelspec=dict(KERNEL), language_info=dict(LANGUAGE))
        for cell in nb.cells:
            cell.metadata = NotebookNode(
                {key: value for key, value in cell.metadata.items() if key in ("nbgrader", "tags")}
            )
        return nb, resources


class ForgetMetadata(Step):
    """Grading: of what an editor, or a student, noted beside the cells, keep what nbgrader needs.

    A tag can tell Jupyter to leave a cell out, and a check that did not run looks as if it passed.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Begin with a notebook's metadata as we release it."""
        nb.metadata = NotebookNode(kernelspec=dict(KERNEL), language_info=dict(LANGUAGE))
        return super().preprocess(nb, resources)

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        """Keep nbgrader's own entries."""
        found = cell.metadata.get("nbgrader")
        cell.metadata = NotebookNode()
        if isinstance(found, dict):
            cell.metadata["nbgrader"] = _known(found)
        return cell, resources


def _known(found: dict[str, Any]) -> NotebookNode:
    return NotebookNode({key: value for key, value in found.items() if key in _MARKS})


class DropStrayMetadata(Step):
    """Grading: a cell that nbgrader cannot place is the student's own.

    The copy of a graded cell, or a cell from another assignment, is left with half of its
    metadata. nbgrader takes that for an old version of itself and gives up on the whole class.
    """

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        """Forget the metadata of such a cell; its text stays."""
        found = cell.metadata.get("nbgrader")
        if found is not None and not _is_whole(found):
            del cell.metadata["nbgrader"]
        return cell, resources


def _is_whole(found: object) -> bool:
    return (
        isinstance(found, dict) and "grade_id" in found and found.get("schema_version") == _SCHEMA
    )


class ForgiveStderr(Step):
    """Grading: a warning is not a mistake.

    nbgrader gives no points for a test that writes anything to stderr, even if it passes. What
    was written there is kept, as ordinary output.
    """

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, index: int
    ) -> tuple[NotebookNode, dict]:
        """Let what went to stderr in a graded cell look as if it went to stdout."""
        if cell.metadata.get("nbgrader", {}).get("grade"):
            for output in cell.get("outputs", []):
                if output.output_type == "stream":
                    output.name = "stdout"
        return cell, resources

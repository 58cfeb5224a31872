"""Steps that nbgrader lacks, for `nbgrader_config.py` to add.

They build on nbconvert, as nbgrader's own steps do, so this file can be read without nbgrader.
"""

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from traitlets import Bool

#: The only layout of `metadata.nbgrader` that nbgrader reads today.
_SCHEMA = 3


class _Step(Preprocessor):
    """A step that is on, as nbgrader's are; nbconvert's are off unless told otherwise."""

    enabled = Bool(True, help="Whether to take this step").tag(config=True)


class TidyMetadata(_Step):
    """Release: leave out what an editor or a kernel wrote into the source.

    The state of widgets can hold answers; versions and timings differ from machine to machine.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Keep what says how to run the notebook, and what nbgrader needs."""
        nb.metadata = NotebookNode(
            kernelspec={
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            language_info={"file_extension": ".py", "name": "python"},
        )
        for cell in nb.cells:
            cell.metadata = NotebookNode(
                {key: value for key, value in cell.metadata.items() if key in ("nbgrader", "tags")}
            )
        return nb, resources


class DropStrayMetadata(_Step):
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
            # Such a copy could not be deleted or edited by whoever opens it.
            cell.metadata.pop("deletable", None)
            cell.metadata.pop("editable", None)
        return cell, resources


def _is_whole(found: object) -> bool:
    return (
        isinstance(found, dict) and "grade_id" in found and found.get("schema_version") == _SCHEMA
    )


class ForgiveStderr(_Step):
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

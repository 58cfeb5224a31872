"""Run a submission within limits: of time and output always, of everything else in a sandbox.

nbgrader's own step limits the time of each cell. A notebook may have many cells, and a cell can
print a hundred megabytes in one line.
"""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.session import Session
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import Execute
from traitlets import Bool, Integer

from course_lib.classroom import sandbox
from course_lib.classroom.catalogue import FOLDER, PLACE
from course_lib.classroom.naming import folder_of
from course_lib.classroom.verdicts import is_verdict

_MB = 1_000_000
#: A message beyond this is not even read: a figure is a hundred times smaller.
_LARGEST_MESSAGE = 20 * _MB
#: A verdict is a few sentences; two of them are enough to see that there are too many.
_LARGEST_VERDICT, _MOST_VERDICTS = 20_000, 2


_TOO_LONG_ERROR = {
    "status": "error",
    "ename": "TooLong",
    "evalue": "an error whose message is far too long",
    "traceback": [],
}


class ShutInKernel(AsyncKernelManager):
    """Starts the kernel in a sandbox."""

    def __init__(self, **kwargs: Any) -> None:
        self.wire = sandbox.Wire()
        super().__init__(transport="ipc", connection_file=self.wire.connection_file, **kwargs)

    @property
    def kernel_spec(self) -> KernelSpec:
        """How to start it; nothing has to be installed for that."""
        return KernelSpec(**sandbox.kernel_spec())


class BriefSession(Session):
    """What Jupyter hears from the kernel; what is far too long is cut before it is read."""

    def deserialize(self, msg_list: Any, content: bool = True, copy: bool = True) -> Any:
        """As Jupyter does it, save for a message's content where that is too long."""
        # signature, header, parent, metadata, content, buffers
        text = msg_list[4]
        if len(getattr(text, "buffer", text)) <= _LARGEST_MESSAGE:
            return super().deserialize(msg_list, content=content, copy=copy)
        message = super().deserialize(msg_list, content=False, copy=copy)
        if message["msg_type"] in ("error", "execute_reply"):
            # That there was an error must not be lost: it costs the points.
            message["content"] = _TOO_LONG_ERROR
        else:
            message["content"] = {"name": "stdout", "text": "", "too_long": True}
            message["msg_type"] = message["header"]["msg_type"] = "stream"
        return message


class ExecuteWithinLimits(Execute):
    """Grading: run the notebook; drop output beyond the limit, and stop when time is up."""

    total_timeout = Integer(300, help="Seconds for the whole notebook").tag(config=True)
    cell_output = Integer(2 * _MB, help="Characters of output for one cell").tag(config=True)
    total_output = Integer(10 * _MB, help="The same for the notebook").tag(config=True)
    shut_in = Bool(False, help="Whether to run the notebook in a sandbox").tag(config=True)

    raise_on_iopub_timeout = Bool(
        False, help="Whether to give up on a notebook whose kernel is slow to be interrupted"
    ).tag(config=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.extra_arguments = [] if self.shut_in else list(sandbox.KERNEL_OPTIONS)
        self.timeout_func = self._seconds_for

    def preprocess(
        self, nb: NotebookNode, resources: Any = None, km: Any = None
    ) -> tuple[NotebookNode, Any]:
        """Run all cells. Raises DeadKernelError, with the reason where one is known."""
        self._end = time.monotonic() + self.total_timeout
        self._left = self.total_output
        try:
            with _teachers_questions(folder_of(resources or {})):
                return super().preprocess(nb, resources, km)
        except DeadKernelError as error:
            why = self._wire.why() if self.shut_in else None
            raise DeadKernelError(f"Kernel died: {why}" if why else str(error)) from error
        finally:
            if self.shut_in:
                self._wire.close()

    def create_kernel_manager(self) -> Any:
        """A kernel in a sandbox where that is asked for, and a session that cuts long messages."""
        if self.shut_in:
            self.km = ShutInKernel(config=self.config)
            self._wire = self.km.wire
        else:
            super().create_kernel_manager()
        assert self.km is not None
        self.km.session = BriefSession(parent=self.km)
        return self.km

    def _seconds_for(self, cell: NotebookNode) -> float:
        """For one cell: no more than what is left for the notebook."""
        return max(1.0, min(self.timeout or self.total_timeout, self._end - time.monotonic()))

    def preprocess_cell(
        self, cell: NotebookNode, resources: Any, index: int
    ) -> tuple[NotebookNode, Any]:
        """Run one cell, unless the notebook's time is up."""
        self._cell_left, self._told, self._verdicts = self.cell_output, False, 0
        if time.monotonic() < self._end or cell.cell_type != "code":
            return super().preprocess_cell(cell, resources, index)
        words = f"The notebook's {self.total_timeout} seconds were over before this cell."
        cell.outputs = [
            new_output("error", ename="TimeIsUp", evalue=words, traceback=[f"TimeIsUp: {words}"])
        ]
        return cell, resources

    def process_message(self, msg: dict[str, Any], cell: NotebookNode, cell_index: int) -> Any:
        """Take a message of the kernel's, unless there were too many characters already."""
        kind, content = msg["msg_type"], msg["content"]
        if kind.startswith("comm"):  # widgets: nobody moves them while a machine grades
            return None
        if kind in ("status", "execute_input", "clear_output"):
            # clear_output empties the cell, but who prints on gets no new allowance.
            return super().process_message(msg, cell, cell_index)
        size = _length(content)
        if self._is_first_verdict(content, size):
            self._verdicts += 1
            return super().process_message(msg, cell, cell_index)
        room = min(self._cell_left, self._left)
        if size <= room and not self._told and not content.get("too_long"):
            self._cell_left -= size
            self._left -= size
            return super().process_message(msg, cell, cell_index)
        if kind == "error":  # that there was one must not be lost: it costs the points
            brief = {"ename": content["ename"][:200], "evalue": content["evalue"][:2000]}
            msg = msg | {"content": brief | {"traceback": [brief["ename"]]}}
            return super().process_message(msg, cell, cell_index)
        if not self._told:
            self._told = True
            most = self.cell_output if self._left > self._cell_left else self.total_output
            cell.outputs.append(
                new_output(
                    "stream",
                    name="stdout",
                    text=f"\n(More was written; beyond {most / _MB:g} MB it is left out.)\n",
                )
            )
        return None

    def _is_first_verdict(self, content: dict[str, Any], size: int) -> bool:
        return is_verdict(content) and size <= _LARGEST_VERDICT and self._verdicts < _MOST_VERDICTS


@contextlib.contextmanager
def _teachers_questions(folder: Path) -> Iterator[None]:
    """Let the kernel find the teacher's own questions, before any that a student handed in."""
    place = folder.resolve() / FOLDER
    if PLACE in os.environ or not place.is_dir():
        yield
        return
    os.environ[PLACE] = str(place)
    try:
        yield
    finally:
        del os.environ[PLACE]


def _length(content: Any) -> int:
    """How many characters a message holds, keys included."""
    if isinstance(content, str):
        return len(content)
    if isinstance(content, dict):
        return sum(len(str(key)) + _length(value) for key, value in content.items())
    if isinstance(content, list | tuple):
        return sum(1 + _length(value) for value in content)
    return 8

"""Settings for teachers who grade with nbgrader; it finds this file in the folder it runs in.

    nbgrader generate_assignment 02_luck     solutions/ -> exercises/, and into the gradebook
    nbgrader zip_collect 02_luck             what an LMS gave you -> submitted/
    nbgrader autograde 02_luck               submitted/<student>/02_luck/ -> autograded/
    nbgrader generate_feedback 02_luck       a page for each student -> feedback/
    nbgrader export                          grades.csv, with what nobody has read yet

solutions/INSTRUCTOR_GUIDE.md explains every step.
Students' code runs as the user who grades: use an account that may lose everything it can reach.
"""

import os
import sys
from pathlib import Path

from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    DeduplicateIds,
    IgnorePattern,
    LimitOutput,
    LockCells,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
    SaveCells,
)

from course_lib.classroom.cleaning import CleanPages
from course_lib.classroom.execution import ExecuteWithinLimits
from course_lib.classroom.grading import (
    DropStrayMetadata,
    ForgetMetadata,
    ForgiveStderr,
    TidyMetadata,
)
from course_lib.classroom.naming import (
    CompareNumbers,
    ForgetTheStudent,
    NameTheClass,
    NameTheStudent,
)
from course_lib.classroom.verdicts import JudgeChecks

c = get_config()  # noqa: F821  (nbgrader puts it here)

# nbgrader calls `alembic`, which is installed beside it, and looks for it on the PATH; so that
# `.venv/bin/nbgrader` works too where .venv was not activated.
_BIN = str(Path(sys.executable).parent)
if _BIN not in os.environ.get("PATH", "").split(os.pathsep):
    os.environ["PATH"] = os.pathsep.join([_BIN, os.environ.get("PATH", "")])

c.CourseDirectory.course_id = "beyond-chance"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
# submitted/, autograded/, feedback/ and gradebook.db keep nbgrader's names; git ignores them.

# What lies beside the notebooks for teachers only: never handed to students.
c.CourseDirectory.ignore = [
    ".ipynb_checkpoints",
    "*.pyc",
    "__pycache__",
    "feedback",
    "answers.py",
    "*.md",
]

# --- Release --------------------------------------------------------------------------------------

# exercises/ is stored with the course, so it is always there already.
c.GenerateAssignment.force = True

# As nbgrader has it, tidied first. `python -m course_lib.classroom.generate` takes the same steps.
c.GenerateAssignment.preprocessors = [
    TidyMetadata,
    NameTheClass,  # the key in class.toml; exercises/ as stored have none
    LockCells,
    ClearSolutions,
    ClearOutput,
    CheckCellMetadata,
    ComputeChecksums,
    SaveCells,
    ClearHiddenTests,
    ClearMarkScheme,
    ComputeChecksums,
    CheckCellMetadata,
]

# Not an error: an unanswered notebook runs from top to bottom, and the checker says what is open.
c.ClearSolutions.code_stub = {"python": "# your code here"}
c.ClearSolutions.text_stub = "*Your answer here.*"

# --- Collecting -----------------------------------------------------------------------------------

# What Moodle's "Download all submissions" looks like, put into downloaded/<assignment>/archive/:
# "Asa Ambler_1001_assignsubmission_file_/luck.ipynb". The number may be another one for each
# assignment, so the name serves as the student's id. What a browser adds to a file's name, as in
# "luck (1).ipynb", is left out, so that such a file is found again. The outermost folder decides:
# a student chooses the names within it.
c.FileNameCollectorPlugin.named_regexp = (
    r".*?/(?P<student_id>[^/_]+)_[0-9]+_assignsubmission_file_?/?(?P<file_id>[A-Za-z]\w*)"
)

# A second download replaces the first; files mended by hand in submitted/ are replaced, too.
c.ZipCollectApp.force = True
c.ExtractorPlugin.force = True

# --- Grading --------------------------------------------------------------------------------------

c.Autograde.sanitize_preprocessors = [
    ClearOutput,
    ForgetMetadata,  # tags above all: one of them makes Jupyter leave out a cell
    DeduplicateIds,
    DropStrayMetadata,  # copies of graded cells
    OverwriteKernelspec,
    OverwriteCells,
    DropStrayMetadata,  # cells from other assignments
    CheckCellMetadata,
]
c.Autograde.autograde_preprocessors = [
    NameTheStudent,  # by the folder, whatever the notebook says
    ExecuteWithinLimits,
    ForgetTheStudent,
    ForgiveStderr,
    JudgeChecks,  # silence is no proof
    CompareNumbers,
    IgnorePattern,
    LimitOutput,
    SaveAutoGrades,
    AssignLatePenalties,
    CleanPages,  # after the points: whether a sentence was touched is seen by its text
    CheckCellMetadata,
]

# Seconds for one cell. All that is asked for takes far less; an endless loop ends here, and the
# rest of the notebook is still graded.
c.Execute.timeout = 60
c.Execute.interrupt_on_timeout = True
c.ExecuteWithinLimits.total_timeout = 300

# --- Export ---------------------------------------------------------------------------------------

c.ExportApp.plugin_class = "course_lib.classroom.exporting.CsvWithUnmarked"

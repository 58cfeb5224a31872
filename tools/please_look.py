"""What a teacher may want to look at in a class's submissions. It accuses nobody.

A check runs in the same Python as the answer, so an answer that knows its way around can deceive
it. Such an answer has to use words that no honest one needs; those are listed, with their line.
Besides: sentences that are the same word for word, numbers that are right for somebody else, and
notebooks that say they are somebody else's.
"""

import re
from collections import defaultdict
from pathlib import Path

import nbformat

from course_lib.classroom import class_file
from course_lib.classroom.naming import NOTES, name_in
from course_lib.classroom.whose import folded
from tools.classroom import ASSIGNMENTS, starter

#: Words that no answer to our questions needs.
_WORDS = re.compile(
    r"course_lib\s*\.\s*(classroom|common)\b|from\s+course_lib\s+import\s+classroom|get_ipython|"
    r"displayhook|_getframe|__\w*(import|builtins|globals|code|closure|subclasses|dict|class)\w*__|"
    r"\b(builtins|ctypes|gc|importlib|inspect|multiprocessing|runpy|socket|subprocess|threading)\b|"
    r"\b(urllib|requests|atexit|signal|pickle|IPython|ipykernel|nbgrader|QUESTIONS|NotCorrect)\b|"
    r"\bsys\s*\.\s*(modules|meta_path|path|settrace|setprofile)\b|\bos\s*\.|\b(from|import)\s+os\b|"
    r"\b(exec|eval|compile|open|setattr|delattr|globals|vars)\s*\(|\bdisplay\s*\(|"
    r"vnd\.beyond-chance|^\s*[!%]|"
    r"^\s*(course_lib|np|numpy)(\s*\.\s*\w+)+\s*=(?!=)"
)
_SHORTEST = 40  # letters: shorter sentences may well be the same


def words_in(source):
    """The lines of code that a teacher may want to see."""
    lines = (line.partition("#")[0].rstrip() for line in source.splitlines())
    return [line.strip() for line in lines if _WORDS.search(line)]


def please_look(folder, assignment):
    """Lines of text, by heading; a heading with nothing below it is left out."""
    notebooks = _autograded(folder, assignment)
    found = {
        "Words that an answer does not need": _words(notebooks, assignment),
        "Sentences that are the same word for word": _same_sentences(notebooks, assignment),
        "Numbers that are right for somebody else": _numbers(notebooks),
        "Notebooks that say they are somebody else's": _names(notebooks, folder),
    }
    return {heading: lines for heading, lines in found.items() if lines}


def please_look_text(found):
    """The same as a section of the class report."""
    if not found:
        return "Please look: nothing."
    lines = ["Please look. This accuses nobody: there may be good reasons for each."]
    for heading, entries in found.items():
        lines += ["", f"{heading}:", *(f"  {entry}" for entry in entries)]
    return "\n".join(lines)


def _autograded(folder, assignment):
    pattern = f"autograded/*/{assignment}/{ASSIGNMENTS[assignment]}"
    return {
        path.parent.parent.name: nbformat.read(path, as_version=4)
        for path in sorted(Path(folder).glob(pattern))
    }


def _words(notebooks, assignment):
    ours = {line.strip() for cell in starter(assignment).cells for line in cell.source.splitlines()}
    lines = []
    for student, notebook in notebooks.items():
        for cell in notebook.cells:
            mark = cell.metadata.get("nbgrader", {})
            if cell.cell_type != "code" or (mark.get("grade") and not mark.get("solution")):
                continue
            where = mark.get("grade_id", "a cell of their own")
            lines += [
                f"{student}, {where}: {_short(line)}"
                for line in words_in(cell.source)
                if line not in ours
            ]
    return lines


def _same_sentences(notebooks, assignment):
    ours = {cell.id: _plain(cell.source) for cell in starter(assignment).cells}
    written = defaultdict(list)
    for student, notebook in notebooks.items():
        for cell in notebook.cells:
            mark = cell.metadata.get("nbgrader", {})
            if cell.cell_type == "markdown" and mark.get("solution"):
                text = _plain(cell.source)
                if len(text) >= _SHORTEST and text != ours.get(mark["grade_id"]):
                    written[mark["grade_id"], text].append(student)
    return [
        f"{', '.join(students)}, {name}: {_short(text)}"
        for (name, text), students in written.items()
        if len(students) > 1
    ]


def _numbers(notebooks):
    return [
        f"{student}, {name}: the right answer for {' or '.join(others)}"
        for student, notebook in notebooks.items()
        for name, others in notebook.metadata.get(NOTES, {}).get("same_numbers", {}).items()
    ]


def _names(notebooks, folder):
    agreed = class_file.read(folder)
    lines = []
    for student, notebook in notebooks.items():
        said = name_in(notebook)
        known = {folded(student), folded(agreed.learner(student).name)}
        if folded(said) and folded(said) not in known:
            lines.append(f'{student}: the first cell says "{said}"')
    return lines


def _plain(text):
    """Words only: neither capitals nor blanks nor signs make two sentences different."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def _short(text, longest=90):
    return text if len(text) <= longest else text[: longest - 3] + "..."

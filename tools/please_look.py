"""What a teacher may want to look at in a class's submissions. It accuses nobody.

A check runs in the same Python as the answer, so an answer that knows its way around can deceive
it. Such an answer has to use words that no honest one needs (see `unneeded_words`): their lines are
listed. Besides: sentences that are the same word for word, numbers that are right for somebody
else, and notebooks that say they are somebody else's.
"""

import re
from collections import defaultdict
from pathlib import Path

import nbformat

from course_lib.classroom import class_file
from course_lib.classroom.naming import NOTES, name_in
from course_lib.classroom.whose import folded
from tools.classroom import ASSIGNMENTS, starter
from tools.unneeded_words import words_in

_SHORTEST = 40  # letters: shorter sentences may well be the same


def please_look(folder, assignment):
    """Lines of text, by heading; a heading with nothing below it is left out."""
    notebooks = _autograded(folder, assignment)
    found = {
        "Words that an answer does not need": _words(notebooks),
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


def _words(notebooks):
    lines = []
    for student, notebook in notebooks.items():
        for cell in notebook.cells:
            mark = cell.metadata.get("nbgrader", {})
            if cell.cell_type != "code" or (mark.get("grade") and not mark.get("solution")):
                continue
            where = mark.get("grade_id", "a cell of their own")
            lines += [f"{student}, {where}: {_short(line)}" for line in words_in(cell.source)]
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

"""Answers as students would write them: the entries of `solutions/*/answers.py`, as cells.

That file lists answers as objects. A student hands in text; so the entry's own text is taken, and
with it whatever in the file it needs to stand alone.
"""

import ast
import dis
import re
from dataclasses import dataclass
from functools import cache
from types import CodeType

from tools.classroom import ASSIGNMENTS, ROOT, cell_of, source, starter


@dataclass(frozen=True)
class Answer:
    """What somebody writes into a cell, and whether it is right."""

    text: str
    is_right: bool
    #: A piece of the message that a wrong one gets.
    because: str = ""


@cache
def answers(assignment):
    """All listed answers to each question of an assignment that a machine can check."""
    right, wrong = _listed(assignment, "RIGHT"), _listed(assignment, "WRONG")
    found = {}
    for name in questions(assignment):
        found[name] = [Answer(_model(assignment, name), True)]
        for entry in right[name].elts:
            found[name].append(Answer(_cell(assignment, name, entry), True))
        for pair in wrong[name].elts:
            entry, because = pair.elts
            text = _cell(assignment, name, entry)
            found[name].append(Answer(text, False, ast.literal_eval(because)))
    return found


def listed_right(name):
    """Right answers to a question of a lesson, which has no cell for them: as expressions."""
    for assignment in ASSIGNMENTS:
        entries = _listed(assignment, "RIGHT").get(name)
        if entries is not None:
            return [ast.unparse(entry) for entry in entries.elts]
    raise ValueError(f"no answer to {name} is listed")


def questions(assignment):
    """The names of the questions that a machine checks, in order."""
    ids = [cell.id for cell in starter(assignment).cells]
    return [name for name in ids if f"{name}-check" in ids]


def sentences(assignment):
    """The name of the written question, and answers to it: good, half, beside the point."""
    notebook = source(assignment)
    name = next(
        cell.id
        for cell in notebook.cells
        if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("solution")
    )
    good = cell_of(notebook, name).source.split("=== BEGIN MARK SCHEME")[0].strip()
    first, *_ = re.split(r"(?<=[.;])\s", good, maxsplit=1)
    return name, [good, first, "I would trust the number, for it is high."]


def variable(assignment, name):
    """The name that the check of this question looks at."""
    check = cell_of(starter(assignment), f"{name}-check").source
    return re.search(rf'check\("{name}", (\w+)\)', check)[1]


def _model(assignment, name):
    """The answer in the notebook itself, without the lines for the generator."""
    lines = cell_of(source(assignment), name).source.splitlines()
    return "\n".join(line for line in lines if not line.strip().startswith("###"))


# --- From an entry to a cell ----------------------------------------------------------------------


def _cell(assignment, name, entry):
    """Code for an answer cell: what the entry needs, then `variable = entry`."""
    wanted = variable(assignment, name)
    given = _given(assignment, name)
    needed = [s for s in _needed(assignment, entry) if ast.unparse(s) not in given]
    bound = {n for s in needed if not _is_import(s) for n in _bound(s)}
    parts = [ast.unparse(statement) for statement in needed]
    if bound & _names(assignment):  # the notebook means something else by that name
        body = "\n".join([*parts, f"return {ast.unparse(entry)}"]).replace("\n", "\n    ")
        return f"def my_way():\n    {body}\n\n\n{wanted} = my_way()"
    return "\n".join([*parts, f"{wanted} = {ast.unparse(entry)}"])


@cache
def _file(assignment):
    path = ROOT / "solutions" / assignment / "answers.py"
    return ast.parse(path.read_text(encoding="utf-8"))


def _listed(assignment, name):
    """The entries under RIGHT or WRONG, by question, as syntax."""
    table = next(s for s in _file(assignment).body if name in _bound(s)).value
    return {key.value: entries for key, entries in zip(table.keys, table.values, strict=True)}


def _needed(assignment, entry):
    """The statements of the file that an expression rests on, in their order."""
    tree = _file(assignment)
    where = {name: statement for statement in tree.body for name in _bound(statement)}
    used, unseen = set(), _globals(ast.unparse(entry))
    while unseen:
        name = unseen.pop()
        if name in where and name not in used:
            used.add(name)
            if not _is_import(where[name]):
                unseen |= _globals(ast.unparse(where[name]))
    for statement in tree.body:
        if _bound(statement) & used:
            if isinstance(statement, ast.ImportFrom):
                kept = [a for a in statement.names if (a.asname or a.name) in used]
                yield ast.ImportFrom(statement.module, kept, statement.level)
            else:
                yield statement


def _is_import(statement):
    return isinstance(statement, ast.Import | ast.ImportFrom)


def _bound(statement):
    """The names that a statement at the top of a file defines."""
    if _is_import(statement):
        return {alias.asname or alias.name for alias in statement.names}
    if isinstance(statement, ast.FunctionDef):
        return {statement.name}
    if isinstance(statement, ast.Assign):
        nodes = (node for target in statement.targets for node in ast.walk(target))
        return {node.id for node in nodes if isinstance(node, ast.Name)}
    return set()


def _globals(text):
    """The names that code looks up outside of itself (a parameter is not one of them)."""
    found, codes = set(), [compile(text, "answer", "exec")]
    while codes:
        code = codes.pop()
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                found.add(step.argval)
    return found


def _given(assignment, name):
    """Statements that stand in the notebook already, above the answer."""
    found = set()
    for cell in starter(assignment).cells:
        if cell.id == name:
            return found
        if cell.cell_type == "code":
            found |= {ast.unparse(statement) for statement in ast.parse(cell.source).body}
    raise ValueError(f"{assignment} does not ask {name}")


@cache
def _names(assignment):
    """Names that the notebook uses for something."""
    cells = [cell for cell in starter(assignment).cells if cell.cell_type == "code"]
    trees = [ast.parse(cell.source) for cell in cells]
    return {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)} | {
        statement.name
        for tree in trees
        for statement in tree.body
        if isinstance(statement, ast.FunctionDef)
    }

"""Code in an answer that no honest answer needs, found in its syntax tree.

A check runs in the same Python as the answer. Whoever wants to deceive it has to get hold of the
check first, and there are few ways: an import, an attribute, a built-in function, a command to
IPython. All of these are visible in the syntax tree, whatever they are called later on. A tree also
knows what is a comment and what is text, and reads names as Python does (NFKC).

A cell with a syntax error is not shown: it does not run when it is graded either. A cell
that Python cannot take in for another reason (nested too deep, for instance) is.
"""

import ast

from IPython.core.inputtransformer2 import TransformerManager

import course_lib

UNREADABLE = "(a cell that cannot be read as Python)"

#: What an answer may import. Everything else is shown.
_IMPORTS = frozenset(
    [
        *("bisect", "collections", "course_lib", "dataclasses", "decimal", "fractions"),
        *("functools", "heapq", "itertools", "math", "matplotlib", "numbers", "numpy", "operator"),
        *("pandas", "random", "scipy", "seaborn", "sklearn", "statistics", "statsmodels", "string"),
        *("time", "typing"),
    ]
)
#: Functions that are there without an import.
_FUNCTIONS = frozenset(
    [
        *("breakpoint", "compile", "delattr", "display", "eval", "exec", "get_ipython", "getattr"),
        *("globals", "input", "locals", "open", "setattr", "vars"),
    ]
)
#: What leads from a module or an object to the checks, or out of Python.
_ATTRIBUTES = _FUNCTIONS | frozenset(
    [
        *("attrgetter", "bank", "builtins", "catalogue", "classroom", "codecs", "common", "ctypes"),
        *("ctypeslib", "desk", "displayhook", "f2py", "gc", "importlib", "inspect", "io"),
        *("methodcaller", "mistakes", "modules", "os", "pathlib", "pickle", "reference", "right"),
        *("runpy", "shutil", "signal", "subprocess", "sys", "testing", "threading", "types"),
        *("warnings", "whose"),
        # These set attributes, or run text or what is in a file.
        *("load", "make_dataclass", "query", "read_pickle", "update_wrapper", "wraps"),
    ]
)
_HARMLESS = frozenset(["__doc__", "__name__", "__version__"])
#: Methods that a class of one's own may well have.
_METHODS = frozenset(["__call__", "__init__", "__post_init__"])
#: Attributes of tables and arrays that people set.
_SETTABLE = frozenset(["columns", "index", "shape"])
#: `name?` shows help.
_HELP = frozenset(["pinfo", "pinfo2"])
#: What the course tells people about.
_PUBLIC = frozenset([*course_lib.__all__, "datasets", "__version__"])
_VERDICT = "vnd.beyond-chance"


def words_in(source):
    """The lines of a cell that a teacher may want to see, as Python reads them."""
    try:
        text = TransformerManager().transform_cell(source)
        tree = compile(text, "cell", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        nodes = list(_without_harmless(tree))
        course = {"course_lib"} | {name for node in nodes for name in _names_of_the_course(node)}
        numbers = {line for node in nodes for line in _lines(node, course)}
    except SyntaxError:
        return []
    except (ValueError, RecursionError, MemoryError):
        return [UNREADABLE]
    lines = text.split("\n")
    return [lines[number - 1].strip() for number in sorted(numbers)]


def _without_harmless(tree):
    """All nodes but those of commands that do no harm: a call for help, plots in the page."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not _is_harmless(node):
            yield node
            waiting += ast.iter_child_nodes(node)


def _is_harmless(node):
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(func=ast.Name(id="get_ipython"), args=[]), attr="run_line_magic"
            ),
            args=[ast.Constant(value=magic), ast.Constant(value=text)],
        ):
            return magic in _HELP or (magic, text) == ("matplotlib", "inline")
    return False


def _lines(node, course):
    """Where this node is something to look at: the number of a line, or nothing."""
    match node:
        case ast.Import(names=names):
            if not all(_may_import(alias.name) for alias in names):
                yield node.lineno
        case ast.ImportFrom(module=module, names=names):
            whole = [f"{module or ''}.{alias.name}" for alias in names]
            if node.level or not all(map(_may_import, whole)):
                yield node.lineno
        case ast.Attribute(attr=name, ctx=context):
            is_set = not isinstance(context, ast.Load) and name not in _SETTABLE
            if is_set or _is_private(name) or name in _ATTRIBUTES or _is_hidden(node, course):
                yield node.end_lineno
        case ast.MatchClass(kwd_attrs=names):  # case object(classroom=x) reads an attribute
            if any(_is_private(name) or name in _ATTRIBUTES for name in names):
                yield node.lineno
        case ast.Name(id=name):
            if name in _FUNCTIONS or (name.startswith("__") and _is_private(name)):
                yield node.lineno
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            if name not in _METHODS and name.startswith(("__", "_repr_", "_ipython_")):
                yield node.lineno
        case ast.Constant(value=str(text)):
            if _VERDICT in text:
                yield node.lineno


def _may_import(dotted):
    first, *rest = dotted.split(".")
    return first in _IMPORTS and not any(_is_private(n) or n in _ATTRIBUTES for n in rest)


def _is_private(name):
    return name.startswith("_") and name not in _HARMLESS


def _names_of_the_course(node):
    """What the course is called in this cell."""
    if isinstance(node, ast.Import):
        return [alias.asname for alias in node.names if alias.name == "course_lib" and alias.asname]
    return []


def _is_hidden(node, course):
    """`course_lib.x`, where x is none of the names that the course tells people about."""
    match node.value:
        case ast.Name(id=name) if name in course:
            return node.attr not in _PUBLIC
    return False

"""Wrong turns at both ends of an answer: what goes in is spoilt, or what comes out."""

import ast
from itertools import pairwise
from typing import Any

from course_lib.classroom.mutations.changes import (
    NUMPY,
    Change,
    Changes,
    Scope,
    altered,
    expression,
    shown,
)

#: What people do to a right value in the last line.
_SPOILT = (
    *(f"np.round(x, {digits})" for digits in (0, 1, 2, 3, 4)),
    "np.multiply(100, x)",
    "np.subtract(1, x)",
    "np.negative(x)",
    "np.divide(1, x)",
    "np.square(x)",
    "np.sqrt(x)",
    "np.log(x)",
    "np.multiply(2, x)",
    "np.divide(x, 2)",
    "np.multiply(1.01, x)",
    "np.add(x, 1)",
    "np.subtract(x, 1)",
    "np.maximum(x, 0)",
    "x // 1",
    "not x",
    "str(x)",
    "[x]",
    "(x, x)",
    "{'answer': x}",
    "lambda: x",
    "print(x)",
    "None",
    "0",
    "0.5",
    "1",
    "True",
    "False",
)
#: And to several values.
_SPOILT_LISTS = (
    "np.sort(x)",
    "np.flip(x)",
    "np.mean(x)",
    "np.cumsum(x)",
    "tuple(map(str, x))",
    "list(map(str, x))",
    "x[0]",
    "x[1]",
)

_CONSTANTS = ("0", "0.5", "1")
_NUMBERS = ("-x", "x + 1", "x - 1", "2 * x", "x / 2")
_SHARES = ("1 - x", "np.round(x, 1)")
_LISTS = (
    "x[::-1]",
    "x[1:]",
    "x[:-1]",
    "x[:3]",
    "np.sort(x)",
    "np.sort(x)[::-1]",
    "sorted(x)",
    "sorted(x, reverse=True)",
)
_LABELS = ("1 - np.asarray(x)", "np.zeros_like(x)", "np.ones_like(x)")
_SCORES = (
    "np.negative(x)",
    "np.asarray(x) > 0.5",
    "(np.asarray(x) > 0.5).tolist()",
    "np.round(x)",
    "np.round(x, 1)",
    "np.round(x, 1).tolist()",
    "np.asarray(x).astype(int)",
    "np.argsort(np.argsort(x))",
    "np.unique(x)",
    "np.clip(x, 0, 1)",
)
#: What people hand on instead of an argument, or take it for.
_TAKEN_FOR = {
    "whole": (*_CONSTANTS, *_NUMBERS),
    "number": (*_CONSTANTS, *_NUMBERS, *_SHARES),
    "labels": (*_LISTS, *_LABELS),
    "list": (*_LISTS, *_SCORES),
    # A function that helps the one asked for; and one of which nothing is known.
    "helps": (*_CONSTANTS, *_NUMBERS),
    "": (*_CONSTANTS, *_NUMBERS, *_SHARES, *_LISTS, *_LABELS, *_SCORES),
}
#: Calls that give several values.
_GIVE_LISTS = ("tolist", "list", "tuple", "array", "asarray")


def returned(node: ast.AST, _: Scope) -> Changes:
    """A right value that is spoilt in the end, or thrown away."""
    if isinstance(node, ast.Return) and node.value is not None:
        for new, needs in _spoilt(node.value):
            yield Change(f"returned {shown(new)}", [ast.Return(new)], needs)
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
        for new, needs in _spoilt(node.value.body):
            changed = altered(node, value=altered(node.value, body=new))
            yield Change(f"returned {shown(new)}", [changed], needs)
    elif isinstance(node, ast.Module) and node.body and isinstance(node.body[-1], ast.Assign):
        last = node.body[-1]
        if isinstance(last.value, ast.Lambda):
            return
        for new, needs in _spoilt(last.value):
            changed = altered(node, body=[*node.body[:-1], altered(last, value=new)])
            yield Change(f"answered {shown(new)}", changed, needs)


def _spoilt(value: ast.expr) -> list[tuple[ast.expr, str]]:
    if isinstance(value, ast.Constant):
        return []  # a changed constant is a matter of its own
    templates = (*_SPOILT, *_SPOILT_LISTS) if _is_list(value) else _SPOILT
    found = [_filled(template, value) for template in templates]
    if isinstance(value, ast.Tuple):
        for i, part in enumerate(value.elts):
            text = expression("str(x)", x=part)
            rest = altered(value, elts=[*value.elts[:i], text, *value.elts[i + 1 :]])
            found.append((rest, ""))
    return found


def _is_list(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        function = value.func
        name = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
        return name in _GIVE_LISTS
    return isinstance(value, ast.Tuple | ast.List | ast.ListComp)


def _filled(template: str, value: ast.expr) -> tuple[ast.expr, str]:
    return expression(template, x=value), NUMPY if "np." in template else ""


def parameters(node: ast.AST, scope: Scope) -> Changes:
    """An argument ignored, taken for something else, or two of them exchanged."""
    if isinstance(node, ast.FunctionDef):
        yield from _of_function(node, scope)
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
        for change in _of_function(node.value, scope):
            yield Change(change.what, [altered(node, value=change.node)], change.needs)


def _of_function(node: ast.FunctionDef | ast.Lambda, scope: Scope) -> Changes:
    listed = node.args.args
    for i, (one, two) in enumerate(pairwise(listed)):
        turned = altered(node.args, args=[*listed[:i], two, one, *listed[i + 2 :]])
        yield Change(f"{one.arg} and {two.arg} exchanged", altered(node, args=turned))
    kinds: tuple[str, ...] = scope.kinds
    if len(kinds) != len(listed):
        kinds = ("helps" if kinds else "",) * len(listed)
    for parameter, kind in zip(listed, kinds, strict=True):
        name = ast.Name(parameter.arg, ast.Load())
        for template in _TAKEN_FOR[kind]:
            new, needs = _filled(template, name)
            what = f"{parameter.arg} taken for {shown(new)}"
            yield Change(what, _with_argument(node, parameter.arg, new), needs)
        if isinstance(node, ast.FunctionDef):
            as_it_is = altered(node, body=[ast.Return(name), *node.body])
        else:
            as_it_is = altered(node, body=name)
        yield Change(f"returns {parameter.arg} as it is", as_it_is)


def _with_argument(node: ast.FunctionDef | ast.Lambda, name: str, new: ast.expr) -> Any:
    """The function with another value for one of its arguments."""
    if isinstance(node, ast.FunctionDef):
        first = ast.Assign([ast.Name(name, ast.Store())], new, lineno=0)
        return altered(node, body=[first, *node.body])
    fresh = ast.parse(ast.unparse(node.body), mode="eval").body
    return altered(node, body=_Substituted(name, new).visit(fresh))


class _Substituted(ast.NodeTransformer):
    def __init__(self, name: str, new: ast.expr) -> None:
        self.name, self.new = name, new

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.new if node.id == self.name else node


OPERATORS = (returned, parameters)

"""A metric owns its facts: nothing else asks what it is called."""

import ast
from pathlib import Path

import pytest

from course_lib.chance.metrics import METRICS

ROOT = Path(__file__).parent.parent


def names_compared(tree):
    """The metrics' names that something is compared with, and where."""
    for node in ast.walk(tree):
        parts = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        for part in parts:
            for constant in getattr(part, "elts", [part]):
                if isinstance(constant, ast.Constant) and constant.value in METRICS:
                    yield node.lineno, constant.value


@pytest.mark.parametrize(
    "code",
    [
        'metric == "auc"',
        '"top_k" != name',
        'metric in ("accuracy", other)',
        'match metric:\n    case "f_measure":\n        pass',
    ],
)
def test_a_comparison_with_a_metrics_name_is_found(code):
    assert len(list(names_compared(ast.parse(code)))) == 1


@pytest.mark.parametrize("folder", ["course_lib", "tools"])
def test_nothing_is_compared_with_a_metrics_name(folder):
    wrong = [
        f"{path.relative_to(ROOT)}:{line} compares with {name!r}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, name in names_compared(ast.parse(path.read_text()))
    ]
    assert not wrong

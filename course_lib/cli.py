"""The `course` command: the library's answers without writing Python.

Wrong input gives one line on stderr and exit code 2.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NoReturn


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage in front of it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _number(text: str) -> float:
    """A number as typed; what it must be is for the library to say."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def build_parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    parser = _Parser(prog="course", description="Judge classifiers honestly.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    best = commands.add_parser(
        "best",
        help="is the best of several classifiers better than luck?",
        description="Is the best of several classifiers, tested on the same cases, beyond luck?",
    )
    best.add_argument("--metric", required=True, help="auc, accuracy, f_measure, top_k (or TP10)")
    best.add_argument("--score", required=True, type=_number, help="the best score")
    best.add_argument("--positives", required=True, type=_number, help="positives in the test set")
    best.add_argument("--negatives", required=True, type=_number, help="negatives in the test set")
    best.add_argument(
        "--competitors", type=_number, default=1, help="how many it is the best of (default: 1)"
    )
    best.add_argument("--alpha", type=_number, default=0.01, help="level (default: 0.01)")
    best.add_argument("--k", type=_number, default=10, help="for top_k only (default: 10)")
    best.add_argument("--json", action="store_true", help="print the result as JSON")
    best.set_defaults(run=_best)

    check = commands.add_parser("check", help="is everything installed that the course needs?")
    check.set_defaults(run=_check)
    return parser


def _best(options: argparse.Namespace) -> int:
    from course_lib import assess_best

    found = assess_best(
        options.metric,
        options.score,
        options.positives,
        options.negatives,
        options.competitors,
        options.alpha,
        k=options.k,
    )
    if options.json:
        answer: dict[str, Any] = asdict(found)
        answer |= {"significant": found.significant, "sentence": found.sentence()}
        print(json.dumps(answer, indent=2))
    else:
        print(f"critical value  {found.critical_value:.6g}")
        print(f"p-value         {found.p_value:.3g}")
        print(found.sentence())
    return 0


def _check(options: argparse.Namespace) -> int:
    from course_lib import check_environment

    found = check_environment()
    for name, version in found.versions:
        print(f"{name:14} {version}")
    print(found.sentence())
    return 0 if found.complete else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())

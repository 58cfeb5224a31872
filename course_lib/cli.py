"""The `course` command: the library's answers without writing Python.

Wrong input gives one line on stderr and exit code 2.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from course_lib import __version__


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage in front of it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _number(text: str) -> float:
    """A number as typed; what it must be is for the library to say."""
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    return int(number) if number.is_integer() and "." not in text else number


#: Sources that can be rebuilt, and the folder for each.
_FOLDERS = {"forman-cohen": "build/reproduction", "lecture": "build/reproduction/lecture"}


def build_parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    parser = _Parser(
        prog="course",
        description="Judge classifiers honestly: the Beyond Chance library without Python.",
        epilog="Each command explains itself: course best --help",
    )
    parser.add_argument("--version", action="version", version=f"Beyond Chance {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command")

    best = _command(
        commands,
        "best",
        "is the best of several classifiers better than luck?",
        "course best --metric auc --score 0.72 --positives 20 --negatives 300 --competitors 12",
    )
    _add_question(best)
    best.add_argument("--positives", required=True, type=_number, help="positives in the test set")
    best.add_argument("--negatives", required=True, type=_number, help="negatives in the test set")
    _add_answer(best, "where the score falls among those that luck brings")
    best.set_defaults(run=_best)

    plan = _command(
        commands,
        "plan",
        "how large a test set, and which mix, before a score would count?",
        "course plan --metric auc --score 0.65 --competitors 50 --ratio 1:4",
    )
    _add_question(plan)
    plan.add_argument("--ratio", default="1:1", help="positives to negatives (default: 1:1)")
    _add_answer(plan, "how the critical value falls as the test set grows")
    plan.set_defaults(run=_plan)

    reproduce = _command(
        commands,
        "reproduce",
        "rebuild a paper's figures and tables, and judge its claims",
        "course reproduce forman-cohen",
    )
    reproduce.add_argument("paper", choices=list(_FOLDERS), help="which source")
    told = ", ".join(f"{folder} for {name}" for name, folder in _FOLDERS.items())
    reproduce.add_argument("--folder", help=f"where to (default: {told})")
    reproduce.set_defaults(run=_reproduce)

    check = _command(
        commands, "check", "is everything installed that the course needs?", "course check"
    )
    check.set_defaults(run=_check)
    return parser


def _command(commands: Any, name: str, question: str, example: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name, help=question, description=question.capitalize(), epilog=f"Example: {example}"
    )


def _add_question(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--metric", required=True, help="auc, accuracy, f_measure, top_k (or TP10)")
    parser.add_argument(
        "--score", required=True, type=_number, help="the best score: 0 to 1, or a count for top_k"
    )
    parser.add_argument(
        "--competitors", type=_number, default=1, help="how many it is the best of (default: 1)"
    )
    parser.add_argument(
        "--alpha",
        type=_number,
        default=0.01,
        help="how often luck may pass for skill (default: 0.01)",
    )
    parser.add_argument("--k", type=_number, default=10, help="for top_k only (default: 10)")


def _add_answer(parser: argparse.ArgumentParser, picture: str) -> None:
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument(
        "--plot", metavar="FILE", help=f"draw {picture}; FILE ends in .png, .svg or .pdf"
    )


def _best(options: argparse.Namespace) -> int:
    from course_lib import assess_best, null_distribution

    found = assess_best(
        options.metric,
        options.score,
        options.positives,
        options.negatives,
        options.competitors,
        options.alpha,
        k=options.k,
    )
    if options.plot:
        from course_lib.plots import draw_luck, figure

        fig, ax = figure()
        law = null_distribution(found.metric, found.positives, found.negatives, k=found.k or 10)
        draw_luck(ax, law, found.competitors, found.alpha, found.score)
        _save(fig, options.plot)
    if options.json:
        _print_json(found, significant=found.significant)
    else:
        print(f"critical value  {found.critical_value:.6g}")
        print(f"p-value         {found.p_value:.3g}")
        print(found.sentence())
    return 0


def _plan(options: argparse.Namespace) -> int:
    from course_lib import plan_test_set
    from course_lib.chance.metrics import METRICS

    found = plan_test_set(
        options.metric,
        options.score,
        options.competitors,
        options.ratio,
        options.alpha,
        k=options.k,
    )
    if options.plot:
        from course_lib.plots import draw_growth, draw_mixes, figure

        fig, (left, right) = figure(14, 5, columns=2)
        draw_growth(left, found)
        draw_mixes(right, found)
        _save(fig, options.plot)
    if options.json:
        _print_json(found)
        return 0
    print(found.sentence())
    print("\n     cases  critical value")
    total = found.positives + found.negatives
    for place, (size, value) in enumerate(zip(found.totals, found.critical_values, strict=True)):
        if place % 4 == 0 or size == total:
            print(f"{size:10,}  {value:.4g}")
    print(f"\nThe mixes of {total:,} cases, of those tried, with the lowest critical value")
    print("(not always those on which a good classifier has its best chance: see lesson 03):")
    for mix in found.mixes:
        print(
            f"{mix.title:>16}: {mix.positives:,} positives, {mix.negatives:,} negatives "
            f"(critical value {mix.critical_value:.4g})"
        )
    missing = set(METRICS) - {mix.metric for mix in found.mixes}
    if missing:
        print(f"No mix, or not offered at this size: {', '.join(sorted(missing))}")
    return 0


def _reproduce(options: argparse.Namespace) -> int:
    from course_lib.papers.report import reproduce_forman_cohen, reproduce_lecture

    folder = Path(options.folder or _FOLDERS[options.paper])
    if options.paper == "lecture":
        page = reproduce_lecture(folder)
    else:
        page = reproduce_forman_cohen(folder, cache=folder / "cache")
    ledger = json.loads((folder / "ledger.json").read_text())
    for row in ledger:
        print(f"{row['id']}  {row['verdict']:40}  {row['ours']}")
    print(f"\n{len(ledger)} of {len(ledger)} claims have a verdict. Open {page}")
    return 0


def _check(options: argparse.Namespace) -> int:
    from course_lib import check_environment

    found = check_environment()
    for name, version in found.versions:
        print(f"{name:14} {version}")
    print(found.sentence())
    return 0 if found.complete else 1


def _print_json(found: Any, **more: Any) -> None:
    print(json.dumps({**asdict(found), **more, "sentence": found.sentence()}, indent=2))


def _save(fig: Any, name: str) -> None:
    """Write a figure; a file that cannot be written is wrong input too."""
    if Path(name).suffix.lower() not in (".png", ".svg", ".pdf"):
        raise ValueError(f"--plot must end in .png, .svg or .pdf; got {name!r}")
    try:
        fig.savefig(name)
    except OSError as error:
        raise ValueError(f"--plot: cannot write {name!r}: {error}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.error("choose a command: best, plan, reproduce or check (course --help)")
    try:
        return options.run(options)
    except (ValueError, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())

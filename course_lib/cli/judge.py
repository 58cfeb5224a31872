"""`course judge`: a file of predictions, judged, and the page about it."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from course_lib.cli.numbers import run_regression
from course_lib.cli.options import (
    add_csv,
    add_door,
    add_json,
    add_option,
    add_paper,
    file_or_example,
    number,
)
from course_lib.cli.outputs import (
    check_folder,
    check_outputs,
    print_json,
    print_notes,
    print_written,
    write_answers,
)
from course_lib.common.terminal import say
from course_lib.datasets import example_predictions
from course_lib.judging.analysis import PAIRS_BY, judge
from course_lib.judging.reading import read_predictions
from course_lib.judging.regression import judge_regression
from course_lib.judging.results import MOST_SHOWN, Judgement, PairJudgement
from course_lib.judging.rival_table import rival_table, rival_words
from course_lib.judging.words import MEANING

EXAMPLE = "course judge predictions.csv --tried 50"


def add_options(parser: ArgumentParser) -> None:
    """The file, what is known about it, and where the answers go."""
    parser.add_argument(
        "file",
        nargs="?",
        help="CSV or Parquet: a header, then a row for each case: its truth, and a score for each "
        "classifier",
    )
    parser.add_argument("--example", action="store_true", help="judge the course's own example")
    parser.add_argument(
        "--regression", action="store_true", help="the truth is a number, and so are predictions"
    )
    add_option(parser, judge_regression, "loss", "of --regression: absolute or squared errors")
    add_option(
        parser,
        judge,
        "tried",
        "how many were tried in all (default: those in the file)",
        type=number,
    )
    parser.add_argument(
        "--threshold",
        action="append",
        metavar="[NAME=]NUMBER",
        help="called positive from this score on (default: 0.5 for scores from 0 to 1)",
    )
    parser.add_argument(
        "--truth", metavar="COLUMN", help="the column with the truth (default: the one called so)"
    )
    parser.add_argument("--positive", metavar="LABEL", help="which label is the positive one")
    add_option(parser, judge, "control", "compare all others with this one only")
    add_option(
        parser, judge, "margin", "how large a difference must be to matter, as in 0.01", type=number
    )
    parser.add_argument(
        "--folds",
        metavar="COLUMN",
        nargs="?",
        const="",
        help="scores of a cross-validation: the column that says in which fold each case was "
        "(without one: a word on why)",
    )
    parser.add_argument(
        "--stratum",
        metavar="COLUMN",
        help="several test sets (hospitals, languages): the column that names each case's own",
    )
    add_option(parser, judge, "alpha", "for luck, and for the pairs", type=number)
    add_option(
        parser,
        judge,
        "pairs_by",
        f"{' or '.join(PAIRS_BY)}: sign flips, or McNemar's and DeLong's tests with Holm",
    )
    add_option(parser, judge, "seed", "of the shuffles and flips", type=number)
    parser.add_argument(
        "--report", metavar="FILE", help="where the page goes (default: NAME_judged.html, here)"
    )
    parser.add_argument("--no-report", action="store_true", help="write no page")
    add_paper(parser)
    add_csv(parser)
    add_json(parser)
    add_door(parser, "cases")
    parser.add_argument(
        "--keep",
        metavar="COLUMN",
        action="append",
        default=[],
        help="it is a classifier, though it looks like an id",
    )


def run(options: Namespace) -> int:
    """Judge the file and write the answers; returns the exit code."""
    file = Path(file_or_example(options, example_predictions, "course judge predictions.csv"))
    if options.regression:
        return run_regression(options, file)
    report = None if options.no_report else options.report or _page_for(file)
    check_outputs(options, ("--report", report), ("--latex", options.latex), source=file)
    check_folder("--figures", options.figures)
    found = judge(
        read_predictions(
            file,
            options.positive,
            options.folds,
            truth=options.truth,
            stratum=options.stratum,
            drop=options.drop,
            ids=options.id,
            keep=options.keep,
            rows=options.rows,
            missing=options.missing,
        ),
        tried=options.tried,
        threshold=_thresholds(options.threshold),
        control=options.control,
        margin=options.margin,
        alpha=options.alpha,
        pairs_by=options.pairs_by,
        seed=options.seed,
    )
    written = write_answers(options, found, PairJudgement, report)
    if options.json:
        print_json({**found.as_dict(), "report": report})
    else:
        _print(found)
        print_written(written)
    return 0


def _page_for(file: Path) -> str:
    """Named after the file, whether or not it is compressed."""
    name = Path(file.stem) if file.suffix.lower() == ".gz" else file
    return f"{name.stem}_judged.html"


def _thresholds(texts: list[str] | None) -> dict[Any, float] | None:
    """`0.3` for all, `NAME=0.3` for one; a name may hold an equals sign itself."""
    if not texts:
        return None
    found: dict[Any, float] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            raise ValueError(
                f"--threshold must be a number, or NAME=number; got {text!r}"
            ) from None
        if (name or None) in found:
            raise ValueError(f"--threshold is given twice for {name or 'all'}")
        found[name or None] = value
    return found


def _print(found: Judgement) -> None:
    say(f"{Path(found.predictions.source).name}: {found.predictions.taken_for}.")
    print()
    for text in found.findings():
        say(text)
    print()
    print(found.table().text())
    if left_out := len(found.classifiers) - len(found.shown):
        print(f"{left_out:,} more classifiers: the page shows all, --json tells all.")
    if found.rivals:
        print()
        _print_rivals(found)
    print_notes([*([MEANING] if found.luck.beyond_luck else []), *found.notes])


def _print_rivals(found: Judgement) -> None:
    """All others beside the best, or the control."""
    print(rival_table(found).text())
    if (left_out := len(found.rivals) - MOST_SHOWN) > 0:
        print(f"{left_out:,} more, farther away: --csv writes all pairs.")
    say(rival_words(found))

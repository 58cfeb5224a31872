"""`course items`: several models on the same items, right or wrong."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from course_lib.cli.options import add_csv, add_json, add_option, add_paper, file_or_example, number
from course_lib.cli.outputs import (
    check_folder,
    check_outputs,
    print_json,
    print_notes,
    print_written,
    write_answers,
)
from course_lib.common.phrases import p_alone, percent
from course_lib.common.result import Table
from course_lib.common.terminal import say
from course_lib.datasets import example_items
from course_lib.judging.item_analysis import judge_items
from course_lib.judging.item_files import named_files
from course_lib.judging.item_reading import read_items
from course_lib.judging.item_results import ItemPair, ItemsJudgement

EXAMPLE = "course items right.csv --margin 0.02"
#: Pairs in the terminal; the CSV has all.
_MOST_PAIRS = 15


def add_options(parser: ArgumentParser) -> None:
    """The files, what is known about them, and where the answers go."""
    parser.add_argument(
        "file",
        nargs="*",
        metavar="[NAME=]FILE",
        help="CSV, Parquet or JSON lines: a row for each item and a column for each model, or a "
        "row for each model and item; or a file for each model, as lm-evaluation-harness and "
        "Inspect log them",
    )
    parser.add_argument("--example", action="store_true", help="judge the course's own example")
    parser.add_argument(
        "--truth", metavar="COLUMN", help="the right labels, if the others hold predicted ones"
    )
    parser.add_argument(
        "--cluster", metavar="COLUMN", help="which items belong together: a text, a patient"
    )
    parser.add_argument(
        "--runs", metavar="COLUMN", help="which rows are repeated runs of an item: a seed, an epoch"
    )
    add_option(parser, judge_items, "control", "compare all others with this model only")
    add_option(
        parser, judge_items, "margin", "a difference that matters, such as 0.02", type=number
    )
    add_option(parser, judge_items, "alpha", "for all pairs together", type=number)
    add_option(parser, judge_items, "seed", "of the flips and resamples", type=number)
    parser.add_argument("--report", metavar="FILE", help="write a page with pictures")
    add_paper(parser)
    add_csv(parser)
    add_json(parser)
    group = parser.add_argument_group("what the file is, where that is in doubt")
    group.add_argument("--id", metavar="COLUMN", help="it names the items")
    group.add_argument("--drop", metavar="COLUMN", action="append", default=[], help="leave it out")
    group.add_argument("--model", metavar="COLUMN", help="of records: it names the model")
    group.add_argument("--score", metavar="COLUMN", help="of records: it says right or wrong")
    group.add_argument(
        "--where", metavar="COLUMN=VALUE", action="append", help="take these rows only"
    )
    group.add_argument("--rows", metavar="items", help="shares from 0 to 1 are shares of an item")
    group.add_argument(
        "--missing", metavar="drop", help="keep the items that all models have, and tell how many"
    )


def run(options: Namespace) -> int:
    """Judge the models and print who is better, and who may be the best."""
    files = file_or_example(options, example_items, "course items right.csv")
    for _, path in named_files(files):
        outputs = ("--report", options.report), ("--latex", options.latex)
        check_outputs(options, *outputs, source=path)
    check_folder("--figures", options.figures)
    items = read_items(
        files,
        truth=options.truth,
        ids=options.id,
        cluster=options.cluster,
        runs=options.runs,
        model=options.model,
        score=options.score,
        where=options.where,
        drop=options.drop,
        rows=options.rows,
        missing=options.missing,
    )
    found = judge_items(
        items,
        control=options.control,
        margin=options.margin,
        alpha=options.alpha,
        seed=options.seed,
    )
    written = write_answers(options, found, ItemPair, options.report)
    if options.json:
        print_json(found.as_dict())
    else:
        _print(found)
        print_written(written)
    return 0


def _print(found: ItemsJudgement) -> None:
    items = found.items
    say(f"{Path(items.source).name}: items right or wrong, {replace(items, notes=()).sentence()}")
    for note in items.notes:
        say(note)
    print()
    for text in found.sentences().values():
        say(text)
    print()
    print(found.table().text())
    if found.pairs:
        print()
        _print_pairs(found)
    print_notes(note for note in found.notes if note not in items.notes)


def _print_pairs(found: ItemsJudgement) -> None:
    """The best against the rest, then the clearest differences among the others."""
    place = {one.name: at for at, one in enumerate(found.ranking)}
    best = [pair for pair in found.pairs if found.winner.name in (pair.first, pair.second)]
    best.sort(key=lambda pair: place[pair.first] + place[pair.second])
    others = [pair for pair in found.pairs if pair not in best]
    header = ["first / second", "only one right", "points ahead, interval", "adjusted p"]
    if found.margin is not None:
        header.append("margin")
    rows = []
    for pair in [*best, *others][:_MOST_PAIRS]:
        difference, low, high = pair.points()
        row = [
            f"{pair.first} / {pair.second}",
            f"{pair.only_first_right:,.6g} / {pair.only_second_right:,.6g}",
            f"{difference} ({low} to {high})",
            f"{p_alone(pair.adjusted, found.alpha)}{'*' if pair.differs else ' '}",
        ]
        rows.append(row if pair.against_margin is None else [*row, pair.against_margin])
    print(Table(header, rows).text())
    if left_out := len(found.pairs) - len(rows):
        print(f"{left_out:,} more pairs: --csv writes all of them.")
    family = "" if len(found.pairs) == 1 else " and corrected for all pairs"
    say(
        f"* differs at the {percent(found.alpha)} level; p-values are two-sided{family}; the first "
        "is right no less often than the second."
    )

"""`course printed`: what printed numbers say, whoever was right where."""

import re
from argparse import ArgumentParser, Namespace
from typing import Any

from course_lib.cli.options import add_csv, add_json, add_option, add_plot, number
from course_lib.cli.outputs import check_outputs, print_json, print_notes
from course_lib.common.arguments import one_of
from course_lib.common.columns import names_for
from course_lib.common.files import FileTable, read_table, write_table
from course_lib.common.tables import letters
from course_lib.common.terminal import say
from course_lib.pairs.printed import printed_verdict
from course_lib.pairs.printed_results import PrintedVerdict
from course_lib.pairs.printed_table import PrintedTable, pair_record, printed_table
from course_lib.pairs.rounded import possible_cases

EXAMPLE = "course printed --cases 500 --right 396 388"
#: What a column may hold, and words in its header that say so.
_KINDS = {
    "right": r"right|correct|resolved|solved|passed|hits?|counts?",
    "accuracy": r"acc|accuracy|accuracies|score|scores|rate|share|percent|pass@1|%",
}
#: Up to so many cases are tried where nobody said how many there were.
_LARGEST_GUESS = 2_000


def add_options(parser: ArgumentParser) -> None:
    """The numbers, what they rest on, and how to answer."""
    # Not required here: who leaves it out is told which numbers of cases would fit.
    parser.add_argument("--cases", type=number, help="how many cases, the same for all")
    parser.add_argument(
        "--right", nargs="+", type=number, metavar="N", help="how many cases each has right"
    )
    parser.add_argument(
        "--accuracy",
        nargs="+",
        metavar="TEXT",
        help="accuracies as printed, 79.20 or 0.792, in place of counts: rounding is heeded",
    )
    parser.add_argument("--names", nargs="+", metavar="NAME", help="what they are called")
    parser.add_argument(
        "--table", metavar="FILE", help="CSV: a column of names, one of counts or accuracies"
    )
    parser.add_argument("--column", help="the table's column of counts or accuracies")
    parser.add_argument("--kind", help=f"what that column holds: {' or '.join(_KINDS)}")
    add_option(parser, printed_table, "control", "compare all others with this one only")
    add_option(parser, printed_verdict, "alpha", "for all comparisons together", type=number)
    parser.add_argument(
        "--comparisons",
        type=number,
        help="how many comparisons in all, if more than those given (Bonferroni)",
    )
    add_csv(parser)
    add_json(parser)
    add_plot(parser, "how p grows with the cases that one alone has right; for a table, its ranges")


def run(options: Namespace) -> int:
    """Read the numbers and print the verdict."""
    check_outputs(options, source=options.table)
    given, notes = _numbers(options)
    if options.cases is None:
        raise ValueError(_cases_wanted(given))
    found = _verdict(options, given)
    pairs = found.pairs if isinstance(found, PrintedTable) else (found,)
    if options.csv:
        rows = [pair_record(pair) for pair in pairs]
        write_table(options.csv, rows[0], (row.values() for row in rows))
    if options.plot:
        _plot(found, options.plot)
    if options.json:
        print_json(found)
        return 0
    if table := found.table():
        print(table.text(), end="\n\n")
    say(found.sentence())
    say(f"Assumed: {'; '.join(found.assumes)}.")
    print_notes(notes)
    return 0


def _numbers(options: Namespace) -> tuple[dict[str, dict[str, Any]], tuple[str, ...]]:
    """The numbers by their names, as "right" or as "accuracies"; and how a file was understood."""
    ways = ("right", "accuracy", "table")
    named = [f"--{way}" for way in ways if getattr(options, way) is not None]
    if len(named) != 1:
        got = " and ".join(named) or "none of them"
        raise ValueError(f"one of --right, --accuracy and --table must be given; got {got}")
    if options.table is None:
        for way in ("column", "kind"):
            if getattr(options, way) is not None:
                raise ValueError(f"--{way} goes with --table only")
        values = options.right if options.right is not None else options.accuracy
        names = options.names or [letters(index) for index in range(len(values))]
        told = names_for(names, len(values), "number")
        key = "right" if options.right is not None else "accuracies"
        return {key: dict(zip(told, values, strict=True))}, ()
    if options.names is not None:
        raise ValueError("--names goes with --right or --accuracy: a table has its own names")
    table = read_table(options.table)
    column, kind = _column(table, options)
    names = _names(table, column)
    cells = table.column(column)
    if table.separator != ",":
        cells = [cell.replace(",", ".") for cell in cells]
    for row, cell in enumerate(cells):
        value = table.number(cell)
        if kind == "right" and (value is None or not value.is_integer()):
            raise ValueError(
                f"{table.where(row, column)}: must be a number of right answers; got {cell!r}"
            )
        if not cell:
            raise ValueError(f"{table.where(row, column)}: the accuracy is missing")
    if kind == "right":
        return {"right": dict(zip(names, map(float, cells), strict=True))}, table.notes
    return {"accuracies": dict(zip(names, cells, strict=True))}, table.notes


def _column(table: FileTable, options: Namespace) -> tuple[int, str]:
    """The column of numbers, and of which kind they are: the header tells, or an option."""
    kinds = {
        column: kind
        for column, title in enumerate(table.header)
        for kind, words in _KINDS.items()
        if re.search(rf"(?<![a-z])({words})(?![a-z])", title.lower())
    }
    kind = None if options.kind is None else one_of("--kind", options.kind, _KINDS)
    if options.column is not None:
        column = table.header.index(one_of("--column", options.column, table.header))
        kind = kind or kinds.get(column)
    else:
        wanted = [c for c, its in kinds.items() if kind in (None, its)]
        if len(wanted) != 1:
            raise ValueError(
                f"{table.source}: --column must say which column holds the numbers; it has "
                + ", ".join(map(repr, table.header))
            )
        column = wanted[0]
        kind = kinds[column]
    if kind is None:
        raise ValueError(
            f"{table.source}: --kind must say what column {options.column!r} holds, right (how "
            "many cases) or accuracy"
        )
    return column, kind


def _names(table: FileTable, column: int) -> tuple[str, ...]:
    """The first of the other columns."""
    others = [index for index in range(len(table.header)) if index != column]
    if not others:
        raise ValueError(f"{table.source} must have a column of names beside the one of numbers")
    names = table.column(others[0])
    for row, name in enumerate(names):
        if not name or name in names[:row]:
            raise ValueError(
                f"{table.where(row, others[0])}: every row must have a name of its own; got "
                f"{name!r}"
            )
    return tuple(names)


def _cases_wanted(given: dict[str, dict[str, Any]]) -> str:
    """What is missing, and what it might be."""
    message = "--cases must say how many cases there were, the same for all"
    if "accuracies" in given:
        fit = possible_cases(given["accuracies"].values(), _LARGEST_GUESS)
        if not fit:
            return f"{message}; these accuracies fit no number of cases up to {_LARGEST_GUESS:,}"
        told = ", ".join(f"{number:,}" for number in fit[:8]) + (", ..." if len(fit) > 8 else "")
        message += f"; of up to {_LARGEST_GUESS:,}, these accuracies fit {told}"
    return message


def _verdict(options: Namespace, given: dict[str, dict[str, Any]]) -> PrintedVerdict | PrintedTable:
    (kind, numbers), *_ = given.items()
    if len(numbers) == 2 and options.table is options.control is None:
        first, second = numbers
        words = ("right_a", "right_b") if kind == "right" else ("accuracy_a", "accuracy_b")
        return printed_verdict(
            options.cases,
            **dict(zip(words, numbers.values(), strict=True)),
            alpha=options.alpha,
            comparisons=1 if options.comparisons is None else options.comparisons,
            names=(first, second),
        )
    return printed_table(
        options.cases,
        **given,
        control=options.control,
        alpha=options.alpha,
        comparisons=options.comparisons,
    )


def _plot(found: PrintedVerdict | PrintedTable, name: str) -> None:
    from course_lib.plots import draw_printed, draw_printed_ranges, figure

    if isinstance(found, PrintedVerdict):
        fig, ax = figure()
        draw_printed(ax, found)
    else:
        fig, ax = figure(9, min(40.0, 2.0 + 0.32 * len(found.names)))
        draw_printed_ranges(ax, found)
    fig.savefig(name)

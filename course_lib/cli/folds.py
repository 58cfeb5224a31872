"""`course folds`: which of several models differ, on the folds of one data set?"""

from argparse import ArgumentParser, Namespace

from course_lib.cli.options import add_csv, add_door, add_json, add_option, add_plot, number
from course_lib.cli.outputs import check_outputs, print_json
from course_lib.common.files import read_table, write_table
from course_lib.common.phrases import counted
from course_lib.common.terminal import say
from course_lib.judging.fold_results import MOST_SHOWN, FoldComparison
from course_lib.judging.fold_scores import compare_folds
from course_lib.judging.fold_table import folds_of_table
from course_lib.judging.fold_words import of_pair
from course_lib.ranks.results import CORRECTION_NAMES

EXAMPLE = "course folds scores.csv --test-fraction 0.1"
#: So many pairs are told one by one.
_TOLD = 30


def add_options(parser: ArgumentParser) -> None:
    """The file, how the folds were made, what to compare, and how to answer."""
    parser.add_argument(
        "file",
        help="CSV: a header with the models' names, a row of scores for each fold; or the "
        "cv_results_ of a search",
    )
    add_option(
        parser,
        compare_folds,
        "test_fraction",
        "the share of the cases in each test set: 0.1 for ten folds, however often repeated",
        type=number,
    )
    add_option(
        parser,
        compare_folds,
        "control",
        "compare all others with this one only, chosen beforehand; or with the 'best'",
    )
    names = [name for name in CORRECTION_NAMES if name != "nemenyi"]
    add_option(parser, compare_folds, "correction", ", ".join(names))
    parser.add_argument(
        "--lower-is-better", action="store_true", help="the scores are errors, not successes"
    )
    add_option(parser, compare_folds, "alpha", "for all comparisons together", type=number)
    add_option(parser, compare_folds, "margin", "a difference that matters", type=number)
    add_option(parser, compare_folds, "metric", "which scores of a search that has several")
    add_csv(parser)
    add_json(parser)
    add_door(parser, "folds")
    add_plot(parser, "the scores of each model on all folds, and their means")


def run(options: Namespace) -> int:
    """Compare the models and print who differs from whom, and the winner."""
    check_outputs(options, source=options.file)
    data = folds_of_table(
        read_table(options.file),
        metric=options.metric,
        missing=options.missing or "refuse",
        drop=[*options.drop, *options.id],
        rows=options.rows,
    )
    found = compare_folds(
        data,
        options.test_fraction,
        correction=options.correction,
        control=options.control,
        higher_is_better=not options.lower_is_better,
        alpha=options.alpha,
        margin=options.margin,
    )
    rows = found.rows()
    if options.csv:
        write_table(options.csv, rows[0], (row.values() for row in rows))
    if options.plot:
        _plot(found, data.values, options.plot)
    if options.json:
        print_json(_as_json(found))
        return 0
    who = f"{len(data.names):,} candidates of a search" if data.searched else (
        counted(len(data.names), "model")
    )  # fmt: skip
    say(f"{options.file}: scores on folds, {who} on {counted(len(data.values), 'fold')}.")
    print()
    say(found.sentence())
    print()
    print(found.table().text())
    if len(found.names) > MOST_SHOWN:
        print(f"... and {len(found.names) - MOST_SHOWN:,} more")
    # In a search nobody asks for all that the best was not shown to beat: they are in the file.
    told = [pair for pair in found.pairs if pair.differs or found.question != "best"]
    if told:
        print()
    for pair in told[:_TOLD]:
        say(of_pair(found, pair), indent=2)
    if len(told) > _TOLD:
        print(f"  ... and {len(told) - _TOLD:,} more (--csv FILE)")
    print("\nFor the paper:")
    say(found.for_the_paper(), indent=2)
    return 0


def _as_json(found: FoldComparison) -> dict:
    """All but the matrices, whose numbers stand in the pairs."""
    told = found.as_dict()
    for matrix in ("p_values", "adjusted", "differences", "errors"):
        del told[matrix]
    return {**told, "models": found.models(), "for_the_paper": found.for_the_paper()}


def _plot(found: FoldComparison, scores: object, name: str) -> None:
    from course_lib.plots import draw_fold_scores, figure

    shown = [found.names[column] for column in found.order[:MOST_SHOWN]]
    longest = max(map(len, shown))  # names are written whole
    fig, ax = figure(6.5 + 0.1 * longest, 2.0 + 0.4 * len(shown))
    draw_fold_scores(ax, found, scores)
    fig.savefig(name)

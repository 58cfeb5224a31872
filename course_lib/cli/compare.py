"""`course compare`: which of several algorithms differ, over many data sets?"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

from course_lib.cli.options import add_csv, add_door, add_json, add_option, add_plot, number
from course_lib.cli.outputs import check_outputs, print_json, print_notes
from course_lib.common.arguments import open_unit_interval
from course_lib.common.bars import progress_bar
from course_lib.common.files import write_table
from course_lib.common.score_table import ScoreTable
from course_lib.common.terminal import say
from course_lib.judging.score_file import read_scores
from course_lib.ranks.friedman import friedman_test
from course_lib.ranks.pairwise import TESTS, pairwise_tests
from course_lib.ranks.pools import pool_sensitivity
from course_lib.ranks.results import CORRECTION_NAMES, PairwiseTests

EXAMPLE = "course compare results.csv --correction holm"
#: Up to so many algorithms, pools are looked at one by one where that is needed.
_FEW = 7


def add_options(parser: ArgumentParser) -> None:
    """The file, the test and its correction, and how to answer."""
    parser.add_argument(
        "file", help="CSV: a header with the algorithms' names, a row of scores for each data set"
    )
    add_option(parser, pairwise_tests, "test", ", ".join(TESTS))
    add_option(
        parser,
        pairwise_tests,
        "correction",
        f"{', '.join(CORRECTION_NAMES)} (nemenyi for mean-ranks only)",
    )
    add_option(parser, pairwise_tests, "control", "compare all others with this one only")
    parser.add_argument(
        "--lower-is-better", action="store_true", help="the scores are errors, not successes"
    )
    add_option(parser, PairwiseTests.rows, "alpha", "for the whole family", type=number)
    add_csv(parser)
    add_json(parser)
    add_door(parser, "sets")
    add_plot(parser, "who is better than whom, and the groups that are not told apart")


def run(options: Namespace) -> int:
    """Compare the algorithms and print who differs from whom."""
    check_outputs(options, source=options.file)
    alpha = open_unit_interval("alpha", options.alpha)
    higher = not options.lower_is_better
    table = read_scores(
        options.file,
        drop=options.drop,
        ids=options.id,
        rows=options.rows,
        missing=options.missing,
    )
    overall = friedman_test(table, higher_is_better=higher)
    found = pairwise_tests(
        table, options.test, options.correction, control=options.control, higher_is_better=higher
    )
    rows = found.rows(alpha)
    doubtful = _doubtful(table, found, options, alpha, higher)
    if options.csv:
        write_table(options.csv, rows[0], (row.values() for row in rows))
    if options.plot:
        _plot_comparison(found, doubtful, alpha, options.plot)
    if options.json:
        told = {
            "data_sets": found.data_sets,
            "mean_ranks": dict(zip(overall.names, overall.mean_ranks, strict=True)),
            "friedman": {"statistic": overall.statistic, "p_value": overall.p_value},
            "test": found.test,
            "correction": found.correction,
            "control": found.control,
            "alpha": alpha,
            "pairs": rows,
            "groups": [] if found.control else found.groups(alpha),
            "depends_on_pool": [d.sentence() for d in doubtful],
            "notes": _notes(table),
            "sentence": found.sentence(alpha),
        }
        print_json(told)
        return 0
    say(f"{options.file}: {table.sentence()}")
    print()
    width = max(len(name) for name in table.names)
    print(f"{'algorithm':{max(width, 9)}}  mean rank (1 is best)")
    for rank, name in sorted(zip(overall.mean_ranks, overall.names, strict=True)):
        print(f"{name:{max(width, 9)}}  {rank:.3f}")
    print()
    say(overall.sentence(alpha))
    print()
    say(found.sentence(alpha))
    print()
    for sentence in found.sentences(alpha):
        say(sentence, indent=2)
    if not found.control:
        ranks = dict(zip(overall.names, overall.mean_ranks, strict=True))
        groups = [sorted(group, key=ranks.__getitem__) for group in found.groups(alpha)]
        print("\nGroups in which no two are shown to differ (which is not to say they are equal):")
        for group in sorted(groups, key=lambda group: [ranks[name] for name in group]):
            print(f"  {', '.join(group)}")
    if doubtful:
        print("\nWARNING: by mean ranks, what is said of these pairs depends on the company:")
        for case in doubtful:
            print(f"  {case.sentence()}")
        if doubtful[0].correction != found.correction or found.control:
            print("(All pairs of each pool, by Bonferroni, for simplicity.)")
        print("The p-values of tests of the two alone do not: --test wilcoxon; only the correction")
        print("for so many tests is left. See lesson 05; --plot shows it.")
    print_notes(_notes(table))
    return 0


def _notes(table: ScoreTable) -> list[str]:
    """How the file was understood, and what is odd about it."""
    notes = list(table.notes)
    if table.shape[1] > table.shape[0]:
        notes.append(
            "There are more algorithms than data sets: rows should be data sets, columns "
            "algorithms."
        )
    return notes


def _doubtful(table: Any, found: Any, options: Namespace, alpha: float, up: bool) -> list:
    """For mean ranks: the pairs on which other pools would decide otherwise."""
    if found.test != "mean-ranks test" or table.shape[1] < 3:
        return []
    # Corrections that look at all pairs at once take long for many pools: Bonferroni stands in.
    quick = options.correction in ("none", "bonferroni", "nemenyi") or table.shape[1] <= _FEW
    correction = options.correction if quick and not options.control else "bonferroni"
    cases = []
    with progress_bar(len(found.pairs), "pools") as bar:
        for first, second in found.pairs:
            case = pool_sensitivity(
                table,
                first,
                second,
                range(2, table.shape[1] + 1),
                correction=correction,
                alpha=alpha,
                higher_is_better=up,
            )
            if case.depends_on_pool:
                cases.append(case)
            bar.update(1)
    return sorted(cases, key=lambda case: -sum(f * (1 - f) for f in case.fractions))


def _plot_comparison(found: Any, doubtful: list, alpha: float, name: str) -> None:
    from course_lib.plots import draw_groups, draw_pairs, draw_pools, figure

    drawings: list[Callable[[Any], Any]] = [lambda ax: draw_pairs(ax, found, alpha)]
    if not found.control:
        drawings.append(lambda ax: draw_groups(ax, found, alpha))
    if doubtful:
        drawings.append(lambda ax: draw_pools(ax, doubtful[0]))
    side = min(16.0, max(5.5, 0.9 * len(found.names)))
    fig, axes = figure(max(side, 8.0) * len(drawings), side, columns=len(drawings))
    for draw, ax in zip(drawings, axes if len(drawings) > 1 else [axes], strict=True):
        draw(ax)
    fig.savefig(name)

"""The `course` command: the library's answers without writing Python.

Wrong input gives one line on stderr and exit code 2.
"""

import argparse
import csv
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from course_lib import __version__
from course_lib.terminal import say


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


#: Up to so many algorithms, pools are looked at one by one where that is needed.
_FEW = 7
#: Sources that can be rebuilt.
_SOURCES = ("forman-cohen", "lecture", "benavoli", "elazmeh")


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

    compare = _command(
        commands,
        "compare",
        "which of several algorithms differ, over many data sets?",
        "course compare results.csv --correction holm",
    )
    _add_comparison(compare)
    compare.set_defaults(run=_compare)

    judge = _command(
        commands,
        "judge",
        "is the best beyond luck, and who differs from whom, given every case's scores?",
        "course judge predictions.csv --tried 50",
    )
    _add_judging(judge)
    judge.set_defaults(run=_judge)

    reproduce = _command(
        commands,
        "reproduce",
        "rebuild the papers' figures and tables, and judge their claims",
        "course reproduce",
    )
    reproduce.add_argument(
        "sources",
        nargs="*",
        metavar="source",
        help=f"which: {', '.join(_SOURCES)} (default: all four)",
    )
    reproduce.add_argument(
        "--folder",
        help="where to (default: build/reproduction, or build/reproduction-SOURCE for some of "
        "them); an interrupted run goes on there",
    )
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


def _add_comparison(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", help="CSV: a head with the algorithms' names, a row of scores for each data set"
    )
    parser.add_argument("--test", default="wilcoxon", help="wilcoxon (default), sign or mean-ranks")
    parser.add_argument(
        "--correction",
        default="holm",
        help="holm (default), bonferroni, hochberg, hommel, shaffer, bergmann-hommel, li, finner, "
        "none; nemenyi for mean-ranks",
    )
    parser.add_argument("--control", help="compare all others with this one only")
    parser.add_argument(
        "--lower-is-better", action="store_true", help="the scores are errors, not successes"
    )
    parser.add_argument(
        "--alpha", type=_number, default=0.05, help="for the whole family (default: 0.05)"
    )
    parser.add_argument("--csv", metavar="FILE", help="write a row for each pair")
    _add_answer(parser, "who is better than whom, and the groups that are not told apart")


def _add_judging(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        help="CSV: a head, then a row for each case: the truth, and a score for each classifier",
    )
    parser.add_argument("--example", action="store_true", help="judge the course's own example")
    parser.add_argument(
        "--tried", type=_number, help="how many were tried in all (default: those in the file)"
    )
    parser.add_argument(
        "--threshold",
        action="append",
        metavar="[NAME=]NUMBER",
        help="called positive from this score on (default: 0.5 for scores from 0 to 1)",
    )
    parser.add_argument("--positive", metavar="LABEL", help="which label is the positive one")
    parser.add_argument(
        "--alpha", type=_number, default=0.05, help="for each question (default: 0.05)"
    )
    parser.add_argument("--mcnemar", default="exact", help="exact (default) or mid-p")
    parser.add_argument("--seed", type=_number, default=0, help="of the shuffles (default: 0)")
    parser.add_argument(
        "--report", metavar="FILE", help="where the page goes (default: NAME_judged.html, here)"
    )
    parser.add_argument("--no-report", action="store_true", help="write no page")
    parser.add_argument("--csv", metavar="FILE", help="write a row for each pair")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


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
        say(found.sentence())
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
    say(found.sentence())
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


def _compare(options: argparse.Namespace) -> int:
    from course_lib import friedman_test, pairwise_tests, read_scores
    from course_lib.arguments import open_unit_interval

    alpha = open_unit_interval("alpha", options.alpha)
    higher = not options.lower_is_better
    table = read_scores(options.file)
    overall = friedman_test(table, higher_is_better=higher)
    found = pairwise_tests(
        table, options.test, options.correction, control=options.control, higher_is_better=higher
    )
    rows = found.rows(alpha)
    doubtful = _doubtful(table, found, options, alpha, higher)
    if options.csv:
        _write_rows(rows, options.csv)
    if options.plot:
        _plot_comparison(found, doubtful, alpha, options.plot)
    if options.json:
        found_json = {
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
            "sentence": found.sentence(alpha),
        }
        print(json.dumps(found_json, indent=2))
        return 0
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
        groups = [sorted(group, key=ranks.get) for group in found.groups(alpha)]
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
    if table.shape[1] > table.shape[0]:
        print(
            "\nNOTE: more algorithms than data sets. Rows should be data sets, columns algorithms."
        )
    return 0


def _doubtful(table: Any, found: Any, options: argparse.Namespace, alpha: float, up: bool) -> list:
    """For mean ranks: the pairs on which other pools would decide otherwise."""
    if found.test != "mean-ranks test" or table.shape[1] < 3:
        return []
    from course_lib import pool_sensitivity
    from course_lib.progress import progress_bar

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


def _write_rows(rows: list[dict[str, Any]], name: str) -> None:
    try:
        with open(name, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    except OSError as error:
        raise ValueError(f"--csv: cannot write {name!r}: {error}") from None


def _plot_comparison(found: Any, doubtful: list, alpha: float, name: str) -> None:
    from course_lib.plots import draw_groups, draw_pairs, draw_pools, figure

    drawings = [lambda ax: draw_pairs(ax, found, alpha)]
    if not found.control:
        drawings.append(lambda ax: draw_groups(ax, found, alpha))
    if doubtful:
        drawings.append(lambda ax: draw_pools(ax, doubtful[0]))
    side = min(16.0, max(5.5, 0.9 * len(found.names)))
    fig, axes = figure(max(side, 8.0) * len(drawings), side, columns=len(drawings))
    for draw, ax in zip(drawings, axes if len(drawings) > 1 else [axes], strict=True):
        draw(ax)
    _save(fig, name)


def _judge(options: argparse.Namespace) -> int:
    from course_lib.judging.command import run

    return run(options)


def _reproduce(options: argparse.Namespace) -> int:
    from course_lib.papers.reproduce import reproduce

    folder = options.folder or "-".join(["build/reproduction", *options.sources])
    try:
        found = reproduce(
            folder, options.sources or None, tell=lambda words: print(words, flush=True)
        )
    except KeyboardInterrupt:
        print("\ncourse: interrupted; the same command goes on where it was", file=sys.stderr)
        return 130
    print()
    for finding in found.findings:
        print(f"{finding.claim.id}  {finding.evidence.verdict:40}  {finding.evidence.ours}")
    judged = sum(bool(finding.evidence.verdict) for finding in found.findings)
    print(f"\n{judged} of {len(found.findings)} claims have a verdict. Open {found.page}")
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
        parser.error(
            "choose a command: best, plan, compare, judge, reproduce or check (course --help)"
        )
    try:
        return options.run(options)
    except KeyboardInterrupt:
        print("course: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever reads our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        parser.error(f"{error.strerror}: {error.filename!r}" if error.filename else str(error))
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())

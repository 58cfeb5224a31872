"""`course plan`: how many cases, before the data are collected?

Two questions. For the best of several and luck: how large a test set before a score counts? For
two that are compared: how many cases show that one is better, or how small a difference do so many
show? The options that are given tell which; those of the one do not go with those of the other.
"""

import inspect
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import Any

from course_lib.chance.metrics import METRICS
from course_lib.chance.plan import plan_test_set
from course_lib.chance.results import TestSetPlan
from course_lib.cli.options import add_json, add_plot, number
from course_lib.cli.outputs import check_outputs, print_json
from course_lib.common.terminal import say
from course_lib.pairs.comparison_plan import plan_comparison, smallest_difference
from course_lib.pairs.comparison_results import ComparisonPlan, SmallestDifference

EXAMPLE = (
    "course plan --metric auc --score 0.65 --competitors 50 --ratio 1:4, or course plan "
    "--accuracies 0.80 0.82 --disagreement 0.10"
)
_SCORE = ("metric", "score", "competitors", "ratio", "k")
_PAIR = ("accuracies", "disagreement", "cases", "power", "comparisons")


def add_options(parser: ArgumentParser) -> None:
    """The options of both questions; whatever is not given keeps its function's default."""
    at_best = " and ".join(name for name, metric in METRICS.items() if metric.at_best_threshold)
    score = parser.add_argument_group("how large a test set, before a score counts")
    names = f"{', '.join(METRICS)} (or TP10); {at_best} at the best threshold along the ranking"
    _add(score, plan_test_set, "metric", names)
    words = "the best score: 0 to 1, or a count for top_k"
    _add(score, plan_test_set, "score", words, type=number)
    _add(score, plan_test_set, "competitors", "how many it is the best of", type=number)
    _add(score, plan_test_set, "ratio", "positives to negatives")
    _add(score, plan_test_set, "k", "for top_k only", type=number)
    pair = parser.add_argument_group("how many cases, before A is shown to beat B")
    pair.add_argument(
        "--accuracies",
        nargs="+",
        type=number,
        default=SUPPRESS,
        metavar="SHARE",
        help="two: the cases needed; one, with --cases: the smallest difference from it",
    )
    words = "share of cases on which exactly one of the two is right"
    _add(pair, plan_comparison, "disagreement", words, type=number)
    words = "so many cases: how small a difference do they show?"
    _add(pair, smallest_difference, "cases", words, type=number)
    _add(pair, plan_comparison, "power", "how often a real difference is found", type=number)
    words = "how many comparisons share the level (Bonferroni)"
    _add(pair, plan_comparison, "comparisons", words, type=number)
    defaults = [_default(function, "alpha") for function in (plan_test_set, plan_comparison)]
    parser.add_argument(
        "--alpha",
        type=number,
        default=SUPPRESS,
        help="how often luck may pass for skill (default: {}; {} for two accuracies)".format(
            *defaults
        ),
    )
    add_json(parser)
    add_plot(parser, "how the critical value falls, or the power grows, with the test set")


def run(options: Namespace) -> int:
    """See which question is asked, and answer it."""
    check_outputs(options)
    score = {name: getattr(options, name) for name in _SCORE if hasattr(options, name)}
    pair = {name: getattr(options, name) for name in _PAIR if hasattr(options, name)}
    alpha = {"alpha": options.alpha} if hasattr(options, "alpha") else {}
    if score and pair:
        raise ValueError(
            f"--{next(iter(score))} asks when a score counts, --{next(iter(pair))} when A is shown "
            "to beat B: these are two questions, and do not go together"
        )
    if pair:
        return _answer_pair(options, _compared(**pair, **alpha))
    for name in ("metric", "score"):
        if name not in score:
            raise ValueError(
                f"--{name} is required to plan for a score; to plan a comparison of two, give "
                "--accuracies, or --cases and --disagreement"
            )
    return _answer_score(options, plan_test_set(**score, **alpha))


def _default(function: Callable, name: str) -> Any:
    return inspect.signature(function).parameters[name].default


def _add(group: Any, function: Callable, name: str, words: str, **more: Any) -> None:
    """An option that is not there if nobody gives it, so that the function's default holds."""
    default = _default(function, name)
    if default is not inspect.Parameter.empty and default is not None:
        told = ":".join(map(str, default)) if isinstance(default, tuple) else default
        words += f" (default: {told})"
    group.add_argument(f"--{name}", default=SUPPRESS, help=words, **more)


def _compared(
    accuracies: Sequence[float] = (), cases: Any = None, **more: Any
) -> ComparisonPlan | SmallestDifference:
    """Two accuracies, or a number of cases: the one that is missing is the answer."""
    given = len(accuracies)
    if cases is None and given == 2:
        return plan_comparison(*accuracies, **more)
    if cases is not None and given < 2:
        return smallest_difference(cases, accuracy=accuracies[0] if accuracies else None, **more)
    got = f"{given} with{'out' if cases is None else ''} --cases"
    raise ValueError(
        "--accuracies must be two, for the number of cases, or one or none with --cases, for the "
        f"smallest difference; got {got}"
    )


def _answer_pair(options: Namespace, found: ComparisonPlan | SmallestDifference) -> int:
    if options.plot:
        from course_lib.plots import draw_difference_power, draw_power_growth, figure

        fig, ax = figure()
        if isinstance(found, ComparisonPlan):
            draw_power_growth(ax, found)
        else:
            draw_difference_power(ax, found)
        fig.savefig(options.plot)
    if options.json:
        print_json(found)
        return 0
    say(found.sentence())
    print(f"\n{found.table().text()}\n")
    say(f"Assumed: {'; '.join(found.assumes)}.")
    return 0


def _answer_score(options: Namespace, found: TestSetPlan) -> int:
    if options.plot:
        from course_lib.plots import draw_growth, draw_mixes, figure

        fig, (left, right) = figure(14, 5, columns=2)
        draw_growth(left, found)
        draw_mixes(right, found)
        fig.savefig(options.plot)
    if options.json:
        print_json(found)
        return 0
    say(found.sentence())
    print("\n     cases  critical value")
    total = found.positives + found.negatives
    for step, (size, value) in enumerate(zip(found.totals, found.critical_values, strict=True)):
        if step % 4 == 0 or size == total:
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

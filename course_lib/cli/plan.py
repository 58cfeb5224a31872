"""`course plan`: how large a test set, before the data are collected?"""

from argparse import ArgumentParser, Namespace

from course_lib.chance.metrics import METRICS
from course_lib.chance.plan import plan_test_set
from course_lib.cli.options import add_json, add_option, add_plot, add_question
from course_lib.cli.outputs import check_outputs, print_json
from course_lib.common.terminal import say

EXAMPLE = "course plan --metric auc --score 0.65 --competitors 50 --ratio 1:4"


def add_options(parser: ArgumentParser) -> None:
    """The score hoped for, the ratio of the classes, and how to answer."""
    add_question(parser, plan_test_set)
    add_option(parser, plan_test_set, "ratio", "positives to negatives")
    add_json(parser)
    add_plot(parser, "how the critical value falls as the test set grows")


def run(options: Namespace) -> int:
    """Plan the test set and print the answer."""
    check_outputs(options)
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

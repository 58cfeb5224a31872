"""`course best`: is the best of several classifiers better than luck?"""

from argparse import ArgumentParser, Namespace

from course_lib.chance.exact import assess_best, null_distribution
from course_lib.cli.options import add_json, add_option, add_plot, add_question, number
from course_lib.cli.outputs import check_outputs, print_json
from course_lib.common.terminal import say

EXAMPLE = "course best --metric auc --score 0.72 --positives 20 --negatives 300 --competitors 12"


def add_options(parser: ArgumentParser) -> None:
    """The score, what it was reached on, and how to answer."""
    add_question(parser, assess_best)
    for kind in ("positives", "negatives"):
        add_option(parser, assess_best, kind, f"{kind} in the test set", type=number)
    add_json(parser)
    add_plot(parser, "where the score falls among those that luck brings")


def run(options: Namespace) -> int:
    """Assess the score and print the answer."""
    check_outputs(options)
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
        k = found.k or options.k
        luck = null_distribution(found.metric, found.positives, found.negatives, k=k)
        draw_luck(ax, luck, found.competitors, found.alpha, found.score)
        fig.savefig(options.plot)
    if options.json:
        print_json(found)
        return 0
    print(f"critical value  {found.critical_value:.6g}")
    print(f"p-value         {found.p_value:.3g}")
    say(found.sentence())
    return 0

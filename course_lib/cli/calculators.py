"""`course calculators`: a page that answers the commonest questions in any browser, offline."""

from argparse import ArgumentParser, Namespace

from course_lib.cli.options import PAGES
from course_lib.cli.outputs import check_outputs
from course_lib.common.terminal import say
from course_lib.reports.calculators import write_calculators

EXAMPLE = "course calculators --out calculators.html"


def add_options(parser: ArgumentParser) -> None:
    """Where to write it."""
    parser.add_argument(
        "--out", metavar="FILE", required=True, help=f"the page to write, ending in {PAGES[0]}"
    )


def run(options: Namespace) -> int:
    """Write the page."""
    check_outputs(options, ("--out", options.out))
    write_calculators(options.out)
    say(f"Written: {options.out}. Open it in any browser; it needs nothing else.")
    return 0

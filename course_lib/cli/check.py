"""`course check`: is everything installed that the course needs?"""

from argparse import ArgumentParser, Namespace

from course_lib.common.environment import check_environment

EXAMPLE = "course check"


def add_options(parser: ArgumentParser) -> None:
    """There are none."""


def run(options: Namespace) -> int:
    """Say what is there, and what is missing."""
    found = check_environment()
    print(found.summary())
    return 1 if found.troubles else 0

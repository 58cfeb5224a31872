"""`course check`: is everything installed that the course needs?"""

from argparse import ArgumentParser, Namespace

from course_lib.common.environment import check_environment

EXAMPLE = "course check"


def add_options(parser: ArgumentParser) -> None:
    """There are none."""


def run(options: Namespace) -> int:
    """Say what is there, and what is missing."""
    found = check_environment()
    for name, version in found.versions:
        print(f"{name:14} {version}")
    print(found.sentence())
    return 0 if found.complete else 1

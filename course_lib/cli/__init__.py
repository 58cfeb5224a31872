"""The `course` command: the library's answers without writing Python.

Wrong input gives one line on stderr and exit code 2.
"""

import os
import sys
from collections.abc import Sequence

from course_lib import __version__
from course_lib.cli import best, check, compare, judge, plan, reproduce
from course_lib.cli.options import Parser

#: In the order in which `course --help` lists them.
COMMANDS = {
    module.__name__.rpartition(".")[2]: module
    for module in (best, plan, compare, judge, reproduce, check)
}


def build_parser() -> Parser:
    """The parser with all commands."""
    parser = Parser(
        prog="course",
        description="Judge classifiers honestly: the Beyond Chance library without Python.",
        epilog="Each command explains itself: course best --help",
    )
    parser.add_argument("--version", action="version", version=f"Beyond Chance {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command")
    for name, module in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=module.QUESTION,
            description=module.QUESTION.capitalize(),
            epilog=f"Example: {module.EXAMPLE}",
        )
        module.add_options(command)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        *names, last = COMMANDS
        parser.error(f"choose a command: {', '.join(names)} or {last} (course --help)")
    try:
        return COMMANDS[options.command].run(options)
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

"""The `course` command: the library's answers without writing Python.

Wrong input gives one line on stderr and exit code 2.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from course_lib import __version__
from course_lib.cli.options import Parser
from course_lib.common.phrases import AT_THE_SHELL

#: What each command asks, in the order in which `course --help` lists them. A command is the module
#: of its name, which is loaded only if it is asked for.
COMMANDS = {
    "best": "is the best of several classifiers better than luck?",
    "plan": "how many cases before a score counts, or before one of two is shown to be better?",
    "compare": "which of several algorithms differ, over many data sets?",
    "items": "which of several models is right more often, item by item, and who may be the best?",
    "folds": "which of several models differ, on the folds of one data set, or in a search?",
    "judge": "is the best beyond luck, and who differs from whom, given every case's scores?",
    "printed": "what do printed accuracies say, whoever was right where?",
    "calculators": "write a page of calculators that answers in any browser, offline",
    "reproduce": "rebuild the papers' figures and tables, and judge their claims",
    "check": "is everything installed that the course needs?",
}


def command(name: str) -> Any:
    """The module of a command, with `EXAMPLE`, `add_options(parser)` and `run(options)`."""
    return import_module(f"course_lib.cli.{name}")


def build_parser(arguments: Sequence[str] = ()) -> Parser:
    """The parser with all commands, and the options of those that the arguments name."""
    parser = Parser(
        prog="course",
        description="Judge classifiers honestly: the Beyond Chance library without Python.",
        epilog="Each command explains itself: course best --help",
    )
    parser.add_argument("--version", action="version", version=f"Beyond Chance {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command")
    for name, question in COMMANDS.items():
        described = commands.add_parser(name, help=question, description=question.capitalize())
        if name in arguments:
            described.epilog = f"Example: {command(name).EXAMPLE}"
            command(name).add_options(described)
    return parser


def _with_options(message: str, options: Any) -> str:
    """A complaint about an argument, which is an option here."""
    name, _, rest = message.partition(" ")
    argument = name.rstrip(":")
    known = argument.isidentifier() and argument in vars(options) and argument != "file"
    return f"--{name.replace('_', '-')} {rest}" if known else message


def _in_one_line(message: Warning | str, *_: Any, **__: Any) -> None:
    print(f"course: {message}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    parser = build_parser(arguments)
    options = parser.parse_args(arguments)
    if options.command is None:
        *names, last = COMMANDS
        parser.error(f"choose a command: {', '.join(names)} or {last} (course --help)")
    at_the_shell = AT_THE_SHELL.set(True)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _in_one_line
            return command(options.command).run(options)
    except KeyboardInterrupt:
        print("course: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever reads our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        parser.error(f"{error.strerror}: {error.filename!r}" if error.filename else str(error))
    except ValueError as error:
        parser.error(_with_options(str(error), options))
    finally:
        AT_THE_SHELL.reset(at_the_shell)

"""What the commands' options share; defaults are taken from the functions behind them."""

import argparse
import inspect
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

#: How the names of pictures and pages may end.
PICTURES = (".png", ".svg", ".pdf")
PAGES = (".html",)


def any_of(endings: Sequence[str]) -> str:
    """Endings in words: ".png, .svg or .pdf"."""
    *others, last = endings
    return f"{', '.join(others)} or {last}" if others else last


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage in front of it."""

    def error(self, message: str) -> NoReturn:
        """End with the message and exit code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def number(text: str) -> float:
    """A number as typed; what it must be is for the library to say."""
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    return int(value) if value.is_integer() and "." not in text else value


def add_option(
    parser: argparse.ArgumentParser, function: Callable, name: str, words: str, **more: Any
) -> None:
    """An option that is handed on to an argument of a function, whose default it has."""
    default = inspect.signature(function).parameters[name].default
    if default is inspect.Parameter.empty:
        more["required"] = True
    elif default is not None:
        if isinstance(default, tuple):  # as people type it
            default = ":".join(map(str, default))
        more["default"] = default
        words += f" (default: {default})"
    parser.add_argument(f"--{name.replace('_', '-')}", help=words, **more)


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_plot(parser: argparse.ArgumentParser, picture: str) -> None:
    """`--plot FILE`."""
    parser.add_argument(
        "--plot", metavar="FILE", help=f"draw {picture}; FILE ends in {any_of(PICTURES)}"
    )


def add_csv(parser: argparse.ArgumentParser) -> None:
    """`--csv FILE`."""
    parser.add_argument("--csv", metavar="FILE", help="write a row for each pair")


def add_paper(parser: argparse.ArgumentParser) -> None:
    """`--figures FOLDER` and `--latex FILE`."""
    parser.add_argument(
        "--figures", metavar="FOLDER", help="write each picture of the page as PNG and PDF"
    )
    parser.add_argument(
        "--latex", metavar="FILE", help="write the table and the words for the paper as LaTeX"
    )


def file_or_example(options: argparse.Namespace, example: Callable, named: str) -> Any:
    """The file, or files, that were given, or else the course's own; `named` is one, in words."""
    if not options.example:
        if not options.file:
            raise ValueError(f"say which file, as in: {named} (or --example)")
        return options.file
    if options.file:
        got = options.file if isinstance(options.file, str) else options.file[0]
        raise ValueError(f"--example brings its own file; got {got!r} as well")
    return example()


def add_door(parser: argparse.ArgumentParser, kind: str) -> None:
    """What settles all doubt about a file: which column is what, and what a row is."""
    group = parser.add_argument_group("what the file is, where that is in doubt")
    group.add_argument("--drop", metavar="COLUMN", action="append", default=[], help="leave it out")
    group.add_argument(
        "--id", metavar="COLUMN", action="append", default=[], help="it names the rows"
    )
    group.add_argument(
        "--rows",
        metavar="KIND",
        help=f"say {kind} to insist on what a row is, where the file looks like something else",
    )
    group.add_argument(
        "--missing", metavar="drop", help="leave out rows with a missing cell, and tell how many"
    )


def add_question(parser: argparse.ArgumentParser, function: Callable) -> None:
    """The options of a question about the best of several classifiers."""
    from course_lib.chance.metrics import METRICS

    at_best = " and ".join(name for name, metric in METRICS.items() if metric.at_best_threshold)
    add_option(
        parser,
        function,
        "metric",
        f"{', '.join(METRICS)} (or TP10); {at_best} at the best threshold along the ranking",
    )
    add_option(
        parser, function, "score", "the best score: 0 to 1, or a count for top_k", type=number
    )
    add_option(parser, function, "competitors", "how many it is the best of", type=number)
    add_option(parser, function, "alpha", "how often luck may pass for skill", type=number)
    add_option(parser, function, "k", "for top_k only", type=number)

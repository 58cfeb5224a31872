"""Where commands write: every file is tried before any work is done."""

import json
import os
from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from course_lib.cli.options import PAGES, PICTURES, any_of
from course_lib.common.files import write_table
from course_lib.common.phrases import listed
from course_lib.common.result import json_ready
from course_lib.common.terminal import say

_ENDINGS = {"--plot": PICTURES, "--report": PAGES, "--out": PAGES}


def check_outputs(options: Namespace, *more: tuple[str, Any], source: Any = None) -> None:
    """Nothing is written over what was read, and all of it can be written: known beforehand.

    Looks at `--plot` and `--csv` where a command has them, and at `more` pairs of an option and a
    file.
    """
    given = [(f"--{name}", getattr(options, name, None)) for name in ("plot", "csv")]
    targets = [(option, Path(name)) for option, name in (*given, *more) if name is not None]
    taken: dict[Path, str] = {}
    for option, target in targets:
        endings = _ENDINGS.get(option)
        if endings and target.suffix.lower() not in endings:
            raise ValueError(f"{option} must end in {any_of(endings)}; got {str(target)!r}")
        if source is not None and _same_file(target, Path(source)):
            raise ValueError(f"{option} must not be the file that is read; got {str(target)!r}")
        if other := taken.get(target.resolve()):
            raise ValueError(
                f"{option} and {other} must be two files; got {str(target)!r} for both"
            )
        taken[target.resolve()] = option
    for option, target in targets:
        _check_writable(option, target)


def check_folder(option: str, folder: str | None) -> None:
    """A folder that is there can be written to; one that is not can be made."""
    if folder is None:
        return
    target = Path(folder)
    there = next(parent for parent in (target, *target.resolve().parents) if parent.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise ValueError(f"{option} must be a folder that can be written; got {folder!r}")


def _same_file(one: Path, other: Path) -> bool:
    """Also if one of them is a link to the other."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _check_writable(option: str, target: Path) -> None:
    """Open it as if to write; a file that was not there before does not stay."""
    if target.exists() and not target.is_file() and not target.is_dir():
        return  # a pipe or a device, whose reader would take the end of this try for the end of all
    file = target.resolve()
    new = not file.exists()
    try:
        file.open("a").close()
    except OSError as error:
        raise ValueError(f"{option}: cannot write {str(target)!r}: {error.strerror}") from None
    if new:
        file.unlink()


def write_answers(
    options: Namespace, found: Any, pair: type, report: str | None = None
) -> list[str]:
    """What the options ask for besides the terminal; returns the files of page and paper.

    `pair` is the kind of record whose fields are the columns of `--csv`.
    """
    if options.csv:
        header = [field.name for field in fields(pair)]
        write_table(options.csv, header, (row.values() for row in found.pair_rows()))
    if options.latex:
        Path(options.latex).write_text(found.to_latex(words=True), encoding="utf-8")
    if report:
        found.write_report(report, options.figures)
    elif options.figures:
        found.write_figures(options.figures)
    return [name for name in (report, options.figures, options.latex) if name]


def print_notes(notes: Iterable[str]) -> None:
    """What a reader should know, at the end."""
    told = list(notes)
    if told:
        print("\nPlease note:")
    for note in told:
        say(note, indent=2)


def print_written(files: Sequence[str]) -> None:
    """Where pages, pictures and LaTeX went."""
    if files:
        print(f"\nWritten: {listed(files)}")


def print_json(found: Any) -> None:
    """A result as JSON, on one's screen or into a pipe."""
    print(json.dumps(json_ready(found), indent=2, allow_nan=False))

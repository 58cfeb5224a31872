"""Sentences in a terminal, broken between words."""

import shutil
import sys
import textwrap


def say(text: str, indent: int = 0) -> None:
    """Print a sentence: to the width of a terminal, or in one line for a file or a program."""
    if sys.stdout.isatty():
        width = max(40, min(100, shutil.get_terminal_size().columns))
        text = textwrap.fill(text, width - indent, break_on_hyphens=False, break_long_words=False)
    print(textwrap.indent(text, " " * indent))

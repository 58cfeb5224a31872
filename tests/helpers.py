"""What several test files use."""

import re
import subprocess
import sys
import textwrap
from fractions import Fraction
from itertools import product

import pytest

from course_lib.cli import main


def message(*parts):
    """A pattern for `pytest.raises`: these parts, in this order."""
    return "(?s)" + ".*".join(map(re.escape, parts))


def refused(parts, call, /, *arguments, **named):
    """Called like this, it raises a ValueError that says this part, or these parts in order."""
    parts = [parts] if isinstance(parts, str) else parts
    with pytest.raises(ValueError, match=message(*parts)):
        call(*arguments, **named)


def exact_auc(above, below):
    """By its definition: the share of pairs in order, where a tie counts one half."""
    twice = sum(2 * (x > y) + (x == y) for x, y in product(above, below))
    return Fraction(int(twice), 2 * len(above) * len(below))


def missing(text, *parts):
    """The parts that the text does not hold: none, if all is well."""
    return [part for part in parts if part not in text]


def near(rate, chance, repetitions, errors):
    """Is a simulated rate within so many standard errors of the chance that it estimates?"""
    return abs(rate - chance) <= errors * (chance * (1 - chance) / repetitions) ** 0.5


def line_of_refusal(arguments, capsys):
    """What the command says in one line, and nothing else, before it stops with exit code 2."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    out, err = capsys.readouterr()
    assert (stop.value.code, out, err.count("\n")) == (2, "", 1)
    return err


def texts(ax):
    """All that is written into a picture."""
    return [text.get_text() for text in ax.texts]


def run_python(code, *arguments):
    """What this code prints in a Python of its own: on its outputs for results and for errors."""
    command = [sys.executable, "-c", textwrap.dedent(code), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return run.stdout, run.stderr


def loaded_by(code, *arguments):
    """The modules that are loaded once this code has run."""
    after = "\nimport sys; print('loaded:', *sys.modules)"
    names = run_python(code + after, *arguments)[0].rpartition("loaded:")[2].split()
    return set(names)

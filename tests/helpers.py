"""What several test files use."""

import re

import pytest


def message(*parts):
    """A pattern for `pytest.raises`: these parts, in this order."""
    return "(?s)" + ".*".join(map(re.escape, parts))


def refused(parts, call, /, *arguments, **named):
    """Called like this, it raises a ValueError that says this part, or these parts in order."""
    parts = [parts] if isinstance(parts, str) else parts
    with pytest.raises(ValueError, match=message(*parts)):
        call(*arguments, **named)


def missing(text, *parts):
    """The parts that the text does not hold: none, if all is well."""
    return [part for part in parts if part not in text]


def near(rate, chance, repetitions, errors):
    """Is a simulated rate within so many standard errors of the chance that it estimates?"""
    return abs(rate - chance) <= errors * (chance * (1 - chance) / repetitions) ** 0.5

"""Numbers as people write and say them; and options, as they are written where one is."""

from contextvars import ContextVar
from typing import Any

#: Whether a sentence is for somebody at the shell, who says --tried; in Python it is tried=.
AT_THE_SHELL = ContextVar("AT_THE_SHELL", default=False)


def option(name: str, value: Any = None) -> str:
    """An option as the reader would write it: in Python here, at the shell in a command.

    >>> option("tried"), option("tried", 50), option("pairs_by", "delong")
    ('tried=', 'tried=50', "pairs_by='delong'")
    """
    if AT_THE_SHELL.get():
        text = "" if value is None else str(value)
        text = f'"{text}"' if not text.isprintable() or set(text) & set(" ;&|<>()$*'") else text
        return f"--{name.replace('_', '-')}" + (f" {text}" if text else "")
    return f"{name}=" + ("" if value is None else repr(value))


def counted(number: int, noun: str) -> str:
    """A number and its noun: "1 positive", "1,000 positives"."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def percent(share: float) -> str:
    """A level as people write it; what is not quite all does not become 100 %.

    >>> percent(0.01), percent(0.001), percent(1e-9), percent(1 - 1e-9)
    ('1 %', '0.1 %', '1e-07 %', '99.9999999 %')
    """
    text = f"{100 * share:.6g}"
    return f"{100 * share:.15g} %" if text == "100" and share != 1 else f"{text} %"


def level_in_words(confidence: float) -> str:
    """A confidence in four digits, or in more if it takes more to stay below 100 %.

    >>> level_in_words(1 - 0.05 / 6), level_in_words(1 - 0.05 / 1770)
    ('99.17 %', '99.9972 %')
    """
    text = f"{100 * confidence:.4g}"
    return percent(confidence) if text == "100" else f"{text} %"


def p_alone(p: float, alpha: float) -> str:
    """The same as `p_in_words`, for a table: without the "p =".

    >>> p_alone(0.01134, 0.01), p_alone(0.0, 0.01)
    ('0.011', '< 1e-300')
    """
    return p_in_words(p, alpha).removeprefix("p = ").removeprefix("p ")


def p_in_words(p: float, alpha: float) -> str:
    """A p-value for a sentence: two digits, more if it takes more to tell it from the level.

    >>> p_in_words(0.01134, 0.01), p_in_words(0.010468, 0.01), p_in_words(0.0, 0.01)
    ('p = 0.011', 'p = 0.0105', 'p < 1e-300')
    """
    if p < 1e-300:
        return "p < 1e-300"
    for digits in range(2, 16):
        text = f"{p:.{digits}g}"
        if p == alpha or ((float(text) <= alpha) == (p <= alpha) and float(text) != alpha):
            break
    return f"p = {text}"


def three_decimals(*numbers: float) -> str:
    """A number, or the limits of an interval, in three decimals, without the sign of a zero.

    >>> three_decimals(0.12345), three_decimals(-0.0001, 0.25)
    ('0.123', '0.000 to 0.250')
    """
    return " to ".join(f"{round(number, 3) + 0.0:.3f}" for number in numbers)


def told_apart(*scores: float) -> list[str]:
    """Scores in four digits, or in as many as it takes to tell different ones apart.

    >>> told_apart(0.6, 0.60074), told_apart(0.600735, 0.600744), told_apart(7, 10)
    (['0.6', '0.6007'], ['0.600735', '0.600744'], ['7', '10'])
    """
    for digits in range(4, 11):
        texts = [f"{score:.{digits}g}" for score in scores]
        if len(set(texts)) == len(set(scores)):
            break
    return texts

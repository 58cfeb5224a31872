"""Numbers as people write and say them; and options, as they are written where one is."""

from collections.abc import Sequence
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
    name = _IN_PYTHON.get(name, name)
    return f"{name}=" + ("" if value is None else repr(value))


#: What is called otherwise in Python, where `id` has a meaning of its own.
_IN_PYTHON = {"id": "ids"}


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


def p_briefly(p: float, alpha: float) -> str:
    """The same for readers in a hurry: how far below one in ten thousand is no news.

    >>> p_briefly(0.01134, 0.05), p_briefly(3e-57, 0.05), p_briefly(3e-57, 0.0001)
    ('p = 0.011', 'p < 0.0001', 'p = 3e-57')
    """
    return "p < 0.0001" if p < 0.0001 < alpha else p_in_words(p, alpha)


def fixed(number: float, decimals: int) -> str:
    """A number in so many decimals, without the sign of a zero.

    >>> fixed(-0.0001, 3), fixed(-0.0001, 4)
    ('0.000', '-0.0001')
    """
    return f"{round(number, decimals) + 0.0:.{decimals}f}"


def decimals_for(error: float) -> int:
    """So many decimals of a score from 0 to 1 carry with this standard error; three in any case.

    >>> decimals_for(0.04), decimals_for(0.0004), decimals_for(0.000004)
    (3, 4, 6)
    """
    return max(3, 2 + _decimals(error)) if error > 0 else 3


def scores_apart(*scores: float, decimals: int = 3) -> list[str]:
    """Scores from 0 to 1 in so many decimals, or in as many as tell different ones apart.

    >>> scores_apart(0.9, 0.9004), scores_apart(0.90001, 0.90004)
    (['0.9000', '0.9004'], ['0.90001', '0.90004'])
    """
    different = len({round(score, 12) for score in scores})
    while len({fixed(score, decimals) for score in scores}) < different and decimals < 8:
        decimals += 1
    return [fixed(score, decimals) for score in scores]


def three_decimals(*numbers: float | None) -> str:
    """A number, or the limits of an interval, in three decimals, without the sign of a zero.

    >>> three_decimals(0.12345), three_decimals(-0.0001, 0.25), three_decimals(None, None)
    ('0.123', '0.000 to 0.250', 'none')
    """
    if None in numbers:
        return "none"
    return " to ".join(f"{round(number or 0.0, 3) + 0.0:.3f}" for number in numbers)


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


def shares_in_words(*shares: float, error: float) -> list[str]:
    """Shares in per cent, without the sign, in as many digits as carry with this standard error.

    The last digit is no finer than a twentieth of the error. There are more where different shares
    would look the same, or the first would look like none or all and is not.

    >>> shares_in_words(0.8124, 0.7873, error=0.012), shares_in_words(0.8124, error=0.04)
    (['81.2', '78.7'], ['81'])
    >>> shares_in_words(0.9001, 0.9004, error=0.02), shares_in_words(1, 0.9999, error=0.02)
    (['90.01', '90.04'], ['100.00', '99.99'])
    """
    return _told_in_full(shares, error, (0.0, 1.0))


def points_in_words(*differences: float, error: float) -> list[str]:
    """Differences of shares, in percentage points, in as many digits as carry.

    What is not 0 does not look like 0, and what looks like 0 has no sign.

    >>> points_in_words(0.0234, -0.0002, error=0.01), points_in_words(0.0, -0.21, error=0.05)
    (['2.34', '-0.02'], ['0', '-21'])
    """
    return _told_in_full((0.0, *differences), error, ())[1:]


def _told_in_full(shares: tuple[float, ...], error: float, ends: tuple[float, ...]) -> list[str]:
    """In per cent; different shares look different, and the first like no end that it is not."""
    numbers = [round(share, 12) for share in shares]
    for decimals in range(_decimals(error), 11):
        texts, at_ends, first = (
            [f"{round(100 * number, decimals) + 0.0:.{decimals}f}" for number in some]
            for some in (numbers, ends, numbers[:1])
        )
        differ = len(set(texts)) == len(set(numbers))
        if differ and (numbers[0] in ends or first[0] not in at_ends):
            break
    return texts


def _decimals(error: float) -> int:
    """Of a number in per cent, with this standard error of the share."""
    decimals = 0
    while decimals < 10 and 10.0 ** -(decimals + 1) >= 100 * error / 20:
        decimals += 1
    return decimals


def listed(texts: Sequence[str], most: int = 5) -> str:
    """Several things in a sentence; of many the first few, and how many more there are.

    >>> listed(["a"]), listed(["a", "b", "c"]), listed(list("abcdefgh"), 3)
    ('a', 'a, b and c', 'a, b, c and 5 more')
    """
    if len(texts) > most + 1:
        return f"{', '.join(texts[:most])} and {len(texts) - most:,} more"
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"

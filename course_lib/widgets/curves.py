"""ROC curves in a few letters, for the front end: `front/math/roc.js` unpacks them.

The paper's 32 curves have 14,656 points. As numbers they would fill half a megabyte of every page
and of every saved notebook; so they are written as people would dictate them.
"""

from itertools import groupby

import numpy as np

from course_lib.roc.points import RocPoints

#: Scores that are nearer to 0 are said to be 0.
NOTHING = 1e-12


def as_steps(curve: RocPoints) -> str:
    """Point by point what is called next, and how often so in a row.

    `+` is a positive, `-` a negative, `2,3;` so many of each together.

    >>> from course_lib.roc.points import roc_points
    >>> as_steps(roc_points([1, 1, 0, 1, 0, 0], [9, 8, 7, 5, 5, 3]))
    '2+-1,1;-'
    """
    steps = zip(np.diff(curve.true_positives), np.diff(curve.false_positives), strict=True)
    names = [{(1, 0): "+", (0, 1): "-"}.get(step, f"{step[0]},{step[1]};") for step in steps]
    text = ""
    for name, repeated in groupby(names):
        times = len(list(repeated))
        # Two numbers in a row could not be told apart: a tie is written as often as it occurs.
        text += name * times if name.endswith(";") else f"{times if times > 1 else ''}{name}"
    return text


def as_thresholds(curve: RocPoints) -> str:
    """The scores in four digits, from the highest down to those that are next to nothing.

    All numbers of four digits stand in a row: 1.000, 1.001, ..., 9.999, 10.00, 10.01, ... Written
    is how many places down each score stands from the one before it (the first: from 10.00), in
    the digits a to z and, for the last of a number, A to Z.

    >>> from course_lib.roc.points import roc_points
    >>> as_thresholds(roc_points([1, 1, 0, 0], [0.9, 0.8999, 0.75, 0.0]))
    'ouQBcfR'
    """
    before, text = 9000, ""
    for score in curve.thresholds[1:]:
        if score < NOTHING:
            break
        digits, power = f"{score:.3e}".split("e")
        place = 9000 * int(power) + round(1000 * float(digits)) - 1000
        text += _letters(before - place)
        before = place
    return text


def _letters(number: int) -> str:
    number, last = divmod(number, 26)
    text = chr(ord("A") + last)
    while number:
        number, digit = divmod(number, 26)
        text = chr(ord("a") + digit) + text
    return text

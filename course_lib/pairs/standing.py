"""Who may be the best, and between which ranks everyone stands, from pairs that were decided."""

from collections.abc import Iterable, Sequence


def rank_intervals(
    names: Sequence[str], shown: Iterable[tuple[str, str]]
) -> dict[str, tuple[int, int]]:
    """The ranks that each may have: the best is 1. `shown` lists who is shown better than whom.

    As many as are shown better than somebody stand before them, and as many as are shown worse
    behind. If, with a chance of 1 - alpha, nothing is shown that is not so, then with that chance
    all of these intervals hold at once. Those who are equally good share the ranks they take up.

    >>> rank_intervals("ABC", [("A", "C")])
    {'A': (1, 2), 'B': (1, 3), 'C': (2, 3)}
    """
    better, worse = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for first, second in shown:
        better[second] += 1
        worse[first] += 1
    return {name: (1 + better[name], len(names) - worse[name]) for name in names}


def may_be_best(names: Sequence[str], shown: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Those who are not shown worse than anybody, in the order of the names.

    >>> may_be_best("ABC", [("A", "C")])
    ('A', 'B')
    """
    beaten = {second for _, second in shown}
    return tuple(name for name in names if name not in beaten)

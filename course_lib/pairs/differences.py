"""Sums of squares of the differences of many pairs of rows, without a table of them."""

import numpy as np

#: Numbers at a time, which bounds the memory.
_AT_ONCE = 2_000_000
#: A difference that leaves less of two numbers than this part loses digits.
_LITTLE = 1e-4


def squared_lengths(table: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The sum of squares of the difference of two rows, for many pairs of rows.

    >>> squared_lengths(np.array([[1.0, 0.0], [0.0, 0.0], [2.0, 1.0]]), [0, 0], [1, 2]).tolist()
    [1.0, 2.0]
    """
    first, second = np.asarray(first), np.asarray(second)
    products = table @ table.T
    own = np.diag(products)
    both = own[first] + own[second]
    found = both - 2 * products[first, second]
    if np.array_equal(table, np.rint(table)):  # whole numbers: nothing is lost
        return found
    # Where little is left of much, digits are lost: there the long way.
    lost = np.flatnonzero(found <= _LITTLE * both)
    step = max(1, _AT_ONCE // max(1, table.shape[1]))
    for start in range(0, lost.size, step):
        piece = lost[start : start + step]
        difference = table[first[piece]] - table[second[piece]]
        found[piece] = np.einsum("ij,ij->i", difference, difference)
    return found

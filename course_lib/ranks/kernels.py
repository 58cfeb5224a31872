"""The one loop here that is worth compiling. Its plain twin is `exhaustive.by_divisions`."""

import numpy as np

from course_lib.common.compiling import compiled


@compiled
def adjust_over_groups(p: np.ndarray, levels: np.ndarray, adjusted: np.ndarray) -> None:
    """Bergmann and Hommel's adjusted p-values, written into `adjusted`.

    For each level v, look at the pairs with p >= v only. Among the divisions whose groups hold no
    other pairs, find for each pair the one with the most pairs that has the two in one group: v
    times that many is a Bonferroni value, or below one. Sets of algorithms are bits of a number,
    and the best division of a set is its first group and the best division of the rest.
    """
    algorithms = p.shape[0]
    everybody = (1 << algorithms) - 1
    near = np.zeros(algorithms, np.int64)
    best = np.zeros(everybody + 1, np.int64)
    whole = np.zeros(everybody + 1, np.bool_)  # are all pairs of this set allowed?
    size = np.zeros(everybody + 1, np.int64)
    lowest = np.zeros(everybody + 1, np.int64)
    whole[0] = True
    for members in range(1, everybody + 1):
        place = 0
        while not (members >> place) & 1:
            place += 1
        lowest[members] = place
        size[members] = size[members & (members - 1)] + 1
    for level in levels:
        for a in range(algorithms):
            near[a] = 0
            for b in range(algorithms):
                if a != b and p[a, b] >= level:
                    near[a] |= 1 << b
        for members in range(1, everybody + 1):
            rest = members & (members - 1)
            first = lowest[members]
            whole[members] = whole[rest] and (rest & near[first]) == rest
            # The group of the first member: itself, with any of those it may be with.
            candidates = rest & near[first]
            most = best[rest]
            friends = candidates
            while friends > 0:
                if whole[friends]:
                    pairs = size[friends] * (size[friends] + 1) // 2 + best[rest ^ friends]
                    most = max(most, pairs)
                friends = (friends - 1) & candidates
            best[members] = most
        for group in range(1, everybody + 1):
            if not whole[group] or size[group] < 2:
                continue
            pairs = size[group] * (size[group] - 1) // 2 + best[everybody ^ group]
            value = level * pairs
            for a in range(algorithms):
                if (group >> a) & 1:
                    for b in range(a + 1, algorithms):
                        if (group >> b) & 1 and value > adjusted[a, b]:
                            adjusted[a, b] = value
                            adjusted[b, a] = value

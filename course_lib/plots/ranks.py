"""Pictures for many algorithms: mean ranks, groups, pools, variants, corrections."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from course_lib.common.phrases import counted, percent
from course_lib.plots.style import COLOURS, styled
from course_lib.ranks.nemenyi import critical_difference
from course_lib.ranks.results import PairwiseTests, PoolSensitivity, RankTest
from course_lib.ranks.variants import VariantTrick

#: More groups than this are not drawn; the table of pairs is clearer then.
_MOST_GROUPS = 14


@styled
def draw_critical_difference(
    ax: Any, result: RankTest, alpha: float = 0.05, method: str = "nemenyi"
) -> list[tuple[str, ...]]:
    """Draw Demšar's diagram: mean ranks on a line, and bars over those that are not far apart.

    On this line a group within the critical difference is always an interval, so bars are honest
    here. What they say depends on who else is on the line. Returns the groups.
    """
    ranks = np.array(result.mean_ranks)
    algorithms = ranks.size
    order = np.argsort(ranks, kind="stable")
    needed = critical_difference(algorithms, result.data_sets, alpha, method)
    groups = _bars(ranks[order], needed)
    half = (algorithms + 1) // 2
    depth = 1.3 + 0.42 * len(groups)
    ax.set(xlim=(0.55, algorithms + 0.45), ylim=(depth + 0.62 * half + 0.2, -1.75))
    ax.plot([1, algorithms], [0, 0], color="black", linewidth=1.5)
    for tick in range(1, algorithms + 1):
        ax.plot([tick, tick], [-0.14, 0.0], color="black", linewidth=1.5)
        ax.text(tick, -0.25, str(tick), ha="center", va="bottom")
    for level, (low, high) in enumerate(groups):
        y = 0.62 + 0.42 * level
        ends = [ranks[order[low]] - 0.04, ranks[order[high]] + 0.04]
        # Grey: they are *not* called different.
        ax.plot(ends, [y, y], color=COLOURS["other"], linewidth=5, solid_capstyle="round")
    for place, i in enumerate(order):
        left = place < half
        row = place if left else algorithms - 1 - place
        y = depth + 0.62 * row
        edge = 0.9 if left else algorithms + 0.1
        ax.plot([ranks[i], ranks[i], edge], [0, y, y], color="#555555", linewidth=1)
        ax.annotate(
            f"{result.names[i]}  {ranks[i]:.2f}" if left else f"{ranks[i]:.2f}  {result.names[i]}",
            (edge, y),
            xytext=(-4 if left else 4, 0),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center",
            annotation_clip=False,
        )
    ax.plot([1, 1 + needed], [-1.05, -1.05], color=COLOURS["critical"], linewidth=2.5, marker="|")
    ax.text(1, -1.2, f"critical difference {needed:.2f} ({percent(alpha)})", va="bottom")
    ax.axis("off")
    return [tuple(result.names[order[k]] for k in range(a, b + 1)) for a, b in groups]


def _bars(ordered: np.ndarray, needed: float) -> list[tuple[int, int]]:
    """The longest stretches of mean ranks whose ends are less than the critical difference apart.

    The test calls two different from the critical difference on, so equality ends a bar.
    """
    found: list[tuple[int, int]] = []
    for start in range(ordered.size):
        near = ordered[start:] - ordered[start] < needed * (1 - 1e-12)
        stop = start + int(near.sum()) - 1
        if stop > start and (not found or stop > found[-1][1]):
            found.append((start, stop))
    return found


@styled
def draw_groups(ax: Any, result: PairwiseTests, alpha: float = 0.05) -> list[tuple[str, ...]]:
    """Draw the groups in which no two are shown to differ: a row of dots for each.

    A bar would also cover those in between that do not belong; here they are left out. Returns
    the groups.
    """
    order = _by_success(result)
    column = {result.names[i]: place for place, i in enumerate(order)}
    groups = sorted(result.groups(alpha), key=lambda group: sorted(column[name] for name in group))
    shown = groups[:_MOST_GROUPS]
    for row, group in enumerate(shown):
        places = sorted(column[name] for name in group)
        ax.plot([places[0], places[-1]], [row, row], color="#bbbbbb", linewidth=1.2, zorder=1)
        between = [p for p in range(places[0], places[-1]) if p not in places]
        ax.plot(between, [row] * len(between), linestyle="none", marker="x", color="#777777", ms=9)
        ax.plot(places, [row] * len(places), linestyle="none", marker="o", ms=13,
                color=COLOURS["luck"], markeredgecolor=COLOURS["first"], zorder=2)  # fmt: skip
    for place in range(len(order)):
        ax.axvline(place, color="#eeeeee", zorder=0)
    names = [result.names[i] for i in order]
    crowded = sum(map(len, names)) > 60
    ax.set_xticks(range(len(order)), names, rotation=90 if crowded else 0)
    ax.set_yticks(range(len(shown)), [f"group {i + 1}" for i in range(len(shown))])
    ax.set(xlim=(-0.6, len(order) - 0.4), ylim=(len(shown) - 0.4, -0.6))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    left_out = f", {len(groups) - len(shown)} more not drawn" if len(groups) > len(shown) else ""
    ax.set_title(
        f"Dots in one row: no two are shown to differ ({percent(alpha)}){left_out};\n"
        "a cross: stands between them, and differs from one of them at least"
    )
    ax.set_xlabel("from the most wins over the others to the fewest (equals as they come)")
    return groups


def _by_success(result: PairwiseTests) -> list[int]:
    """Algorithms from the one with the most wins over all others to the one with the fewest."""
    balance = (result.wins - result.wins.T).sum(axis=1)
    return sorted(range(len(result.names)), key=lambda i: (-balance[i], i))


@styled
def draw_pairs(ax: Any, result: PairwiseTests, alpha: float = 0.05) -> int:
    """Draw all pairs as a table: who is better than whom, and the adjusted p-value.

    Returns how many pairs are significant.
    """
    order = _by_success(result)
    size = len(order)
    found = 0
    for row, i in enumerate(order):
        for column, j in enumerate(order):
            p = result.adjusted[i, j]
            if i == j or np.isnan(p):
                continue
            better = p <= alpha and result.leads(result.names[i], result.names[j])
            worse = p <= alpha and not better
            found += better
            face = COLOURS["first"] if better else COLOURS["second"] if worse else "#f2f2f2"
            ax.add_patch(_square(column, row, face))
            if size <= 10:
                text = "<0.001" if p < 1e-3 else f"{p:.3f}"
                arrow = "\n◀ better" if better else "\nworse" if worse else ""
                ax.text(column + 0.5, row + 0.5, text + arrow, ha="center", va="center",
                        fontsize=11, color="white" if better else "black")  # fmt: skip
    names = [result.names[i] for i in order]
    ax.set(xlim=(0, size), ylim=(size, 0))
    places = np.arange(size) + 0.5
    ax.set_xticks(places, names, rotation=90 if max(map(len, names)) > 8 else 0)
    ax.set_yticks(places, names)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_title(
        f"Blue: the row is better than the column ({percent(alpha)});\n"
        "orange: it is worse; grey: no difference is shown"
    )
    return found


def _square(column: int, row: int, face: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((column, row), 1, 1, facecolor=face, edgecolor="white", linewidth=2)


@styled
def draw_pools(ax: Any, found: PoolSensitivity) -> dict[int, str]:
    """Draw the adjusted p-value of two algorithms in every pool, by size of the pool, and alpha.

    Returns the label of each size: how many pools call the two different.
    """
    labels = {}
    lowest = min(float(p.min()) for p in found.p_values)
    floor = max(min(lowest, found.alpha) / 3, 1e-12)
    for place, (size, p, shares, pools, fraction) in enumerate(
        zip(found.sizes, found.p_values, found.shares, found.pools, found.fractions, strict=True)
    ):
        inside = p <= found.alpha
        # Side by side rather than on top of each other, if there are few.
        shift = np.linspace(-0.22, 0.22, p.size) if 1 < p.size <= 60 else np.zeros(p.size)
        area = 30 + 250 * shares / max(float(shares.max()), 1e-300) if p.size > 1 else 90
        for chosen, colour, mark in ((inside, "critical", "o"), (~inside, "luck", "s")):
            if chosen.any():
                ax.scatter(
                    place + shift[chosen],
                    np.maximum(p[chosen], floor),
                    s=area[chosen] if p.size > 1 else area,
                    color=COLOURS[colour],
                    marker=mark,
                    edgecolor="white",
                    zorder=3,
                )
        labels[size] = (
            f"{round(fraction * pools):,} of {pools:,}"
            if pools < 1e5
            else f"{100 * fraction:.1f} %"
        )
        ax.text(place, 2.4, labels[size], ha="center", va="bottom")
    ax.axhline(found.alpha, color=COLOURS["score"], linestyle="--", linewidth=1.5)
    ax.annotate(
        f"level {percent(found.alpha)}",
        (-0.72, found.alpha),
        xytext=(0, 3),
        textcoords="offset points",
        va="bottom",
    )
    ax.set_yscale("log")
    ax.set_ylim(floor, 9)
    ax.set_yticks([t for t in (1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 1) if t >= floor])
    ax.minorticks_off()
    ax.set_xlim(-0.75, len(found.sizes) - 0.25)
    ax.set_xticks(range(len(found.sizes)), [str(size) for size in found.sizes])
    ax.set_xlabel("algorithms in the pool, these two among them (larger marks: several pools)")
    ax.set_ylabel("adjusted p-value")
    ax.set_title(
        f"{found.first} against {found.second}: significant (orange dots) in so many pools;\n"
        "the scores of the two are the same in all of them"
    )
    return labels


@styled
def draw_line_of_ranks(
    ax: Any,
    ranks: Mapping[str, float],
    first: str,
    second: str,
    needed: float,
    most: int | None = None,
) -> bool:
    """Draw mean ranks on a line, two of them in colour, and how far apart they must be.

    Returns whether they are that far apart. `most` fixes the length of the line.
    """
    ahead, behind = sorted((first, second), key=lambda name: (ranks[name], name))
    apart = ranks[behind] - ranks[ahead]
    far = apart >= needed * (1 - 1e-12)
    length = most or len(ranks)
    ax.plot([1, length], [0, 0], color="#999999", linewidth=1.2, zorder=1)
    others = sorted((rank, name) for name, rank in ranks.items() if name not in (first, second))
    last = -np.inf
    level = 0
    for rank, name in others:
        level = level + 1 if rank - last < 0.08 * length else 0
        last = rank
        # Above the marks of the two, which are larger, or it might not be seen.
        ax.plot(rank, 0, marker="D", color=COLOURS["other"], ms=8, zorder=4, mec="white")
        ax.text(rank, -0.28 - 0.3 * level, name, ha="center", va="top", color="#555555")
    for name, colour, mark in ((first, "first", "o"), (second, "second", "s")):
        lift = 0.0 if apart > 0.02 * length else 0.1
        y = lift if name == first else -lift
        ax.plot(ranks[name], y, marker=mark, color=COLOURS[colour], ms=13, zorder=3)
        side = "right" if name == ahead else "left"
        ax.text(
            ranks[name],
            0.26,
            f" {name} {ranks[name]:.2f} ",
            ha=side if apart < 0.16 * length else "center",
            va="bottom",
            fontweight="bold",
        )
    colour = COLOURS["critical" if far else "luck"]
    start = ranks[ahead]
    ax.plot([start, start + needed], [0.95, 0.95], color=colour, linewidth=4, marker="|", ms=14)
    ax.text(start, 1.12, f"must be {needed:.2f} apart", va="bottom")
    ax.set(xlim=(-0.1, length + 0.4), ylim=(-2.1, 1.9))
    ax.set_xticks(range(1, length + 1))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xlabel("mean rank in this pool (1 is best)")
    ax.set_title(
        f"{apart:.2f} apart: " + ("called significantly different" if far else "not significant")
    )
    return far


@styled
def draw_duel(ax: Any, differences: np.ndarray, first: str, second: str) -> None:
    """Draw the differences of two algorithms on each data set, sorted: what never changes."""
    ordered = np.sort(np.asarray(differences, dtype=float))[::-1]
    places = np.arange(ordered.size)
    for chosen, colour in ((ordered > 0, "first"), (ordered < 0, "second")):
        ax.bar(places[chosen], ordered[chosen], color=COLOURS[colour], width=0.9)
    ax.axhline(0, color="black", linewidth=1)
    won, lost = int((ordered > 0).sum()), int((ordered < 0).sum())
    ax.set(xlabel="data sets, sorted", ylabel=f"{first} minus {second}")
    ax.set_xticks([])
    tied = ordered.size - won - lost
    even = f", {counted(tied, 'tie')}" if tied else ""
    ax.set_title(f"Their own duel: {won} to {lost}{even}")


@styled
def draw_variants(ax: Any, trick: VariantTrick, variants: int, so_far: bool = False) -> bool:
    """Draw A0's lead over B as weak variants join the pool, and what it must reach.

    Returns whether A0 is significantly better with so many variants. `so_far` leaves out what more
    of them would do, for readers who are to find out.
    """
    counts = np.arange(trick.z.size)
    told = variants + 1 if so_far else trick.z.size
    ax.plot(counts[:told], trick.z[:told], color=COLOURS["first"], linewidth=2.5, marker="o", ms=4)
    ax.plot(counts, trick.critical, color=COLOURS["critical"], linewidth=2, linestyle="--")
    inside = (trick.z >= trick.critical) & (counts < told)
    ax.fill_between(
        counts, trick.critical, trick.z, where=inside, color=COLOURS["critical"], alpha=0.15
    )
    reached = bool(trick.z[variants] >= trick.critical[variants] * (1 - 1e-12))
    ax.plot(
        [variants, variants],
        [0, trick.z[variants]],
        color=COLOURS["score"],
        linewidth=1.5,
        linestyle=":",
    )
    ax.plot(variants, trick.z[variants], marker="o", ms=12, color=COLOURS["score"])
    low, high = min(-1.0, float(trick.z.min())), max(float(trick.z.max()), 4.5)
    ax.set(ylim=(low - 0.3, high + 0.9), xlim=(-0.7, counts[-1] + 0.7))
    ax.axhline(0, color="#999999", linewidth=1)
    # At the end of the line; beside the dot, where the line has hardly begun.
    short = told < 8
    ax.text(told - (0.3 if short else 1), trick.z[told - 1] + (0 if short else 0.12), "A0's lead",
            ha="left" if short else "right", va="center" if short else "bottom",
            color=COLOURS["first"], fontweight="bold",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5})  # fmt: skip
    below = told == trick.z.size and trick.critical[-1] < trick.z[-1]
    ax.text(counts[-1], trick.critical[-1] + (-0.12 if below else 0.12), "must reach", ha="right",
            va="top" if below else "bottom", color=COLOURS["critical"])  # fmt: skip
    ax.set(xlabel="weak variants of A0 in the pool", ylabel="z: lead in mean rank over its spread")
    ax.set_title(
        f"A0 beats B on {trick.wins} data sets and loses on {trick.losses}:\n"
        + ("significantly better" if reached else "not significantly better")
        + f" with {counted(variants, 'variant')}"
    )
    return reached


@styled
def draw_power(
    ax: Any, distances: Sequence[float], powers: Sequence[float], sign_power: float, at: float
) -> None:
    """Draw the power of the mean-ranks test as the others move away, beside the sign test's."""
    ax.axhline(sign_power, color=COLOURS["first"], linewidth=2.5)
    ax.plot(distances, powers, color=COLOURS["critical"], linewidth=2.5, linestyle="--")
    here = float(np.interp(at, distances, powers))
    ax.axvline(at, color=COLOURS["score"], linestyle=":", linewidth=1.5)
    ax.plot(at, here, marker="o", ms=11, color=COLOURS["score"], clip_on=False)
    right = distances[-1]
    ax.text(right, sign_power + 0.02, f"sign test {sign_power:.3f}", ha="right", va="bottom",
            color=COLOURS["first"], fontweight="bold")  # fmt: skip
    left = at < (distances[0] + right) / 2
    # Below the dot where there is room, above it otherwise; and clear of the other label.
    below = here > 0.3
    lift = 26 if not below and abs(here - sign_power) < 0.12 else 10
    ax.annotate(
        f"mean-ranks test {here:.3f}",
        (at, here),
        xytext=(8 if left else -8, -12 if below else lift),
        textcoords="offset points",
        ha="left" if left else "right",
        va="top" if below else "bottom",
        color=COLOURS["critical"],
        fontweight="bold",
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1},
    )
    ax.set(xlim=(distances[0], right), ylim=(-0.06, 1.12))
    ax.set_xlabel("how far the others are ahead of B (standard deviations)")
    ax.set_ylabel("chance to find a difference")
    ax.set_title("The same A and B, and others that move away")


@styled
def draw_corrections(
    ax: Any,
    labels: Sequence[str],
    columns: Mapping[str, Sequence[float]],
    alpha: float = 0.05,
) -> dict[str, int]:
    """Draw p-values (rows) under several corrections (columns); orange is significant.

    Returns how many are significant under each.
    """
    counts = {}
    for x, (_name, values) in enumerate(columns.items()):
        for y, value in enumerate(values):
            inside = value <= alpha
            ax.add_patch(_square(x, y, COLOURS["critical"] if inside else "#f2f2f2"))
            text = "<.0001" if value < 1e-4 else f"{value:.4f}".lstrip("0") if value < 1 else "1"
            ax.text(x + 0.5, y + 0.5, text, ha="center", va="center", fontsize=11,
                    fontweight="bold" if inside else "normal")  # fmt: skip
        counts[_name] = int(sum(value <= alpha for value in values))
    ax.set(xlim=(0, len(columns)), ylim=(len(labels), 0))
    ax.set_xticks(np.arange(len(columns)) + 0.5, list(columns))
    ax.xaxis.tick_top()
    ax.set_yticks(np.arange(len(labels)) + 0.5, labels)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return counts

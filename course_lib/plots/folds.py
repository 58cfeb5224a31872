"""Pictures of scores on the folds of one data set."""

from typing import Any

import numpy as np

from course_lib.common.phrases import counted, percent
from course_lib.judging.fold_results import MOST_SHOWN, FoldComparison
from course_lib.plots.style import COLOURS, styled

#: A longer name is cut, to leave room for the scores.
_LONGEST = 48


@styled
def draw_fold_scores(ax: Any, found: FoldComparison, scores: Any) -> tuple[str, ...]:
    """Draw every model's scores, and its mean: filled if it may be the best. Returns who is drawn.

    The dashed line is the winner's score, once it is chosen on other folds.
    """
    values = np.asarray(scores, float)
    shown = found.order[:MOST_SHOWN]
    best = set(found.may_be_best)
    for row, column in enumerate(shown):
        own = values[:, column]
        ax.plot(own, np.full(own.size, row), linestyle="none", marker="|", ms=9, alpha=0.35,
                color=COLOURS["other"])  # fmt: skip
        may_be = found.names[column] in best
        ax.plot(found.means[column], row, marker="o", ms=9, color=COLOURS["first"],
                markerfacecolor=COLOURS["first"] if may_be else "white", zorder=3)  # fmt: skip
    ax.axvline(found.winner.corrected, color=COLOURS["critical"], linestyle="--", zorder=1)
    names = [found.names[column] for column in shown]
    cut = [name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..." for name in names]
    ax.set_yticks(range(len(shown)), [name.replace("$", r"\$") for name in cut])
    ax.set(ylim=(len(shown) - 0.4, -0.6))
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel(
        found.metric.replace("$", r"\$") + ("" if found.higher_is_better else " (lower is better)")
    )
    left_out = len(found.names) - len(shown)
    more = f"; {left_out:,} more not drawn" if left_out else ""
    ax.set_title(
        f"{counted(found.folds, 'score')} of each and their mean; filled: may be the best "
        f"({percent(found.alpha)}){more}\ndashed: the winner's score, chosen on other folds"
    )
    return tuple(names)

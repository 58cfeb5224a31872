"""Pictures of scores on the folds of one data set."""

from typing import Any

import numpy as np

from course_lib.common.phrases import counted, percent
from course_lib.judging.fold_results import MOST_SHOWN, FoldComparison
from course_lib.plots.style import COLOURS, styled


@styled
def draw_fold_scores(ax: Any, found: FoldComparison, scores: Any) -> tuple[str, ...]:
    """Draw every model's scores, and its mean: filled if it may be the best. Returns who is drawn.

    The dashed line is the winner's score, once it is chosen on other folds.
    """
    values, means = np.asarray(scores, float), found.means
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
    names = tuple(found.names[column] for column in shown)
    ax.set_yticks(range(len(shown)), [_plain(name) for name in names])
    ax.set(ylim=(len(shown) - 0.4, -0.6))
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel(_plain(found.metric) + ("" if found.higher_is_better else " (lower is better)"))
    more = f" (the first {len(shown)} of {len(found.names):,})" if len(shown) < len(means) else ""
    ax.set_title(
        f"{counted(found.folds, 'score')} of each, and their mean{more};\n"
        f"filled: may be the best ({percent(1 - found.alpha)} confidence);\n"
        "dashed: the winner's score, chosen on other folds"
    )
    return names


def _plain(text: str) -> str:
    """Dollar signs would be taken for mathematics."""
    return text.replace("$", r"\$")

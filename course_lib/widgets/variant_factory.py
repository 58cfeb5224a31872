"""*Variant factory*: how many weak variants of itself make an algorithm look better?"""

from typing import Any, ClassVar

from course_lib.common.phrases import counted, p_in_words, scores_apart
from course_lib.pairs.samples import binomial_tails, by_alternative
from course_lib.plots.ranks import draw_variants
from course_lib.ranks.variants import VariantTrick, variant_trick
from course_lib.widgets.controls import Choice, Number
from course_lib.widgets.panel import Panel, Told

#: What two mean ranks must be apart by; for the pool picker, too.
CRITICAL_DIFFERENCES = (("Bonferroni, as in the paper", "bonferroni"), ("Nemenyi", "nemenyi"))
ALPHA = 0.05
MOST_VARIANTS = 30
MOST_DATA_SETS = 500
#: One by one as far as most studies go, then faster.
_DATA_SETS = (*range(5, 61), 70, 80, 100, 120, 150, 200, 250, 300, 400, MOST_DATA_SETS)
#: The paper says of so many data sets, or fewer, that z is no guide.
_FEW = 10


class VariantFactory(Panel):
    """Add weak variants of A0 one by one, until the mean-ranks test calls it better than B."""

    front = "variant_factory"
    size = (8.0, 4.4)
    # How many it takes is what the reader is to find out.
    stills = ({"variants": 0},)
    controls: ClassVar = {
        "variants": Number("weak variants", 0, 0, MOST_VARIANTS),
        "wins": Number("A0 beats B on", 10, 0, MOST_DATA_SETS),
        "data_sets": Number("data sets", 20, _DATA_SETS[0], MOST_DATA_SETS, stops=_DATA_SETS),
        "correction": Choice("critical difference", "bonferroni", CRITICAL_DIFFERENCES),
    }

    def __init__(self, wins: int = 10, data_sets: int = 20, variants: int = 0) -> None:
        super().__init__(wins=wins, data_sets=data_sets, variants=variants)

    def settled(self, values: dict[str, Any]) -> dict[str, Any]:
        """Nobody wins on more data sets than there are."""
        return {**values, "wins": min(values["wins"], values["data_sets"])}

    def draw(self, axes: Any, v: dict[str, Any]) -> None:
        """The lead so far, and what it must reach."""
        draw_variants(axes, _trick(v), v["variants"], so_far=True)

    def tell(self, v: dict[str, Any]) -> Told:
        """The lead and what it must reach; and what a test says that looks at the two alone."""
        wins, data_sets, variants = v["wins"], v["data_sets"], v["variants"]
        trick = _trick(v)
        reached = trick.z[variants] >= trick.critical[variants] * (1 - 1e-12)
        z, critical = scores_apart(trick.z[variants], trick.critical[variants], decimals=2)
        words = (
            f"With {counted(variants, 'weak variant')} in the pool, z is {z} "
            f"and must reach {critical} ({v['correction'].capitalize()}): the "
            f"mean-ranks test {'calls' if reached else 'does not call'} A0 significantly better "
            f"than B, which it beats on {wins} of {data_sets} data sets. "
            f"{_verdict(trick, variants)} {_two_alone(wins, data_sets)}"
        )
        if data_sets <= _FEW:
            words += (
                f" Beware of z here: it is taken for normal, and the paper asks for more than "
                f"{_FEW} data sets."
            )
        lead = (
            f"A curve of A0's lead over B for 0 to {counted(variants, 'weak variant')}, from "
            f"{trick.z[0]:.2f} to {trick.z[variants]:.2f}"
            if variants
            else f"A dot for A0's lead over B without variants, {trick.z[0]:.2f}"
        )
        alt = (
            f"{lead}; and a dashed curve of what it must reach, from {trick.critical[0]:.2f} "
            f"without variants to {trick.critical[-1]:.2f} with {MOST_VARIANTS}."
        )
        return Told(words, alt)


def _trick(v: dict[str, Any]) -> VariantTrick:
    losses = v["data_sets"] - v["wins"]
    return variant_trick(v["wins"], losses, MOST_VARIANTS, ALPHA, v["correction"])


def _verdict(trick: VariantTrick, variants: int) -> str:
    """How many it takes; only once that was found out, for it is what the reader looks for."""
    if trick.needed is not None and variants >= trick.needed:
        return f"Variants needed: {trick.needed}."
    return f"Not even {MOST_VARIANTS} variants do." if variants == MOST_VARIANTS else "Not yet."


def _two_alone(wins: int, data_sets: int) -> str:
    lower, upper, _ = binomial_tails(wins, data_sets)
    p = float(by_alternative(lower, upper, "two-sided"))
    better = "neither" if p > ALPHA else "A0" if 2 * wins > data_sets else "B"
    return (
        f"The sign test, which looks at these two alone, calls {better} better "
        f"({p_in_words(p, ALPHA)})."
    )

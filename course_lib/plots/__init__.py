"""Pictures: `draw_*(ax, ...)` functions take data, paint it, and return what they drew."""

from course_lib.plots.contest import draw_contest
from course_lib.plots.explain import draw_barrier, draw_reflection, draw_shares
from course_lib.plots.intervals import (
    draw_coverage,
    draw_coverage_map,
    draw_intervals,
    draw_score,
)
from course_lib.plots.judging import (
    draw_classes,
    draw_pair_intervals,
    draw_shuffles,
    draw_who_differs,
)
from course_lib.plots.luck import draw_luck
from course_lib.plots.measures import draw_confusion, draw_roc
from course_lib.plots.pairs import draw_counts, draw_versions, draw_way
from course_lib.plots.palette import draw_palette
from course_lib.plots.plan import draw_growth, draw_mixes
from course_lib.plots.ranks import (
    draw_corrections,
    draw_critical_difference,
    draw_duel,
    draw_groups,
    draw_line_of_ranks,
    draw_pairs,
    draw_pools,
    draw_power,
    draw_variants,
)
from course_lib.plots.reader import draw_chart_lines, draw_reader
from course_lib.plots.regions import (
    draw_family_wise_errors,
    draw_region,
    draw_type_i_errors,
)
from course_lib.plots.roc import (
    draw_band,
    draw_cauc,
    draw_error_differences,
    draw_errors,
    draw_one_interval,
    draw_segments,
)
from course_lib.plots.scaling import draw_scaling
from course_lib.plots.style import COLOURS, figure, show
from course_lib.plots.surfaces import draw_cdfs, draw_differences, draw_surface
from course_lib.plots.walk import draw_tally, draw_walk

__all__ = [
    "COLOURS",
    "draw_band",
    "draw_barrier",
    "draw_cauc",
    "draw_cdfs",
    "draw_chart_lines",
    "draw_classes",
    "draw_confusion",
    "draw_contest",
    "draw_corrections",
    "draw_counts",
    "draw_coverage",
    "draw_coverage_map",
    "draw_critical_difference",
    "draw_differences",
    "draw_duel",
    "draw_error_differences",
    "draw_errors",
    "draw_family_wise_errors",
    "draw_groups",
    "draw_growth",
    "draw_intervals",
    "draw_line_of_ranks",
    "draw_luck",
    "draw_mixes",
    "draw_one_interval",
    "draw_pair_intervals",
    "draw_pairs",
    "draw_palette",
    "draw_pools",
    "draw_power",
    "draw_reader",
    "draw_reflection",
    "draw_region",
    "draw_roc",
    "draw_scaling",
    "draw_score",
    "draw_segments",
    "draw_shares",
    "draw_shuffles",
    "draw_surface",
    "draw_tally",
    "draw_type_i_errors",
    "draw_variants",
    "draw_versions",
    "draw_walk",
    "draw_way",
    "draw_who_differs",
    "figure",
    "show",
]

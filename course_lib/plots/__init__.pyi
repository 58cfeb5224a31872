"""Every drawing function, once, and the module that holds it."""

from .contest import draw_contest as draw_contest
from .explain import (
    draw_barrier as draw_barrier,
    draw_reflection as draw_reflection,
    draw_shares as draw_shares,
)
from .folds import draw_fold_scores as draw_fold_scores
from .intervals import (
    draw_coverage as draw_coverage,
    draw_coverage_map as draw_coverage_map,
    draw_intervals as draw_intervals,
    draw_score as draw_score,
)
from .judging import (
    draw_classes as draw_classes,
    draw_pair_intervals as draw_pair_intervals,
    draw_shuffles as draw_shuffles,
    draw_who_differs as draw_who_differs,
)
from .luck import draw_luck as draw_luck
from .measures import draw_confusion as draw_confusion, draw_roc as draw_roc
from .pairs import (
    draw_counts as draw_counts,
    draw_printed as draw_printed,
    draw_printed_ranges as draw_printed_ranges,
    draw_versions as draw_versions,
    draw_way as draw_way,
)
from .palette import draw_palette as draw_palette
from .plan import (
    draw_difference_power as draw_difference_power,
    draw_growth as draw_growth,
    draw_mixes as draw_mixes,
    draw_power_growth as draw_power_growth,
)
from .ranks import (
    draw_corrections as draw_corrections,
    draw_critical_difference as draw_critical_difference,
    draw_duel as draw_duel,
    draw_groups as draw_groups,
    draw_line_of_ranks as draw_line_of_ranks,
    draw_pairs as draw_pairs,
    draw_pools as draw_pools,
    draw_power as draw_power,
    draw_variants as draw_variants,
)
from .reader import draw_chart_lines as draw_chart_lines, draw_reader as draw_reader
from .regions import (
    draw_family_wise_errors as draw_family_wise_errors,
    draw_region as draw_region,
    draw_type_i_errors as draw_type_i_errors,
)
from .roc import (
    draw_band as draw_band,
    draw_cauc as draw_cauc,
    draw_error_differences as draw_error_differences,
    draw_errors as draw_errors,
    draw_one_interval as draw_one_interval,
    draw_segments as draw_segments,
)
from .scaling import draw_scaling as draw_scaling
from .style import COLOURS as COLOURS, figure as figure, show as show
from .surfaces import (
    draw_cdfs as draw_cdfs,
    draw_contours as draw_contours,
    draw_differences as draw_differences,
    draw_surface as draw_surface,
)
from .walk import draw_tally as draw_tally, draw_walk as draw_walk

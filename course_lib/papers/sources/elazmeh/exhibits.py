"""Elazmeh et al. (2006): figures and tables, rebuilt."""

from collections.abc import Callable
from functools import partial

from course_lib.datasets import (
    ELAZMEH_CLASSIFIERS,
    ELAZMEH_DATA_SETS,
    load_uci_class_counts,
)
from course_lib.papers.exhibits import Drawn, Table
from course_lib.papers.sources.elazmeh.checks_of_tables import (
    agrees,
    auc_differences,
    count_misprints,
)
from course_lib.papers.sources.elazmeh.run import NAMES, Run, listed

# --- Tables ---------------------------------------------------------------------------------------


def _table_2(run: Run) -> Table:
    counted = load_uci_class_counts()
    keys = ("train_positives", "train_negatives", "test_positives", "test_negatives")
    printed = run.class_counts
    names = list(printed)
    wrong = {(name, key): was for name, key, was, _ in count_misprints(run)}
    there = {name: counted["spectf-withdrawn" if name == "spectf" else name] for name in names}
    return Table(
        "Table 2: class counts of six data sets",
        "Counted in the files of the UCI repository (spectf: the test file of that time, withdrawn "
        "since); in brackets what is printed, where that is something else.",
        ("EJ-06",),
        ("data set", *(key.replace("_", " ") for key in keys)),
        tuple(
            (name, *("-" if there[name][key] is None else f"{there[name][key]:,}" for key in keys))
            for name in names
        ),
        tuple(
            (names.index(name), 1 + keys.index(key), f"{was:,}")
            for (name, key), was in wrong.items()
        ),
    )


def _table_3(run: Run) -> Table:
    names = list(run.auc)
    letters = list(ELAZMEH_CLASSIFIERS.values())
    off = {key: value for key, value in auc_differences(run).items() if not agrees(value)}
    ours = {(d, k): run.segments(d)[k].curve.auc for d in names for k in letters}
    return Table(
        "Table 3: AUC of four classifiers on six data sets",
        "Ours, from scores of classifiers trained anew; in brackets what is printed, where ours "
        "does not round to it: only the random forest, which depends on version and seed.",
        ("EJ-07", "EJ-17", "EJ-18", "EJ-19"),
        ("data set", *(NAMES[letter] for letter in letters)),
        tuple((d, *(f"{ours[d, k]:.3f}" for k in letters)) for d in names),
        tuple(
            (names.index(d), 1 + letters.index(k), f"{ours[d, k] - difference:.3f}")
            for (d, k), difference in off.items()
        ),
    )


def _segments_table(run: Run) -> Table:
    """AUCs and confident segments of all classifiers, with the printed AUC where there is one."""
    printed = run.auc
    rows = []
    for data_set in (*ELAZMEH_DATA_SETS, "spectf-test", "spectf-withdrawn"):
        row = printed[data_set.removesuffix("-test").removesuffix("-withdrawn")]
        for name, letter in ELAZMEH_CLASSIFIERS.items():
            segment = run.segments(data_set)[letter]
            low, high = segment.threshold_range or (None, None)
            rows.append(
                (
                    *(data_set, name, f"{segment.curve.auc:.6f}", f"{row[name]:.3f}"),
                    *(str(len(segment.points)), f"{segment.vertical_area:.6f}"),
                    *(f"{segment.horizontal_area:.6f}", f"{segment.area:.6f}"),
                    "" if segment.empty else f"{segment.mean_difference:.6f}",
                    *("" if x is None else f"{x:.6f}" for x in (low, high)),
                )
            )
    return Table(
        "Figs. 5 to 8: every confident segment",
        "Areas, mean difference and range of thresholds, for the paper's data sets and for both "
        "test files of spectf.",
        ("EJ-09", "EJ-11", "EJ-12", "EJ-13", "EJ-14", "EJ-15"),
        (
            *("scores", "classifier", "auc", "printed_auc", "confident_points"),
            *("vertical_area", "horizontal_area", "cauc", "aved", "low", "high"),
        ),
        tuple(rows),
    )


# --- Figures --------------------------------------------------------------------------------------


def _picture_1(run: Run) -> Drawn:
    from course_lib.plots import draw_error_differences, figure

    along = run.segments("spectf")["B"].along
    fig, axes = figure(11, 4.4, columns=2)
    drawn = [
        draw_error_differences(ax, along, only_confident=only)
        for ax, only in zip(axes, (False, True), strict=True)
    ]
    axes[0].set_title("All points of the ROC curve", loc="left")
    axes[1].set_title("Only those whose interval holds 0", loc="left")
    return Drawn(
        f"Naive Bayes on spectf: {drawn[0]} points, the difference rising with the threshold; "
        f"{drawn[1]} of them are confident.",
        {"points": drawn[0], "confident": drawn[1]},
        fig,
    )


def _picture_3(run: Run) -> Drawn:
    from course_lib.plots import draw_segments, figure

    segment = run.segments("spectf")["T"]
    fig, axes = figure(11, 5, columns=2)
    draw_segments(axes[0], {"T": segment})
    draw_segments(axes[1], {"T": segment}, areas=True)
    axes[0].set_title("The confident segment", loc="left")
    axes[1].set_title("Below it (green) and beside it (hatched)", loc="left")
    return Drawn(
        f"The tree on spectf: vertical area {segment.vertical_area:.3f}, horizontal area "
        f"{segment.horizontal_area:.3f}.",
        {"vertical": segment.vertical_area, "horizontal": segment.horizontal_area},
        fig,
    )


def _picture_4(run: Run) -> Drawn:
    from course_lib.plots import draw_band, figure

    fig, axes = figure(10, 9, rows=2, columns=2)
    shares = {
        letter: draw_band(ax, band, NAMES[letter])
        for ax, (letter, band) in zip(axes.ravel(), run.bands["N/P"]["dis"].items(), strict=True)
    }
    told, also = (
        ", ".join(f"{letter} {100 * band.share:.0f} %" for letter, band in sets["dis"].items())
        for sets in run.bands.values()
    )
    return Drawn(
        "95 % bands around the ROC curves, from 13 positives, moved along a slope of -root(N/P); "
        f"share of ROC space: {told}. Along -root(P/N), which is not drawn: {also}.",
        shares,
        fig,
    )


def _picture_5(run: Run) -> Drawn:
    from course_lib.plots import draw_segments, figure

    fig, axes = figure(10, 13.5, rows=3, columns=2)
    for ax, data_set in zip(axes.ravel(), ELAZMEH_DATA_SETS, strict=True):
        draw_segments(ax, run.segments(data_set))
        ax.set_title(data_set, loc="left")
    counts = {
        data_set: {k: len(s.points) for k, s in run.segments(data_set).items()}
        for data_set in ELAZMEH_DATA_SETS
    }
    return Drawn(
        "Four classifiers on six data sets, the confident points thick and green: bits of curves "
        f"at the lower left where positives are rare. None: {listed(run.empty_segments())}.",
        counts,
        fig,
    )


def _picture_6(run: Run) -> Drawn:
    from course_lib.plots import draw_cauc, figure

    fig, axes = figure(10, 11.5, rows=3, columns=2)
    placed = {}
    for ax, data_set in zip(axes.ravel(), ELAZMEH_DATA_SETS, strict=True):
        placed[data_set] = draw_cauc(ax, run.segments(data_set))
        ax.set_title(data_set, loc="left")
    return Drawn(
        "One panel for each data set. Classifiers without a confident point are left out: "
        f"{listed(run.empty_segments())}.",
        placed,
        fig,
    )


def _picture_of_thresholds(run: Run, data_set: str) -> Drawn:
    from course_lib.plots import draw_error_differences, figure

    fig, axes = figure(10, 8, rows=2, columns=2)
    counts = {}
    for ax, (letter, segment) in zip(axes.ravel(), run.segments(data_set).items(), strict=True):
        draw_error_differences(ax, segment.along, "thresholds", only_confident=True)
        counts[letter] = len(segment.points)
        ax.set_xlim(-0.05, 1.05)
        ax.set_title(f"{NAMES[letter]}: {len(segment.points)} points", loc="left")
    told = ", ".join(f"{letter} {count}" for letter, count in counts.items())
    return Drawn(f"Confident points only; how many: {told}.", counts, fig)


PICTURES: dict[str, Callable[[Run], Drawn]] = {
    "figure-1": _picture_1,
    "figure-3": _picture_3,
    "figure-4": _picture_4,
    "figure-5": _picture_5,
    "figure-6": _picture_6,
    "figure-7": partial(_picture_of_thresholds, data_set="dis"),
    "figure-8": partial(_picture_of_thresholds, data_set="spectf"),
}
TABLES: dict[str, Callable[[Run], Table]] = {
    "table_2": _table_2,
    "table_3": _table_3,
    "segments": _segments_table,
}

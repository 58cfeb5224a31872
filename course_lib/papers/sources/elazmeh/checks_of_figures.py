"""Elazmeh et al. (2006): checks of what is said of its figures."""

import math

import numpy as np

from course_lib.datasets import ELAZMEH_DATA_SETS
from course_lib.papers.checks import check, judge_if_printed, judge_property, judge_readings
from course_lib.papers.ledger import Claim, Evidence, Verdict
from course_lib.papers.sources.elazmeh.run import REPEATABLE, Run, listed
from course_lib.roc.segment import ConfidentSegment


@check("EJ-08")
def _figure_1(claim: Claim, run: Run) -> Evidence:
    segment = run.segments("spectf")["B"]
    along = segment.along
    holds = np.flatnonzero(along.holds_zero)
    stretch = holds.size == holds[-1] - holds[0] + 1
    inside = bool(((along.low < along.differences) & (along.differences < along.high)).all())
    return Evidence(
        f"naive Bayes on spectf: {along.low.size} points, of which {holds.size} in one stretch "
        "hold 0",
        "the figure is rebuilt; each interval holds its own difference, and all rise with the "
        "threshold",
        Verdict.UNCHECKABLE
        if stretch and inside and bool((np.diff(along.differences) < 0).all())
        else Verdict.DIFFERS,
        "The paper does not say which classifier and data set its figure shows; ours looks as the "
        "text describes it.",
    )


@check("EJ-09")
def _figure_3(claim: Claim, run: Run) -> Evidence:
    segment = run.segments("spectf")["T"]
    return Evidence(
        f"tree on spectf: vertical {segment.vertical_area:.4f}, horizontal "
        f"{segment.horizontal_area:.4f}, their mean {segment.area:.4f}",
        "the figure is rebuilt; straight lines between confident points, nothing beyond them",
        judge_if_printed(claim.value, [segment.area], Verdict.UNCHECKABLE),
        "The paper prints no area, and not how the vertical and the horizontal one become one "
        "number.",
        "We take their mean, which for a whole curve is the AUC; their sum would be twice that.",
    )


def _wide(run: Run, reading: str, data_set: str) -> str:
    """The repeatable classifiers whose band holds more than half of ROC space."""
    bands = run.bands[reading][data_set]
    return "".join(letter for letter in REPEATABLE if bands[letter].share > 0.5)


_BANDS = "fixed-width bands, 95 %, 1,000 bootstrap samples; slopes -root(N/P) and -root(P/N)"


@check("EJ-10")
def _figure_4(claim: Claim, run: Run) -> Evidence:
    told = "; ".join(
        f"slope -root({reading}): "
        + ", ".join(f"{letter} {100 * band.share:.0f} %" for letter, band in sets["dis"].items())
        for reading, sets in run.bands.items()
    )
    wide = {reading: _wide(run, reading, "dis") for reading in run.bands}
    return Evidence(
        f"share of ROC space, {told}",
        _BANDS,
        judge_readings(*(letters == "".join(REPEATABLE) for letters in wide.values())),
        "The bands' authors give the slope as the root of m/n: read as P/N, more than half is "
        f"covered for {_and(wide['P/N'])}; read as N/P, as the errors of the rates relate, for "
        f"{_and(wide['N/P'])} only.",
        "Judged by stump, tree and naive Bayes. Our forest is not theirs: it is better (AUC "
        f"{run.segments('dis')['F'].curve.auc:.3f} against "
        f"{run.auc['dis']['random_forest']:.3f}) and its band narrower.",
    )


@check("EJ-20")
def _other_bands(claim: Claim, run: Run) -> Evidence:
    others = [name for name in ELAZMEH_DATA_SETS if name != "dis"]
    wide = {reading: {name: _wide(run, reading, name) for name in others} for reading in run.bands}
    told = "; ".join(
        f"slope -root({reading}): "
        + ", ".join(f"{_and(letters)} on {name}" for name, letters in found.items() if letters)
        for reading, found in wide.items()
    )
    full = "".join(REPEATABLE)
    most = max(
        band.share
        for sets in run.bands.values()
        for name in others
        if name not in ("spect", "spectf")
        for band in sets[name].values()
    )
    return Evidence(
        f"more than half of ROC space, {told}",
        f"{_BANDS}; stump, tree and naive Bayes on five data sets",
        judge_readings(*(all(x == full for x in found.values()) for found in wide.values())),
        "On the three data sets with 60 positives or more no band covers more "
        f"than {100 * most:.0f} %.",
    )


def _and(letters: str) -> str:
    return " and ".join(filter(None, [", ".join(letters[:-1]), letters[-1:]])) or "none"


@check("EJ-11")
def _figure_5(claim: Claim, run: Run) -> Evidence:
    empty = run.empty_segments()
    dis = run.segments("dis")
    furthest = {
        letter: max((max(p[0], p[1]) for p in dis[letter].points), default=math.nan)
        for letter in ("T", "B")
    }
    return Evidence(
        f"no confident point: {listed(empty)}; on dis the segments of T and B stay below "
        f"{max(furthest.values()):.2f} on both axes",
        "the figure is rebuilt; compared with what the text says of it: three of four have "
        "confident points on dis, in the bottom left",
        judge_property(empty == run.printed["no_confident_point"] and max(furthest.values()) < 0.5),
        "The forest is not the paper's; on dis ours reaches a true positive rate of "
        f"{max((p.true_positive_rate for p in dis['F'].points), default=math.nan):.2f}.",
    )


def plane_statements(run: Run, area: str, spread: str) -> dict[str, bool]:
    """What the text says of Fig. 6, true or not, for a way to measure area and difference.

    Only what does not rest on the forest, which is not the paper's.
    """

    def placed(data_set: str, letter: str) -> tuple[float, float]:
        segment = run.segments(data_set)[letter]
        sizes = {"mean": segment.area, "vertical": segment.vertical_area}
        # A difference is small if it is near 0, on whichever side.
        signed, absolute = abs(segment.mean_difference), segment.mean_absolute_difference
        return {"signed": signed, "absolute": absolute}[spread], sizes[area]

    right = ("hypothyroid", "sick-euthyroid")
    tree, others = placed("spectf", "T"), [placed("spectf", x) for x in ("S", "B")]
    return {
        "the stump does not appear on dis, sick and spect, nor the tree on spect": (
            run.empty_segments() == run.printed["no_confident_point"]
        ),
        "on hypothyroid and sick-euthyroid, where the stump has more area, its difference is "
        "larger than the tree's": all(
            placed(data_set, "S")[0] > placed(data_set, "T")[0]
            for data_set in right
            if placed(data_set, "S")[1] > placed(data_set, "T")[1]
        ),
        "on spectf the tree has the largest area": all(tree[1] > other[1] for other in others),
        "and the least difference": all(tree[0] < other[0] for other in others),
    }


@check("EJ-12")
def _figure_6(claim: Claim, run: Run) -> Evidence:
    ours = plane_statements(run, "mean", "signed")
    ways = {
        f"{area} area, {spread} difference": sum(plane_statements(run, area, spread).values())
        for area in ("mean", "vertical")
        for spread in ("signed", "absolute")
    }
    told = "; ".join(f"{what}: {'yes' if true else 'no'}" for what, true in ours.items())
    counts = "; ".join(f"{way}: {count}" for way, count in ways.items())
    best = [way for way, count in ways.items() if count == len(ours)]
    fitting = f"All hold with {' or '.join(best)}: perhaps that is plotted." if best else ""
    forest = [
        data_set
        for data_set in ELAZMEH_DATA_SETS
        if run.segments(data_set)["B"].area > run.segments(data_set)["F"].area
    ]
    return Evidence(
        told,
        "the figure is rebuilt; CAUC is the mean of both areas, AveD the mean of (b - c)/n, as its "
        "formula has it, compared by its distance from 0",
        judge_property(all(ours.values())),
        *(
            (
                "With the areas and differences as the text defines them, "
                f"{sum(ours.values())} of {len(ours)} statements hold.",
                f"How many hold if one measures otherwise: {counts}. {fitting} Naive Bayes has "
                f"more area than our forest on {', '.join(forest)}; the paper says so of all but "
                "spect, but its forest is another.",
            )
            if not all(ours.values())
            else ()
        ),
    )


@check("EJ-13")
def _figure_7(claim: Claim, run: Run) -> Evidence:
    ranges = {
        letter: segment.threshold_range
        for letter, segment in run.segments("dis").items()
        if segment.threshold_range
    }
    told = ", ".join(f"{letter} {low:.2f} to {high:.2f}" for letter, (low, high) in ranges.items())
    widths = {letter: high - low for letter, (low, high) in ranges.items()}
    # Read off a figure: two hundredths more or less.
    near = all(
        abs(ours - said) <= 0.02
        for ours, said in zip(ranges["T"], run.printed["tree_range"], strict=True)
    )
    widest = max(widths, key=lambda letter: widths[letter])
    return Evidence(
        f"thresholds of the confident points: {told}",
        "the figure is rebuilt; the text gives the tree's range as {:g} to {:g}, and calls the "
        "others narrower".format(*run.printed["tree_range"]),
        judge_property(near and widest == "T"),
        "" if near and widest == "T" else "The tree's range, or which is widest, is another.",
    )


def _zeros(segment: ConfidentSegment) -> bool:
    return any(point.difference == 0 for point in segment.points)


def figure_8_fits(run: Run, data_set: str) -> dict[str, bool]:
    """What the text says of Fig. 8, true or not, for some scores on SPECTF."""
    found = run.segments(data_set)
    counts = {letter: len(segment.points) for letter, segment in found.items()}
    low, high = found["T"].threshold_range or (math.nan, math.nan)
    widths = {k: np.ptp(s.threshold_range or (0.0, 0.0)) for k, s in found.items()}
    sizes = {k: math.inf if s.empty else abs(s.mean_difference) for k, s in found.items()}
    return {
        "all four have confident points": min(counts.values()) > 0,
        "S and T have points with no difference at all": _zeros(found["S"]) and _zeros(found["T"]),
        "F and B come close to no difference": not (_zeros(found["F"]) or _zeros(found["B"]))
        and min(counts["F"], counts["B"]) > 0,
        "T goes from about 0 to about 1": low < 0.1 and high > 0.9,
        "T has the widest range": bool(widths["T"] == max(widths.values()) > 0),
        "T has the least difference": sizes["T"] == min(sizes.values()) < math.inf,
        "T and B have more points than S": min(counts["T"], counts["B"]) > counts["S"],
    }


@check("EJ-14")
def _figure_8(claim: Claim, run: Run) -> Evidence:
    fits = {
        name: figure_8_fits(run, name) for name in ("spectf", "spectf-test", "spectf-withdrawn")
    }
    score = {name: sum(found.values()) for name, found in fits.items()}
    points = {
        name: " ".join(f"{k}{len(s.points)}" for k, s in run.segments(name).items())
        for name in fits
    }
    total = len(fits["spectf"])
    verdict = Verdict.DIFFERS
    there = {name: found["all four have confident points"] for name, found in fits.items()}
    if all(fits["spectf-test"].values()) or all(fits["spectf-withdrawn"].values()):
        verdict = Verdict.REPRODUCED
    elif there["spectf"] and not (there["spectf-test"] or there["spectf-withdrawn"]):
        verdict = Verdict.ERRATUM  # what is described cannot come from a test file
    return Evidence(
        f"confident points: cross-validation of the training file {points['spectf']}, today's "
        f"test file {points['spectf-test']}, the withdrawn one {points['spectf-withdrawn']}",
        f"the figure is rebuilt; {total} things the text says of it, of which "
        f"{score['spectf']}, {score['spectf-test']} and {score['spectf-withdrawn']} hold",
        verdict,
        *(
            (
                "On neither test file do stump and tree have a single confident point, so the "
                "figure cannot show a test file, as the text says it does.",
                "Cross-validation of the training file fits much better; of what the text says, "
                "this does not hold for it either: "
                + ", ".join(f"'{what}'" for what, true in fits["spectf"].items() if not true)
                + ".",
            )
            if verdict is Verdict.ERRATUM
            else ()
        ),
    )


@check("EJ-15")
def _how_many(claim: Claim, run: Run) -> Evidence:
    empty = run.empty_segments()
    tree = run.segments("dis")["T"].points
    told = ", ".join(
        f"threshold {p.threshold:.3f} with b = {p.misses}, c = {p.false_alarms}" for p in tree
    )
    stumps = [where for where, who in empty.items() if "S" in who]
    printed = run.printed["tree_points"]
    same = empty == run.printed["no_confident_point"]
    return Evidence(
        f"the stump has none on {', '.join(stumps)}; on dis the tree has {len(tree)}: {told}",
        "Tango's 95 % interval at every score that occurs",
        judge_property(same and len(tree) == printed),
        *(
            (
                "Where the paper finds none we find none; on dis we count "
                f"{len(tree)} points of the tree, where the text has {printed}.",
                "Two of ours have its thresholds of 0.1 and 0.65; the third lies beside the first, "
                "and in a figure the two may look like one. The paper's Weka is an older one, too.",
            )
            if same and len(tree) != printed
            else ()
        ),
    )

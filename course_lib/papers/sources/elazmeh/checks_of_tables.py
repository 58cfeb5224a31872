"""Elazmeh et al. (2006): checks of its two tables, class counts and AUCs."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from course_lib.datasets import (
    ELAZMEH_CLASSIFIERS,
    load_elazmeh_scores,
    load_spectf,
    load_uci_class_counts,
)
from course_lib.papers.checks import check, judge_property, judge_words
from course_lib.papers.ledger import Claim, Evidence, Verdict
from course_lib.papers.sources.elazmeh.run import REPEATABLE, Run
from course_lib.roc.points import auc_score


def auc_differences(
    run: Run, scored_as: Mapping[str, str] | None = None
) -> dict[tuple[str, str], float]:
    """Ours less the printed AUC, by data set and letter.

    `scored_as` names other scores for a data set, as in `{"spectf": "spectf-test"}`.
    """
    found = {}
    for data_set, row in run.auc.items():
        data = load_elazmeh_scores((scored_as or {}).get(data_set, data_set))
        for name, letter in ELAZMEH_CLASSIFIERS.items():
            ours = auc_score(data.is_positive, data.scores[name])
            found[data_set, letter] = ours - row[name]
    return found


def agrees(difference: float) -> bool:
    """Does our AUC round to the printed one?"""
    return abs(difference) <= 0.0005 * (1 + 1e-9)


def count_misprints(run: Run) -> list[tuple[str, str, Any, Any]]:
    """Class counts that differ from the files: data set, which, printed, counted.

    For spectf the file counts that was there when the paper was written.
    """
    counted = load_uci_class_counts()
    wrong = []
    for data_set, row in run.class_counts.items():
        there = counted["spectf-withdrawn" if data_set == "spectf" else data_set]
        wrong += [(data_set, key, row[key], there[key]) for key in row if row[key] != there[key]]
    return wrong


def training_cases_in_the_withdrawn_file() -> int:
    """How many of the 80 SPECTF training cases are also in the test file that was withdrawn."""
    train, test = (
        [tuple(row) for row in np.column_stack([t.is_positive, t.features]).tolist()]
        for t in (load_spectf("train"), load_spectf("withdrawn"))
    )
    return sum(case in set(test) for case in train)


@check("EJ-06")
def _class_counts(claim: Claim, run: Run) -> Evidence:
    wrong = count_misprints(run)
    printed: Mapping[str, Mapping[str, Any]] = run.class_counts
    counted: Mapping[str, Mapping[str, Any]] = load_uci_class_counts()
    cells = sum(value is not None for row in printed.values() for value in row.values())
    told = "; ".join(
        f"{data_set}, {key.replace('_', ' ')}: printed {was:,}, in the file {there:,}"
        for data_set, key, was, there in wrong
    )
    sums = {
        name: printed[name]["train_positives"] + printed[name]["train_negatives"]
        for name in ("dis", "sick")
    }
    first = (
        f"dis and sick are the same patients with other labels, {sums['dis']:,} to learn from; the "
        f"line of sick adds up to {sums['sick']:,}, and takes its negatives and its test counts "
        "from the line above."
        if wrong
        else "The percentages in the text are not those of the files."
    )
    said = []
    gone, now = counted["spectf-withdrawn"], counted["spectf"]
    said.append(
        f"The SPECTF test file that is counted ({gone['test_positives']} + "
        f"{gone['test_negatives']}) was withdrawn by its donors, and holds "
        f"{training_cases_in_the_withdrawn_file()} of the 80 training cases; today's has "
        f"{now['test_positives']} + {now['test_negatives']}."
    )
    shares = {
        name: (
            100 * row["test_positives"] / (row["test_positives"] + row["test_negatives"]),
            100 * row["test_positives"] / row["test_negatives"],
        )
        for name, row in (("dis", counted["dis"]), ("spectf", gone))
    }
    told_shares = run.printed["shares"]
    odd = [name for name, value in told_shares.items() if abs(shares[name][0] - value) > 0.05]
    for name in odd:
        value, (of_all, per_negative) = told_shares[name], shares[name]
        # Printed without decimals it stands for what rounds to it.
        near = abs(per_negative - value) <= (0.5 if value == int(value) else 0.05)
        said.append(
            f"The {value:g} % of positives that the text gives for {name} "
            + (
                "are positives per negatives"
                if near
                else "are neither of all cases nor per negative"
            )
            + f"; of all cases it is {of_all:.1f} %."
        )
    return Evidence(
        f"{cells - len(wrong)} of {cells} printed counts are those of the files"
        + (f"; {told}" if told else ""),
        "cases counted in the files of the UCI repository",
        judge_words(bool(wrong or odd)),
        first if wrong or odd else "",
        " ".join(said),
    )


@check("EJ-07")
def _aucs(claim: Claim, run: Run) -> Evidence:
    ours = auc_differences(run)
    plain = [key for key in ours if key[1] in REPEATABLE]
    right = [key for key in plain if agrees(ours[key])]
    forests = ", ".join(
        f"{data_set} {row['random_forest'] + ours[data_set, 'F']:.3f} "
        f"(printed {row['random_forest']:.3f})"
        for data_set, row in run.auc.items()
    )
    elsewhere = {
        other: sum(agrees(auc_differences(run, {"spectf": other})["spectf", x]) for x in REPEATABLE)
        for other in ("spectf-test", "spectf-withdrawn")
    }
    here = sum(agrees(ours["spectf", letter]) for letter in REPEATABLE)
    return Evidence(
        f"stump, tree and naive Bayes: {len(right)} of {len(plain)} to three decimals; the forest: "
        f"{forests}",
        "Weka 3.6.14 with default settings (the paper: 3.4.6); spectf by ten-fold cross-validation "
        "of its training file",
        judge_property(all(agrees(value) for value in ours.values())),
        "A random forest depends on version and seed: ours is not theirs.",
        "The printed spectf AUCs come from neither test file: of three, "
        f"{elsewhere['spectf-test']} agree on today's, "
        f"{elsewhere['spectf-withdrawn']} on the withdrawn one, {here} with cross-validation of "
        "the training file, which the text does not mention.",
    )


@check("EJ-17")
def _tested_by(claim: Claim, run: Run) -> Evidence:
    row = run.class_counts["dis"]
    data = load_elazmeh_scores("dis")
    counts = (data.positives, data.negatives)
    same = [x for x in REPEATABLE if agrees(auc_differences(run)["dis", x])]
    # Scores of the test file's cases that give the printed AUCs: then that is how it was tested.
    found = "test file" if len(same) == len(REPEATABLE) else "cross-validation"
    wrong = found != run.printed["dis_tested_by"]
    return Evidence(
        f"Table 2 prints a test file of {row['test_positives']} + {row['test_negatives']} cases; "
        f"learned from the training file and tested on the {counts[0]} + {counts[1]} cases of the "
        f"test file, {len(same)} of {len(REPEATABLE)} AUCs agree with Table 3 to three decimals",
        "AUCs of stump, tree and naive Bayes",
        judge_words(wrong),
        "The printed AUCs are those of the test file that Table 2 counts, and by the text's own "
        "rule, too, only data sets without a test file are cross-validated."
        if wrong
        else "",
        "The tree's thresholds in Fig. 7 are those of the test file as well (EJ-13)."
        if run.judge("EJ-13").evidence.verdict is Verdict.REPRODUCED
        else "",
    )


@check("EJ-18", first="decision_stump", second="decision_tree", ties=True)
@check("EJ-19", first="random_forest", second="naive_bayes", ties=False)
def _better_everywhere(claim: Claim, run: Run, first: str, second: str, ties: bool) -> Evidence:
    gaps = {name: round(row[first] - row[second], 3) for name, row in run.auc.items()}
    below = [name for name, gap in gaps.items() if gap < 0 or (gap == 0 and not ties)]
    a, b = (ELAZMEH_CLASSIFIERS[name] for name in (first, second))
    others = [name for name in gaps if name not in below]
    most = max((abs(gaps[name]) for name in below), default=0.0)
    within = [name for name in others if gaps[name] <= most]
    return Evidence(
        f"{a} less {b} in AUC: " + ", ".join(f"{name} {gap:+.3f}" for name, gap in gaps.items()),
        "the AUCs that Table 3 prints; a curve that is nowhere lower has no smaller area",
        judge_words(bool(below)),
        f"By its own Table 3 it is not so on {', '.join(below)}." if below else "",
        f"Whoever calls a difference of {most:g} none at all must do so in both directions, and on "
        f"{', '.join(within)} too."
        if within
        else "",
    )

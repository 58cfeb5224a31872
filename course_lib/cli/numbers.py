"""`course judge --regression`: models that predict numbers."""

from argparse import Namespace
from pathlib import Path

from course_lib.cli.outputs import (
    check_outputs,
    print_json,
    print_notes,
    print_written,
    write_answers,
)
from course_lib.common.phrases import percent
from course_lib.common.terminal import say
from course_lib.judging.regression import judge_regression, read_number_predictions
from course_lib.judging.regression_results import RegressionPair
from course_lib.judging.regression_words import pair_table

#: Options that speak of classes, and would be passed over in silence.
_OF_CLASSES = ("tried", "threshold", "positive", "folds", "stratum")
#: Pairs in the terminal; the CSV has all.
_MOST_PAIRS = 15


def run_regression(options: Namespace, file: Path) -> int:
    """Judge the file and write the answers; returns the exit code."""
    for name in _OF_CLASSES:
        if getattr(options, name) is not None:
            raise ValueError(f"--{name} does not go with --regression, where there are no classes")
    for name in ("report", "figures"):
        if getattr(options, name) is not None:
            raise ValueError(
                f"--{name}: there is no page for predicted numbers yet; --latex and --csv write "
                "what was found"
            )
    check_outputs(options, ("--latex", options.latex), source=file)
    data = read_number_predictions(
        file,
        truth=options.truth,
        drop=options.drop,
        ids=options.id,
        rows=options.rows,
        missing=options.missing,
    )
    found = judge_regression(
        data,
        loss=options.loss,
        control=options.control,
        margin=options.margin,
        alpha=options.alpha,
        seed=options.seed,
    )
    written = write_answers(options, found, RegressionPair)
    if options.json:
        print_json(found.as_dict())
        return 0
    say(f"{file}: numbers that were predicted, {data.sentence()}")
    print()
    for text in found.findings():
        say(text)
    print()
    print(found.table().text())
    if found.pairs:
        print()
        print(pair_table(found, _MOST_PAIRS).text())
        if len(found.pairs) > _MOST_PAIRS:
            print(f"{len(found.pairs) - _MOST_PAIRS:,} more pairs: --csv writes all of them.")
        family = " and corrected for all pairs; intervals hold together"
        say(
            f"* differs at the {percent(found.alpha)} level; p-values are two-sided"
            f"{family if len(found.pairs) > 1 else ''}; the first has the smaller mean loss."
        )
    print("\nFor the paper:")
    say(found.for_the_paper(), indent=2)
    print_notes(note for note in found.notes if note not in data.notes)
    print_written(written)
    return 0

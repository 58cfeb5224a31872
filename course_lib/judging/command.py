"""`course judge`: what it prints and where it writes."""

import csv
import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from course_lib.judging.reading import read_predictions
from course_lib.judging.results import Judgement
from course_lib.judging.verdict import judge
from course_lib.results import p_alone, percent
from course_lib.terminal import say

#: Pairs in the terminal; the page and the CSV have more.
_MOST_PAIRS = 15


def run(options: Namespace) -> int:
    """Judge the file and write the answers; returns the exit code."""
    file = _input(options)
    report = None if options.no_report else _report(options, file)
    _check_outputs(options, file, report)
    found = judge(
        read_predictions(file, options.positive),
        tried=options.tried,
        threshold=_thresholds(options.threshold),
        alpha=options.alpha,
        mcnemar=options.mcnemar,
        seed=options.seed,
    )
    if options.csv:
        _write_pairs(found, options.csv)
    if report:
        _write_report(found, report)
    if options.json:
        told = {**found.as_dict(), "report": str(report) if report else None}
        print(json.dumps(told, indent=2))
    else:
        _print(found)
        if report:
            print(f"\nWritten: {report}")
    return 0


def _input(options: Namespace) -> Path:
    if options.example:
        from course_lib.datasets import example_predictions

        if options.file:
            raise ValueError(f"--example brings its own file; got {options.file!r} as well")
        return example_predictions()
    if not options.file:
        raise ValueError("say which file, as in: course judge predictions.csv (or --example)")
    return Path(options.file)


def _report(options: Namespace, file: Path) -> Path:
    report = Path(options.report) if options.report else Path(f"{file.stem}_judged.html")
    if report.suffix.lower() not in (".html", ".htm"):
        raise ValueError(f"--report must end in .html; got {options.report!r}")
    return report


def _check_outputs(options: Namespace, file: Path, report: Path | None) -> None:
    """Nothing is written over what was read, and all of it can be written: known beforehand."""
    if report and options.csv and Path(options.csv).resolve() == report.resolve():
        raise ValueError(f"--csv and --report must be two files; got {options.csv!r} for both")
    for name, target in (("--report", report), ("--csv", options.csv)):
        if target and Path(target).resolve() == file.resolve():
            raise ValueError(
                f"{name} must not be the file of predictions itself; got {str(target)!r}"
            )
    for name, target in (("--report", report), ("--csv", options.csv)):
        if target:
            _check_writable(name, Path(target))


def _check_writable(name: str, target: Path) -> None:
    """Open it as if to write; a file that was not there before does not stay."""
    new = not target.exists()
    try:
        target.open("a").close()
    except OSError as error:
        raise ValueError(f"{name}: cannot write {str(target)!r}: {error.strerror}") from None
    if new:
        target.unlink()


def _thresholds(texts: list[str] | None) -> dict[Any, float] | None:
    """`0.3` for all, `NAME=0.3` for one; a name may hold an equals sign itself."""
    if not texts:
        return None
    found: dict[Any, float] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            raise ValueError(
                f"--threshold must be a number, or NAME=number; got {text!r}"
            ) from None
        if (name or None) in found:
            raise ValueError(f"--threshold is given twice for {name or 'all'}")
        found[name or None] = value
    return found


def _write_report(found: Judgement, report: Path) -> None:
    from course_lib.judging.page import judgement_page

    report.write_text(judgement_page(found), encoding="utf-8")


def _write_pairs(found: Judgement, name: str) -> None:
    rows = found.pair_rows()
    if not rows:
        raise ValueError("--csv: there is no pair to write; the file holds one classifier")
    with open(name, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def _print(found: Judgement) -> None:
    for text in found.sentences().values():
        say(text)
    print()
    _print_classifiers(found)
    if found.pairs:
        print()
        _print_pairs(found)
    if found.notes:
        print("\nTo mind:")
        for note in found.notes:
            say(note, indent=2)


def _print_classifiers(found: Judgement) -> None:
    width = max(10, *(len(one.name) for one in found.classifiers))
    interval = f"{percent(1 - found.alpha)} interval"
    print(f"{'classifier':{width}}    AUC  {interval:16}  accuracy  misses  false alarms")
    for one in found.ranking:
        limits = one.auc_interval
        told = f"{limits.low:.3f} to {limits.high:.3f}" if limits else "none"
        counts = one.counts
        print(
            f"{one.name:{width}}  {one.auc:.3f}  {told:16}  {counts.accuracy:8.3f}  "
            f"{counts.false_negatives:6,}  {counts.false_positives:12,}"
        )


def _print_pairs(found: Judgement) -> None:
    names = [f"{pair.first} / {pair.second}" for pair in found.pairs[:_MOST_PAIRS]]
    width = max(14, *(len(name) for name in names))
    print(
        f"{'first / second':{width}}  only one wrong  errors, interval          Holm p  AUC Holm p"
    )
    for name, pair in zip(names, found.pairs, strict=False):
        wrong = f"{pair.only_first_wrong:,} / {pair.only_second_wrong:,}"
        told = f"{pair.difference:.3f} ({pair.low + 0.0:.3f} to {pair.high + 0.0:.3f})"
        marks = [
            "none" if p is None else f"{p_alone(p, found.alpha)}{'*' if differs else ' '}"
            for p, differs in (
                (pair.adjusted, pair.differs),
                (pair.auc_adjusted, pair.auc_differs),
            )
        ]
        print(f"{name:{width}}  {wrong:>14}  {told:23}  {marks[0]:>8}  {marks[1]:>10}".rstrip())
    left_out = len(found.pairs) - len(names)
    if left_out:
        print(f"{left_out:,} more pairs: --csv writes all of them.")
    print(
        f"* differs at the {percent(found.alpha)} level; "
        "the first errs no more often than the second."
    )

"""The page of Elazmeh, Japkowicz and Matwin (2006): claims and verdicts, figures, tables."""

import csv
from os import PathLike
from pathlib import Path

from course_lib.datasets import ELAZMEH_CLASSIFIERS, ELAZMEH_DATA_SETS, load_elazmeh_auc
from course_lib.papers import elazmeh
from course_lib.papers.ledger import write_ledger
from course_lib.papers.report import (
    _figure,
    _html,
    _is_notable,
    _ledger_table,
    _store,
    _summary,
)
from course_lib.progress import progress_bar


def reproduce_elazmeh(folder: str | PathLike, progress: bool | None = None) -> Path:
    """Rebuild the paper's figures, tables and claims into a folder; returns the page to open."""
    target = Path(folder)
    (target / "figures").mkdir(parents=True, exist_ok=True)
    run = elazmeh.Run()
    found = elazmeh.findings(run)
    write_ledger(found, target)
    _write_segments(run, target)
    waiting = elazmeh.pictures(run)
    images = []
    with progress_bar(len(waiting), "figures", progress) as bar:
        for draw in waiting:
            images.append(_store(draw(), target / "figures"))
            bar.update(1)
    parts = [
        "<h1>Confident segments of ROC curves, reproduced</h1>",
        "<p>William Elazmeh, Nathalie Japkowicz and Stan Matwin, <em>A Framework for Comparative "
        "Evaluation of Classifiers in the Presence of Class Imbalance</em>, third workshop on ROC "
        "Analysis in Machine Learning, 2006. Its four classifiers were trained anew, and their "
        "scores on every case are compared with what the paper prints.</p>",
        f"<p><strong>{_summary(found)}</strong></p>",
        "<h2>Where we part with the paper</h2>",
        _ledger_table([finding for finding in found if _is_notable(finding)]),
        "<h2>Figures</h2>",
        *(_figure(picture, png) for picture, png in images),
        '<h2>Tables</h2><p>Every AUC beside the printed one, and every confident segment: <a href="'
        'segments.csv">segments.csv</a>.</p>',
        "<h2>All claims</h2>",
        _ledger_table(found),
    ]
    page = target / "index.html"
    page.write_text(_html("Elazmeh et al. (2006), reproduced", parts), encoding="utf-8")
    return page


def _write_segments(run: elazmeh.Run, folder: Path) -> None:
    """AUCs and confident segments of all classifiers, with the printed AUC where there is one."""
    printed = load_elazmeh_auc()
    with (folder / "segments.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(
            [
                *("scores", "classifier", "auc", "printed_auc", "confident_points"),
                *("vertical_area", "horizontal_area", "cauc", "aved", "low", "high"),
            ]
        )
        for data_set in (*ELAZMEH_DATA_SETS, "spectf-test", "spectf-withdrawn"):
            row = printed[data_set.removesuffix("-test").removesuffix("-withdrawn")]
            for name, letter in ELAZMEH_CLASSIFIERS.items():
                segment = run.segments(data_set)[letter]
                low, high = segment.threshold_range or ("", "")
                writer.writerow(
                    [
                        *(data_set, name, f"{segment.curve.auc:.6f}", row[name]),
                        *(len(segment.points), f"{segment.vertical_area:.6f}"),
                        *(f"{segment.horizontal_area:.6f}", f"{segment.area:.6f}"),
                        *("" if segment.empty else f"{segment.mean_difference:.6f}", low, high),
                    ]
                )

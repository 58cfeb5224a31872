"""One page with everything: claims and verdicts, figures, tables. Opens from a file, offline."""

import base64
import csv
import io
import os
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from html import escape
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

import matplotlib as mpl
import numpy as np

from course_lib.datasets import ELAZMEH_CLASSIFIERS, ELAZMEH_DATA_SETS, load_elazmeh_auc
from course_lib.papers import benavoli, elazmeh, forman_cohen, lecture
from course_lib.papers.forman_cohen import COMPETITORS, Run
from course_lib.papers.ledger import Finding, Picture, Verdict, write_ledger
from course_lib.papers.published_tables import AGREES, NOISE, UNEXPLAINED
from course_lib.progress import progress_bar

_STYLE = """
body { font: 17px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
       color: #1a1a1a; background: #fff; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.85rem; }
th, td { border-bottom: 1px solid #ccc; padding: 0.35rem 0.5rem; text-align: left;
         vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1.5rem 0; } img { max-width: 100%; height: auto; }
figcaption { color: #444; } .scroll { overflow-x: auto; }
.verdict { white-space: nowrap; font-weight: 600; }
.reproduced::before, .noise::before { content: "\\2713  "; color: #00714f; }
.differs::before { content: "\\2260  "; color: #b34700; }
.uncheckable::before { content: "?  "; color: #555; }
.answered::before { content: "\\2192  "; color: #0072B2; }
.erratum::before { content: "!  "; color: #b34700; }
"""
_CLASSES = {
    Verdict.REPRODUCED: "reproduced",
    Verdict.WITHIN_NOISE: "noise",
    Verdict.DIFFERS: "differs",
    Verdict.ERRATUM: "erratum",
    Verdict.UNCHECKABLE: "uncheckable",
    Verdict.ANSWERED: "answered",
}


def reproduce_forman_cohen(
    folder: str | PathLike,
    cache: str | PathLike | None = None,
    executor: Executor | None = None,
    progress: bool | None = None,
) -> Path:
    """Rebuild the paper into a folder; returns the page to open.

    Writes `index.html`, `ledger.csv`, `ledger.json`, each figure as PNG and SVG, and the tables of
    TP10 that the paper did not print.
    """
    start = time.perf_counter()
    target = Path(folder)
    run = Run(cache, executor, progress)
    found, images = _rebuild(forman_cohen, run, target, progress)
    _write_top_ten_tables(run, target)
    _write_cells(run, target)
    seconds = time.perf_counter() - start
    page = target / "index.html"
    page.write_text(_page(run, found, images, seconds), encoding="utf-8")
    return page


def reproduce_lecture(folder: str | PathLike, progress: bool | None = None) -> Path:
    """Rebuild the lecture's figures, tables and exercises into a folder; returns the page."""
    target = Path(folder)
    found, images = _rebuild(lecture, lecture.Run(), target, progress)
    _write_lecture_tables(target)
    parts = [
        "<h1>Performance evaluation of ML methods, reproduced</h1>",
        "<p>Marion Neumann (scribe: Jingyu Xin), <em>Lecture 6: Performance Evaluation of ML "
        "Methods</em>. Its tables are set beside the exact laws, its exercises answered, and what "
        "it warns of is simulated.</p>",
        f"<p><strong>{_summary(found)}</strong></p>",
        "<h2>Where we part with the lecture, and its exercises</h2>",
        _ledger_table([finding for finding in found if _is_notable(finding)]),
        "<h2>Figures</h2>",
        *(_figure(picture, png) for picture, png in images),
        '<h2>Tables</h2><p>Rebuilt, each cell beside the printed one: <a href="t_table.csv">t '
        '(Fig. 3)</a>, <a href="sign_table.csv">sign test (Fig. 5)</a>, differences between wins '
        "and losses.</p>",
        "<h2>All claims</h2>",
        _ledger_table(found),
    ]
    page = target / "index.html"
    page.write_text(_html("Lecture 6, reproduced", parts), encoding="utf-8")
    return page


def reproduce_benavoli(folder: str | PathLike, progress: bool | None = None) -> Path:
    """Rebuild the mean-ranks paper's examples and tables into a folder; returns the page."""
    target = Path(folder)
    run = benavoli.Run(progress)
    found, images = _rebuild(benavoli, run, target, progress)
    rows = benavoli.table_1(run)
    with (target / "table_1.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["pair", *(f"card_{card}" for card in benavoli.CARDS)])
        writer.writerows([name, *cells] for name, cells in rows.items())
    head = "".join(f"<th>Card={card}</th>" for card in benavoli.CARDS)
    body = "".join(
        f"<tr><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        for name, cells in rows.items()
    )
    parts = [
        "<h1>Should we really use post-hoc tests based on mean ranks? Reproduced</h1>",
        "<p>Alessio Benavoli, Giorgio Corani and Francesca Mangili, Journal of Machine Learning "
        "Research 17 (2016). The verdict of the mean-ranks test on two algorithms depends on the "
        "others in the pool; here over every pool there is, exactly.</p>",
        f"<p><strong>{_summary(found)}</strong></p>",
        "<h2>Where we part with the paper</h2>",
        _ledger_table([finding for finding in found if _is_notable(finding)]),
        "<h2>Table 1, rebuilt</h2><p>Pairs whose verdict depends on the pool: in how many pools "
        "they are called different, by the number of others; a dash where all pools agree. Also "
        'as <a href="table_1.csv">table_1.csv</a>.</p>',
        f"<table><tr><th>pair</th>{head}</tr>{body}</table>",
        "<p>Friedman's test, which must come first: "
        f"{escape('; '.join(benavoli.friedman_sentences(run)))}.</p>",
        "<h2>Figures</h2><p>The paper has none; these show its examples.</p>",
        *(_figure(picture, png) for picture, png in images),
        "<h2>All claims</h2>",
        _ledger_table(found),
    ]
    page = target / "index.html"
    page.write_text(_html("Benavoli et al. (2016), reproduced", parts), encoding="utf-8")
    return page


def reproduce_elazmeh(folder: str | PathLike, progress: bool | None = None) -> Path:
    """Rebuild the paper's figures, tables and claims into a folder; returns the page to open."""
    target = Path(folder)
    run = elazmeh.Run()
    found, images = _rebuild(elazmeh, run, target, progress)
    _write_segments(run, target)
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


def _rebuild(
    source: ModuleType, run: Any, target: Path, progress: bool | None
) -> tuple[list[Finding], list[tuple[Picture, bytes]]]:
    """Judge a source's claims, write the ledger, and draw its figures."""
    (target / "figures").mkdir(parents=True, exist_ok=True)
    found = source.findings(run)
    write_ledger(found, target)
    images = []
    waiting = source.pictures(run)
    with progress_bar(len(waiting), "figures", progress) as bar:
        for draw in waiting:
            images.append(_store(draw(), target / "figures"))
            bar.update(1)
    return found, images


def _write_lecture_tables(folder: Path) -> None:
    """The t table and the sign table, rebuilt, with what was printed beside each cell."""
    wrong_t = {(df, level): exact for df, level, _, exact in lecture.t_table_misprints()}
    with (folder / "t_table.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["df", "one_tail", "printed", "exact", "misprint"])
        for (df, level), printed in lecture.load_lecture_t_table().items():
            exact = lecture.t_quantile(df, level)
            row = [df or "infinity", level, printed, f"{exact:.5f}", (df, level) in wrong_t]
            writer.writerow(row)
    with (folder / "sign_table.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["n", "two_sided_alpha", "printed", "exact", "misprint"])
        for (n, alpha), printed in lecture.load_lecture_sign_table().items():
            exact = lecture.critical_difference(n, alpha)
            writer.writerow([n, alpha, printed, exact, printed != exact])


def _store(picture: Picture, folder: Path) -> tuple[Picture, bytes]:
    """Write a figure as PNG and SVG, the same bytes every time, and close it."""
    import matplotlib.pyplot as plt

    buffer = io.BytesIO()
    picture.figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    (folder / f"{picture.name}.png").write_bytes(buffer.getvalue())
    with mpl.rc_context({"svg.hashsalt": picture.name}):
        picture.figure.savefig(folder / f"{picture.name}.svg", metadata={"Date": None})
    plt.close(picture.figure)
    return picture, buffer.getvalue()


def _write_top_ten_tables(run: Run, folder: Path) -> None:
    sizes = run.published.sizes
    places = [forman_cohen.SIZES.index(size) for size in sizes]
    with (folder / "tp10_critical_values.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["metric", "competitors", "positives", "negatives", "critical_value"])
        for competitors in COMPETITORS:
            grid = run.grid("top_k", competitors)[np.ix_(places, places)]
            for i, positives in enumerate(sizes):
                for j, negatives in enumerate(sizes):
                    value = int(grid[i, j])
                    writer.writerow(["TP10", competitors, positives, negatives, value])


def _write_cells(run: Run, folder: Path) -> None:
    """Every printed cell with its exact value, and how plausible the difference is as noise."""
    kinds = {AGREES: "agrees", NOISE: "noise", UNEXPLAINED: "unexplained"}
    with (folder / "table_cells.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        sizes = ["metric", "competitors", "positives", "negatives"]
        writer.writerow([*sizes, "printed", "exact", "plausibility", "kind"])
        for metric, comparison in run.comparisons.items():
            for (c, i, j), printed in np.ndenumerate(comparison.published):
                writer.writerow(
                    [
                        metric,
                        comparison.competitors[c],
                        comparison.sizes[i],
                        comparison.sizes[j],
                        f"{printed:.3f}",
                        f"{comparison.exact[c, i, j]:.6f}",
                        f"{comparison.plausibility[c, i, j]:.3g}",
                        kinds[int(comparison.kind[c, i, j])],
                    ]
                )


# --- The page -----------------------------------------------------------------------------------


def _page(
    run: Run, found: Sequence[Finding], images: Sequence[tuple[Picture, bytes]], seconds: float
) -> str:
    notable = [finding for finding in found if _is_notable(finding)]
    parts = [
        "<h1>Beware the null hypothesis, reproduced</h1>",
        "<p>George Forman and Ira Cohen, <em>Beware the Null Hypothesis: Critical Value Tables for "
        "Evaluating Classifiers</em>, ECML 2005 and HP Laboratories report HPL-2005-70. The paper "
        "simulated how good the best of C classifiers must be before it beats luck; here the same "
        "values are computed exactly.</p>",
        f"<p><strong>{_summary(found)}</strong></p>",
        f"<p>This page took {seconds:.0f} seconds to make on {os.cpu_count()} cores: "
        f"{_chart_seconds(run)} (the paper: more than a CPU-year), {run.seconds['tables']:.0f} for "
        f"the comparison with its nine tables, {run.simulation_seconds:.1f} to repeat one of its "
        "simulations (the paper: 5.5 hours).</p>",
        "<h2>Where we part with the paper</h2>",
        _ledger_table(notable),
        "<h2>The nine tables, cell by cell</h2>",
        _cells_table(run),
        "<h2>Figures</h2>",
        *(_figure(picture, png) for picture, png in images),
        "<h2>Tables of TP10</h2>",
        "<p>The paper charted TP10 and did not print its tables. Critical values at 1 %; a score "
        "must exceed them, so 10 means that not even ten of ten would be significant. Also as "
        '<a href="tp10_critical_values.csv">tp10_critical_values.csv</a>.</p>',
        *(_top_ten_table(run, competitors) for competitors in COMPETITORS),
        '<h2>All claims</h2><p>Also as <a href="ledger.csv">ledger.csv</a> and '
        '<a href="ledger.json">ledger.json</a>.</p>',
        _ledger_table(found),
    ]
    return _html("Forman & Cohen (2005), reproduced", parts)


def _html(title: str, parts: Sequence[str]) -> str:
    """A page that needs nothing but itself."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body>\n{chr(10).join(parts)}\n</body></html>\n"
    )


def _summary(found: Sequence[Finding]) -> str:
    verdicts = Counter(finding.evidence.verdict for finding in found)
    counts = ", ".join(f"{verdicts[v]} x {v}" for v in Verdict if verdicts[v])
    return f"{len(found)} claims: {counts}."


def _is_notable(finding: Finding) -> bool:
    return finding.evidence.verdict not in (Verdict.REPRODUCED, Verdict.WITHIN_NOISE)


def _chart_seconds(run: Run) -> str:
    if run.grids_remembered:
        return "hardly any for the charts, which were remembered from an earlier run"
    return f"{run.seconds['grids']:.0f} for the charts"


def _ledger_table(found: Sequence[Finding]) -> str:
    rows = []
    for finding in found:
        row = {key: escape(text) for key, text in finding.row().items()}
        kind = _CLASSES[finding.evidence.verdict]
        rows.append(
            f'<tr id="{row["id"]}"><td>{row["id"]}<br>{row["where"]}</td><td>{row["claim"]}</td>'
            f"<td>{row['published']}</td><td>{row['ours']}<br><small>{row['method']}</small></td>"
            f'<td><span class="verdict {kind}">{row["verdict"]}</span><br>{row["explanation"]}</td>'
            "</tr>"
        )
    head = "<tr><th>id</th><th>claim</th><th>published</th><th>ours</th><th>verdict</th></tr>"
    return f'<div class="scroll"><table>{head}{"".join(rows)}</table></div>'


def _cells_table(run: Run) -> str:
    rows = []
    for metric, comparison in run.comparisons.items():
        for competitors in comparison.competitors:
            counts = [comparison.count(k, competitors) for k in (AGREES, NOISE, UNEXPLAINED)]
            counts.append(f"{comparison.bias(competitors):+.1f}")
            cells = "".join(f'<td class="number">{count}</td>' for count in counts)
            name = forman_cohen.title_of(metric)
            rows.append(f'<tr><td>{name}</td><td class="number">{competitors:,}</td>{cells}</tr>')
    head = (
        "<tr><th>metric</th><th>C</th><th>agree to three decimals</th>"
        "<th>within simulation noise</th><th>unexplained</th>"
        "<th>whole table, standard errors off</th></tr>"
    )
    return (
        "<p>The paper kept the best of ten million random rankings and printed the r-th best of "
        "them. How many rankings reach a score is a binomial count, so each printed value can be "
        "tested against the exact tail; a cell is called unexplained if noise alone would part so "
        "far, in any cell, in fewer than 1 % of such sets of tables.</p>"
        f"<table>{head}{''.join(rows)}</table><p>{_sterner(run)} Cell by cell: "
        '<a href="table_cells.csv">table_cells.csv</a>.</p>'
    )


def _sterner(run: Run) -> str:
    """How many cells would part at sterner levels, beside what noise alone would bring."""
    plausibility = np.concatenate([c.plausibility.ravel() for c in run.comparisons.values()])
    said = ", ".join(
        f"{(plausibility < level).sum()} cells have a plausibility below {level:g} (by noise "
        f"alone: {level * plausibility.size:.0f} or fewer)"
        for level in (0.05, 0.01, 0.001)
    )
    return f"Sterner levels: {said}; the least plausible has {plausibility.min():.2g}."


def _figure(picture: Picture, png: bytes) -> str:
    data = base64.b64encode(png).decode()
    return (
        f'<figure id="{picture.name}"><img alt="{escape(picture.text)}" '
        f'src="data:image/png;base64,{data}">'
        f"<figcaption><strong>{escape(picture.title)}.</strong> {escape(picture.text)} "
        f'<a href="figures/{picture.name}.svg">SVG</a></figcaption></figure>'
    )


def _top_ten_table(run: Run, competitors: int) -> str:
    sizes = run.published.sizes
    places = [forman_cohen.SIZES.index(size) for size in sizes]
    grid = run.grid("top_k", competitors)[np.ix_(places, places)]
    head = "".join(f"<th>{size}</th>" for size in sizes)
    rows = "".join(
        f"<tr><th>{size}</th>" + "".join(f'<td class="number">{v:.0f}</td>' for v in row) + "</tr>"
        for size, row in zip(sizes, grid, strict=True)
    )
    return (
        f'<h3>C = {competitors:,}</h3><div class="scroll"><table>'
        f"<tr><th>P \\ N</th>{head}</tr>{rows}</table></div>"
    )

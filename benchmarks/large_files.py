"""Large files at the door of `course judge`: seconds of CPU, peak memory, and a peer beside it.

`python -m benchmarks.large_files` makes the files, judges each with its page in a process of its
own, and lets pandas and scikit-learn read the same file and compute the AUCs and their curves, no
more: no intervals, no tests, no page. Processors are busy with other things, so that the ratio says
more than the seconds.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

#: Cases, classifiers with scores, classifiers with labels; seconds of CPU that are promised.
FILES = {
    "a million rows, three classifiers": (1_000_000, 2, 1, 20),
    "a million rows, one classifier": (1_000_000, 1, 0, 20),
    "a million rows, twelve classifiers": (1_000_000, 12, 0, None),
    "a thousand rows, 300 classifiers": (1_000, 300, 0, None),
    "a hundred thousand rows, 100 classifiers": (100_000, 100, 0, None),
}
_OURS = "import sys; from course_lib.cli import main; sys.exit(main(sys.argv[1:]))"
_PEER = """
import sys, pandas as pd
from sklearn.metrics import roc_auc_score, roc_curve
table = pd.read_csv(sys.argv[1])
for name in table.columns[1:]:
    roc_auc_score(table["truth"], table[name]), roc_curve(table["truth"], table[name])
"""


def write_file(path: Path, cases: int, scores: int, labels: int) -> None:
    """Classifiers that are much alike: part of what they make of a case they share."""
    generator = np.random.default_rng(cases)
    truth = generator.random(cases) < 0.3
    shared = generator.normal(size=cases)
    with path.open("w") as file:
        names = [f"model_{i}" for i in range(scores)] + [f"labels_{i}" for i in range(labels)]
        file.write(",".join(["truth", *names]) + "\n")
        strengths = np.linspace(0.8, 1.2, scores + labels)
        for start in range(0, cases, 10_000):
            some = slice(start, start + 10_000)
            noise = generator.normal(size=(truth[some].size, strengths.size))
            seen = np.outer(truth[some] - 0.5, strengths) + 0.8 * shared[some, None] + 0.6 * noise
            chances = 1 / (1 + np.exp(-seen))
            for is_positive, row in zip(truth[some], chances.tolist(), strict=True):
                cells = [f"{p:.5f}" for p in row[:scores]] + [f"{p > 0.5:d}" for p in row[scores:]]
                file.write(",".join([str(int(is_positive)), *cells]) + "\n")


def cost_of(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds of CPU and megabytes at the peak, of a process of its own."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} failed")
    unit = 1 if sys.platform == "darwin" else 1_024
    return used.ru_utime + used.ru_stime, used.ru_maxrss * unit / 1e6


def large_files(files: dict[str, tuple[int, int, int, int | None]]) -> None:
    """A line for each file."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (cases, scores, labels, promised) in files.items():
            file = Path(folder) / "file.csv"
            write_file(file, cases, scores, labels)
            ours, memory = cost_of([sys.executable, "-c", _OURS, "judge", str(file)], Path(folder))
            peer, its_memory = cost_of([sys.executable, "-c", _PEER, str(file)], Path(folder))
            page = (Path(folder) / "file_judged.html").stat().st_size / 1e6
            verdict = ""
            if promised:
                verdict = f"; promised {promised} s: {'met' if ours <= promised else 'MISSED'}"
            print(
                f"{name} ({file.stat().st_size / 1e6:,.0f} MB): {ours:.1f} s of CPU, "
                f"{memory:,.0f} MB, page {page:.1f} MB; pandas and scikit-learn, AUCs and curves "
                f"only: {peer:.1f} s, {its_memory:,.0f} MB; {ours / peer:.1f} times that{verdict}",
                flush=True,
            )


if __name__ == "__main__":
    large_files(FILES)

